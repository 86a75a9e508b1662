/**
 * Rails are judged by the target: whatever somebody does around a run, nothing that changes the account leaves for a
 * service that is no sandbox of this program. The first six once let it through.
 */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { obliging } from '../support/every-command.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletterProcess, program } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import { service } from '../support/service.ts';

const write = ['tags', 'create', '--name', 'x'];

/** A folder that allows reading only, and a profile `work` with a key for a service that is no sandbox. */
async function beginning(rails: object = { allow: 'read' }) {
  const home = temporaryFolder();
  const folder = join(home, 'list');
  const below = join(folder, 'emails');
  mkdirSync(below, { recursive: true });
  writeFileSync(join(folder, '.newsletterrc.json'), JSON.stringify(rails), { mode: 0o644 });
  const real = await service(obliging());
  const settings = join(home, 'settings');
  const login = ['login', '--api-key', '--profile', 'work', '--base-url', real.url];
  const signedIn = await newsletter(login, {
    home,
    cwd: home,
    stdin: 'key',
    env: { NEWSLETTER_ALLOW: undefined },
  });
  expect(signedIn.status, signedIn.stderr).toBe(0);
  const sent = () => real.seen.filter(({ method }) => method !== 'GET').map(({ url }) => url);
  return { home, folder, below, settings, real, sent };
}

type Beginning = Awaited<ReturnType<typeof beginning>>;
interface Attempt {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What starts the program, if it is not Node alone. */
  readonly command?: readonly string[];
}

const inSandbox = ['sandbox', 'exec', '--subscribers', '1', '--'];
/** Changes something around the shell before the program runs in it. */
const shell = (script: string) => ['sh', '-c', `${script}; exec "$@"`, 'sh', process.execPath, program];

const ways: Readonly<Record<string, (at: Beginning) => Attempt>> = {
  'a variable that once named another file': () => ({
    words: write,
    env: { NEWSLETTER_FOLDER_FILE: 'none' },
  }),
  'the address on the line, inside sandbox exec': ({ real }) => ({
    words: [...inSandbox, 'newsletter', '--profile', 'work', '--base-url', real.url, ...write],
  }),
  'a variable taken away inside sandbox exec': () => ({
    words: [
      ...inSandbox,
      ...['env', '-u', 'NEWSLETTER_BASE_URL', process.execPath, program, '--profile', 'work', ...write],
    ],
  }),
  'a home folder below': ({ below }) => ({ words: write, env: { HOME: below } }),
  'a symbolic link in the folder': ({ home, folder }) => {
    mkdirSync(join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), join(folder, 'away'));
    return { words: write, command: shell(`cd '${folder}/away'`) };
  },
  'a working folder that was removed': ({ below }) => ({
    words: write,
    command: shell(`mkdir '${below}/gone'; cd '${below}/gone'; rmdir '${below}/gone'`),
  }),
  'a project file that became a broken link': ({ folder }) => ({
    words: write,
    command: shell(
      `mv '${folder}/.newsletterrc.json' '${folder}/x'; ln -s x/ '${folder}/.newsletterrc.json'`,
    ),
  }),
  'the address of a proxy': () => ({
    words: write,
    env: { HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' },
  }),
};

describe('no change of these lets a write through', () => {
  it.each(Object.keys(ways))('%s', async name => {
    const at = await beginning();
    const { words, env, command } = ways[name]?.(at) ?? { words: [] };
    const isProcess = words !== write || command !== undefined;
    const ended = await (isProcess ? newsletterProcess : newsletter)(words, {
      home: at.home,
      cwd: at.below,
      ...(command !== undefined && { command }),
      env: { NEWSLETTER_CREDENTIAL_STORE: 'file', ...env, NEWSLETTER_CONFIG_DIR: at.settings },
    });
    expect(at.sent(), ended.stderr).toEqual([]);
    expect(ended.status, ended.stderr).not.toBe(0);
  });
});

