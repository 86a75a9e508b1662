/** One question to every account. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endpoints } from '../../src/contract/index.ts';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { startProcess } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import type { RunOptions } from '../support/run.ts';
import { listening } from '../support/service.ts';
import { commands } from '../support/tree.ts';

/** Two accounts with three and five subscribers, in profiles `acme` and `zoo`; more as said. */
async function beginning(more: Readonly<Record<string, object>> = {}, subscribers = 3) {
  const folder = temporaryFolder();
  const names = ['acme', 'zoo'] as const;
  const accounts = {
    acme: await account({ apiKey: 'key-of-acme', subscribers }),
    zoo: await account({ apiKey: 'key-of-zoo', subscribers: 5 }),
  };
  const profiles = Object.fromEntries(
    names.map(name => [name, { 'base-url': accounts[name].sandbox.baseUrl }]),
  );
  const credentials = Object.fromEntries(
    [...names, ...Object.keys(more)].map(name => [name, { kind: 'api-key', key: `key-of-${name}` }]),
  );
  const config = { current: 'zoo', profiles: { acme: profiles.acme, ...more, zoo: profiles.zoo } };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config), { mode: 0o600 });
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify({ profiles: credentials }), { mode: 0o600 });
  for (const name of names) await accounts[name].call('PATCH', '/v1/account', { slug: name });
  const run = (line: string, { env = {}, ...options }: RunOptions = {}) =>
    newsletter(line.split(' '), { ...options, env: { NEWSLETTER_CONFIG_DIR: folder, ...env } });
  return { folder, accounts, run };
}

/** Where nobody listens. */
async function nowhere(): Promise<string> {
  const server = createServer();
  const port = await listening(server);
  await new Promise(resolve => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const linesOf = (text: string) => text.trimEnd().split('\n');

describe('--all-profiles', () => {
  it('when the tree is walked, then every list and every look at the account takes it, and nothing that writes', async () => {
    const takes = commands.filter(({ spec }) => spec.options.allProfiles !== undefined);
    const todo = 'name here what takes --all-profiles: every listVerb does';
    expect(
      takes.map(({ name }) => name),
      todo,
    ).toEqual([
      ...['imports list', 'subscribers list', 'groups list', 'fields list', 'tags list'],
      ...['emails list', 'emails stats', 'whoami', 'account get'],
    ]);
    const asked = takes.flatMap(({ spec }) => spec.requests);
    const methods = asked.map(name => (name === 'oauth' || name === 'any' ? name : endpoints[name].method));
    expect(new Set(methods)).toEqual(new Set(['GET']));
  });

  it('when accounts are listed, then each is in its place, with its own credentials and address', async () => {
    const { run, accounts } = await beginning();
    const env = { NEWSLETTER_API_KEY: 'left-over', NEWSLETTER_BASE_URL: accounts.zoo.sandbox.baseUrl };
    const wrong = { NEWSLETTER_PROFILE: 'gone', NEWSLETTER_EXPECT_ACCOUNT: 'nobody' };
    const listed = await run('account get --all-profiles --json', { env: { ...env, ...wrong } });
    expect([listed.status, listed.stderr]).toEqual([0, '']);
    const records = JSON.parse(listed.stdout) as Record<string, unknown>[];
    expect(records.map(({ profile, slug }) => [profile, slug])).toEqual([
      ['acme', 'acme'],
      ['zoo', 'zoo'],
    ]);
    expect(Object.keys(records[0] ?? {}).slice(0, 3)).toEqual(['profile', 'id', 'name']);
    const who = await run('whoami --all-profiles -o tsv --fields account_slug,credentials_from', { env });
    expect(who.stdout).toBe('acme\tacme\tprofile\nzoo\tzoo\tprofile\n');
  });

  it.each([
    'imports list',
    'subscribers list',
    'groups list',
    'fields list',
    'tags list',
    'emails list',
    'emails stats',
  ])(
    'when it is "%s", then the records of one account follow those of the other, each with its profile',
    async line => {
      const { run, accounts } = await beginning();
      for (const name of ['acme', 'zoo'] as const) {
        await accounts[name].call('POST', '/v1/subscribers', { email: `${name}@example.org`, tags: [name] });
      }
      const all = await run(`${line} --all-profiles -o ndjson`);
      expect([all.status, all.stdout === '']).toEqual([0, false]);
      const parts = await Promise.all(
        ['acme', 'zoo'].map(name => run(`${line} --profile ${name} -o ndjson`)),
      );
      const expected = parts.flatMap(({ stdout }, index) =>
        linesOf(stdout).map(text => ({ profile: ['acme', 'zoo'][index], ...(JSON.parse(text) as object) })),
      );
      expect(linesOf(all.stdout).map(text => JSON.parse(text) as unknown)).toEqual(expected);
    },
  );

  it('when fields, pages and limits are chosen, then they hold for each profile, and the profile stays', async () => {
    const { run } = await beginning();
    const limited = await run('subscribers list --all-profiles --limit 2 -o tsv --fields source,email');
    expect(linesOf(limited.stdout).map(line => line.split('\t').length)).toEqual([3, 3, 3, 3]);
    expect(linesOf(limited.stdout).map(line => line.split('\t')[0])).toEqual(['acme', 'acme', 'zoo', 'zoo']);
    expect(limited.stderr).toBe('acme: 2 of 3 shown; all: --all\nzoo: 2 of 5 shown; all: --all\n');
    const csv = await run('subscribers list --all-profiles --all --per-page 2 -o csv');
    expect(csv.stdout).toMatch(/^profile,id,email,/);
    expect(linesOf(csv.stdout)).toHaveLength(1 + 3 + 5);
    const last = await run('groups list --all-profiles --limit 1 --json=name,profile');
    expect(Object.keys((JSON.parse(last.stdout) as object[])[0] ?? {})).toEqual(['name', 'profile']);
    const table = await run('groups list --all-profiles -o table');
    expect(table.stdout).toMatch(/^profile +name/m);
  });

  it('when the service sends a field called profile, then neither value is lost', async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      const meta = { current_page: 1, per_page: 1, total: 1, last_page: 1 };
      response.end(JSON.stringify({ data: [{ id: 'a', profile: 'theirs', name: 'A' }], meta }));
    });
    onTestFinished(() => void server.close());
    const { run } = await beginning({ odd: { 'base-url': `http://127.0.0.1:${await listening(server)}` } });
    const lines = linesOf((await run('groups list --all-profiles -o ndjson')).stdout);
    expect(lines).toContain('{"profile":"odd","id":"a","name":"A","service_profile":"theirs"}');
  });
});

