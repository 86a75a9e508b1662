/** Shops, and the services that write to their customers. */
import { notAMark, optIn, optOut, type Preset } from './preset.ts';

const stripe = {
  name: 'stripe',
  label: 'Stripe (customers)',
  email: ['Email'],
  // They are about payments.
  marks: {
    Status: notAMark,
    Delinquent: notAMark,
    'Cancel At Period End': notAMark,
    'Card CVC Status': notAMark,
    'Card AVS Zip Status': notAMark,
    'Card AVS Line1 Status': notAMark,
  },
  skip: [
    'id',
    'Card ID',
    'Card Last4',
    'Card Fingerprint',
    'Card CVC Status',
    'Card AVS Zip Status',
    'Card AVS Line1 Status',
  ],
  note: {
    text: 'people who paid did not all ask for a newsletter: import only those who did',
    unless: 'marked',
  },
} satisfies Omit<Preset, 'signature'>;

export const shops: readonly Preset[] = [
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
    signature: [
      'Email',
      ['Accepts Email Marketing', 'Accepts Marketing'],
      [
        'Tax Exempt',
        'Total Orders',
        'Accepts SMS Marketing',
        'Default Address Company',
        'Default Address City',
      ],
    ],
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
    name: 'klaviyo',
    label: 'Klaviyo',
    signature: ['Email', 'Email Marketing Consent'],
    absent: ['Customer ID', 'Accepts Email Marketing'],
    email: ['Email'],
    marks: {
      'Email Marketing Consent': { reads: 'status', active: ['SUBSCRIBED'] },
      'Email Suppressions': optOut,
      'Email Marketing Consent Timestamp': notAMark,
      'SMS Marketing Consent': notAMark,
      'SMS Marketing Consent Timestamp': notAMark,
      'SMS Suppressions': notAMark,
    },
    skip: ['Klaviyo ID', 'Person ID', 'Latitude', 'Longitude', 'IP Address'],
  },
  {
    name: 'omnisend',
    label: 'Omnisend',
    signature: ['Email', 'Email channel status'],
    email: ['Email'],
    tags: { Tags: undefined },
    marks: {
      'Email channel status': { reads: 'status', active: ['subscribed'] },
      'SMS channel status': notAMark,
      'Push channel status': notAMark,
      // The status says which of the two came last.
      'Email opt-in date': notAMark,
      'Email opt-out date': notAMark,
    },
  },
  {
    ...stripe,
    signature: ['Email', 'Delinquent', ['id', 'Created (UTC)', 'Card ID', 'Total Spend', 'Status']],
  },
  { ...stripe, signature: ['id', 'Email', 'Created (UTC)'] },
];