describe('rails of a profile hold for its account', () => {
  /** An account that profile `acme` may only read, and a folder linked to that profile. */
  async function acme() {
    const home = temporaryFolder();
    const { sandbox } = await account();
    const env = { NEWSLETTER_BASE_URL: sandbox.baseUrl };
    const run = (words: readonly string[], more: object = {}) =>
      newsletter(words, { home, cwd: home, env, ...more });
    const signIn = async (profile: string, stdin = sandbox.apiKey) =>
      expect((await run(['login', '--api-key', '--profile', profile], { stdin })).status).toBe(0);
    await signIn('acme');
    expect((await run(['config', 'set', 'allow', 'read', '--profile', 'acme'])).status).toBe(0);
    writeFileSync(join(home, '.newsletterrc.json'), '{"profile":"acme"}', { mode: 0o644 });
    const created = () => sandbox.requests()['POST /v1/tags'] ?? 0;
    return { run, signIn, env: { ...env, NEWSLETTER_API_KEY: sandbox.apiKey }, created };
  }

  it('when the key is in the environment, and the hint about it is followed', async () => {
    const { run, env, created } = await acme();
    const unclear = await run(write, { env });
    const [, hinted = ''] = /NEWSLETTER_PROFILE=(\w+)/.exec(unclear.stderr) ?? [];
    const { status, stderr } = await run(write, { env: { ...env, NEWSLETTER_PROFILE: hinted } });
    expect({ status, created: created() }, stderr).toEqual({ status: 3, created: 0 });
    expect(stderr).toContain('allow is read, set by profile acme');
  });

  it.each([
    { words: write },
    { words: ['api', 'POST', '/v1/tags', '--data', '{"name":"x"}'] },
    { words: write, options: ['--allow', 'all'] },
  ])('when another profile is signed in to it: $words $options', async ({ words, options = [] }) => {
    const { run, signIn, created } = await acme();
    await signIn('other');
    const { status, stderr } = await run([...words, ...options, '--profile', 'other']);
    expect({ status, created: created() }, stderr).toEqual({ status: 3, created: 0 });
  });

  it.each([
    ['', []],
    [', also when it is signed out', ['logout', '--profile', 'acme']],
  ])('so that a script cannot sign the profile in to another account%s', async (_, first) => {
    const { run } = await acme();
    const other = await service(obliging());
    if (first.length > 0) expect((await run(first)).status).toBe(0);
    const words = ['login', '--api-key', '--profile', 'acme', '--base-url', other.url, '--yes'];
    const { status, stderr } = await run(words, { stdin: 'key' });
    expect(status, stderr).toBe(3);
    expect(stderr).toContain('not allowed: replacing the account of a profile with rails (allow read)');
    const listed = JSON.parse((await run(['profiles', 'list', '--json'])).stdout);
    expect(listed).toMatchObject([{ name: 'acme', base_url: expect.not.stringContaining(other.url) }]);
  });

  it('and for no other account', async () => {
    const { run } = await acme();
    const real = await service(obliging());
    const env = { NEWSLETTER_BASE_URL: real.url, NEWSLETTER_API_KEY: 'key', NEWSLETTER_PROFILE: 'default' };
    const { status, stderr } = await run(write, { env });
    expect(status, stderr).toBe(0);
  });
});

describe('a sandbox', () => {
  const rails = {
    ...{ profile: 'elsewhere', 'expect-account': 'acme' },
    ...{ allow: 'read', 'max-changes': 0, send: 'person', 'max-recipients': 0 },
  };

  it('started by this program is exempt from what folder, environment and profile set', async () => {
    const { home, below, settings } = await beginning(rails);
    const tmp = temporaryFolder();
    const run = (words: readonly string[]) =>
      newsletterProcess(words, {
        home,
        cwd: below,
        env: { NEWSLETTER_ALLOW: 'read', NEWSLETTER_CONFIG_DIR: settings, TMPDIR: tmp },
      });
    const ended = await run([...inSandbox, 'newsletter', ...write]);
    expect(ended.status, ended.stderr).toBe(0);
    // Other runtimes keep a cache there.
    expect(readdirSync(tmp).filter(name => name.startsWith('newsletter'))).toEqual([]);
  });

  it('is still held by a rail on the line, which is for this very run', async () => {
    const { home, below } = await beginning();
    const ended = await newsletterProcess([...inSandbox, 'newsletter', ...write, '--allow', 'read'], {
      home,
      cwd: below,
    });
    expect(ended.status, ended.stderr).toBe(3);
    expect(ended.stderr).toContain('set by --allow');
  });
});
