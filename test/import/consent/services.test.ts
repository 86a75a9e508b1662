import { expect, test } from 'vitest';
import { lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';

/** Exports of services without a preset: the header, rows of good people, rows of people who must not be emailed. */
const services: readonly (readonly [name: string, header: string, good: string[], out: string[]])[] = [
  [
    'Klaviyo',
    'Email,First Name,Email Marketing Consent,Email Suppressions',
    ['g1@x.org,Ann,SUBSCRIBED,', 'g2@x.org,Bo,SUBSCRIBED,'],
    ['o1@x.org,Cy,UNSUBSCRIBED,', 'o2@x.org,Di,NEVER_SUBSCRIBED,', 'o3@x.org,Ed,SUBSCRIBED,HARD_BOUNCE'],
  ],
  [
    'AWeber',
    'Name,Email,Date Added,Stop Time,Stop Status,Tags',
    ['Ann,g1@x.org,2024-01-01,,,'],
    ['Bo,o1@x.org,2024-01-01,2024-02-01,unsubscribed,'],
  ],
  [
    'GetResponse',
    'email,name,created_on,removed_on,removal_reason',
    ['g1@x.org,Ann,2024-01-01,,'],
    ['o1@x.org,Bo,2024-01-01,2024-02-01,unsubscribe'],
  ],
  [
    'Omnisend',
    'Email,Email channel status,SMS channel status,Tags',
    ['g1@x.org,subscribed,unsubscribed,'],
    ['o1@x.org,unsubscribed,subscribed,', 'o2@x.org,nonSubscribed,subscribed,'],
  ],
  [
    'Moosend',
    'Email,Name,SubscribeType,UnsubscribedOn',
    ['g1@x.org,Ann,1,', 'g2@x.org,Bo,1,'],
    ['o1@x.org,Cy,2,2024-01-01', 'o2@x.org,Di,3,', 'o3@x.org,Ed,4,'],
  ],
  [
    'Moosend in words',
    'Email,Name,MemberStatus',
    ['g1@x.org,Ann,Subscribed'],
    ['o1@x.org,Cy,Unsubscribed', 'o2@x.org,Di,Bounced', 'o3@x.org,Ed,Removed'],
  ],
  ['Campaign Monitor', 'Email Address,Name,Date Unsubscribed', ['g1@x.org,Ann,'], ['o1@x.org,Bo,2024-01-01']],
  [
    'Drip',
    'email,status,tags,unsubscribed_at',
    ['g1@x.org,active,,'],
    ['o1@x.org,unsubscribed,,2024-01-01', 'o2@x.org,undeliverable,,'],
  ],
  [
    'Flodesk',
    'Email,Status,Segments',
    ['g1@x.org,Active,VIP'],
    [
      'o1@x.org,Unsubscribed,VIP',
      'o2@x.org,Marked as spam,VIP',
      'o3@x.org,Cleaned,',
      'o4@x.org,Unconfirmed,',
    ],
  ],
  [
    'Sender',
    'Email,Email status,SMS status,Groups',
    ['g1@x.org,active,unsubscribed,A'],
    ['o1@x.org,spam_reported,active,A', 'o2@x.org,bounced,active,A'],
  ],
  [
    'Sendy without header',
    'Ann,g1@x.org,Subscribed',
    ['Bo,g2@x.org,Subscribed'],
    ['Cy,o1@x.org,Unsubscribed', 'Di,o2@x.org,Bounced'],
  ],
  [
    'MailPoet',
    'Email,List,Global Status,List Status',
    ['g1@x.org,A,Subscribed,Subscribed'],
    ['o1@x.org,A,Unsubscribed,Subscribed', 'o2@x.org,A,Subscribed,Unsubscribed'],
  ],
  [
    'Salesforce',
    'EMAIL,HASOPTEDOUTOFEMAIL,EMAILBOUNCEDDATE,ISDELETED',
    ['g1@x.org,0,,0'],
    ['o1@x.org,1,,0', 'o2@x.org,0,2024-01-01,0', 'o3@x.org,0,,1'],
  ],
  [
    'HubSpot',
    'Record ID,Email,Create Date,Opted out of email: Marketing Information,Email hard bounce reason',
    ['1,g1@x.org,2024-01-01,false,'],
    ['2,o1@x.org,2024-01-01,true,', '3,o2@x.org,2024-01-01,false,UNKNOWN_USER'],
  ],
  [
    'Luma',
    'email,name,approval_status,Would you like our newsletter?',
    ['g1@x.org,Ann,approved,Yes', 'g2@x.org,Di,approved,Yes'],
    ['o1@x.org,Bo,approved,No'],
  ],
  ['Airtable', 'Email,Name,Newsletter', ['g1@x.org,Ann,checked'], ['o1@x.org,Bo,']],
  ['Stripe', 'Email,Delinquent,Status', ['g1@x.org,true,active', 'g2@x.org,false,active'], []],
];

test.each(services)(
  'when %s exports people, then nobody who opted out gets in',
  async (_name, header, good, out) => {
    const { loadText, emails } = firstPass();
    const refused = await loadText(lines(header, ...good, ...out)).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refused !== undefined) expect(refused).toMatchObject({ code: 'consent_unclear' });
    const there = await emails();
    expect(there.filter(email => email.startsWith('o'))).toEqual([]);
    if (refused === undefined)
      expect(there.filter(email => email.startsWith('g')).length).toBeGreaterThanOrEqual(good.length);
  },
);
