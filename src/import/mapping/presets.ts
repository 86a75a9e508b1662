/**
 * What the exports of other services look like, as plain data. They are read like any other file, with this knowledge
 * added. Headers are written as the services write them, and compared loosely.
 */

/** How a column of an export says who must not be mailed. */
export type ConsentMark =
  | {
      /** A status word for each person: only those who are `active` may be mailed. */
      readonly reads: 'status';
      readonly active: readonly string[];
      readonly unconfirmed?: readonly string[];
      /** The address column that it is about, where a person has several. */
      readonly address?: string;
    }
  /** Yes or a date: the person may be mailed. */
  | { readonly reads: 'opt-in'; readonly mayBeEmpty?: true }
  /** Yes, a date or a count above 0: the person must not be mailed. */
  | { readonly reads: 'opt-out' }
  /** It says nothing about that, though its name sounds like it. */
  | { readonly reads: 'nothing' };

/** One layout of the exports of one service. */
export interface Preset {
  /** The name that `--from` takes, shared by all layouts of a service. */
  readonly name: string;
  readonly label: string;
  /** Headers by which the export is recognized: all of them; where one is a list, any of the list. */
  readonly signature: readonly (string | readonly string[])[];
  /** Headers that are not there: those of other services that have the signature too. */
  readonly absent?: readonly string[];
  /** The export has no columns besides the signature. */
  readonly noOtherColumns?: true;
  /** The address column; of several, the first that is filled. Undefined when its header varies: found by content. */
  readonly email?: readonly string[];
  /** The separator of several addresses in a cell. */
  readonly addressSeparator?: string;
  /** Columns of tags, and the separator of tags in a cell; undefined: detected in each cell. */
  readonly tags?: Readonly<Record<string, string | undefined>>;
  /** Tags that begin with this are the service's own, and left out. */
  readonly systemTagPrefix?: string;
  /** The columns that say who must not be mailed. */
  readonly marks?: Readonly<Record<string, ConsentMark>>;
  /** Columns whose names differ from those of their fields, and the usual names of the fields. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The service's own bookkeeping: left out, and not reported as ignored. */
  readonly skip?: readonly string[];
  /** Where the service puts an apostrophe before a text: if it might be taken for a formula, or always in some columns. */
  readonly apostrophe?: 'formulas' | readonly string[];
  /** The export is our own: cells hold the exact values, with blanks at their ends. */
  readonly roundTrip?: true;
  /** Whether the service writes the day or the month first. */
  readonly dateOrder?: 'DMY' | 'MDY';
  /** A note to show with such files. */
  readonly note?: {
    readonly text: string;
    /** Not shown when the name of the file matches, or it has that column. */
    readonly unless?: { readonly file: RegExp } | { readonly column: string };
  };
}

const optIn: ConsentMark = { reads: 'opt-in' };
const optOut: ConsentMark = { reads: 'opt-out' };
const notAMark: ConsentMark = { reads: 'nothing' };

const addressBook = 'an address book does not say who asked for a newsletter: import only those who did';
const attendees = 'people who got a ticket did not ask for a newsletter: import only those who did';

const ccStatus = { reads: 'status', active: ['Active'], unconfirmed: ['Awaiting confirmation'] } as const;
const ccPermission = {
  reads: 'status',
  active: ['Express', 'Implied'],
  unconfirmed: ['Awaiting confirmation'],
} as const;
const home = { address: 'Email address - home' };
const work = { address: 'Email address - work' };
const other = { address: 'Email address - other' };

const kitStatus: ConsentMark = {
  reads: 'status',
  active: ['active', 'confirmed', 'cold'],
  unconfirmed: ['inactive', 'unconfirmed'],
};
const buttondownType: ConsentMark = {
  reads: 'status',
  active: [
    'regular',
    'premium',
    'gifted',
    'trialed',
    'unpaid',
    'churned',
    'churning',
    'past_due',
    'paused',
    'upcoming',
  ],
  unconfirmed: ['unactivated'],
};