describe('profiles that cannot be read', () => {
  it('when some cannot, then the others come, those are named at the end, and the exit status is 8', async () => {
    const down = { 'base-url': await nowhere(), retries: 0 };
    const { folder, run } = await beginning({ down, empty: { timeout: 9 } });
    const refused = { 'base-url': (await beginning()).accounts.zoo.sandbox.baseUrl };
    const file = join(folder, 'config.json');
    const config = JSON.parse(readFileSync(file, 'utf8')) as { profiles: object };
    const profiles = { unsigned: refused, ...config.profiles };
    writeFileSync(file, JSON.stringify({ ...config, profiles }));
    const listed = await run('groups list --all-profiles --limit 1 -q --json');
    expect(listed.status).toBe(8);
    expect((JSON.parse(listed.stdout) as { profile: string }[]).map(({ profile }) => profile)).toEqual([
      'acme',
      'zoo',
    ]);
    expect(JSON.parse(linesOf(listed.stderr).at(-1) ?? '')).toMatchObject({
      error: {
        code: 'partly_done',
        message: '2 of 4 profiles failed',
        details: [
          'unsigned: profile unsigned is not signed in (newsletter login --profile unsigned)',
          expect.stringMatching(/^down: .*(refused|listens)/),
        ],
      },
    });
    expect((await run('groups list --all-profiles')).stderr).toContain(
      'empty: skipped, it has no base-url\n',
    );
  });

  it('when none can, then nothing is printed, and the exit status is that of the first', async () => {
    const { run } = await beginning();
    const folder = temporaryFolder();
    const profiles = {
      a: { 'base-url': await nowhere(), retries: 0 },
      b: { 'base-url': 'https://127.0.0.1:1' },
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ profiles }), { mode: 0o600 });
    const none = await run('groups list --all-profiles', { env: { NEWSLETTER_CONFIG_DIR: folder } });
    expect(none).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringContaining('error: all 2 profiles failed\n  a: profile a is not signed in'),
    });
    const nobody = await run('groups list --all-profiles', {
      env: { NEWSLETTER_CONFIG_DIR: temporaryFolder() },
    });
    expect(nobody).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('no profile with an account'),
    });
  });

  it('when the sandbox is not running, then it is left out, and that is no failure', async () => {
    const { run } = await beginning({ sandbox: { 'base-url': await nowhere(), retries: 0 } });
    const listed = await run('account get --all-profiles -o tsv --fields slug');
    expect(listed).toMatchObject({
      status: 0,
      stdout: 'acme\tacme\nzoo\tzoo\n',
      stderr: 'sandbox: left out, the sandbox is not running (newsletter sandbox starts it)\n',
    });
  });

  it('when the reader has had enough, then that is the end, and no other profile keeps it going', async () => {
    const { folder } = await beginning({}, 5000);
    const words = ['subscribers', 'list', '--all-profiles', '--all'];
    const { child, ended } = startProcess(words, { env: { NEWSLETTER_CONFIG_DIR: folder } });
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await ended).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('what does not go with --all-profiles', () => {
  it.each([
    ['groups list --all-profiles --profile acme', '--profile selects one'],
    ['groups list --all-profiles --base-url https://127.0.0.1:1', 'to one URL'],
    ['groups list --all-profiles --auth-url https://127.0.0.1:1', 'to one URL'],
    ['groups list --all-profiles --expect-account acme', '--expect-account expects one account'],
    ['groups list --all-profiles --envelope --json', '--envelope needs'],
    ['groups list --all-profiles --page 2 --all', '--page cannot be combined'],
    ['emails stats --all-profiles 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f', 'with an id'],
    ['emails stats --all-profiles --html x.html', 'with --html'],
    ['groups create --name A --all-profiles', 'unknown option --all-profiles'],
    ['import people.csv --all-profiles', 'unknown option --all-profiles'],
    ['token --all-profiles', 'unknown option --all-profiles'],
  ])('when it is "%s", then that is a usage error, and nobody is asked', async (line, said) => {
    const { run, accounts } = await beginning();
    const count = () => accounts.acme.requests() + accounts.zoo.requests();
    const before = count();
    expect(await run(line)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(said) });
    expect(count()).toBe(before);
  });
});
