/** Services with which companies and clubs send newsletters. */
import { notConsent, optIn, optOut, type Preset } from './preset.ts';

const ccStatus = { reads: 'status', active: ['Active'], unconfirmed: ['Awaiting confirmation'] } as const;
const ccPermission = {
  reads: 'status',
  active: ['Express', 'Implied'],
  unconfirmed: ['Awaiting confirmation'],
} as const;

const home = { address: 'Email address - home' };
const work = { address: 'Email address - work' };
const other = { address: 'Email address - other' };

const activeStatus = { reads: 'status', active: ['Active', '1'], unconfirmed: ['Unconfirmed', '0'] } as const;
const moosendStatus = { reads: 'status', active: ['Subscribed', '1'] } as const;

/** Its own columns are never translated; those of the audience are, including the address. */
const mailchimp = {
  name: 'mailchimp',
  label: 'Mailchimp',
  tags: { TAGS: ',' },
  // Birthdays; days of other kinds have a year.
  // 04/01, and as a spreadsheet writes it: 1-Apr.
  yearless: /^(?:\d{1,2}\/\d{1,2}|\d{1,2}[-. ]+\p{L}{3,5}\.?|\p{L}{3,5}\.?[- ]\d{1,2})$/u,
  consent: { UNSUB_TIME: optOut, CLEAN_TIME: optOut, OPTIN_TIME: notConsent },
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
    text: 'Mailchimp tells subscribed from non-subscribed people only by the file name: make sure that this was subscribed_….csv',
    unless: { file: /^(?:subscribed|unsubscribed|cleaned|non-?subscribed)[_-]/i },
  },
} satisfies Omit<Preset, 'signature'>;

