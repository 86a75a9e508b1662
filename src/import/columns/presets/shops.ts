/** Shops, and the services that write to their customers. */
import { notConsent, optIn, optOut, type Preset } from './preset.ts';

const stripe = {
  name: 'stripe',
  label: 'Stripe (customers)',
  email: ['Email'],
  // They are about payments.
  consent: {
    Status: notConsent,
    Delinquent: notConsent,
    'Cancel At Period End': notConsent,
    'Card CVC Status': notConsent,
    'Card AVS Zip Status': notConsent,
    'Card AVS Line1 Status': notConsent,
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
    consent: { 'Accepts Marketing': optIn },
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
    consent: { 'Accepts Email Marketing': optIn, 'Accepts Marketing': optIn },
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
    consent: {
      'Email Marketing Consent': { reads: 'status', active: ['SUBSCRIBED'] },
      'Email Suppressions': optOut,
      'Email Marketing Consent Timestamp': notConsent,
      'SMS Marketing Consent': notConsent,
      'SMS Marketing Consent Timestamp': notConsent,
      'SMS Suppressions': notConsent,
    },
    skip: ['Klaviyo ID', 'Person ID', 'Latitude', 'Longitude', 'IP Address'],
  },
  {
    name: 'omnisend',
    label: 'Omnisend',
    signature: ['Email', 'Email channel status'],
    email: ['Email'],
    tags: { Tags: undefined },
    consent: {
      'Email channel status': { reads: 'status', active: ['subscribed'] },
      'SMS channel status': notConsent,
      'Push channel status': notConsent,
      // The status says which of the two came last.
      'Email opt-in date': notConsent,
      'Email opt-out date': notConsent,
    },
  },
  {
    ...stripe,
    signature: ['Email', 'Delinquent', ['id', 'Created (UTC)', 'Card ID', 'Total Spend', 'Status']],
  },
  { ...stripe, signature: ['id', 'Email', 'Created (UTC)'] },
];
