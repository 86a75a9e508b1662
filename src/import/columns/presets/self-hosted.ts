/** Programs that people run themselves. */
import { columns, optIn, optOut, type Preset } from './preset.ts';

const mailpoetStatus = { reads: 'status', active: ['Subscribed'] } as const;

export const selfHosted: readonly Preset[] = [
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
