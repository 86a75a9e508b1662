/** Shops, the services that write to their customers, events that people come to, and forms that they fill in. */
import { columns, optIn, optOut, type Preset } from './preset.ts';

const attendees = 'people who got a ticket did not ask for a newsletter: import only those who did';
const answers = 'people who filled in a form did not all ask for a newsletter: import only those who did';

const stripe = {
  name: 'stripe',
  label: 'Stripe (customers)',
  plain: columns(`
    Status, Delinquent, Cancel At Period End, Card * Status, Description, Created (UTC), Currency, Plan,
    Card Brand, Card Funding, Card Exp Month, Card Exp Year, Card Name, Card Address *, Card Issue Country,
    Total Spend, Payment Count, Average Order, Refunded Volume, Dispute Losses, Business Vat ID,
    Account Balance, Default Source`),
  email: ['Email'],
  skip: columns(
    'id, Card ID, Card Last4, Card Fingerprint, Card CVC Status, Card AVS Zip Status, Card AVS Line1 Status',
  ),
  note: {
    text: 'people who paid did not all ask for a newsletter: import only those who did',
    unless: 'marked',
  },
} satisfies Omit<Preset, 'signature'>;

export const shopsAndEvents: readonly Preset[] = [
  {
    name: 'squarespace',
    label: 'Squarespace',
    plain: columns(`
      Has Account, Subscriber Since, Subscriber Source, Member Areas, Customer Since, Order Count,
      Total Spent, Last Order Date, Created On, Donation Count, Total Donated, Last Donation Date,
      Shipping *, Billing *`),
    signature: ['Email', 'Accepts Marketing', 'Subscriber Since', 'Mailing Lists'],
    email: ['Email'],
    tags: { Tags: undefined, 'Mailing Lists': undefined },
    consent: { 'Accepts Marketing': optIn },
  },
  {
    name: 'shopify',
    label: 'Shopify (customers)',
    plain: columns(`
      Address1, Address2, Default Address *, Province, Country Code,
      Accepts SMS Marketing, Total Spent, Total Orders, Note`),
    codes: ['Zip', 'Province Code', 'Default Address Zip', 'Default Address Province Code'],
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
    plain: columns(`
      Email Marketing Consent Timestamp, Email Marketing Consent Method, Email Suppressions Timestamp,
      SMS Marketing Consent, SMS Marketing Consent Timestamp, SMS Marketing Consent Method, SMS Suppressions,
      SMS Suppressions Timestamp, Title, Address, Address 2, State / Region, Source, Last Source,
      First Active, Last Active, Last Open, Last Click, Profile Created On, Date Added, Locale, Timezone,
      Email Bounces, Predicted *`),
    codes: ['Zip Code'],
    signature: ['Email', 'Email Marketing Consent'],
    absent: ['Customer ID', 'Accepts Email Marketing'],
    email: ['Email'],
    consent: {
      'Email Marketing Consent': { reads: 'status', active: ['SUBSCRIBED'] },
      'Email Suppressions': optOut,
    },
    skip: columns('Klaviyo ID, Person ID, Latitude, Longitude, IP Address'),
  },
  {
    name: 'omnisend',
    label: 'Omnisend',
    plain: columns(`
      Email status date, Email opt-in date, Email opt-out date, SMS channel status, SMS status date,
      SMS opt-in date, SMS opt-out date, Push channel status, Push status date, Push opt-in date,
      Push opt-out date, Address, State, Date added, Source, Last order date, Orders count,
      Total spent, Gender`),
    codes: ['Postal code'],
    signature: ['Email', 'Email channel status'],
    email: ['Email'],
    tags: { Tags: undefined },
    consent: {
      'Email channel status': { reads: 'status', active: ['subscribed'] },
    },
  },
  {
    ...stripe,
    signature: ['Email', 'Delinquent', ['id', 'Created (UTC)', 'Card ID', 'Total Spend', 'Status']],
  },
  { ...stripe, signature: ['id', 'Email', 'Created (UTC)'] },
  {
    name: 'tito',
    label: 'Tito',
    plain: columns(
      'Ticket, Ticket Created Date, Ticket Last Updated Date, Event, Order Discount Code, Order IP',
    ),
    signature: ['Ticket Email', 'Ticket Reference', 'Void Status'],
    // Not the address of the person who ordered the ticket.
    email: ['Ticket Email'],
    tags: { Tags: undefined },
    consent: { 'Void Status': optOut },
    fields: {
      'Ticket First Name': 'first name',
      'Ticket Last Name': 'last name',
      'Ticket Full Name': 'name',
      'Ticket Company Name': 'company',
      'Ticket Phone Number': 'phone',
    },
    skip: columns(
      'Number, Price, Ticket Reference, Unique Ticket URL, Unique Order URL, Order Reference, Order Name, Order Email',
    ),
    note: { text: attendees },
  },
  {
    name: 'eventbrite',
    label: 'Eventbrite',
    plain: columns(`
      Order Date, Order Type, Price Tier, Ticket Type, Group, Attendee Status, Event Name, Event ID`),
    signature: ['Order #', ['Attendee Status', 'Attendee #']],
    email: ['Email'],
    skip: columns(
      'Order #, Quantity, Attendee #, Currency, Total Paid, Fees Paid, Eventbrite Fees, Eventbrite Payment Processing',
    ),
    note: { text: attendees },
  },
  {
    name: 'luma',
    label: 'Luma',
    plain: columns('created_at, checked_in_at, ticket_name, amount, currency, coupon_code, has_joined_event'),
    signature: ['name', 'email', 'approval_status'],
    email: ['email'],
    consent: { approval_status: { reads: 'words', out: ['declined'] } },
    skip: columns('api_id, guest_id, qr_code_url, eth_address, solana_address, ticket_type_id'),
    note: { text: attendees },
  },
  {
    name: 'typeform',
    label: 'Typeform',
    // All other columns are questions.
    signature: ['Submit Date (UTC)', 'Network ID'],
    skip: columns('#, Network ID, Response Type, Start Date (UTC), Stage Date (UTC), Ending'),
    apostrophe: 'formulas',
    note: { text: answers, unless: 'marked' },
  },
  {
    name: 'tally',
    label: 'Tally',
    signature: ['Submission ID', 'Respondent ID', 'Submitted at'],
    answerColumns: true,
    skip: ['Submission ID', 'Respondent ID'],
    note: { text: answers, unless: 'marked' },
  },
];
