/** Address books, and where companies keep the people they deal with. */
import { columns, type KnownRule, optIn, optOut, type Preset } from './preset.ts';

const addressBook = 'an address book does not say who asked for a newsletter: import only those who did';

/** Why data may be kept. Users may add values of their own. */
const legalBasis: KnownRule = {
  reads: 'nothing',
  values: [
    'Legitimate interest - prospect/lead',
    'Legitimate interest - existing customer',
    'Legitimate interest - other',
    'Performance of a contract',
    'Freely given consent from contact',
    'Not applicable',
  ],
};

export const contacts: readonly Preset[] = [
  {
    name: 'hubspot',
    label: 'HubSpot',
    plain: columns(`
      Marketing contact status, Lead Status, Lifecycle Stage, Create Date, Associated Company, Job Title,
      State/Region, Last Activity Date, Last Modified Date, Original Source, Persona, Marketing emails *,
      Email Domain`),
    signature: [
      ['Record ID', 'Record ID - Contact'],
      'Email',
      [
        'Create Date',
        'Contact owner',
        'Lead Status',
        'Lifecycle Stage',
        'Marketing contact status',
        'Unsubscribed from all email',
        'Opted out of email: *',
        'Email hard bounce reason',
      ],
    ],
    email: ['Email'],
    consent: {
      'Unsubscribed from all email': optOut,
      'Opted out of email: *': optOut,
      'Email hard bounce reason': optOut,
      'Email address quarantined': optOut,
      "Legal basis for processing contact's data": legalBasis,
    },
    fields: { 'Country/Region': 'country' },
    skip: ['Record ID', 'Record ID - Contact', 'Contact owner', 'Marketing emails bounced'],
    note: {
      text: 'nothing in the file says who opted out: add the property "Unsubscribed from all email" to the export',
      unless: 'marked',
    },
  },
  {
    name: 'salesforce',
    label: 'Salesforce (report)',
    plain: columns(`
      Salutation, Title, Account Name, Lead Source, Lead Status, Last Activity, Mailing *, Description,
      Rating`),
    signature: ['Email', 'Email Opt Out'],
    absent: ['Record Id', 'Contact Owner.id', 'Lead Owner.id'],
    email: ['Email'],
    consent: { 'Email Opt Out': optOut, 'Email Bounced Date': optOut, 'Email Bounced Reason': optOut },
    fields: { 'Mailing City': 'city', 'Mailing Country': 'country', 'Company / Account': 'company' },
    skip: columns('Contact ID, Lead ID, Account ID, Contact Owner, Lead Owner, Account Owner'),
    notesBelow: true,
  },
  {
    name: 'salesforce',
    label: 'Salesforce (Data Loader)',
    plain: columns(`
      HASOPTEDOUTOFFAX, DONOTCALL, STATUS, SALUTATION, FIRSTNAME, LASTNAME, NAME, TITLE, DEPARTMENT,
      LEADSOURCE, DESCRIPTION, CREATEDDATE, LASTMODIFIEDDATE, LASTACTIVITYDATE, MAILINGSTREET, MAILINGSTATE,
      MAILINGPOSTALCODE`),
    signature: ['EMAIL', 'HASOPTEDOUTOFEMAIL'],
    email: ['EMAIL'],
    consent: {
      HASOPTEDOUTOFEMAIL: optOut,
      EMAILBOUNCEDDATE: optOut,
      EMAILBOUNCEDREASON: optOut,
      ISEMAILBOUNCED: optOut,
      ISDELETED: optOut,
    },
    fields: { MAILINGCITY: 'city', MAILINGCOUNTRY: 'country' },
    skip: columns('ID, MASTERRECORDID, ACCOUNTID, OWNERID, REPORTSTOID, SYSTEMMODSTAMP, CREATEDBYID'),
  },
  {
    name: 'intercom',
    label: 'Intercom',
    plain: columns(`
      User ID, Signed up, Last seen, Last contacted, Last opened email, Last clicked on link in email,
      Web sessions, Type, Browser, OS`),
    signature: ['Email', 'Unsubscribed from Emails'],
    email: ['Email'],
    consent: {
      'Unsubscribed from Emails': optOut,
      'Marked email as spam': optOut,
      'Has hard bounced': optOut,
    },
  },
  {
    name: 'nationbuilder',
    label: 'NationBuilder',
    plain: columns(`
      do_not_call, mobile_opt_in, support_level, note, created_at, priority_level, party, is_volunteer,
      is_donor`),
    signature: ['nationbuilder_id', 'email'],
    email: ['email'],
    tags: { tag_list: ',' },
    consent: {
      email_opt_in: optIn,
      do_not_contact: optOut,
      email1_is_bad: optOut,
    },
    skip: ['nationbuilder_id'],
  },
  {
    name: 'civicrm',
    label: 'CiviCRM',
    plain: columns(`
      Do Not Mail, Do Not Phone, Do Not Sms, Do Not Trade, Contact Type, Contact Subtype, Preferred Language,
      Source, Nick Name, Job Title, Street Address, State, Gender, Birth Date,
      Internal Contact ID`),
    codes: ['Postal Code'],
    signature: ['Email', ['No Bulk Emails (User Opt Out)', 'Do Not Trade', 'Do Not Sms']],
    email: ['Email'],
    consent: {
      'Do Not Email': optOut,
      'No Bulk Emails (User Opt Out)': optOut,
      'On Hold': optOut,
      'Is Deleted': optOut,
      Deceased: optOut,
    },
    skip: ['Contact ID'],
  },
  {
    name: 'google-contacts',
    label: 'Google Contacts',
    plain: columns(`
      Notes, Nickname, Birthday, Phonetic *, Name Prefix, Name Suffix, Organization *, E-mail * - Label,
      E-mail * - Type, Phone * - Label, Phone * - Type, Phone * - Value, Address *, Relation *, Website *,
      Event *, Custom Field *`),
    signature: ['E-mail 1 - Value'],
    email: ['E-mail 1 - Value'],
    yearless: /^--\d\d-?\d\d$/,
    addressSeparator: ':::',
    tags: { Labels: ':::', 'Group Membership': ':::' },
    systemTagPrefix: '*',
    fields: {
      'Phone 1 - Value': 'phone',
      'Organization Name': 'company',
      'Organization 1 - Name': 'company',
    },
    skip: columns(
      'E-mail 1 - Label, E-mail 1 - Type, E-mail 2 - Label, E-mail 2 - Type, File As, Photo, Phone 1 - Label, Phone 1 - Type, Phone 2 - Label, Phone 2 - Type',
    ),
    note: { text: addressBook },
  },
  {
    name: 'google-groups',
    label: 'Google Groups',
    plain: columns('Nickname'),
    signature: ['Email address', 'Group status', ['Nickname', 'Email preference', 'Email status']],
    email: ['Email address'],
    consent: {
      'Group status': {
        reads: 'status',
        active: ['member', 'manager', 'owner'],
      },
      'Email status': { reads: 'words', out: ['bouncing', 'bounced'] },
      'Email preference': { reads: 'words', out: ['No email'] },
    },
    skip: columns(
      'Posting permissions, Join year, Join month, Join day, Join hour, Join minute, Join second, Time zone',
    ),
  },
  {
    name: 'outlook',
    label: 'Outlook',
    plain: columns(`
      Title, Suffix, Middle Name, Department, Job Title, Notes, Home *, Business *, Other *, Web Page,
      Manager's Name, Assistant's Name, Spouse, Children, Account, Priority, Private, Sensitivity,
      Profession, Hobby, Keywords, Location`),
    signature: ['E-mail Address', ['E-mail 2 Address', 'E-mail Type']],
    absent: ['LEID'],
    email: ['E-mail Address'],
    tags: { Categories: ';' },
    skip: ['E-mail Type', 'E-mail Display Name'],
    note: { text: addressBook },
  },
  {
    name: 'linkedin',
    label: 'LinkedIn',
    plain: columns('Company, Position, Connected On'),
    signature: ['First Name', 'Last Name', 'Email Address', 'Connected On'],
    email: ['Email Address'],
    skip: ['URL'],
    note: { text: addressBook },
  },
];
