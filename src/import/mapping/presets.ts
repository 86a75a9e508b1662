/**
 * What other services' exports look like. Plain data: the same machinery that reads any file reads these, only
 * better informed. Headers stand here as the services write them, and are compared loosely.
 */

/** How a column says who must not be mailed. */
export type Sign =
  | {
      /** A word for each person: those to `keep` may be mailed, all others not. */
      readonly reads: 'status';
      readonly keep: readonly string[];
      readonly unconfirmed?: readonly string[];
      /** The address column that it speaks of, where a person has several. */
      readonly of?: string;
    }
  /** Yes or a date: may be mailed. */
  | { readonly reads: 'opt-in'; readonly mayBeEmpty?: true }
  /** Yes, a date, a count above 0: must not be mailed. */
  | { readonly reads: 'opt-out' }
  /** Its name sounds like it, but it says nothing of the kind. */
  | { readonly reads: 'nothing' };

export interface Recipe {
  /** As `--from` takes it. Several layouts of one service share it. */
  readonly name: string;
  readonly title: string;
  /** Headers that are all there; of several in brackets, one. */
  readonly signature: readonly (string | readonly string[])[];
  /** Headers of another service that has the same ones beside its own. */
  readonly without?: readonly string[];
  /** There are no other columns. */
  readonly nothingElse?: true;
  /** The address: of several columns the first that is filled. Undefined where its header differs: by content. */
  readonly email?: readonly string[];
  /** What divides several addresses in a cell. */
  readonly severalAddresses?: string;
  /** Columns of tags, and what divides them in a cell; undefined: found out by the cell. */
  readonly tags?: Readonly<Record<string, string | undefined>>;
  /** Tags that begin like this are the service's own. */
  readonly systemTags?: string;
  readonly signs?: Readonly<Record<string, Sign>>;
  /** Columns that are called unlike the fields they go to, and the usual names of those. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The service's own bookkeeping: left out without a word. */
  readonly skip?: readonly string[];
  /** An apostrophe that is put before text which a spreadsheet might take for a formula, or before any in columns. */
  readonly apostrophe?: 'formulas' | readonly string[];
  /** Cells hold values to the letter: blanks at their ends belong to them. */
  readonly exact?: true;
  readonly remark?: {
    readonly text: string;
    /** Not said when the file is called like this, or has that column. */
    readonly unless?: { readonly file: RegExp } | { readonly column: string };
  };
}

const optIn: Sign = { reads: 'opt-in' };
const optOut: Sign = { reads: 'opt-out' };
const nothing: Sign = { reads: 'nothing' };

const addressBook = 'an address book does not say who asked for a newsletter: import only those who did';
const attendees = 'people who got a ticket did not ask for a newsletter: import only those who did';

const ccStatus = { reads: 'status', keep: ['Active'], unconfirmed: ['Awaiting confirmation'] } as const;
const ccPermission = {
  reads: 'status',
  keep: ['Express', 'Implied'],
  unconfirmed: ['Awaiting confirmation'],
} as const;
const home = { of: 'Email address - home' };
const work = { of: 'Email address - work' };
const other = { of: 'Email address - other' };

const kitStatus: Sign = {
  reads: 'status',
  keep: ['active', 'confirmed', 'cold'],
  unconfirmed: ['inactive', 'unconfirmed'],
};
const buttondownType: Sign = {
  reads: 'status',
  keep: [
    ...['regular', 'premium', 'gifted', 'trialed', 'unpaid', 'churned', 'churning', 'past_due', 'paused'],
    'upcoming',
  ],
  unconfirmed: ['unactivated'],
};

