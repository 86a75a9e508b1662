/** Answers to forms, guests of events, and tables that people keep themselves. */
import { name, type Sample, suppressed } from './sample.ts';

export const formSamples: readonly Sample[] = [
  {
    from: 'mailchimp',
    what: 'subscribed people with birthdays',
    file: 'subscribed_email_audience_export_1a2b3c.csv',
    header:
      'Email Address,First Name,Birthday,Member since,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LAST_CHANGED,LEID,EUID,NOTES,TAGS',
    rows: [
      'ann@x.org,Ann,04/01,2021-05-03,2,"2023-05-01 10:00:00","2023-05-01 10:01:00","2023-06-01 09:00:00",11,a1,,"""VIP"""',
      'bo@x.org,Bo,12/31,,2,"2023-05-01 10:00:00",,"2023-06-01 09:00:00",12,a2,,',
      'cy@x.org,Cy,,,2,"2023-05-01 10:00:00",,"2023-06-01 09:00:00",13,a3,,',
      'di@x.org,Di,1-Apr,,2,"2023-05-01 10:00:00",,"2023-06-01 09:00:00",14,a4,,',
    ],
    people: {
      'ann@x.org': { fields: { first_name: 'Ann', member_since: '2021-05-03' }, tags: ['VIP'] },
      'bo@x.org': name('Bo'),
      'cy@x.org': name('Cy'),
      'di@x.org': name('Di'),
    },
    remark: /Birthday: values left out: a date without a year/,
  },
  {
    from: 'luma',
    what: 'guests',
    header:
      'api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,qr_code_url,amount,ticket_name,Would you like our newsletter?,Company',
    rows: [
      'gst-1,Ann Lee,Ann,Lee,ann@x.org,,2024-03-01T10:00:00.000Z,approved,,https://lu.ma/1,$0.00,Standard,Yes,Acme',
      'gst-2,Bo,Bo,,bo@x.org,,2024-03-01T10:00:00.000Z,approved,,,,,No,',
      'gst-3,Cy,Cy,,cy@x.org,,2024-03-01T10:00:00.000Z,declined,,,,,Yes,',
      'gst-4,Di,Di,,di@x.org,,2024-03-01T10:00:00.000Z,waitlist,,,,,Yes,',
      'gst-5,Ed,Ed,,ed@x.org,,2024-03-01T10:00:00.000Z,pending_approval,,,,,Yes,',
      'gst-6,Fa,Fa,,fa@x.org,,2024-03-01T10:00:00.000Z,approved,,,,,,',
    ],
    people: { 'ann@x.org': name('Ann', 'Lee'), 'di@x.org': name('Di'), 'ed@x.org': name('Ed') },
    out: {
      'bo@x.org': suppressed('Would you like our newsletter?: No'),
      'cy@x.org': suppressed('approval_status: declined'),
      'fa@x.org': suppressed('empty'),
    },
    remark: /ticket/,
  },
  {
    from: 'luma',
    what: 'guests who were not asked',
    header: 'name,email,approval_status',
    rows: ['Ann,ann@x.org,approved', 'Bo,bo@x.org,declined', 'Cy,cy@x.org,invited'],
    people: { 'ann@x.org': {}, 'cy@x.org': {} },
    out: { 'bo@x.org': suppressed('declined') },
    remark: /ticket/,
  },
  {
    from: 'eventbrite',
    what: 'attendees who were asked',
    header:
      'Order #,First Name,Last Name,Email,Attendee #,Attendee Status,Do you want to receive our newsletter?',
    rows: [
      '1,Ann,Lee,ann@x.org,11,Attending,Yes',
      '2,Bo,,bo@x.org,12,Attending,No',
      '3,Cy,,cy@x.org,13,Checked In,',
    ],
    people: { 'ann@x.org': name('Ann', 'Lee') },
    out: { 'bo@x.org': suppressed('newsletter?: No'), 'cy@x.org': suppressed('empty') },
    remark: /ticket/,
  },
  {
    from: 'typeform',
    what: 'answers, yes as 1',
    header:
      '#,What is your first name?,What’s your email address?,Can we send you our newsletter?,How did you hear of us?,Response Type,Start Date (UTC),Stage Date (UTC),Submit Date (UTC),Network ID,Tags,Ending',
    rows: [
      'a1,Ann,ann@x.org,1,"a friend, who is no spammer",completed,2024-03-01 10:00:00,,2024-03-01 10:01:00,n1,,Thanks',
      'a2,Bo,bo@x.org,0,web,completed,2024-03-01 10:00:00,,2024-03-01 10:01:00,n2,,Thanks',
      'a3,Cy,cy@x.org,,web,completed,2024-03-01 10:00:00,,2024-03-01 10:01:00,n3,,Thanks',
    ],
    people: { 'ann@x.org': {} },
    out: {
      'bo@x.org': suppressed('Can we send you our newsletter?: 0'),
      'cy@x.org': suppressed('empty'),
    },
  },
  {
    from: 'typeform',
    what: 'answers to a form that did not ask',
    header: '#,Email,Vorname,Start Date (UTC),Submit Date (UTC),Network ID',
    rows: ['a1,ann@x.org,Ann,2024-03-01 10:00:00,2024-03-01 10:01:00,n1'],
    people: { 'ann@x.org': name('Ann') },
    remark: /form/,
  },
  {
    from: 'tally',
    what: 'answers, yes as true',
    header:
      'Submission ID,Respondent ID,Submitted at,Your email,Newsletter,Newsletter (Yes please),Which topics?',
    rows: [
      's1,r1,2024-03-01 10:00:00,ann@x.org,Yes please,true,"Food, Wine"',
      's2,r2,2024-03-01 10:00:00,bo@x.org,,false,Food',
    ],
    people: { 'ann@x.org': {} },
    out: { 'bo@x.org': suppressed('Newsletter') },
  },
  {
    from: 'tally',
    what: 'answers, with a column for no',
    header:
      'Submission ID,Respondent ID,Submitted at,Email,Want our newsletter?,Want our newsletter? (Yes),Want our newsletter? (No)',
    rows: [
      's1,r1,2024-03-01 10:00:00,ann@x.org,Yes,true,false',
      's2,r2,2024-03-01 10:00:00,bo@x.org,No,false,true',
    ],
    people: { 'ann@x.org': {} },
    out: { 'bo@x.org': suppressed('Want our newsletter?: No') },
  },
  {
    from: 'mailchimp',
    what: 'an audience of four columns, known by the name of its file',
    file: 'subscribed_email_audience_export_1a2b3c.csv',
    header: 'Email Address,First Name,Last Name,Birthday',
    rows: ['ann@x.org,Ann,Lee,04/01', 'bo@x.org,Bo,,12/24'],
    people: { 'ann@x.org': name('Ann', 'Lee'), 'bo@x.org': name('Bo') },
    remark: /Birthday: values left out: a date without a year/,
  },
  {
    what: 'answers to a Google form',
    header:
      'Timestamp,Email Address,What is your name?,Would you like to receive our newsletter?,Any comments?',
    rows: [
      '3/1/2024 10:00:00,ann@x.org,Ann,Yes,',
      '3/1/2024 10:01:00,bo@x.org,Bo,No,please do not spam me',
      '3/1/2024 10:02:00,cy@x.org,Cy,,',
      '3/1/2024 10:03:00,di@x.org,Di,Yes,great',
    ],
    people: { 'ann@x.org': {}, 'di@x.org': {} },
    out: { 'bo@x.org': suppressed('newsletter?: No'), 'cy@x.org': suppressed('empty') },
  },
  {
    what: 'answers to a Google form with a box to tick',
    header: 'Zeitstempel,Wie lautet deine E-Mail-Adresse?,Newsletter',
    rows: [
      '01.03.2024 10:00:00,ann@x.org,"Ja, ich möchte den Newsletter erhalten"',
      '01.03.2024 10:01:00,bo@x.org,',
      '01.03.2024 10:02:00,cy@x.org,"Ja, ich möchte den Newsletter erhalten"',
    ],
    people: { 'ann@x.org': {}, 'cy@x.org': {} },
    out: { 'bo@x.org': suppressed('Newsletter: empty') },
  },
  {
    what: 'answers to a form, true and false',
    header: 'Timestamp,Email,Subscribe to the newsletter',
    rows: [
      '2024-03-01T10:00:00Z,ann@x.org,TRUE',
      '2024-03-01T10:01:00Z,bo@x.org,FALSE',
      '2024-03-01T10:02:00Z,cy@x.org,TRUE',
    ],
    people: { 'ann@x.org': {}, 'cy@x.org': {} },
    out: { 'bo@x.org': suppressed('FALSE') },
  },
  {
    what: 'a base of Airtable',
    header: 'Name,Email,Newsletter,Unsubscribed,City,Attachments',
    rows: [
      'Ann,ann@x.org,checked,,Oslo,photo.jpg (https://dl.airtable.com/1)',
      'Bo,bo@x.org,,,,',
      'Cy,cy@x.org,checked,checked,,',
      'Di,di@x.org,checked,,,',
    ],
    people: { 'ann@x.org': { fields: { city: 'Oslo' } }, 'di@x.org': {} },
    out: { 'bo@x.org': suppressed('Newsletter: empty'), 'cy@x.org': suppressed('Unsubscribed: checked') },
  },
  {
    what: 'a database of Notion',
    header: 'Name,Email,Subscribed,Tags,Created',
    rows: [
      'Ann,ann@x.org,Yes,"vip, paris","March 1, 2024 10:00 AM"',
      'Bo,bo@x.org,No,,"March 1, 2024 10:00 AM"',
    ],
    people: { 'ann@x.org': { tags: ['paris', 'vip'] } },
    out: { 'bo@x.org': suppressed('Subscribed: No') },
  },
  {
    from: 'mailchimp',
    what: 'an audience, few columns',
    file: 'subscribed_members_export_1a2b3c.csv',
    header: 'Email Address,First Name,Last Name,Address,Birthday,Tags,MEMBER_RATING,OPTIN_TIME',
    rows: [
      'ann@x.org,Ann,Lee,"Street 1  Oslo",04/12,"vip,newsletter",4,2025-11-02 18:22:11',
      'bo@x.org,Bo,,,12/31,,3,2025-12-14 09:01:54',
    ],
    people: {
      'ann@x.org': { ...name('Ann', 'Lee'), tags: ['newsletter', 'vip'] },
      'bo@x.org': name('Bo'),
    },
    remark: /Birthday: values left out: a date without a year/,
  },
  {
    from: 'kit',
    what: 'subscribers, newer',
    header: 'first_name,email_address,state,created_at,tags',
    rows: ['Ann,ann@x.org,active,2025-03-03,vip', 'Bo,bo@x.org,inactive,2025-03-03,'],
    people: { 'ann@x.org': { ...name('Ann'), tags: ['vip'] } },
    out: { 'bo@x.org': suppressed('not yet confirmed') },
  },
  {
    from: 'typeform',
    what: 'answers that a spreadsheet might take for formulas',
    header: '#,Your email,First name,City,Response Type,Start Date (UTC),Submit Date (UTC),Network ID,Tags',
    rows: ["a1,ann@x.org,'=Ann,'s-Gravenhage,completed,2024-03-01 10:00:00,2024-03-01 10:01:00,n1,vip"],
    people: { 'ann@x.org': { fields: { first_name: '=Ann', city: "'s-Gravenhage" }, tags: ['vip'] } },
    remark: /form/,
  },
  {
    what: 'answers to a form with the text of the box',
    header: 'Timestamp,Username,I agree to receive updates by email',
    rows: ['3/1/2024 10:00:00,ann@x.org,I agree to receive updates by email', '3/1/2024 10:01:00,bo@x.org,'],
    people: { 'ann@x.org': {} },
    out: { 'bo@x.org': suppressed('empty') },
  },
];
