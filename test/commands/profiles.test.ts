import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter, type ProgramOptions } from '../support/program.ts';

/** A sandbox, and the program with a folder of its own for everything it keeps. */
async function beginning() {
  const folder = temporaryFolder();
  const { sandbox } = await account();
  const run = (line: string, { stdin = '', env = {}, ...more }: ProgramOptions = {}) =>
    newsletter(line.split(' '), { stdin, env: { NEWSLETTER_CONFIG_DIR: folder, ...env }, ...more });
  const login = (more = '') =>
    run(`login --api-key --base-url ${sandbox.baseUrl}${more}`, { stdin: `${sandbox.apiKey}\n` });
  return { folder, sandbox, run, login };
}

describe('one account', () => {
  it('a piped key signs in until logout', async () => {
    const { sandbox, run, login } = await beginning();
    expect(await run('whoami')).toMatchObject({ status: 3, stdout: '' });

    expect(await login()).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/signed in to .+ \(.+\) as profile default/),
    });
    const whoami = await run('whoami --json');
    expect(JSON.parse(whoami.stdout)).toMatchObject({
      profile: 'default',
      base_url: sandbox.baseUrl,
      signed_in_with: 'api-key',
      credentials_from: 'profile',
      token_ends_at: null,
    });
    expect((await run('token')).stdout).toBe(`${sandbox.apiKey}\n`);
    expect(JSON.parse((await run('token --json')).stdout)).toEqual({ token: sandbox.apiKey });

    expect((await run('logout')).status).toBe(0);
    expect(await run('token')).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringContaining('NEWSLETTER_API_KEY; or newsletter login --api-key < key-file\n'),
    });
    expect(await run('logout')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('hint: newsletter profiles list'),
    });
  });

  it.each([
    ['login', ''],
    ['login --api-key --base-url https://127.0.0.1:1', ''],
    ['login --api-key --base-url https://127.0.0.1:1', 'two words'],
    ['login --api-key --base-url http://example.com', 'key'],
    ['login --api-key', 'key'],
    ['login --api-key secret', ''],
  ])('"%s" with %j on stdin is a usage error', async (line, stdin) => {
    const { folder, run } = await beginning();
    expect(await run(line, { stdin })).toMatchObject({ status: 2, stdout: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a key in the environment is used but not stored, and --profile beats it', async () => {
    const { folder, sandbox, run, login } = await beginning();
    const NEWSLETTER_BASE_URL = sandbox.baseUrl;
    const good = { NEWSLETTER_API_KEY: sandbox.apiKey, NEWSLETTER_BASE_URL };
    const fields = 'whoami -o tsv --fields credentials_from';
    expect((await run(fields, { env: good })).stdout).toBe('environment\n');
    expect(readdirSync(folder)).toEqual([]);

    await login();
    const wrong = { NEWSLETTER_API_KEY: 'left-over' };
    expect((await run('whoami', { env: wrong })).status).toBe(3);
    // As the hint about a key and another profile says.
    const named = { ...good, NEWSLETTER_PROFILE: 'default' };
    expect((await run(fields, { env: named })).stdout).toBe('environment\n');
    expect((await run(`${fields} --profile default`, { env: wrong })).stdout).toBe('profile\n');
  });
});

