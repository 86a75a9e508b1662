/** Newcomers at a terminal, who type what the README says and answer what is asked: no command fails them. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Account, account, draft } from './support/account.ts';
import { temporaryFolder } from './support/home.ts';
import { needs } from './support/needs.ts';
import { onTerminal } from './support/pseudo-terminal.ts';

const { describe, it } = needs('bash', 'script');
const down = '\x1b[B';

/** What the screen shows, and the keys that answer it. */
type Answer = readonly [shown: RegExp, keys: string];

const yesImport: Answer = [/ {2}yes\b/, `${down}\r`];

/** Someone with an empty home, in which they type. */
function newcomer(env: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  /** Types a command line, and answers its questions in order. */
  async function types(line: string, answers: readonly Answer[] = []): Promise<void> {
    const terminal = onTerminal(line, { home, env, columns: 80, rows: 40 });
    for (const [shown, keys] of answers) {
      await terminal.showsNext(shown);
      terminal.type(keys);
    }
    expect(await terminal.ended, line).toMatch(/exit 0\s*$/);
  }
  const signsIn = ({ sandbox }: Account, ...words: readonly string[]) =>
    types(['login', ...words].join(' '), [
      [/Address of the service.*\)/, `${sandbox.baseUrl}\r`],
      [/❯ API key/, '\r'],
      [/\? API key/, `${sandbox.apiKey}\r`],
    ]);
  return { home, types, signsIn };
}

const addresses = async ({ all }: Account) => (await all('/v1/subscribers')).map(({ email }) => email).sort();

describe('a newcomer', () => {
  it('who leaves Mailchimp imports an audience with birthdays', async () => {
    const here = await account({ subscribers: 0 });
    const { home, types, signsIn } = newcomer();
    const exports = join(import.meta.dirname, 'import/exports/mailchimp');
    mkdirSync(join(home, 'audience'));
    for (const [sample, name] of [
      ['subscribed-people-with-birthdays.csv', 'subscribed_email_audience_export_5f2c0a.csv'],
      ['cleaned-addresses.csv', 'cleaned_email_audience_export_5f2c0a.csv'],
    ] as const)
      cpSync(join(exports, sample), join(home, 'audience', name));
    await signsIn(here);
    await types('import audience/*.csv --dry-run');
    await types('import audience/*.csv', [yesImport]);
    expect(await addresses(here)).toEqual(['ann@x.org', 'bo@x.org', 'cy@x.org', 'di@x.org']);
  });

  it('who writes changes a draft in a file, and sends it', async () => {
    const here = await account({ subscribers: 240, sendSeconds: 0 });
    const { home, types, signsIn } = newcomer();
    await signsIn(here);
    await types('emails pull', [
      [/Which email\?/, 'bridges'],
      [/bridges[\s\S]*❯ Twelve bridges/, '\r'],
    ]);
    const file = join(home, 'twelve-bridges-before-breakfast.html');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('A morning', 'One morning'));
    await types('emails push twelve-bridges-before-breakfast.html');
    await types('emails send --wait', [
      [/❯ Twelve bridges/, '\r'],
      [/Send "[^"]+" to 232 subscribers \(Everyone\) of [^?]+ now\?/, 'y\r'],
    ]);
    const sent = (await here.all('/v1/emails')).find(({ subject }) => subject === draft);
    expect(sent).toMatchObject({ status: 'sent', preview: 'One morning on the Bernina line.' });
  });
});
