/** Services with which companies and clubs send newsletters. */
import { columns, optIn, optOut, type Preset } from './preset.ts';

const ccStatus = { reads: 'status', active: ['Active'] } as const;
const ccPermission = { reads: 'status', active: ['Express', 'Implied'] } as const;

const home = { address: 'Email address - home' };
const work = { address: 'Email address - work' };
const other = { address: 'Email address - other' };

const activeStatus = { reads: 'status', active: ['Active', '1'] } as const;
const moosendStatus = { reads: 'status', active: ['Subscribed', '1'] } as const;

/** Its own columns are never translated; those of the audience are, including the address. */
const mailchimp = {
  name: 'mailchimp',
  label: 'Mailchimp',
  plain: columns('Email Address, Address, Birthday, NOTES'),
  tags: { TAGS: ',' },
  // Birthdays; days of other kinds have a year.
  // 04/01, and as a spreadsheet writes it: 1-Apr.
  yearless: /^(?:\d{1,2}\/\d{1,2}|\d{1,2}[-. ]+\p{L}{3,5}\.?|\p{L}{3,5}\.?[- ]\d{1,2})$/u,
  consent: { UNSUB_TIME: optOut, CLEAN_TIME: optOut },
  skip: columns(
    'EMAIL_TYPE, MEMBER_RATING, OPTIN_TIME, OPTIN_IP, CONFIRM_TIME, CONFIRM_IP, LATITUDE, LONGITUDE, GMTOFF, DSTOFF, TIMEZONE, CC, REGION, LAST_CHANGED, LEID, EUID, SOURCE, UNSUB_CAMPAIGN_TITLE, UNSUB_CAMPAIGN_ID, UNSUB_REASON, UNSUB_REASON_OTHER, CLEAN_CAMPAIGN_TITLE, CLEAN_CAMPAIGN_ID',
  ),
  // Files of subscribed and of non-subscribed people have the same columns; "previously subscribed.csv" may be either.
  toldByName: true,
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
    plain: columns('Subscribed, Location, State, Subscribe date, Subscribe IP, Source'),
    codes: ['Zip'],
    signature: ['Subscriber', 'Sent', 'Opens', 'Clicks', 'Subscribed'],
    email: ['Subscriber'],
    tags: { Groups: undefined },
    skip: ['Sent', 'Opens', 'Clicks'],
    note: {
      text: 'MailerLite exports one tab at a time, and the file does not say which: make sure that it was Active',
    },
  },
  {
    name: 'brevo',
    label: 'Brevo',
    plain: columns('FIRSTNAME, LASTNAME, JOB_TITLE, LINKEDIN, ADDED_TIME'),
    codes: ['WHATSAPP', 'LANDLINE_NUMBER'],
    signature: ['EMAIL', 'ADDED_TIME', 'MODIFIED_TIME'],
    email: ['EMAIL'],
    dateOrder: 'DMY',
    consent: { OPT_IN: { reads: 'opt-in', mayBeEmpty: true } },
    fields: { NOM: 'last name', PRENOM: 'first name', SMS: 'phone' },
    skip: columns('CONTACT ID, MODIFIED_TIME, EXT_ID, CONTACT_TIMEZONE, DOUBLE_OPT-IN'),
    note: { text: 'Brevo’s own export does not mark blocklisted contacts: leave them out there' },
  },
  {
    name: 'constant-contact',
    label: 'Constant Contact',
    plain: columns(`
      Job title, Email update source, Confirmed Opt-Out Source, Confirmed Opt-Out Reason, Opt-in Date,
      Opt-in Source, Source Name, Created At, Updated At, Notes, Anniversary, Street address *, City *,
      State/Province *, Country *`),
    codes: ['Zip/Postal code *', 'Phone *'],
    signature: ['Email address', 'Email status', 'Email permission status'],
    email: ['Email address'],
    tags: { Tags: ',', 'Email Lists': ',' },
    consent: { 'Email status': ccStatus, 'Email permission status': ccPermission },
  },
  {
    name: 'constant-contact',
    label: 'Constant Contact',
    plain: columns(`
      Job title, Email update source, Confirmed Opt-Out Source, Confirmed Opt-Out Reason, Opt-in Date,
      Opt-in Source, Source Name, Created At, Updated At, Notes, Anniversary, Street address *, City *,
      State/Province *, Country *`),
    codes: ['Zip/Postal code *', 'Phone *'],
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
    // Counts. A blocked message (skipped) does not mean that the reader opted out.
    consent: { hard_bounce: optOut, spam: optOut, unsub: optOut },
    skip: columns('id, open, click, sent, soft_bounce, blocked, deferred, total'),
  },
  {
    name: 'activecampaign',
    label: 'ActiveCampaign',
    plain: columns('Organization / Account, Contact Score, Date Created, Date Updated'),
    signature: [['Email', 'E-mail'], 'List * Status'],
    email: ['Email', 'E-mail'],
    tags: { Tags: ',' },
    consent: { 'List * Status': { ...activeStatus, perList: true }, Status: activeStatus },
    skip: ['Contact ID', 'IP', 'IP Address'],
  },
  {
    name: 'activecampaign',
    label: 'ActiveCampaign',
    plain: columns('Organization / Account, Contact Score, Date Created, Date Updated'),
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
    plain: columns('Message Name, Misc, Latitude, Longitude, Web Form URL, Add Method'),
    codes: columns('Area Code, DMA Code, Postal Code, Region'),
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
      Status: { reads: 'status', active: ['subscribed', 'active'] },
    },
    // 03/14/24 09:30am
    dateOrder: 'MDY',
    skip: ['Message #', 'Last Followup Message', 'Ad Tracking', 'IP Address'],
  },
  {
    name: 'campaign-monitor',
    label: 'Campaign Monitor',
    plain: columns('Date, ListJoinedDate, ConsentToTrack, Date Subscribed'),
    // The account has a list for each state, and exports one at a time.
    signature: ['Email Address', 'Name', ['Date Unsubscribed', 'Date Bounced', 'Date Deleted']],
    email: ['Email Address'],
    consent: { 'Date Unsubscribed': optOut, 'Date Bounced': optOut, 'Date Deleted': optOut },
  },
  {
    name: 'campaign-monitor',
    label: 'Campaign Monitor',
    plain: columns('Date, ListJoinedDate, ConsentToTrack, Date Subscribed'),
    // As its API writes subscribers.
    signature: ['EmailAddress', 'State', ['ListJoinedDate', 'ConsentToTrack', 'ReadsEmailWith']],
    email: ['EmailAddress'],
    consent: {
      State: { reads: 'status', active: ['Active'] },
    },
    skip: ['ConsentToTrack', 'ReadsEmailWith'],
  },
  {
    name: 'cleverreach',
    label: 'CleverReach',
    plain: columns('registered, Registriert, source, Quelle, last_ip, last_location, last_client'),
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
    plain: columns(`
      first_name, last_name, created_at, time_zone, lifetime_value, original_referrer, landing_url,
      initial_status, time_zone`),
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
      status: { reads: 'status', active: ['active'] },
      unsubscribed_at: optOut,
    },
    skip: columns('lead_score, base_lead_score, utc_offset, ip_address, user_agent'),
  },
  {
    name: 'elastic-email',
    label: 'Elastic Email',
    plain: columns(`
      statuschangedate, consentdate, consentip, consenttracking, source, dateadded, dateupdated, lastsent,
      lastopened, lastclicked, lastfailed, totalsent, totalopened, totalclicked, totalfailed`),
    signature: ['email', 'status', ['statuschangedate', 'consentip', 'consentdate']],
    email: ['email'],
    consent: {
      status: { reads: 'status', active: ['Active', 'Engaged'] },
    },
    skip: ['statuschangedate', 'consentip'],
  },
  {
    name: 'emailoctopus',
    label: 'EmailOctopus',
    plain: columns('Created at, Last updated at, Source'),
    signature: ['Email address', 'Status', 'Tags'],
    absent: ['Email status'],
    email: ['Email address'],
    tags: { Tags: ',' },
    consent: { Status: { reads: 'status', active: ['Subscribed'] } },
  },
  {
    name: 'flodesk',
    label: 'Flodesk',
    plain: columns('Source, Optin IP, Optin timestamp, Created at, Added, Open rate, Click rate'),
    signature: ['Email', 'Status', 'Segments'],
    email: ['Email'],
    tags: { Segments: ',' },
    consent: { Status: { reads: 'status', active: ['Active'] } },
  },
  {
    name: 'getresponse',
    label: 'GetResponse',
    plain: columns(`
      note, changed_on, latitude, longitude, continent_code, country_code, region, postal_code, time_zone,
      origin`),
    signature: [
      'email',
      'name',
      'created_on',
      ['removed_on', 'removal_reason', 'origin', 'cycle_day', 'ip_address', 'engagement_score'],
    ],
    email: ['email'],
    tags: { tags: undefined },
    consent: { removed_on: optOut, removal_reason: optOut },
    skip: ['origin', 'cycle_day', 'ip_address', 'engagement_score'],
  },
  {
    name: 'getresponse',
    label: 'GetResponse',
    plain: columns(`
      note, changed_on, latitude, longitude, continent_code, country_code, region, postal_code, time_zone,
      origin`),
    signature: ['email', 'name', 'created_on'],
    noOtherColumns: true,
    email: ['email'],
  },
  {
    name: 'moosend',
    label: 'Moosend',
    plain: columns('CreatedOn, UpdatedOn'),
    signature: ['Email', ['MemberStatus', 'SubscribeType']],
    email: ['Email'],
    tags: { Tags: undefined },
    consent: { MemberStatus: moosendStatus, SubscribeType: moosendStatus, UnsubscribedOn: optOut },
    skip: ['SubscribeMethod', 'UnsubscribedFromID'],
  },
  {
    name: 'sender',
    label: 'Sender',
    plain: columns('SMS status, Transactional email status, Created, Updated, Last activity, Location'),
    signature: ['Email', 'Email status', ['SMS status', 'Groups', 'Transactional email status']],
    email: ['Email'],
    tags: { Groups: undefined },
    consent: {
      'Email status': { reads: 'status', active: ['active'] },
    },
  },
];
