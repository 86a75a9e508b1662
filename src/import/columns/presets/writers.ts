/** Where people publish, with readers who pay and readers who do not. */
import type { KnownRule } from '../../consent/column-rule.ts';
import { notConsent, optIn, optOut, type Preset } from './preset.ts';

const kitStatus: KnownRule = {
  reads: 'status',
  active: ['active', 'confirmed', 'cold'],
  unconfirmed: ['inactive', 'unconfirmed'],
};
const buttondownType: KnownRule = {
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

export const writers: readonly Preset[] = [
  {
    name: 'substack',
    label: 'Substack',
    signature: ['email', 'active_subscription', 'expiry', 'email_disabled', 'created_at'],
    email: ['email'],
    consent: { email_disabled: optOut },
  },
  {
    name: 'substack',
    label: 'Substack (paid subscribers)',
    signature: ['email', 'expiry', 'email_disabled', 'stripe_connected_customer_id', 'type'],
    email: ['email'],
    consent: { email_disabled: optOut, type: notConsent },
    skip: ['stripe_connected_customer_id'],
  },
  {
    name: 'substack',
    label: 'Substack (dashboard)',
    signature: ['Email', 'Subscription type', 'Activity'],
    email: ['Email'],
    consent: {
      'Email disabled': optOut,
      'Subscription type': notConsent,
      'Receiving emails for': notConsent,
      // The end of a paid subscription.
      'Cancel date': notConsent,
      'Expiration date': notConsent,
    },
    note: {
      text: 'this export does not say whose emails are switched off: email_list.….csv of the full export does',
      unless: 'marked',
    },
  },
  {
    name: 'kit',
    label: 'Kit',
    signature: ['first_name', ['email', 'email_address'], ['status', 'state'], 'created_at'],
    absent: ['tier', 'stripe_customer_id', 'uuid', 'unsubscribed_at', 'lead_score', 'lifetime_value', 'hash'],
    email: ['email', 'email_address'],
    consent: {
      status: kitStatus,
      state: kitStatus,
    },
  },
  {
    name: 'beehiiv',
    label: 'beehiiv',
    signature: ['email', 'status', 'tier', 'created_at', 'stripe_customer_id'],
    email: ['email'],
    consent: {
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
    consent: { subscribed_to_emails: optIn, deleted_at: optOut },
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
    consent: { subscriber_type: buttondownType, type: buttondownType, unsubscription_date: optOut },
    skip: ['id', 'secondary_id', 'referrer_url', 'utm_source', 'utm_medium', 'utm_campaign', 'ip_address'],
  },
  {
    name: 'revue',
    label: 'Revue',
    signature: ['email', 'first_name', 'last_name', 'created_at'],
    noOtherColumns: true,
    email: ['email'],
  },
  {
    name: 'patreon',
    label: 'Patreon',
    signature: ['Email', 'Patron Status'],
    email: ['Email'],
    consent: {
      'Patron Status': notConsent,
      'Last Charge Status': notConsent,
      'Follows You': notConsent,
      'Free Member': notConsent,
      'Free Trial': notConsent,
      'Access Expiration': notConsent,
    },
    skip: ['User ID', 'Last Updated', 'Max Posts', 'Additional Details'],
    note: {
      text: 'patrons did not all ask for a newsletter: import only those who did',
      unless: 'marked',
    },
  },
];
