/**
 * What users of a newsletter service want, in their words, and how one sees that it is done. The words, and the second ones
 * (`again`), were written down before anybody looked which command they meet.
 */
import { draft } from '../support/account.ts';
import {
  email,
  emails,
  faulty,
  firstName,
  list,
  people,
  person,
  record,
  records,
  same,
  type Task,
  tagged,
} from './scene.ts';

const emilwinter = 'emilwinter@mail.example';

export const tasks: readonly Task[] = [
  {
    ask: 'which email bounced most this year',
    again: 'show me the campaign with the highest bounce rate',
    given: { since: '2026-01-01' },
    done: tries => {
      const rates = records(tries).map(({ bounce_share: rate }) => Number(rate));
      return Math.max(...rates) > 0;
    },
  },
  {
    ask: 'tag these 300 people',
    again: 'put a label on everyone in the spreadsheet',
    given: { file: 'people.csv', tag: 'Spring fair' },
    before: async scene => {
      const found = (await people(scene)).slice(0, 200).map(each => `${each.email}\n`);
      scene.file('people.csv', `email\n${found.join('')}`);
    },
    done: async (_, scene) => tagged(await people(scene), 'Spring fair').length === 200,
  },
  {
    ask: 'is this file safe to import',
    again: 'what would happen if I imported this csv',
    given: { file: 'people.csv' },
    before: ({ file }) => file('people.csv', faulty),
    done: tries => record(tries).rejected === 1 && record(tries).accepted === 5,
  },
  {
    ask: 'split the readers for an A/B test',
    again: 'take a random half of our subscribers',
    given: { share: '50%' },
    done: async (tries, scene) => {
      const found = records(tries).length;
      return found > 0 && found < (await people(scene)).length;
    },
  },
  {
    ask: 'export everybody of this group to an Excel file',
    again: 'give me an xlsx of the members of a group',
    given: { group: 'Night trains', file: 'sleepless.xlsx' },
    done: (_, { read }) => read('sleepless.xlsx').startsWith('PK'),
  },
  {
    ask: "undo yesterday's import",
    again: 'revert the import',
    before: async scene => {
      scene.file('people.csv', `email,first_name\n${emilwinter},Wrong\n`);
      await scene.do(['import', 'people.csv', '--yes']);
    },
    // The list of runs names it; undoing it takes its id.
    done: tries => records(tries).some(({ run, what }) => what === 'import people.csv' && run !== undefined),
  },
  {
    ask: 'why was this row rejected',
    again: 'what is wrong with the last line of my file',
    given: { file: 'people.csv' },
    before: ({ file }) => file('people.csv', faulty),
    done: ({ stdout }) => /not.*address|address.*(invalid|not)|invalid_email/i.test(stdout),
  },
  {
    ask: 'how many subscribers joined this month',
    again: 'growth of the list by month',
    done: async (tries, scene) => {
      const month = new Date().toISOString().slice(0, 7);
      const joined = (await people(scene)).filter(each => String(each.created_at).startsWith(month));
      return records(tries).find(({ period }) => period === month)?.signups === joined.length;
    },
  },
  {
    ask: 'is another account signed in',
    again: 'which profiles are there',
    before: scene =>
      scene.do(['login', '--api-key', '--profile', 'other', '--base-url', scene.sandbox.baseUrl], {
        stdin: `${scene.sandbox.apiKey}\n`,
      }),
    done: ({ stdout }) => stdout.includes('"other"'),
  },
  {
    ask: 'send this email to its group now',
    again: 'send the newsletter',
    given: { email: draft },
    done: async (_, scene) => (await email(scene, draft))?.status !== 'draft',
  },
  {
    ask: 'how many people are in each group',
    again: 'sizes of the groups',
    done: async (tries, { all }) =>
      same(
        records(tries).map(each => each.subscribers_count),
        (await all('/v1/groups')).map(each => each.subscribers_count),
      ),
  },
  {
    ask: 'unsubscribe this person',
    again: 'mark a subscriber as unsubscribed',
    given: { person: emilwinter },
    done: async ({ commands }, { sandbox }) =>
      commands.at(-1)?.includes('--status unsubscribed') === true &&
      Object.keys(sandbox.requests()).some(name => name.startsWith('PATCH /v1/subscribers')),
  },
  {
    ask: 'this reader has a new address',
    again: "change a subscriber's email address",
    given: { subscriber: emilwinter, 'new email': 'emil@halle.example' },
    done: async (_, scene) =>
      (await person(scene, 'emil@halle.example')) !== undefined &&
      (await person(scene, emilwinter)) === undefined,
  },
  {
    ask: 'what do we know about this person',
    again: 'show one subscriber',
    given: { person: emilwinter },
    done: tries => record(tries).email === emilwinter,
  },
  {
    ask: 'rename a tag',
    again: 'call the tag something else',
    given: { tag: 'press', 'new name': 'media' },
    done: async (_, scene) => {
      const found = await people(scene);
      return tagged(found, 'press').length === 0 && tagged(found, 'media').length > 0;
    },
  },
  {
    ask: 'which tags do we use and how often',
    again: 'tags with their counts',
    done: ({ stdout }) => /"press"/.test(stdout) && /"subscribers_count": \d/.test(stdout),
  },
  {
    ask: 'add a field for birthdays',
    again: 'create a custom date field',
    given: { name: 'Name day', kind: 'date' },
    done: async (_, { all }) =>
      (await all('/v1/fields')).some(each => each.name === 'Name day' && each.kind === 'date'),
  },
  {
    ask: 'make a group of everybody with a tag',
    again: 'create a segment for a tag',
    given: { name: 'Press people', filter: 'tags:equals:press' },
    done: async (_, { all }) => (await all('/v1/groups')).some(each => each.name === 'Press people'),
  },
  {
    ask: 'who is in this group',
    again: 'members of a group',
    given: { group: 'Night trains' },
    done: async (tries, scene) =>
      same(emails(records(tries)), emails(tagged(await people(scene), 'night trains'))),
  },
  {
    ask: 'change the subject line of the draft',
    again: 'update the subject of an email',
    given: { email: draft, subject: 'Thirteen bridges' },
    done: async (_, scene) => (await email(scene, 'Thirteen bridges')) !== undefined,
  },
  {
    ask: 'check this email for mistakes before it goes out',
    again: 'proofread the email: broken links, missing text',
    given: { email: 'Notes for spring' },
    done: ({ stdout }) => /"code": "/.test(stdout),
  },
  {
    ask: 'save this email as a file so that I can edit it',
    again: 'download an email to edit it locally',
    given: { email: draft, file: 'bridges.md' },
    done: (_, { read }) => read('bridges.md').includes(draft),
  },
  {
    ask: 'add a new subscriber with a first name',
    again: 'add somebody to the newsletter',
    given: { email: 'new@halle.example', field: 'first_name=Nora' },
    done: async (_, scene) => (await firstName(scene, 'new@halle.example')) === 'Nora',
  },
  {
    ask: 'import this list from Mailchimp',
    again: 'bring over our audience from another service',
    given: { file: 'audience.csv' },
    before: ({ file }) =>
      file(
        'audience.csv',
        'Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,LEID,EUID,TAGS\n' +
          'guest@nordpost.example,Ana,Ito,3,"2023-05-01 10:00:00",1,a1,"""VIP"""\n',
      ),
    done: async (_, scene) => (await person(scene, 'guest@nordpost.example')) !== undefined,
  },
  {
    ask: 'find bad addresses and typos in our list',
    again: 'check the list for invalid and duplicate addresses',
    before: ({ call }) => call('POST', '/v1/subscribers', { email: 'ana@gmial.com' }),
    done: ({ stdout }) => stdout.includes('ana@gmial.com'),
  },
  {
    ask: 'what is the postal address in our account',
    again: "show our account's address",
    done: tries => /Berlin/.test(String(record(tries).physical_address)),
  },
  {
    ask: 'why can I not connect to the service',
    again: 'diagnose connection problems',
    done: ({ stdout }) => /"name": "(?:base-url|tls|service)"/.test(stdout),
  },
  {
    ask: 'did the last import finish',
    again: 'status of the latest import job',
    done: tries => tries.stdout.includes('"completed"'),
  },
  {
    ask: 'keep the list the same as our customer database export',
    again: 'sync the list from our CRM every night',
    given: { file: 'customers.csv', name: 'crm' },
    before: ({ file }) => file('customers.csv', list(6)),
    done: async (_, scene) => (await person(scene, 'guest0@nordpost.example')) !== undefined,
  },
  {
    ask: 'list everybody who has this tag',
    again: 'find subscribers by tag',
    given: { tag: 'press' },
    done: async (tries, scene) => same(emails(records(tries)), emails(tagged(await people(scene), 'press'))),
  },
  {
    ask: 'who has not opened for half a year',
    again: 'readers who never open our emails',
    done: ({ line }) => line.includes('no opens'),
  },
];
