import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleDraft, exampleImport } from '../../src/cli/examples.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { decide, shownAddress, signInService } from '../commands/auth/sign-in.ts';
import { type Account, account, draft } from '../support/account.ts';
import { unnamedRequests } from '../support/declared.ts';
import { temporaryFolder } from '../support/home.ts';
import { needs } from '../support/needs.ts';
import { partOf } from '../support/part.ts';
import { startProcess } from '../support/process.ts';
import { newsletter, start } from '../support/program.ts';
import { type Ended, until } from '../support/run.ts';
import { shell } from '../support/shell.ts';
import { tree } from '../support/tree.ts';

const apiKey = 'the-key-of-the-examples';

const examples = [...new Set(tree.flatMap(({ spec }) => spec.examples.map(([, line]) => line)))];

/** Examples that end otherwise than well, for the reason given. */
const statuses: Readonly<Record<string, number>> = {
  // They ask, and confirmation required.
  [`newsletter emails send ${exampleDraft}`]: 2,
  'newsletter profiles remove work': 2,
  // Nothing was changed that could be taken back.
  'newsletter subscribers undo --dry-run': 4,
  'newsletter subscribers undo --yes': 4,
  'newsletter link': 2,
  // The file has a change.
  'newsletter emails push issue.md --check --strict': 8,
  // The draft was written in the web editor: the file has its HTML.
  [`newsletter emails pull ${exampleDraft} june.md --markdown issue.md`]: 2,
  'newsletter imports undo': 2,
  'newsletter undo 3f9c2a1e': 2,
  'newsletter imports undo 3f9c2a1e --tag-created "imported by mistake"': 2,
  'newsletter imports forget 3f9c2a1e': 2,
  // The draft has no body.
  'newsletter emails lint "Notes for spring" --check-links': 8,
};

/** Two profiles, signed in with the key that every sandbox here takes. */
const keeper = temporaryFolder(afterAll);
let stopped: string;
beforeAll(async () => {
  const sandbox = await startSandbox({ apiKey, subscribers: 0 });
  for (const profile of ['default', 'work']) {
    const words = ['login', '--api-key', '--profile', profile, '--base-url', sandbox.baseUrl];
    await newsletter(words, { home: keeper, stdin: apiKey, cleanup: afterAll });
  }
  stopped = sandbox.baseUrl;
  await sandbox.close();
});

/** A folder with the files and profiles that the examples speak of. */
function prepare(baseUrl: string): string {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  cpSync(keeper, folder, { recursive: true });
  // Newer versions of Node do not copy the modes of folders.
  chmodSync(join(folder, 'settings'), 0o700);
  for (const name of ['settings/config.json', 'settings/credentials.json']) {
    write(name, readFileSync(join(keeper, name), 'utf8').replaceAll(stopped, baseUrl));
  }
  write('people.csv', 'email,Vorname,Notes\nann@example.org,Ann,a\ncarl@example.org,Carl,b\n');
  write('issue.html', '<p>May</p>');
  write('tag.json', '{"name":"Book club"}');
  write('key.txt', apiKey);
  return folder;
}

/** What examples speak of that no new account has. @returns the id of an import job */
async function fill({ call }: Account): Promise<string> {
  const ann = { email: 'ann@example.org', fields: { first_name: 'Ann' }, tags: ['press'] };
  await call('POST', '/v1/subscribers', ann);
  const job = await call('POST', '/v1/subscriber-imports', { subscribers: [{ email: 'bob@example.org' }] });
  return String(job.id);
}

/** The draft as a file, with a change of its own. */
async function pull({ run, emailId }: Account, folder: string) {
  const pulled = await run(`emails pull ${await emailId(draft)} issue.md`, { cwd: folder });
  expect(pulled.status, pulled.stderr).toBe(0);
  const file = join(folder, 'issue.md');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^subject: .*$/m, 'subject: Eleven bridges'));
  cpSync(file, join(folder, 'welcome.md'));
  writeFileSync(join(folder, 'may.md'), '---\nauthor: Ada\n---\n\n# Hello\n');
}

/** Imports a list. @returns the id of the run */
async function imported({ run }: Account, folder: string): Promise<string> {
  const file = join(folder, 'own.csv');
  writeFileSync(file, 'email,city\nann@example.org,Oslo\nnew@harbour.org,Rome\n');
  const { stdout, stderr } = await run(['import', file, '--risky', 'keep', '-o', 'json'], { home: folder });
  expect(stderr).not.toContain('error');
  return String((JSON.parse(stdout) as { run: string }).run);
}

