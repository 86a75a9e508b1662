/** Programs that people run themselves. */
import type { Preset } from './preset.ts';

const mailpoetStatus = { reads: 'status', active: ['Subscribed'], unconfirmed: ['Unconfirmed'] } as const;

export const selfHosted: readonly Preset[] = [
  {
    name: 'listmonk',
    label: 'listmonk',
    signature: ['uuid', 'email', 'name', 'attributes', 'status', 'created_at', 'updated_at'],
    email: ['email'],
    marks: { status: { reads: 'status', active: ['enabled'] } },
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
    marks: { 'Global Status': mailpoetStatus, 'List Status': mailpoetStatus },
    skip: ['IP Address'],
  },
  {
    name: 'keila',
    label: 'Keila',
    signature: ['Email', 'First name', 'Last name', 'Data', 'Status', 'External ID'],
    email: ['Email'],
    marks: { Status: { reads: 'status', active: ['active'] } },
  },
];
