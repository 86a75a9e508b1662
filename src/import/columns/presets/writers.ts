/** Where people publish, with readers who pay and readers who do not; programs that they run themselves. */
import { columns, type KnownRule, optIn, optOut, type Preset } from './preset.ts';

const kitStatus: KnownRule = { reads: 'status', active: ['active', 'confirmed', 'cold'] };
const buttondownType: KnownRule = {
  reads: 'status',
  active: columns('regular, premium, gifted, trialed, unpaid, churned, churning, past_due, paused, upcoming'),
};
const mailpoetStatus = { reads: 'status', active: ['Subscribed'] } as const;

export const writers: readonly Preset[] = [
  {
    name: 'substack',
    label: 'Substack',
    plain: columns('active_subscription, expiry, plan, created_at, first_payment_at, prefer_digests'),
    signature: ['email', 'active_subscription', 'expiry', 'email_disabled', 'created_at'],
    email: ['email'],
    consent: { email_disabled: optOut },
  },
  {
    name: 'substack',
    label: 'Substack (paid subscribers)',
    plain: columns('expiry, prefer_digests, type'),
    signature: ['email', 'expiry', 'email_disabled', 'stripe_connected_customer_id', 'type'],
    email: ['email'],
    consent: { email_disabled: optOut },
    skip: ['stripe_connected_customer_id'],
  },
  {
    name: 'substack',
    label: 'Substack (dashboard)',
    plain: columns(`
      Subscription type, Activity, Subscription date, Revenue, Receiving emails for, Cancel date,
      Expiration date, Comments (*, Posts *, Shares *, Links clicked *, Emails received *, Emails opened *,
      Emails dropped *, Email last opened at, Email open rate, Unique email opens *, Last clicked at,
      First payment at, Paid upgrade date, Is Bestseller, Subscription source *, Section*, Days active *,
      Country, State/Province, Start date, Type, Stripe plan, Bestseller, Subscriptions gifted`),
    signature: ['Email', 'Subscription type', 'Activity'],
    email: ['Email'],
    consent: {
      'Email disabled': optOut,
    },
    note: {
      text: 'this export does not say whose emails are switched off: email_list.….csv of the full export does',
      unless: 'marked',
    },
  },
  {
    name: 'kit',
    label: 'Kit',
    plain: columns('created_at, subscribed_at, tags, referrer, utm_source, utm_medium, utm_campaign'),
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
    plain: columns(`
      tier, * Tier, created_at, subscribed_at, upgraded_at, last_opened_at, last_clicked_at, open_rate,
      click_rate, click_through_rate, total_received, total_sent, total_opened, total_clicked,
      total_unique_opened, total_unique_clicked, acquisition_source, referring_site, referral_code,
      total_referrals, utm_source, utm_medium, utm_campaign, utm_channel`),
    signature: ['email', 'status', 'tier', 'created_at', 'stripe_customer_id'],
    email: ['email'],
    consent: {
      status: { reads: 'status', active: ['Active'] },
      unsubscribed_at: optOut,
    },
    skip: ['stripe_customer_id'],
  },
  {
    name: 'ghost',
    label: 'Ghost',
    plain: columns(
      'name, note, created_at, tiers, products, email_count, email_opened_count, email_open_rate',
    ),
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
    plain: columns(`
      notes, metadata, creation_date, subscription_date, source, avatar_url, last_open_date, last_click_date,
      churn_date, upgrade_date, commenting_disabled, email_transitions, referral_code`),
    // The second of each pair is the name in its present API.
    signature: ['secondary_id', ['email', 'email_address'], ['subscriber_type', 'type'], 'creation_date'],
    email: ['email', 'email_address'],
    tags: { tags: ';' },
    consent: { subscriber_type: buttondownType, type: buttondownType, unsubscription_date: optOut },
    skip: columns('id, secondary_id, referrer_url, utm_source, utm_medium, utm_campaign, ip_address'),
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
    plain: columns(`
      Patron Status, Last Charge Status, Follows You, Free Member, Free Trial, Access Expiration, Discord,
      Lifetime Amount, Pledge Amount, Charge Frequency, Tier, Addressee, Patronage Since Date,
      Last Charge Date, Next Charge Date, Subscription Source, Currency`),
    signature: ['Email', 'Patron Status'],
    email: ['Email'],
    consent: {},
    skip: ['User ID', 'Last Updated', 'Max Posts', 'Additional Details'],
    note: {
      text: 'patrons did not all ask for a newsletter: import only those who did',
      unless: 'marked',
    },
  },
  {
    name: 'listmonk',
    label: 'listmonk',
    plain: columns('attributes, created_at'),
    signature: ['uuid', 'email', 'name', 'attributes', 'status', 'created_at', 'updated_at'],
    email: ['email'],
    consent: { status: { reads: 'status', active: ['enabled'] } },
    skip: ['uuid', 'updated_at'],
    note: {
      text: 'listmonk’s export does not say who unsubscribed from a list, only who is blocked altogether: leave them out there',
    },
  },
  {
    name: 'mailpoet',
    label: 'MailPoet',
    plain: columns(`
      Subscribed at, Confirmed at, Created at, Subscribed IP, Confirmed IP, Source, Engagement score`),
    // One row for each list that the person is on.
    signature: ['Email', ['Global Status', 'List Status']],
    email: ['Email'],
    // A cell is the name of one list.
    tags: { List: '\n' },
    consent: { 'Global Status': mailpoetStatus, 'List Status': mailpoetStatus },
    skip: ['IP Address'],
  },
  {
    name: 'phplist',
    label: 'phpList',
    plain: columns(`
      optedin, bouncecount, entered, modified, id, password, extradata, Did this subscriber manually confirm,
      Number of bounces on this subscriber, Entered, Last Modified, Send this subscriber HTML emails`),
    signature: ['email', 'confirmed', 'blacklisted', ['bouncecount', 'htmlemail', 'optedin', 'disabled']],
    email: ['email'],
    tags: { 'List Membership': undefined },
    consent: {
      confirmed: optIn,
      blacklisted: optOut,
      disabled: optOut,
    },
    skip: columns('bouncecount, uniqid, uuid, htmlemail, subscribepage, rssfrequency, foreignkey'),
  },
  {
    name: 'phplist',
    label: 'phpList',
    plain: columns(`
      optedin, bouncecount, entered, modified, id, password, extradata, Did this subscriber manually confirm,
      Number of bounces on this subscriber, Entered, Last Modified, Send this subscriber HTML emails`),
    signature: ['Email', 'Is this subscriber blacklisted'],
    email: ['Email'],
    tags: { 'List Membership': undefined },
    consent: {
      'Is the email of this subscriber confirmed': optIn,
      'Is this subscriber blacklisted': optOut,
    },
  },
  {
    name: 'keila',
    label: 'Keila',
    plain: columns('Data, External ID, Inserted at, Updated at'),
    signature: ['Email', 'First name', 'Last name', 'Data', 'Status', 'External ID'],
    email: ['Email'],
    consent: { Status: { reads: 'status', active: ['active'] } },
  },
];