describe('several accounts', () => {
  it('two profiles can be switched, renamed and removed', async () => {
    const { sandbox, run, login } = await beginning();
    const names = async () => (await run('profiles list -o tsv --fields name,current,signed_in')).stdout;
    await login();
    const second = await login(' --profile work -o yaml');
    expect(second.stdout).toMatch(/^profile: work\ncurrent: false\n/m);
    expect(second.stderr).toContain('the current profile is still default');
    expect(await names()).toBe('default\ttrue\ttrue\nwork\tfalse\ttrue\n');
    const before = Object.values(sandbox.requests()).length;
    const account = 'The Slow Carriage (slow-carriage)';
    expect((await run('profiles list -o tsv --fields account')).stdout).toBe(`${account}\n${account}\n`);
    expect(Object.values(sandbox.requests()).length).toBe(before);

    expect((await run('profiles use work')).status).toBe(0);
    expect((await run('profiles rename work job')).status).toBe(0);
    expect(await names()).toBe('default\tfalse\ttrue\njob\ttrue\ttrue\n');
    expect((await run('whoami -o tsv --fields profile')).stdout).toBe('job\n');

    expect((await run('profiles remove job')).status).toBe(2);
    const { stderr } = await run('profiles remove job --yes');
    expect(stderr).toMatch(/an API key stays valid[\s\S]*the current profile is now default/);
    expect(await names()).toBe('default\ttrue\ttrue\n');
    expect((await run('logout --all')).stderr).toContain('Sign out default?');
    expect((await run('logout --all --yes')).status).toBe(0);
    expect(await names()).toBe('default\ttrue\tfalse\n');
  });

  it('without the current profile no other is, until one signs in', async () => {
    const { run, login } = await beginning();
    await login(' --profile work');
    await login(' --profile spare');
    expect((await run('profiles remove work --yes')).stderr).toContain('no profile is current; the next');
    expect((await login(' --profile third -o yaml')).stdout).toContain('current: true\n');
  });

  it('profiles list shows host and rails in 80 columns, and who is not signed in', async () => {
    const { sandbox, run, login } = await beginning();
    await login();
    await run('account update --name Bakery --slug bakery');
    await login(' --profile bakery');
    await run('config set send person --profile bakery');
    await run('config set max-recipients 500 --profile bakery');
    await run('config set max-changes 20 --profile bakery');
    await login(' --profile new');
    await run('logout --profile new');
    await run('config set base-url https://api.example.com --profile new');
    const { stdout, stderr } = await run('profiles list', { terminal: ['stdout'] });
    expect(stderr).toBe(
      'rails of default, bakery, new: send person, max-recipients 500, max-changes 20\ncurrent: default\n',
    );
    expect(stdout).toContain(new URL(sandbox.baseUrl).host);
    expect(stdout).not.toMatch(/https?:/);
    expect(stdout).toMatch(/^new +not signed in +api\.example\.com$/m);
  });

  it('the next commands that a command names carry its --profile', async () => {
    const { run, login } = await beginning();
    await login();
    await login(' --profile work');
    const update = 'subscribers update --all --add-tag x --yes';
    expect((await run(`${update} --profile work`)).stderr).toMatch(/newsletter --profile work undo \w+$/m);
    const expected = await run(`${update.replace('x', 'y')} --expect-account slow-carriage`);
    expect(expected.stderr).not.toContain('--profile');
  });

  it.each([
    ['profiles remove work --yes', /^removed profile work; 1 run can no longer be undone$/m],
    [
      'profiles remove work',
      /Remove profile work of The Slow Carriage \(slow-carriage\), its settings and its credentials\? 1 run can no/,
    ],
  ])('"%s" says how many runs can no longer be undone', async (line, said) => {
    const { run, login } = await beginning();
    await login(' --profile work');
    await run('subscribers update --all --add-tag x --yes --profile work');
    expect((await run(line)).stderr).toMatch(said);
  });

  it('a profile that was signed out and in again can undo its runs', async () => {
    const { run, login } = await beginning();
    await login(' --profile work');
    await run('subscribers update --all --add-tag x --yes --profile work');
    expect((await run('logout --profile work')).stderr).toContain('signed out: work');
    await login(' --profile work');
    const { stdout } = await run('undo --profile work --json');
    expect(JSON.parse(stdout)).toMatchObject([{ what: 'add tag "x"', restore: expect.any(Number) }]);
  });

  it.each([
    'profiles use wrok',
    'profiles rename wrok x',
    'profiles remove wrok -y',
    'whoami --profile wrok',
    'config set allow read --profile wrok',
  ])('"%s" lists the profiles that exist', async line => {
    const { run, login } = await beginning();
    await login(' --profile work');
    expect(await run(line)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/unknown profile "wrok"\n {2}profiles: work\nhint: did you mean work\?/),
    });
  });

  it('a new name that is in use or invalid is refused', async () => {
    const { run, login } = await beginning();
    for (const profile of ['a', 'b']) await login(` --profile ${profile}`);
    expect((await run('profiles rename a b')).status).toBe(2);
    expect((await run('profiles rename a __proto__')).status).toBe(2);
    expect((await run('profiles list -o tsv --fields name')).stdout).toBe('a\nb\n');
  });
});

describe('settings', () => {
  it('a setting applies until it is unset', async () => {
    const { run } = await beginning();
    expect((await run('config set timeout 12')).status).toBe(0);
    expect((await run('config get timeout')).stdout).toBe('12\n');
    expect(JSON.parse((await run('config get timeout -o ndjson')).stdout)).toMatchObject({
      value: 12,
      origin: 'profile',
    });
    expect((await run('config unset timeout')).status).toBe(0);
    expect((await run('config list -o tsv --fields name,value,origin')).stdout).toContain(
      'timeout\t30\tdefault\n',
    );
  });

  it.each([
    ['config set tiemout 3', 'did you mean timeout?'],
    ['config get tiemout', 'did you mean timeout?'],
    ['config set timeout soon', 'invalid value "soon" for timeout'],
    ['config set output xml', 'expected one of table'],
    ['config get base-url', 'NEWSLETTER_BASE_URL'],
    ['config get timeout --retries -1', 'invalid value "-1" for --retries'],
  ])('"%s" is a usage error that says "%s"', async (line, said) => {
    const { run } = await beginning();
    expect(await run(line)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(said) });
  });
});