/** Imports a list as two shards, each with its summary. */
async function importedInShards({ run }: Account, folder: string): Promise<void> {
  const file = join(folder, 'own.csv');
  writeFileSync(file, 'email\nann@example.net\nnew@harbour.org\n');
  for (const shard of ['1/2', '2/2']) {
    const words = ['import', file, '--shard', shard, '--summary', `summary.${shard.charAt(0)}.json`];
    words.push('-o', 'json');
    const { status, stderr } = await run(words, { home: folder, cwd: folder });
    expect(status, stderr).toBe(0);
  }
}

async function tryOut(line: string): Promise<Ended> {
  const here = await account({ apiKey, sendSeconds: 0, subscribers: 240 });
  const { NEWSLETTER_BASE_URL } = here.env;
  const folder = prepare(NEWSLETTER_BASE_URL);
  const job = await fill(here);
  if (/issue\.md|welcome\.md|push may\.md/.test(line)) await pull(here, folder);
  if (line.includes('push issues')) await here.run('emails pull --all issues', { cwd: folder });
  if (line.includes('imports merge')) await importedInShards(here, folder);
  if (line.includes('tags update "'))
    await newsletter(['tags', 'create', '--name', 'Book club'], {
      home: folder,
      env: { NEWSLETTER_BASE_URL },
    });
  const run = / undo|imports (forget|list --local)/.test(line) ? await imported(here, folder) : '';
  const typed = line
    .replaceAll(exampleImport, job)
    .replace('3f9c2a1e', run)
    .replaceAll('https://api.example.com', NEWSLETTER_BASE_URL)
    // Both profiles are there already.
    .replace(/(rename \w+) \w+$/, '$1 other')
    .replace('spamassassin -t', 'wc -c')
    .replace('npm test', 'newsletter --version');
  const env = { NEWSLETTER_BASE_URL, ...(isOne(line) ? { NEWSLETTER_DEBUG: '1' } : {}) };
  const options = { home: folder, cwd: folder, env, stdin: apiKey };
  const words = wordsOf(typed);
  return await (words === undefined ? shell(typed, options) : newsletter(words, { ...options, built: true }));
}

/** The words of a line that is one run of the program, and of which a shell would make nothing else. */
function wordsOf(line: string): readonly string[] | undefined {
  if (!isOne(line) || /[<>$`\\*?&]/.test(line)) return undefined;
  const [, ...words] = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map(word => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

/** A line that is one run of the program, and no other. */
const isOne = (line: string) => /^newsletter (?!sandbox)[^|;]*$/.test(line);
const isServer = (line: string) => /^newsletter (sandbox(?! exec| --decisions)|broker)/.test(line);
const isByBrowser = (line: string) => /^newsletter login(?!.*--api-key)/.test(line);

describe('the examples of the help texts', () => {
  const others = examples.filter(line => !isServer(line) && !isByBrowser(line));

  async function check(line: string): Promise<void> {
    const ended = await tryOut(line);
    expect(ended.status, ended.stdout + ended.stderr).toBe(statuses[line] ?? 0);
    expect(ended.stdout === '' && ended.stderr === '').toBe(false);
    const [, ...words] = line.split(' ');
    if (isOne(line)) expect(unnamedRequests(words, ended.stderr)).toEqual([]);
  }

  it.each(partOf(others.filter(wordsOf)))('when typed: %s', check);

  for (const line of partOf(others.filter(one => wordsOf(one) === undefined))) {
    const programs = line.includes('curl ') ? (['bash', 'curl'] as const) : (['bash'] as const);
    needs(...programs).it(`when typed into a shell: ${line}`, () => check(line));
  }

  it.each(partOf(examples.filter(isServer)))('when typed: %s, then it runs until Ctrl-C', async line => {
    const [, ...words] = line.split(' ');
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'clients.txt'), 'laptop a-token-of-the-examples\n');
    const { ended, stderr, signal } = startProcess([...words, '--port', '0'], {
      cwd,
      env: {
        NEWSLETTER_AUTH_URL: 'https://app.example.com',
        NEWSLETTER_CLIENT_ID: 'app',
        NEWSLETTER_CLIENT_SECRET: 'secret',
      },
    });
    await until(() => /To stop it, press Ctrl-C\.|on each device:/.test(stderr()));
    signal('SIGINT');
    expect((await ended).status).toBe(0);
  });

  it.each(partOf(examples.filter(isByBrowser)))('when typed: %s, then the browser ends it', async line => {
    const { folder, env, secret } = await signInService();
    const [, ...words] = line.split(' ');
    const args = words.map(word => (/^https:/.test(word) ? env.NEWSLETTER_BASE_URL : word));
    const login = start(args, { home: folder, env: { ...env, ...secret }, stdin: 'open' });
    await fetch(await decide(await shownAddress(login)));
    expect((await login.ended).status).toBe(0);
  });
});