export const mailingServices: readonly Preset[] = [
  { ...mailchimp, signature: ['MEMBER_RATING'] },
  {
    ...mailchimp,
    signature: [
      ['LEID', 'EUID'],
      ['OPTIN_TIME', 'CONFIRM_TIME', 'UNSUB_TIME', 'CLEAN_TIME', 'LAST_CHANGED'],
    ],
  },
  { ...mailchimp, signature: ['Email Address', ['OPTIN_TIME', 'UNSUB_TIME', 'CLEAN_TIME']] },
  {
    ...mailchimp,
    signature: ['Email Address'],
    file: /^(?:un|non-?)?(?:subscribed|cleaned)_(?:email_audience|members|segment)_export/i,
  },
  {
    name: 'mailerlite',
    label: 'MailerLite',
    signature: ['Subscriber', 'Sent', 'Opens', 'Clicks', 'Subscribed'],
    email: ['Subscriber'],
    tags: { Groups: undefined },
    // The date of subscription.
    consent: { Subscribed: notConsent },
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
    consent: { OPT_IN: { reads: 'opt-in', mayBeEmpty: true } },
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
    consent: { 'Email status': ccStatus, 'Email permission status': ccPermission },
  },
  {
    name: 'constant-contact',
    label: 'Constant Contact',
    signature: ['Email address - home', 'Email status - home', 'Email permission status - home'],
    email: ['Email address - home', 'Email address - work', 'Email address - other'],
    tags: { Tags: ',', 'Email Lists': ',' },
    consent: {
      'Email status - home': { ...ccStatus, ...home },
      'Email permission status - home': { ...ccPermission, ...home },
      'Email status - work': { ...ccStatus, ...work },
      'Email permission status - work': { ...ccPermission, ...work },
      'Email status - other': { ...ccStatus, ...other },
      'Email permission status - other': { ...ccPermission, ...other },
    },
  },
  {
    name: 'mailjet',
    label: 'Mailjet',
    signature: ['email', 'hard_bounce', 'soft_bounce', 'spam', 'unsub'],
    email: ['email'],
    // Counts. A blocked message does not mean that the reader has opted out.
    consent: { hard_bounce: optOut, spam: optOut, unsub: optOut, blocked: notConsent },
    skip: ['id', 'open', 'click', 'sent', 'soft_bounce', 'blocked', 'deferred', 'total'],
  },
  {
    name: 'activecampaign',
    label: 'ActiveCampaign',
    signature: [['Email', 'E-mail'], 'List * Status'],
    email: ['Email', 'E-mail'],
    tags: { Tags: ',' },
    consent: { 'List * Status': { ...activeStatus, perList: true }, Status: activeStatus },
    skip: ['Contact ID', 'IP', 'IP Address'],
  },
  {
    name: 'activecampaign',
    label: 'ActiveCampaign',
    signature: [
      ['Email', 'E-mail'],
      'Tags',
      'Status',
      ['Contact ID', 'Date Created', 'IP', 'IP Address', 'Contact Score', 'Organization / Account'],
    ],
    absent: ['Date Added', 'Segments'],
    email: ['Email', 'E-mail'],
    tags: { Tags: ',' },
    consent: { Status: activeStatus },
    skip: ['Contact ID', 'IP', 'IP Address'],
  },
  {
    name: 'aweber',
    label: 'AWeber',
    signature: [
      'Name',
      'Email',
      'Date Added',
      ['Stop Time', 'Stop Status', 'Unsubscribed At', 'Ad Tracking', 'Last Followup Message'],
    ],
    email: ['Email'],
    tags: { Tags: undefined },
    consent: {
      'Stop Time': optOut,
      'Stop Status': optOut,
      'Unsubscribed At': optOut,
      Status: { reads: 'status', active: ['subscribed', 'active'], unconfirmed: ['unconfirmed', 'pending'] },
    },
    // 03/14/24 09:30am
    dateOrder: 'MDY',
    skip: ['Message #', 'Last Followup Message', 'Ad Tracking', 'IP Address'],
  },
  {
    name: 'campaign-monitor',
    label: 'Campaign Monitor',
    // The account has a list for each state, and exports one at a time.
    signature: ['Email Address', 'Name', ['Date Unsubscribed', 'Date Bounced', 'Date Deleted']],
    email: ['Email Address'],
    consent: { 'Date Unsubscribed': optOut, 'Date Bounced': optOut, 'Date Deleted': optOut },
  },
  {
    name: 'campaign-monitor',
    label: 'Campaign Monitor',
    // As its API writes subscribers.
    signature: ['EmailAddress', 'State', ['ListJoinedDate', 'ConsentToTrack', 'ReadsEmailWith']],
    email: ['EmailAddress'],
    consent: {
      State: { reads: 'status', active: ['Active'], unconfirmed: ['Unconfirmed'] },
      // About the measuring of opens and clicks.
      ConsentToTrack: notConsent,
    },
    skip: ['ConsentToTrack', 'ReadsEmailWith'],
  },
  {
    name: 'cleverreach',
    label: 'CleverReach',
    signature: [
      ['email', 'E-Mail'],
      ['activated', 'Aktiviert'],
      ['deactivated', 'Deaktiviert'],
    ],
    email: ['email', 'E-Mail'],
    tags: { tags: ',' },
    consent: {
      // The day on which the address was confirmed.
      activated: optIn,
      Aktiviert: optIn,
      deactivated: optOut,
      Deaktiviert: optOut,
      active: optIn,
      bounced: optOut,
    },
    skip: ['bounced', 'stars', 'imported'],
  },
  {
    name: 'drip',
    label: 'Drip',
    signature: [
      'email',
      'status',
      'tags',
      ['unsubscribed_at', 'lead_score', 'lifetime_value', 'base_lead_score', 'utc_offset'],
    ],
    absent: ['tier', 'Date Added'],
    email: ['email'],
    tags: { tags: ',' },
    consent: {
      status: { reads: 'status', active: ['active'], unconfirmed: ['unconfirmed'] },
      unsubscribed_at: optOut,
    },
    skip: ['lead_score', 'base_lead_score', 'utc_offset', 'ip_address', 'user_agent'],
  },
  {
    name: 'elastic-email',
    label: 'Elastic Email',
    signature: ['email', 'status', ['statuschangedate', 'consentip', 'consentdate']],
    email: ['email'],
    consent: {
      status: { reads: 'status', active: ['Active', 'Engaged'], unconfirmed: ['NotConfirmed'] },
      statuschangedate: notConsent,
      consentdate: notConsent,
      consentip: notConsent,
    },
    skip: ['statuschangedate', 'consentip'],
  },
  {
    name: 'emailoctopus',
    label: 'EmailOctopus',
    signature: ['Email address', 'Status', 'Tags'],
    absent: ['Email status'],
    email: ['Email address'],
    tags: { Tags: ',' },
    consent: { Status: { reads: 'status', active: ['Subscribed'], unconfirmed: ['Pending'] } },
  },
  {
    name: 'flodesk',
    label: 'Flodesk',
    signature: ['Email', 'Status', 'Segments'],
    email: ['Email'],
    tags: { Segments: ',' },
    consent: { Status: { reads: 'status', active: ['Active'], unconfirmed: ['Unconfirmed'] } },
  },
  {
    name: 'getresponse',
    label: 'GetResponse',
    signature: [
      'email',
      'name',
      'created_on',
      ['removed_on', 'removal_reason', 'origin', 'cycle_day', 'ip_address', 'engagement_score'],
    ],
    email: ['email'],
    tags: { tags: undefined },
    consent: { removed_on: optOut, removal_reason: optOut, origin: notConsent },
    skip: ['origin', 'cycle_day', 'ip_address', 'engagement_score'],
  },
  {
    name: 'getresponse',
    label: 'GetResponse',
    signature: ['email', 'name', 'created_on'],
    noOtherColumns: true,
    email: ['email'],
  },
  {
    name: 'moosend',
    label: 'Moosend',
    signature: ['Email', ['MemberStatus', 'SubscribeType']],
    email: ['Email'],
    tags: { Tags: undefined },
    consent: { MemberStatus: moosendStatus, SubscribeType: moosendStatus, UnsubscribedOn: optOut },
    skip: ['SubscribeMethod', 'UnsubscribedFromID'],
  },
  {
    name: 'sender',
    label: 'Sender',
    signature: ['Email', 'Email status', ['SMS status', 'Groups', 'Transactional email status']],
    email: ['Email'],
    tags: { Groups: undefined },
    consent: {
      'Email status': { reads: 'status', active: ['active'], unconfirmed: ['unconfirmed', 'pending'] },
      'SMS status': notConsent,
      'Transactional email status': notConsent,
    },
  },
];