export const presets: readonly Preset[] = [
  {
    name: 'newsletter',
    label: 'this program',
    signature: ['email', 'tags', 'source', 'emailed_at', 'created_at', 'updated_at', 'id'],
    email: ['email'],
    tags: { tags: undefined },
    marks: { source: notAMark },
    skip: ['source', 'emailed_at', 'created_at', 'updated_at', 'id'],
    roundTrip: true,
  },
  {
    name: 'mailchimp',
    label: 'Mailchimp',
    // These columns are never translated; those of the audience are, including the address.
    signature: ['MEMBER_RATING', 'OPTIN_TIME', 'LEID', 'EUID'],
    tags: { TAGS: ',' },
    marks: { UNSUB_TIME: optOut, CLEAN_TIME: optOut },
    skip: [
      'EMAIL_TYPE',
      'MEMBER_RATING',
      'OPTIN_IP',
      'CONFIRM_IP',
      'LATITUDE',
      'LONGITUDE',
      'GMTOFF',
      'DSTOFF',
      'TIMEZONE',
      'CC',
      'REGION',
      'LAST_CHANGED',
      'LEID',
      'EUID',
      'SOURCE',
      'UNSUB_CAMPAIGN_TITLE',
      'UNSUB_CAMPAIGN_ID',
      'UNSUB_REASON',
      'UNSUB_REASON_OTHER',
      'CLEAN_CAMPAIGN_TITLE',
      'CLEAN_CAMPAIGN_ID',
    ],
    note: {
      text: 'Mailchimp tells subscribed from non-subscribed people by the name of the file alone: make sure that this was subscribed_….csv',
      unless: { file: /^(?:subscribed|unsubscribed|cleaned|non-?subscribed)[_-]/i },
    },
  },
  {
    name: 'substack',
    label: 'Substack',
    signature: ['email', 'active_subscription', 'expiry', 'email_disabled', 'created_at'],
    email: ['email'],
    marks: { email_disabled: optOut },
  },
  {
    name: 'substack',
    label: 'Substack (paid subscribers)',
    signature: ['email', 'expiry', 'email_disabled', 'stripe_connected_customer_id', 'type'],
    email: ['email'],
    marks: { email_disabled: optOut, type: notAMark },
    skip: ['stripe_connected_customer_id'],
  },
  {
    name: 'substack',
    label: 'Substack (dashboard)',
    signature: ['Email', 'Subscription type', 'Activity', 'Subscription date', 'Revenue'],
    email: ['Email'],
    note: {
      text: 'this export does not say whose emails are switched off: email_list.….csv of the full export does',
    },
  },
  {
    name: 'kit',
    label: 'Kit',
    signature: ['first_name', 'email', ['status', 'state'], 'created_at'],
    absent: ['tier', 'stripe_customer_id', 'uuid'],
    email: ['email'],
    marks: {
      status: kitStatus,
      state: kitStatus,
    },
  },
  {
    name: 'beehiiv',
    label: 'beehiiv',
    signature: ['email', 'status', 'tier', 'created_at', 'stripe_customer_id'],
    email: ['email'],
    marks: {
      status: { reads: 'status', active: ['Active'], unconfirmed: ['Pending', 'Needs Approval'] },
      unsubscribed_at: optOut,
    },
    skip: ['stripe_customer_id'],
  },
  {
    name: 'ghost',
    label: 'Ghost',
    signature: [
      'email',
      'subscribed_to_emails',
      'complimentary_plan',
      'stripe_customer_id',
      'deleted_at',
      'labels',
    ],
    email: ['email'],
    tags: { labels: ',' },
    marks: { subscribed_to_emails: optIn, deleted_at: optOut },
    skip: ['id', 'stripe_customer_id', 'complimentary_plan', 'gift_id'],
    apostrophe: 'formulas',
  },
  {
    name: 'buttondown',
    label: 'Buttondown',
    // The second of each pair is the name in its present API.
    signature: ['secondary_id', ['email', 'email_address'], ['subscriber_type', 'type'], 'creation_date'],
    email: ['email', 'email_address'],
    tags: { tags: ';' },
    marks: { subscriber_type: buttondownType, type: buttondownType, unsubscription_date: optOut },
    skip: ['id', 'secondary_id', 'referrer_url', 'utm_source', 'utm_medium', 'utm_campaign', 'ip_address'],
  },
  {
    name: 'mailerlite',
    label: 'MailerLite',
    signature: ['Subscriber', 'Sent', 'Opens', 'Clicks', 'Subscribed'],
    email: ['Subscriber'],
    tags: { Groups: undefined },
    // The date of subscription.
    marks: { Subscribed: notAMark },
    skip: ['Sent', 'Opens', 'Clicks'],
    note: {
      text: 'MailerLite exports one tab at a time, and the file does not say which: make sure that it was Active',
    },
  },
  {
    name: 'brevo',
    label: 'Brevo',
    signature: ['EMAIL', 'ADDED_TIME', 'MODIFIED_TIME'],
    email: ['EMAIL'],
    dateOrder: 'DMY',
    marks: { OPT_IN: { reads: 'opt-in', mayBeEmpty: true } },
    fields: { NOM: 'last name', PRENOM: 'first name', SMS: 'phone' },
    skip: ['CONTACT ID', 'MODIFIED_TIME', 'EXT_ID', 'CONTACT_TIMEZONE', 'DOUBLE_OPT-IN'],
    note: { text: 'Brevo’s own export does not mark blocklisted contacts: leave them out there' },
  },
  {
    name: 'constant-contact',
    label: 'Constant Contact',
    signature: ['Email address', 'Email status', 'Email permission status'],
    email: ['Email address'],
    tags: { Tags: ',', 'Email Lists': ',' },
    marks: { 'Email status': ccStatus, 'Email permission status': ccPermission },
  },
  {
    name: 'constant-contact',
    label: 'Constant Contact',
    signature: ['Email address - home', 'Email status - home', 'Email permission status - home'],
    email: ['Email address - home', 'Email address - work', 'Email address - other'],
    tags: { Tags: ',', 'Email Lists': ',' },
    marks: {
      'Email status - home': { ...ccStatus, ...home },
      'Email permission status - home': { ...ccPermission, ...home },
      'Email status - work': { ...ccStatus, ...work },
      'Email permission status - work': { ...ccPermission, ...work },
      'Email status - other': { ...ccStatus, ...other },
      'Email permission status - other': { ...ccPermission, ...other },
    },
  },
  {
    name: 'hubspot',
    label: 'HubSpot',
    signature: [['Record ID', 'Record ID - Contact'], 'Email', 'Create Date'],
    email: ['Email'],
    marks: { 'Unsubscribed from all email': optOut },
    fields: { 'Country/Region': 'country' },
    skip: ['Record ID', 'Record ID - Contact', 'Contact owner'],
    note: {
      text: 'nothing in the file says who opted out: add the property "Unsubscribed from all email" to the export',
      unless: { column: 'Unsubscribed from all email' },
    },
  },
  {
    name: 'listmonk',
    label: 'listmonk',
    signature: ['uuid', 'email', 'name', 'attributes', 'status', 'created_at', 'updated_at'],
    email: ['email'],
    marks: { status: { reads: 'status', active: ['enabled'] } },
    skip: ['uuid', 'updated_at'],
    note: {
      text: 'listmonk’s export does not say who unsubscribed from a list, only who is blocked altogether: leave them out there',
    },
  },
  {
    name: 'mailjet',
    label: 'Mailjet',
    signature: ['email', 'hard_bounce', 'soft_bounce', 'spam', 'unsub'],
    email: ['email'],
    // Counts. A blocked message does not mean that the reader has opted out.
    marks: { hard_bounce: optOut, spam: optOut, unsub: optOut, blocked: notAMark },
    skip: ['id', 'open', 'click', 'sent', 'soft_bounce', 'blocked', 'deferred', 'total'],
  },
  {
    name: 'revue',
    label: 'Revue',
    signature: ['email', 'first_name', 'last_name', 'created_at'],
    noOtherColumns: true,
    email: ['email'],
  },
  {
    name: 'squarespace',
    label: 'Squarespace',
    signature: ['Email', 'Accepts Marketing', 'Subscriber Since', 'Mailing Lists'],
    email: ['Email'],
    tags: { Tags: undefined, 'Mailing Lists': undefined },
    marks: { 'Accepts Marketing': optIn },
  },
  {
    name: 'shopify',
    label: 'Shopify (customers)',
    signature: ['Email', ['Accepts Email Marketing', 'Accepts Marketing'], 'Total Spent', 'Tax Exempt'],
    email: ['Email'],
    tags: { Tags: ',' },
    marks: { 'Accepts Email Marketing': optIn, 'Accepts Marketing': optIn },
    fields: {
      'Default Address City': 'city',
      'Default Address Company': 'company',
      'Default Address Country Code': 'country',
    },
    skip: ['Customer ID', 'Tax Exempt'],
    apostrophe: ['Customer ID', 'Default Address Zip', 'Default Address Phone', 'Zip', 'Phone'],
    note: {
      text: 'customers are not all subscribers: those who do not accept marketing by email are left out',
    },
  },
  {
    name: 'google-contacts',
    label: 'Google Contacts',
    signature: ['E-mail 1 - Value', ['E-mail 1 - Label', 'E-mail 1 - Type']],
    email: ['E-mail 1 - Value'],
    addressSeparator: ':::',
    tags: { Labels: ':::', 'Group Membership': ':::' },
    systemTagPrefix: '*',
    fields: {
      'Phone 1 - Value': 'phone',
      'Organization Name': 'company',
      'Organization 1 - Name': 'company',
    },
    skip: [
      'E-mail 1 - Label',
      'E-mail 1 - Type',
      'E-mail 2 - Label',
      'E-mail 2 - Type',
      'File As',
      'Photo',
      'Phone 1 - Label',
      'Phone 1 - Type',
      'Phone 2 - Label',
      'Phone 2 - Type',
    ],
    note: { text: addressBook },
  },
  {
    name: 'outlook',
    label: 'Outlook',
    signature: ['E-mail Address', ['E-mail 2 Address', 'E-mail Type']],
    absent: ['LEID'],
    email: ['E-mail Address'],
    tags: { Categories: ';' },
    skip: ['E-mail Type', 'E-mail Display Name'],
    note: { text: addressBook },
  },
  {
    name: 'tito',
    label: 'Tito',
    signature: ['Ticket Email', 'Ticket Reference', 'Void Status'],
    // Not the address of the person who ordered the ticket.
    email: ['Ticket Email'],
    tags: { Tags: undefined },
    marks: { 'Void Status': optOut },
    fields: {
      'Ticket First Name': 'first name',
      'Ticket Last Name': 'last name',
      'Ticket Full Name': 'name',
      'Ticket Company Name': 'company',
      'Ticket Phone Number': 'phone',
    },
    skip: [
      'Number',
      'Price',
      'Ticket Reference',
      'Unique Ticket URL',
      'Unique Order URL',
      'Order Reference',
      'Order Name',
      'Order Email',
    ],
    note: { text: attendees },
  },
  {
    name: 'eventbrite',
    label: 'Eventbrite',
    signature: ['Order #', ['Attendee Status', 'Attendee #']],
    email: ['Email'],
    skip: [
      'Order #',
      'Quantity',
      'Attendee #',
      'Currency',
      'Total Paid',
      'Fees Paid',
      'Eventbrite Fees',
      'Eventbrite Payment Processing',
    ],
    note: { text: attendees },
  },
  {
    name: 'keila',
    label: 'Keila',
    signature: ['Email', 'First name', 'Last name', 'Data', 'Status', 'External ID'],
    email: ['Email'],
    marks: { Status: { reads: 'status', active: ['active'] } },
  },
];

/**
 * The services whose exports are recognized, for help and documents.
 *
 * @returns each service once, in the order of the table: its name as `--from` takes it, and its label
 */
export function knownServices(): readonly { readonly name: string; readonly label: string }[] {
  const first = presets.filter((preset, i) => presets.findIndex(({ name }) => name === preset.name) === i);
  // Behind the service's own name a label may say which of its layouts it is: `Substack (dashboard)`.
  return first.map(({ name, label }) => ({ name, label: label.replace(/ \(.*\)$/, '') }));
}
