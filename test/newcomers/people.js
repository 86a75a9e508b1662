// What four newcomers do. Each does what the README says, and answers what is asked.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailchimpExport, plainList } from './files.js';

/**
 * @typedef {object} Scene
 * @property {import('./terminal.js').Shell} shell
 * @property {readonly import('./service.js').Service[]} services
 * @property {string} home the folder in which the shell starts
 *
 * @typedef {object} Newcomer
 * @property {string} name
 * @property {string} goal
 * @property {number} [services] how many accounts they have; 1 unless said
 * @property {(services: readonly import('./service.js').Service[]) => Readonly<Record<string, string>>} [env]
 * @property {(scene: Scene) => Promise<void>} play up to the goal
 * @property {(scene: Scene) => Promise<boolean>} reached whether the goal is reached
 */

/**
 * The answers of a first sign-in.
 *
 * @param {import('./service.js').Service} service
 * @returns {import('./terminal.js').Answer[]}
 */
const signIn = ({ address, key }) => [
  [/Address of the service.*\)/, `${address}\r`],
  [/❯ API key/, '\r'],
  [/^\? API key/m, `${key}\r`],
];

/** @type {import('./terminal.js').Answer} */
const keepBirthdays = [/Birthday: a date without a year[\s\S]* {2}keep them as text/, '\x1b[B\x1b[B\r'];

/** @type {import('./terminal.js').Answer} */
const yesImport = [/ {2}yes, import/, '\x1b[B\r'];

/** @param {import('./service.js').Service} service */
const people = async ({ list }) => {
  const records = await list('/v1/subscribers');
  return records.filter(({ email }) => String(email).endsWith('@example.org')).length;
};

/** @type {readonly Newcomer[]} */
export const newcomers = [
  {
    name: 'a writer leaving Mailchimp',
    goal: 'an audience with birthdays is imported',
    async play({ shell, services: [service], home }) {
      if (service === undefined) return;
      mailchimpExport(join(home, 'audience_export'));
      await shell.types('newsletter login', signIn(service));
      await shell.types('newsletter import audience_export/*.csv --dry-run', [keepBirthdays]);
      await shell.types('newsletter import audience_export/*.csv', [keepBirthdays, yesImport]);
    },
    reached: async ({ services: [service] }) => service !== undefined && (await people(service)) === 300,
  },
  {
    name: 'an engineer in CI',
    goal: 'a list is imported without a question',
    env: ([service]) => ({
      CI: 'true',
      NEWSLETTER_BASE_URL: service?.address ?? '',
      NEWSLETTER_API_KEY: service?.key ?? '',
    }),
    async play({ shell, home }) {
      plainList(join(home, 'people.csv'));
      await shell.types('newsletter import people.csv -o json 2>errors.json >summary.json');
    },
    reached: async ({ services: [service], home }) =>
      service !== undefined &&
      (await people(service)) === 50 &&
      JSON.parse(readFileSync(join(home, 'summary.json'), 'utf8')).accepted === 50 &&
      readFileSync(join(home, 'errors.json'), 'utf8') === '',
  },
  {
    name: 'an agency with two accounts',
    goal: 'a list is in the right one of two accounts',
    services: 2,
    async play({ shell, services: [acme, zoo], home }) {
      if (acme === undefined || zoo === undefined) return;
      plainList(join(home, 'zoo.csv'));
      await shell.types('newsletter login --profile acme', signIn(acme));
      await shell.types('newsletter login --profile zoo', signIn(zoo));
      await shell.types('newsletter profiles list');
      await shell.types('newsletter import zoo.csv --profile zoo', [yesImport]);
    },
    reached: async ({ services: [acme, zoo] }) =>
      acme !== undefined && zoo !== undefined && (await people(acme)) === 0 && (await people(zoo)) === 50,
  },
  {
    name: 'an editor who sends an email',
    goal: 'a draft is changed in a file, and sent',
    async play({ shell, services: [service], home }) {
      if (service === undefined) return;
      await shell.types('newsletter login', signIn(service));
      await shell.types('newsletter emails pull', [
        [/Which email\?/, 'bridges'],
        [/bridges\s+❯ Twelve bridges/, '\r'],
      ]);
      const file = join(home, 'twelve-bridges-before-breakfast.html');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('A morning', 'One morning'));
      await shell.types('newsletter emails push twelve-bridges-before-breakfast.html');
      await shell.types('newsletter emails send --wait', [
        [/❯ Twelve bridges/, '\r'],
        [/Send to 232 subscribers now\?/, 'y\r'],
      ]);
    },
    reached: async ({ services: [service] }) => {
      const emails = await (service?.list('/v1/emails') ?? []);
      return emails.some(
        each => each.status === 'sent' && each.preview === 'One morning on the Bernina line.',
      );
    },
  },
];
