/** Events that people come to, and forms that they fill in. */
import { columns, optOut, type Preset } from './preset.ts';

const attendees = 'people who got a ticket did not ask for a newsletter: import only those who did';
const answers = 'people who filled in a form did not all ask for a newsletter: import only those who did';

export const eventsAndForms: readonly Preset[] = [
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
