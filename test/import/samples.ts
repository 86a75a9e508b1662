/** Exports of other services, small: headers as those services write them, and people of every kind in them. */
import { contactSamples } from './samples/contacts.ts';
import { formSamples } from './samples/forms.ts';
import { mailingSamples } from './samples/mailing-services.ts';
import { name, type Sample, suppressed } from './samples/sample.ts';

const mailchimpEnd =
  'MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION';
const member = (rest: string) => `2,"2023-05-01 10:00:00",,"2023-05-01 10:01:00",192.0.2.7,0,0,,,,,,${rest}`;

export const samples: readonly Sample[] = [
  {
    from: 'newsletter',
    what: 'subscribers as this program exports them',
    header: 'email,tags,fields.first_name,fields.shoe,source,emailed_at,created_at,updated_at,id',
    rows: [
      'ann@x.org,"a b,c",Ann,9,api,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,u1',
      'bo@x.org,"""x;y"",""d""",Bo,,form,,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,u2',
    ],
    people: {
      'ann@x.org': { ...name('Ann'), tags: ['a b', 'c'] },
      'bo@x.org': { ...name('Bo'), tags: ['d', 'x;y'] },
    },
    ignored: ['fields.shoe'],
  },
  {
    from: 'mailchimp',
    what: 'subscribed people',
    file: 'subscribed_email_audience_export_1a2b3c.csv',
    header: `Email Address,First Name,Last Name,Birthday,${mailchimpEnd},LAST_CHANGED,LEID,EUID,NOTES,TAGS`,
    rows: [
      `ann@x.org,Ann,Lee,,${member('"2023-06-01 09:00:00",11,a1,,"""VIP"",""Paris Meetup"""')}`,
      `bo@x.org,Bo,,,${member('"2023-06-01 09:00:00",12,a2,,Editors')}`,
      `cy@x.org,Cy,,,${member('"2023-06-01 09:00:00",13,a3,,"""Paris, north"",Editors"')}`,
    ],
    people: {
      'ann@x.org': { ...name('Ann', 'Lee'), tags: ['Paris Meetup', 'VIP'] },
      'bo@x.org': { ...name('Bo'), tags: ['Editors'] },
      'cy@x.org': { ...name('Cy'), tags: ['Editors', 'Paris, north'] },
    },
    ignored: ['OPTIN_TIME', 'CONFIRM_TIME', 'NOTES'],
  },
  {
    from: 'mailchimp',
    what: 'an audience in another language, under another name',
    file: 'people.csv',
    header: `Adres do korespondencji,Imię,Nazwisko,EMAIL_TYPE,${mailchimpEnd},LAST_CHANGED,LEID,EUID,NOTES,TAGS,SOURCE`,
    rows: [`ann@x.org,Ann,Lee,html,${member('"2023-06-01 09:00:00",11,a1,,,List Import from File')}`],
    people: { 'ann@x.org': name('Ann', 'Lee') },
    remark: /non-subscribed/,
  },
  {
    from: 'mailchimp',
    what: 'unsubscribed people, two system columns twice',
    file: 'people.csv',
    header: `Indirizzo email,Nome,Cognome,UNSUB_CAMPAIGN_ID,UNSUB_REASON,${mailchimpEnd},UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,LEID,EUID,NOTES,TAGS`,
    rows: [`gone@x.org,Ann,Lee,,,${member('"2024-01-01 08:00:00",May,77,"NORMAL (too many)",,11,a1,,')}`],
    people: {},
    out: { 'gone@x.org': suppressed('UNSUB_TIME: 2024-01-01') },
    remark: /non-subscribed/,
    ignored: ['OPTIN_TIME', 'CONFIRM_TIME', 'NOTES'],
  },
  {
    from: 'mailchimp',
    what: 'cleaned addresses',
    file: 'people.csv',
    header: `Email Address,First Name,${mailchimpEnd},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID,NOTES,TAGS`,
    rows: [`dead@x.org,Ann,${member('"2024-01-01 08:00:00",May,77,11,a1,,')}`],
    people: {},
    out: { 'dead@x.org': suppressed('CLEAN_TIME') },
    remark: /non-subscribed/,
  },
  {
    from: 'substack',
    what: 'the list',
    header: 'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at',
    rows: [
      'free@x.org,false,,other,false,2023-01-01T10:00:00.000Z,',
      'paid@x.org,true,2030-01-01T00:00:00.000Z,yearly,false,2023-01-01T10:00:00.000Z,2023-02-01T10:00:00.000Z',
      'off@x.org,true,,monthly,true,2023-01-01T10:00:00.000Z,',
      'u123@deletion-request.substack.com,false,,other,false,2023-01-01T10:00:00.000Z,',
    ],
    people: { 'free@x.org': {}, 'paid@x.org': {} },
    out: {
      'off@x.org': suppressed('email_disabled: true'),
      'u123@deletion-request.substack.com': suppressed('deleted'),
    },
  },
  {
    from: 'substack',
    what: 'paid subscribers',
    header: 'email,expiry,email_disabled,prefer_digests,stripe_connected_customer_id,type',
    rows: ['ann@x.org,,false,false,cus_1,paid', 'bo@x.org,,true,false,cus_2,comp'],
    people: { 'ann@x.org': {} },
    out: { 'bo@x.org': suppressed('email_disabled') },
  },
  {
    from: 'substack',
    what: 'the dashboard',
    header:
      'Email,Name,Subscription type,Activity,Subscription date,Revenue,Comments (all time),Email last opened at,Emails opened (7d),First payment at,Paid upgrade date,Cancel date,Receiving emails for,Is Bestseller',
    rows: ['ann@x.org,Ann Lee,Free,3,2023-01-01T10:00:00.000Z,$0.00,0,,1,,,2024-01-01,The Slow,false'],
    people: { 'ann@x.org': {} },
    remark: /email_list/,
  },
  {
    from: 'kit',
    what: 'subscribers',
    header: 'first_name,email,status,created_at,tags',
    rows: [
      'Ann,ann@x.org,active,2023-01-01T10:00:00Z,"Berlin, VIP"',
      'Bo,bo@x.org,Cold,2023-01-01T10:00:00Z,',
      'Cy,cy@x.org,cancelled,2023-01-01T10:00:00Z,',
      'Di,di@x.org,inactive,2023-01-01T10:00:00Z,',
      'Ed,ed@x.org,complained,2023-01-01T10:00:00Z,',
    ],
    people: { 'ann@x.org': { ...name('Ann'), tags: ['Berlin', 'VIP'] }, 'bo@x.org': name('Bo') },
    out: {
      'cy@x.org': suppressed('cancelled'),
      'di@x.org': suppressed('not yet confirmed'),
      'ed@x.org': suppressed('complained'),
    },
  },
  {
    from: 'kit',
    what: 'subscribers with a state',
    header: 'email,first_name,state,created_at,favourite_colour',
    rows: [
      'ann@x.org,Ann,active,2023-01-01T10:00:00Z,',
      'di@x.org,Di,inactive,2023-01-01T10:00:00Z,red',
      'bo@x.org,Bo,bounced,2023-01-01T10:00:00Z,',
    ],
    people: { 'ann@x.org': name('Ann') },
    out: { 'di@x.org': suppressed('not yet confirmed'), 'bo@x.org': suppressed('bounced') },
  },
  {
    from: 'beehiiv',
    what: 'subscribers',
    header:
      'email,First Name,Last Name,status,tier,created_at,stripe_customer_id,Free Tier,Gold,unsubscribed_at,City',
    rows: [
      'ann@x.org," Ann ","Lee ",Active,free,2023-03-24 10:23:10 UTC,,Yes,No,,Oslo',
      'bo@x.org,Bo,,Inactive,free,2023-03-24 10:23:10 UTC,,Yes,No,,',
      'cy@x.org,Cy,,active,premium,2023-03-24 10:23:10 UTC,cus_1,No,Yes,2023-04-24 10:23:10 UTC,',
      'di@x.org,Di,,Pending,free,2023-03-24 10:23:10 UTC,,Yes,No,,',
      'ed@x.org,Ed,,Needs Approval,free,2023-03-24 10:23:10 UTC,,Yes,No,,',
    ],
    people: { 'ann@x.org': { fields: { first_name: 'Ann', last_name: 'Lee', city: 'Oslo' } } },
    out: {
      'bo@x.org': suppressed('status: Inactive'),
      'cy@x.org': suppressed('unsubscribed_at'),
      'di@x.org': suppressed('not yet confirmed'),
      'ed@x.org': suppressed('not yet confirmed'),
    },
  },
  {
    from: 'ghost',
    what: 'members',
    header:
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers',
    rows: [
      '1,ann@x.org,Ann Lee,\'=note,true,false,,2023-01-01T10:00:00.000Z,,"VIP,Berlin; north",',
      "2,'+plus@x.org,'@home,,true,true,,2023-01-01T10:00:00.000Z,,'-minus,Gold",
      "3,o'hara@x.org,'Tis,,true,false,,2023-01-01T10:00:00.000Z,,'quoted',",
      '4,no@x.org,,,false,false,cus_1,2023-01-01T10:00:00.000Z,,,',
      '5,del@x.org,,,true,false,,2023-01-01T10:00:00.000Z,2024-01-01T10:00:00.000Z,,',
    ],
    people: {
      '+plus@x.org': { tags: ['-minus'] },
      'ann@x.org': { tags: ['Berlin; north', 'VIP'] },
      "o'hara@x.org": { tags: ["'quoted'"] },
    },
    out: { 'no@x.org': suppressed('subscribed_to_emails'), 'del@x.org': suppressed('deleted_at') },
    ignored: ['name', 'note', 'created_at', 'tiers'],
  },
  {
    from: 'buttondown',
    what: 'subscribers',
    header:
      'id,secondary_id,email,notes,subscriber_type,referrer_url,utm_source,utm_medium,utm_campaign,creation_date,ip_address,subscription_date,unsubscription_date,tags,metadata',
    rows: [
      "1,7,ann@x.org,,regular,,,,,2024-03-13 00:03:09.183465+00:00,,,,corporate;nyc,\"{'staff': 'true', 'role': 'writer'}\"",
      '2,8,bo@x.org,,past_due,,,,,2024-03-13 00:03:09.183465+00:00,,,,,{}',
      '3,9,cy@x.org,,churning,,,,,2024-03-13 00:03:09.183465+00:00,,,,"a, b",{}',
      '4,10,di@x.org,,unactivated,,,,,2024-03-13 00:03:09.183465+00:00,,,,,{}',
      '5,11,ed@x.org,,undeliverable,,,,,2024-03-13 00:03:09.183465+00:00,,,,,{}',
      '6,12,fa@x.org,,removed,,,,,2024-03-13 00:03:09.183465+00:00,,,,,{}',
    ],
    people: {
      'ann@x.org': { tags: ['corporate', 'nyc'] },
      'bo@x.org': {},
      'cy@x.org': { tags: ['a, b'] },
    },
    out: {
      'di@x.org': suppressed('not yet confirmed'),
      'ed@x.org': suppressed('undeliverable'),
      'fa@x.org': suppressed('removed'),
    },
  },
  {
    from: 'buttondown',
    what: 'subscribers, columns called as in its API',
    header: 'id,secondary_id,email_address,notes,type,creation_date,tags,metadata',
    rows: [
      '1,7,ann@x.org,,gifted,2024-03-13 00:03:09.183465+00:00,a;b,{}',
      '2,8,bo@x.org,,complained,2024-03-13 00:03:09.183465+00:00,,{}',
      '3,9,cy@x.org,,regular,2024-03-13 00:03:09.183465+00:00,,{}',
    ],
    people: { 'ann@x.org': { tags: ['a', 'b'] }, 'cy@x.org': {} },
    out: { 'bo@x.org': suppressed('type: complained') },
  },
  {
    from: 'mailerlite',
    what: 'a tab of subscribers',
    header: 'Subscriber,Sent,Opens,Clicks,Subscribed,Location,Name,Last name,City,Groups',
    rows: [
      'ann@x.org,12,7,1,2023-05-01 10:00:00,Norway,Ann,Lee,Oslo,Readers;Berlin',
      'bo@x.org,0,0,0,,,Bo,,,"Readers,Members"',
    ],
    people: {
      'ann@x.org': {
        fields: { first_name: 'Ann', last_name: 'Lee', city: 'Oslo' },
        tags: ['Berlin', 'Readers'],
      },
      'bo@x.org': { ...name('Bo'), tags: ['Members', 'Readers'] },
    },
    remark: /Active/,
    ignored: ['Subscribed', 'Location'],
  },
  {
    from: 'brevo',
    what: 'contacts',
    delimiter: ';',
    header:
      'CONTACT ID;EMAIL;LASTNAME;FIRSTNAME;WHATSAPP;SMS;DOUBLE_OPT-IN;OPT_IN;LANDLINE_NUMBER;EXT_ID;CONTACT_TIMEZONE;JOB_TITLE;LINKEDIN;ADDED_TIME;MODIFIED_TIME',
    rows: [
      '1;ann@x.org;Lee;Ann;;;;;;;;;;13-03-2024;14-03-2024',
      '2;bo@x.org;;Bo;;;;No;;;;;;13-03-2024;14-03-2024',
      '3;;Ray;Cy;;491701234567;;;;;;;;13-03-2024;14-03-2024',
    ],
    people: { 'ann@x.org': name('Ann', 'Lee') },
    out: { 'bo@x.org': suppressed('OPT_IN: No'), '': ['missing_email', 'no email address'] },
    remark: /blocklisted/,
  },
  {
    from: 'brevo',
    what: 'contacts of a French account',
    delimiter: ';',
    header: 'EMAIL;NOM;PRENOM;EMAIL_BLACKLISTED;ADDED_TIME;MODIFIED_TIME',
    rows: ['ann@x.org;Lee;Ann;No;13-03-2024;14-03-2024', 'bo@x.org;Ray;Bo;Yes;13-03-2024;14-03-2024'],
    people: { 'ann@x.org': name('Ann', 'Lee') },
    out: { 'bo@x.org': suppressed('EMAIL_BLACKLISTED') },
    remark: /blocklisted/,
  },
  {
    from: 'brevo',
    what: 'contacts with a date, which no other row settles',
    delimiter: ';',
    header: 'EMAIL;BIRTHDAY;ADDED_TIME;MODIFIED_TIME',
    rows: ['ann@x.org;05-03-1990;13-03-2024;14-03-2024'],
    people: { 'ann@x.org': { fields: { birthday: '1990-03-05' } } },
    remark: /blocklisted/,
  },
  {
    from: 'constant-contact',
    what: 'contacts',
    header:
      'Email address,First name,Last name,Email status,Email permission status,Tags,Email Lists,Source Name,Created At,Updated At',
    rows: [
      'ann@x.org,Ann,Lee,Active,Express,"VIP, Berlin",General,App,2021-11-15 19:42:23 +0000,2021-11-15 19:42:23 +0000',
      'bo@x.org,Bo,,Active,Implied,,,App,2021-11-15 19:42:23 +0000,',
      'cy@x.org,Cy,,Unsubscribed,Unsubscribed,,,App,2021-11-15 19:42:23 +0000,',
      'di@x.org,Di,,Active,Awaiting confirmation,,,App,2021-11-15 19:42:23 +0000,',
      'ed@x.org,Ed,,Removed,Implied,,,App,2021-11-15 19:42:23 +0000,',
    ],
    people: {
      'ann@x.org': { ...name('Ann', 'Lee'), tags: ['Berlin', 'General', 'VIP'] },
      'bo@x.org': name('Bo'),
    },
    out: {
      'cy@x.org': suppressed('Unsubscribed'),
      'di@x.org': suppressed('not yet confirmed'),
      'ed@x.org': suppressed('Removed'),
    },
  },
  {
    from: 'constant-contact',
    what: 'contacts with three addresses',
    header:
      'First name,Last name,Email address - home,Email status - home,Email permission status - home,Email address - other,Email status - other,Email permission status - other,Email address - work,Email status - work,Email permission status - work,Tags',
    rows: [
      'Ann,Lee,ann@x.org,Active,Express,,,,,,,',
      'Bo,,,,,,,,bo@work.org,Active,Implied,VIP',
      'Cy,,cy@x.org,Unsubscribed,Unsubscribed,,,,,,,',
      'Di,,,,,di@other.org,Active,Unsubscribed,,,,',
      'Ed,,ed@x.org,Active,Express,,,,ed@work.org,Unsubscribed,Unsubscribed,',
    ],
    people: {
      'ann@x.org': name('Ann', 'Lee'),
      'bo@work.org': { ...name('Bo'), tags: ['VIP'] },
      'ed@x.org': name('Ed'),
    },
    out: {
      'cy@x.org': suppressed('status - home: Unsubscribed'),
      'di@other.org': suppressed('Email permission status - other: Unsubscribed'),
    },
  },
  {
    from: 'hubspot',
    what: 'contacts',
    header:
      'Record ID,First Name,Last Name,Email,Phone Number,Lead Status,Create Date,Associated Company,Country/Region,Contact owner',
    rows: [
      '1,Ann,Lee,ann@x.org,,New,2024-03-12 09:14,,NO,staff@company.org',
      '2,Bo,,,,Unqualified,2024-03-12 09:14,,,staff@company.org',
    ],
    people: { 'ann@x.org': name('Ann', 'Lee') },
    out: { '': ['missing_email', 'no email address'] },
    remark: /Unsubscribed from all email/,
  },
  {
    from: 'hubspot',
    what: 'contacts with consent',
    header:
      'Record ID - Contact,Contact owner,First Name,Last Name,Email,Create Date,Marketing contact status,Unsubscribed from all email',
    rows: [
      '1,staff@company.org,Ann,Lee,ann@x.org,2024-03-12 09:14,Non-marketing contact,',
      '2,staff@company.org,Bo,,bo@x.org,2024-03-12 09:14,Marketing contact,true',
      '3,staff@company.org,Cy,,cy@x.org,2024-03-12 09:14,Marketing contact,false',
    ],
    people: { 'ann@x.org': name('Ann', 'Lee'), 'cy@x.org': name('Cy') },
    out: { 'bo@x.org': suppressed('Unsubscribed from all email') },
  },
  {
    from: 'listmonk',
    what: 'subscribers',
    header: 'uuid,email,name,attributes,status,created_at,updated_at',
    rows: [
      '5b3f,ann@x.org,Ann Lee,"{""city"": ""Oslo""}",enabled,2024-03-01 12:34:56.789012 +0000 UTC,2024-03-01 12:34:56.789012 +0530 IST',
      '5b4f,bo@x.org,Bo,{},blocklisted,2024-03-01 12:34:56.789012 +0000 UTC,2024-03-01 12:34:56.789012 +0000 UTC',
      '5b5f,cy@x.org,Cy,{},disabled,2024-03-01 12:34:56.789012 +0000 UTC,2024-03-01 12:34:56.789012 +0000 UTC',
    ],
    people: { 'ann@x.org': {} },
    out: { 'bo@x.org': suppressed('blocklisted'), 'cy@x.org': suppressed('disabled') },
    remark: /unsubscribed from a list/,
  },
  {
    from: 'mailjet',
    what: 'a contact list',
    header: 'id,email,open,click,sent,hard_bounce,soft_bounce,blocked,spam,unsub,deferred,total',
    rows: [
      '1,ann@x.org,3,1,9,0,2,1,0,0,0,9',
      '2,bo@x.org,3,1,9,1,0,0,0,0,0,9',
      '3,cy@x.org,3,1,9,0,0,0,2,0,0,9',
      '4,di@x.org,3,1,9,0,0,0,0,1,0,9',
    ],
    people: { 'ann@x.org': {} },
    out: {
      'bo@x.org': suppressed('hard_bounce'),
      'cy@x.org': suppressed('spam'),
      'di@x.org': suppressed('unsub'),
    },
    ignored: [],
  },
  {
    from: 'revue',
    what: 'subscribers',
    header: 'email,first_name,last_name,created_at',
    rows: ['ann@x.org,Ann,Lee,2022-11-02 10:00:00 UTC'],
    people: { 'ann@x.org': name('Ann', 'Lee') },
  },
  {
    from: 'squarespace',
    what: 'profiles',
    header:
      'Email,First Name,Last Name,Shipping City,Billing City,Accepts Marketing,Has Account,Subscriber Since,Subscriber Source,Mailing Lists,Member Areas,Tags,Customer Since,Order Count,Total Spent,Last Order Date,Created On',
    rows: [
      'ann@x.org,Ann,Lee,,,true,false,2023-01-01,Form,"News, Events",,VIP,,0,0,,2023-01-01',
      'bo@x.org,Bo,,,,false,true,,,,,,2023-01-01,1,9.99,,2023-01-01',
    ],
    people: { 'ann@x.org': { ...name('Ann', 'Lee'), tags: ['Events', 'News', 'VIP'] } },
    out: { 'bo@x.org': suppressed('Accepts Marketing') },
  },
  {
    from: 'shopify',
    what: 'customers',
    header:
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
    rows: [
      "'7001,Ann,Lee,ann@x.org,yes,,Street 1,,Oslo,,NO,'0150,'+47 555,'+47 555,no,10.00,1,,no,\"wholesale, VIP\"",
      "'7002,Bo,'t Hooft,bo@x.org,no,,,,,,,,,,yes,0.00,0,,no,",
      "'7003,Cy,'t Hooft,cy@x.org,yes,,,,,,,,,,no,0.00,0,,yes,",
      "'7004,Di,,di@x.org,,,,,,,,,,,no,0.00,0,,no,",
    ],
    people: {
      'ann@x.org': {
        fields: { first_name: 'Ann', last_name: 'Lee', city: 'Oslo' },
        tags: ['VIP', 'wholesale'],
      },
      'cy@x.org': name('Cy', "'t Hooft"),
    },
    out: { 'bo@x.org': suppressed('no'), 'di@x.org': suppressed('empty') },
    remark: /customers/,
  },
  {
    from: 'shopify',
    what: 'customers, older',
    header:
      'First Name,Last Name,Email,Company,Address1,Address2,City,Province,Province Code,Country,Country Code,Zip,Phone,Accepts Marketing,Total Spent,Total Orders,Tags,Note,Tax Exempt',
    rows: [
      "Ann,Lee,ann@x.org,,,,Oslo,,,Norway,NO,'0150,,yes,10.00,1,VIP,,no",
      'Bo,,bo@x.org,,,,,,,,,,,no,10.00,1,,,no',
    ],
    people: {
      'ann@x.org': { fields: { first_name: 'Ann', last_name: 'Lee', city: 'Oslo' }, tags: ['VIP'] },
    },
    out: { 'bo@x.org': suppressed('Accepts Marketing') },
    remark: /customers/,
  },
  {
    from: 'google-contacts',
    what: 'contacts',
    header:
      'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value',
    rows: [
      'Ann,,Lee,,,,,,,1990-03-07,"a note\nof two lines",,* myContacts ::: Book club,* Home,ann@x.org ::: ann@old.org,,,,',
      'Bo,,,,,,,,,,,,* myContacts ::: * starred,,bo@x.org,* Work,bo@work.org,,',
      'Cy,,,,,,,,,,,,* myContacts,,,,,Mobile,+47 555',
    ],
    people: {
      'ann@x.org': {
        fields: { first_name: 'Ann', last_name: 'Lee', birthday: '1990-03-07' },
        tags: ['Book club'],
      },
      'bo@x.org': name('Bo'),
    },
    out: { '': ['missing_email', 'no email address'] },
    remark: /address book/,
  },
  {
    from: 'google-contacts',
    what: 'contacts, older',
    header:
      'Name,Given Name,Additional Name,Family Name,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
    rows: ['Ann Lee,Ann,,Lee,,* My Contacts ::: Book club ::: Choir,* ,ann@x.org,,'],
    people: { 'ann@x.org': { ...name('Ann', 'Lee'), tags: ['Book club', 'Choir'] } },
    remark: /address book/,
  },
  {
    from: 'outlook',
    what: 'contacts of outlook.com',
    header:
      'First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address,E-mail 3 Address,Home Phone,Notes',
    rows: ['Ann,,Lee,,,,,,ann@x.org,ann@work.org,,,'],
    people: { 'ann@x.org': name('Ann', 'Lee') },
    remark: /address book/,
  },
  {
    from: 'outlook',
    what: 'contacts of the desktop program',
    header:
      'Title,First Name,Middle Name,Last Name,Suffix,Company,Categories,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,E-mail 2 Type',
    rows: [
      ',Ann,,Lee,,,Friends;Book club,ann@x.org,SMTP,Ann (ann@x.org),,',
      ',Bo,,,,,,/o=ExchangeLabs/ou=Exchange/cn=Recipients/cn=bo,EX,Bo,,',
    ],
    people: { 'ann@x.org': { ...name('Ann', 'Lee'), tags: ['Book club', 'Friends'] } },
    out: { '/o=ExchangeLabs/ou=Exchange/cn=Recipients/cn=bo': ['invalid_email', 'no @'] },
    remark: /address book/,
  },
  {
    from: 'tito',
    what: 'tickets',
    header:
      'Number,Ticket Created Date,Ticket,Ticket Full Name,Ticket First Name,Ticket Last Name,Ticket Email,Ticket Company Name,Ticket Phone Number,Event,Void Status,Price,Ticket Reference,Tags,Unique Ticket URL,Unique Order URL,Order Reference,Order Name,Order Email',
    rows: [
      'T1,2024-03-12,Early bird,Ann Lee,Ann,Lee,ann@x.org,,,Meetup,false,10,AB-1,speaker,https://ti.to/1,https://ti.to/2,AB,Boss,boss@x.org',
      'T2,2024-03-12,Early bird,,,,,,,Meetup,false,10,AB-2,,https://ti.to/1,https://ti.to/2,AB,Boss,boss@x.org',
      'T3,2024-03-12,Early bird,Cy,Cy,,cy@x.org,,,Meetup,true,10,AB-3,,https://ti.to/1,https://ti.to/2,AB,Boss,boss@x.org',
    ],
    people: { 'ann@x.org': { ...name('Ann', 'Lee'), tags: ['speaker'] } },
    out: { '': ['missing_email', 'no email address'], 'cy@x.org': suppressed('Void Status') },
    remark: /ticket/,
  },
  {
    from: 'eventbrite',
    what: 'attendees',
    header:
      'Order #,Order Date,First Name,Surname,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Currency,Total Paid,Fees Paid,Eventbrite Fees,Eventbrite Payment Processing,Attendee Status',
    rows: [
      '1,11/29/24 22:28,Ann,Lee,ann@x.org,1,,General,11,,Free,GBP,0,0,0,0,Attending',
      '2,11/29/24 22:28,Bo,,bo@x.org,1,,General,12,,Free,GBP,0,0,0,0,Not Attending',
      'TOTALS,,,,,2,,,,,,,0,0,0,0,',
    ],
    people: { 'ann@x.org': name('Ann', 'Lee'), 'bo@x.org': name('Bo') },
    out: { '': ['missing_email', 'no email address'] },
    remark: /ticket/,
  },
  {
    from: 'keila',
    what: 'contacts',
    header: 'Email,First name,Last name,Data,Status,External ID',
    rows: [
      'ann@x.org,Ann,Lee,"{""tags"": [""VIP""]}",active,7',
      'bo@x.org,Bo,,{},unsubscribed,',
      'cy@x.org,Cy,,{},unreachable,',
    ],
    people: { 'ann@x.org': name('Ann', 'Lee') },
    out: { 'bo@x.org': suppressed('unsubscribed'), 'cy@x.org': suppressed('unreachable') },
  },
  ...mailingSamples,
  ...contactSamples,
  ...formSamples,
];