export const recipes: readonly Recipe[] = [
  {
    name: 'newsletter',
    title: 'this program',
    signature: ['email', 'tags', 'source', 'emailed_at', 'created_at', 'updated_at', 'id'],
    email: ['email'],
    tags: { tags: undefined },
    signs: { source: nothing },
    skip: ['source', 'emailed_at', 'created_at', 'updated_at', 'id'],
    exact: true,
  },
  {
    name: 'mailchimp',
    title: 'Mailchimp',
    // Its own columns are never translated; those of the audience are, the address among them.
    signature: ['MEMBER_RATING', 'OPTIN_TIME', 'LEID', 'EUID'],
    tags: { TAGS: ',' },
    signs: { UNSUB_TIME: optOut, CLEAN_TIME: optOut },
    skip: [
      ...[
        'EMAIL_TYPE',
        'MEMBER_RATING',
        'OPTIN_IP',
        'CONFIRM_IP',
        'LATITUDE',
        'LONGITUDE',
        'GMTOFF',
        'DSTOFF',
      ],
      ...['TIMEZONE', 'CC', 'REGION', 'LAST_CHANGED', 'LEID', 'EUID', 'SOURCE', 'UNSUB_CAMPAIGN_TITLE'],
      ...[
        'UNSUB_CAMPAIGN_ID',
        'UNSUB_REASON',
        'UNSUB_REASON_OTHER',
        'CLEAN_CAMPAIGN_TITLE',
        'CLEAN_CAMPAIGN_ID',
      ],
    ],
    remark: {
      text: 'Mailchimp tells subscribed from non-subscribed people by the name of the file alone: make sure that this was subscribed_….csv',
      unless: { file: /^(?:subscribed|unsubscribed|cleaned|non-?subscribed)[_-]/i },
    },
  },
  {
    name: 'substack',
    title: 'Substack',
    signature: ['email', 'active_subscription', 'expiry', 'email_disabled', 'created_at'],
    email: ['email'],
    signs: { email_disabled: optOut },
  },
  {
    name: 'substack',
    title: 'Substack (paid subscribers)',
    signature: ['email', 'expiry', 'email_disabled', 'stripe_connected_customer_id', 'type'],
    email: ['email'],
    signs: { email_disabled: optOut, type: nothing },
    skip: ['stripe_connected_customer_id'],
  },
  {
    name: 'substack',
    title: 'Substack (dashboard)',
    signature: ['Email', 'Subscription type', 'Activity', 'Subscription date', 'Revenue'],
    email: ['Email'],
    remark: {
      text: 'this export does not say whose emails are switched off: email_list.….csv of the full export does',
    },
  },
  {
    name: 'kit',
    title: 'Kit',
    signature: ['first_name', 'email', ['status', 'state'], 'created_at'],
    without: ['tier', 'stripe_customer_id', 'uuid'],
    email: ['email'],
    signs: {
      status: kitStatus,
      state: kitStatus,
    },
  },
  {
    name: 'beehiiv',
    title: 'beehiiv',
    signature: ['email', 'status', 'tier', 'created_at', 'stripe_customer_id'],
    email: ['email'],
    signs: {
      status: { reads: 'status', keep: ['Active'], unconfirmed: ['Pending', 'Needs Approval'] },
      unsubscribed_at: optOut,
    },
    skip: ['stripe_customer_id'],
  },
  {
    name: 'ghost',
    title: 'Ghost',
    signature: [
      ...[
        'email',
        'subscribed_to_emails',
        'complimentary_plan',
        'stripe_customer_id',
        'deleted_at',
        'labels',
      ],
    ],
    email: ['email'],
    tags: { labels: ',' },
    signs: { subscribed_to_emails: optIn, deleted_at: optOut },
    skip: ['id', 'stripe_customer_id', 'complimentary_plan', 'gift_id'],
    apostrophe: 'formulas',
  },
  {
    name: 'buttondown',
    title: 'Buttondown',
    // The second of each pair is what its API says today.
    signature: ['secondary_id', ['email', 'email_address'], ['subscriber_type', 'type'], 'creation_date'],
    email: ['email', 'email_address'],
    tags: { tags: ';' },
    signs: { subscriber_type: buttondownType, type: buttondownType, unsubscription_date: optOut },
    skip: ['id', 'secondary_id', 'referrer_url', 'utm_source', 'utm_medium', 'utm_campaign', 'ip_address'],
  },
  {
    name: 'mailerlite',
    title: 'MailerLite',
    signature: ['Subscriber', 'Sent', 'Opens', 'Clicks', 'Subscribed'],
    email: ['Subscriber'],
    tags: { Groups: undefined },
    // The time at which they did.
    signs: { Subscribed: nothing },
    skip: ['Sent', 'Opens', 'Clicks'],
    remark: {
      text: 'MailerLite exports one tab at a time, and the file does not say which: make sure that it was Active',
    },
  },
  {
    name: 'brevo',
    title: 'Brevo',
    signature: ['EMAIL', 'ADDED_TIME', 'MODIFIED_TIME'],
    email: ['EMAIL'],
    signs: { OPT_IN: { reads: 'opt-in', mayBeEmpty: true } },
    fields: { NOM: 'last name', PRENOM: 'first name', SMS: 'phone' },
    skip: ['CONTACT ID', 'MODIFIED_TIME', 'EXT_ID', 'CONTACT_TIMEZONE', 'DOUBLE_OPT-IN'],
    remark: { text: 'Brevo’s own export does not mark blocklisted contacts: leave them out there' },
  },
  {
    name: 'constant-contact',
    title: 'Constant Contact',
    signature: ['Email address', 'Email status', 'Email permission status'],
    email: ['Email address'],
    tags: { Tags: ',', 'Email Lists': ',' },
    signs: { 'Email status': ccStatus, 'Email permission status': ccPermission },
  },
  {
    name: 'constant-contact',
    title: 'Constant Contact',
    signature: ['Email address - home', 'Email status - home', 'Email permission status - home'],
    email: ['Email address - home', 'Email address - work', 'Email address - other'],
    tags: { Tags: ',', 'Email Lists': ',' },
    signs: {
      ...{
        'Email status - home': { ...ccStatus, ...home },
        'Email permission status - home': { ...ccPermission, ...home },
      },
      ...{
        'Email status - work': { ...ccStatus, ...work },
        'Email permission status - work': { ...ccPermission, ...work },
      },
      ...{
        'Email status - other': { ...ccStatus, ...other },
        'Email permission status - other': { ...ccPermission, ...other },
      },
    },
  },
  {
    name: 'hubspot',
    title: 'HubSpot',
    signature: [['Record ID', 'Record ID - Contact'], 'Email', 'Create Date'],
    email: ['Email'],
    signs: { 'Unsubscribed from all email': optOut },
    fields: { 'Country/Region': 'country' },
    skip: ['Record ID', 'Record ID - Contact', 'Contact owner'],
    remark: {
      text: 'nothing in the file says who opted out: add the property "Unsubscribed from all email" to the export',
      unless: { column: 'Unsubscribed from all email' },
    },
  },
  {
    name: 'listmonk',
    title: 'listmonk',
    signature: ['uuid', 'email', 'name', 'attributes', 'status', 'created_at', 'updated_at'],
    email: ['email'],
    signs: { status: { reads: 'status', keep: ['enabled'] } },
    skip: ['uuid', 'updated_at'],
    remark: {
      text: 'listmonk’s export does not say who unsubscribed from a list, only who is blocked altogether: leave them out there',
    },
  },
  {
    name: 'mailjet',
    title: 'Mailjet',
    signature: ['email', 'hard_bounce', 'soft_bounce', 'spam', 'unsub'],
    email: ['email'],
    // Counters. A message that was blocked is no word of the reader's.
    signs: { hard_bounce: optOut, spam: optOut, unsub: optOut, blocked: nothing },
    skip: ['id', 'open', 'click', 'sent', 'soft_bounce', 'blocked', 'deferred', 'total'],
  },
  {
    name: 'revue',
    title: 'Revue',
    signature: ['email', 'first_name', 'last_name', 'created_at'],
    nothingElse: true,
    email: ['email'],
  },
  {
    name: 'squarespace',
    title: 'Squarespace',
    signature: ['Email', 'Accepts Marketing', 'Subscriber Since', 'Mailing Lists'],
    email: ['Email'],
    tags: { Tags: undefined, 'Mailing Lists': undefined },
    signs: { 'Accepts Marketing': optIn },
  },
  {
    name: 'shopify',
    title: 'Shopify (customers)',
    signature: ['Email', ['Accepts Email Marketing', 'Accepts Marketing'], 'Total Spent', 'Tax Exempt'],
    email: ['Email'],
    tags: { Tags: ',' },
    signs: { 'Accepts Email Marketing': optIn, 'Accepts Marketing': optIn },
    fields: {
      'Default Address City': 'city',
      'Default Address Company': 'company',
      'Default Address Country Code': 'country',
    },
    skip: ['Customer ID', 'Tax Exempt'],
    apostrophe: ['Customer ID', 'Default Address Zip', 'Default Address Phone', 'Zip', 'Phone'],
    remark: {
      text: 'customers are not all subscribers: those who do not accept marketing by email are left out',
    },
  },
  {
    name: 'google-contacts',
    title: 'Google Contacts',
    signature: ['E-mail 1 - Value', ['E-mail 1 - Label', 'E-mail 1 - Type']],
    email: ['E-mail 1 - Value'],
    severalAddresses: ':::',
    tags: { Labels: ':::', 'Group Membership': ':::' },
    systemTags: '*',
    fields: {
      'Phone 1 - Value': 'phone',
      'Organization Name': 'company',
      'Organization 1 - Name': 'company',
    },
    skip: [
      ...['E-mail 1 - Label', 'E-mail 1 - Type', 'E-mail 2 - Label', 'E-mail 2 - Type', 'File As', 'Photo'],
      ...['Phone 1 - Label', 'Phone 1 - Type', 'Phone 2 - Label', 'Phone 2 - Type'],
    ],
    remark: { text: addressBook },
  },
  {
    name: 'outlook',
    title: 'Outlook',
    signature: ['E-mail Address', ['E-mail 2 Address', 'E-mail Type']],
    without: ['LEID'],
    email: ['E-mail Address'],
    tags: { Categories: ';' },
    skip: ['E-mail Type', 'E-mail Display Name'],
    remark: { text: addressBook },
  },
  {
    name: 'tito',
    title: 'Tito',
    signature: ['Ticket Email', 'Ticket Reference', 'Void Status'],
    // The one who ordered is somebody else.
    email: ['Ticket Email'],
    tags: { Tags: undefined },
    signs: { 'Void Status': optOut },
    fields: {
      'Ticket First Name': 'first name',
      'Ticket Last Name': 'last name',
      'Ticket Full Name': 'name',
      'Ticket Company Name': 'company',
      'Ticket Phone Number': 'phone',
    },
    skip: [
      ...['Number', 'Price', 'Ticket Reference', 'Unique Ticket URL', 'Unique Order URL', 'Order Reference'],
      ...['Order Name', 'Order Email'],
    ],
    remark: { text: attendees },
  },
  {
    name: 'eventbrite',
    title: 'Eventbrite',
    signature: ['Order #', ['Attendee Status', 'Attendee #']],
    email: ['Email'],
    skip: [
      ...['Order #', 'Quantity', 'Attendee #', 'Currency', 'Total Paid', 'Fees Paid', 'Eventbrite Fees'],
      ...['Eventbrite Payment Processing'],
    ],
    remark: { text: attendees },
  },
  {
    name: 'keila',
    title: 'Keila',
    signature: ['Email', 'First name', 'Last name', 'Data', 'Status', 'External ID'],
    email: ['Email'],
    signs: { Status: { reads: 'status', keep: ['active'] } },
  },
];
