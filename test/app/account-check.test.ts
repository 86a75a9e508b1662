/** With the wrong account expected, no command gets further than asking whose the credentials are. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { account } from '../support/account.ts';
import { planOf } from '../support/every-command.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import type { RunOptions } from '../support/run.ts';
import { commands } from '../support/tree.ts';

const anId = '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f';

/** Every command that speaks to the service, as it would be typed. */
const lines: Readonly<Record<string, string>> = {
  import: 'people.csv --yes',
  sync: 'people.csv --name customers --yes',
  'sync apply': 'plan.json --yes',
  'subscribers check': '',
  'imports list': '',
  'imports get': anId,
  'imports watch': anId,
  'subscribers list': '--all',
  'subscribers get': 'ann@example.org',
  'subscribers create': '--email ann@example.org --field city=Lisbon',
  'subscribers update': 'ann@example.org --add-tag Members',
  'subscribers export': '',
  'subscribers growth': '',
  'groups list': '',
  'groups get': 'Everyone',
  undo: '3f9c2a1e',
  'tags rename': 'member Members',
  'tags merge': 'member press --into Members',
  'tags remove': 'member',
  'groups members': 'Everyone',
  'groups create': '--name Readers',
  'fields list': '',
  'fields create': '--name Shoe --kind number',
  'fields update': 'city --name Town',
  'tags list': '',
  'tags create': '--name Readers',
  'tags update': `${anId} --name Readers`,
  'emails list': '',
  'emails get': anId,
  'emails update': `${anId} --subject Other --group Everyone`,
  'emails send': `${anId} --yes`,
  'emails watch': anId,
  'emails stats': '',
  'emails pull': `${anId} issue.md`,
  'emails push': 'issue.md --send --yes',
  'emails preview': anId,
  'emails lint': anId,
  'emails export': `${anId} may.eml`,
  login: '--api-key',
  whoami: '',
  token: '',
  'account get': '',
  'account update': '--name Other',
  api: 'POST /v1/groups --data {"name":"Readers"}',
};

// The doctor tells that it is another account, among all else that is wrong.
const asking = commands
  // doctor reports it; link writes down which one is expected.
  .filter(({ name }) => !['doctor', 'link'].includes(name))
  .filter(({ spec }) => spec.requests.some(name => name !== 'oauth'))
  .map(({ name }) => name);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ subscribers: 3 });
});
afterAll(() => sandbox.close());

/** Runs a line where its files are, and says which requests came. */
async function run(line: string, more: RunOptions = {}) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'people.csv'), 'email\nann@example.org\n');
  writeFileSync(join(cwd, 'plan.json'), JSON.stringify(planOf(sandbox.baseUrl)));
  writeFileSync(join(cwd, 'issue.md'), `---\nid: ${anId}\nsubject: May\n---\nMay\n`);
  const env = { NEWSLETTER_BASE_URL: sandbox.baseUrl, NEWSLETTER_API_KEY: sandbox.apiKey, ...more.env };
  const before = sandbox.requests();
  const ended = await newsletter(line.split(' ').filter(Boolean), {
    cwd,
    stdin: sandbox.apiKey,
    ...more,
    env,
  });
  const came = Object.entries(sandbox.requests())
    .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
    .filter(([, count]) => count > 0);
  return { ...ended, came: Object.fromEntries(came) };
}

describe('another account than the one expected', () => {
  it('when the tree is walked, then every command that asks the service is among these', () => {
    expect(asking.filter(path => !(path in lines))).toEqual([]);
    expect(asking.length).toBeGreaterThan(30);
  });

  it.each(asking)(
    'when it is "%s", then only the account is asked for, and the exit status is 3',
    async path => {
      const ended = await run(`${path} ${lines[path]} --expect-account somebody-else`);
      expect(ended).toMatchObject({
        status: 3,
        stdout: '',
        stderr: expect.stringContaining('these credentials belong to slow-carriage, not to somebody-else'),
      });
      expect(ended.came).toEqual({ 'GET /v1/account': 1 });
    },
  );

  it('when a dry run has to look something up, then it is refused as well; else nothing is asked', async () => {
    const wrong = { env: { NEWSLETTER_EXPECT_ACCOUNT: 'somebody-else' } };
    for (const line of ['import people.csv --dry-run', `emails send ${anId} --dry-run`]) {
      const ended = await run(line, wrong);
      expect([ended.status, ended.came]).toEqual([3, { 'GET /v1/account': 1 }]);
    }
    const shown = await run('groups create --name A --dry-run', wrong);
    expect([shown.status, shown.came]).toEqual([0, {}]);
  });

  it('when it is refused, then it says who is expected by whom, and who is there instead', async () => {
    const { stderr } = await run('groups list', { env: { NEWSLETTER_EXPECT_ACCOUNT: 'somebody-else' } });
    expect(stderr).toMatch(
      /^error: [^\n]+\n {2}the account is The Slow Carriage \(slow-carriage, [0-9a-f-]{36}\); the key is in NEWSLETTER_API_KEY\n {2}somebody-else is expected by NEWSLETTER_EXPECT_ACCOUNT\nhint: unset NEWSLETTER_API_KEY, [^\n]+\n$/,
    );
  });

  it('when it is a sign-in, then nothing is stored', async () => {
    const folder = temporaryFolder();
    const env = { NEWSLETTER_CONFIG_DIR: folder };
    const { stderr } = await run('login --api-key --expect-account somebody-else', { env });
    expect(stderr).toContain('not to somebody-else; nothing was stored');
    expect(() => readFileSync(join(folder, 'config.json'))).toThrow('ENOENT');
  });
});

describe('the account that is expected', () => {
  it('when it is named by slug, or by id in any case, then the run goes on, with one request more', async () => {
    const here = await account();
    const { id } = await here.call('GET', '/v1/account');
    for (const expected of ['slow-carriage', String(id), String(id).toUpperCase(), ' slow-carriage ']) {
      const before = here.requests();
      const ended = await here.run(['groups', 'list', '--expect-account', expected]);
      expect([ended.status, ended.stderr]).toEqual([0, '']);
      expect(here.requests()).toBe(before + 2);
    }
    expect((await here.run('groups list --expect-account Slow-Carriage')).status).toBe(3);
    expect((await here.run(['groups', 'list', '--expect-account', ''])).status).toBe(2);
  });

  it('when nobody is expected, then the account is not asked for', async () => {
    const here = await account();
    await here.run('groups create --name A', { env: { NEWSLETTER_EXPECT_ACCOUNT: '' } });
    expect(here.sandbox.requests()['GET /v1/account']).toBeUndefined();
  });
});
