/** Programs that people run themselves. */
import { notConsent, optIn, optOut, type Preset } from './preset.ts';

const mailpoetStatus = { reads: 'status', active: ['Subscribed'], unconfirmed: ['Unconfirmed'] } as const;

export const selfHosted: readonly Preset[] = [
  {
    name: 'listmonk',
    label: 'listmonk',
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
    signature: ['email', 'confirmed', 'blacklisted', ['bouncecount', 'htmlemail', 'optedin', 'disabled']],
    email: ['email'],
    tags: { 'List Membership': undefined },
    consent: {
      confirmed: optIn,
      blacklisted: optOut,
      disabled: optOut,
      // Whether an administrator confirmed by hand, and the number of bounces.
      optedin: notConsent,
      bouncecount: notConsent,
    },
    skip: ['bouncecount', 'uniqid', 'uuid', 'htmlemail', 'subscribepage', 'rssfrequency', 'foreignkey'],
  },
  {
    name: 'phplist',
    label: 'phpList',
    signature: ['Email', 'Is this subscriber blacklisted'],
    email: ['Email'],
    tags: { 'List Membership': undefined },
    consent: {
      'Is the email of this subscriber confirmed': optIn,
      'Is this subscriber blacklisted': optOut,
      'Did this subscriber manually confirm': notConsent,
      'Number of bounces on this subscriber': notConsent,
    },
  },
  {
    name: 'keila',
    label: 'Keila',
    signature: ['Email', 'First name', 'Last name', 'Data', 'Status', 'External ID'],
    email: ['Email'],
    consent: { Status: { reads: 'status', active: ['active'] } },
  },
];
