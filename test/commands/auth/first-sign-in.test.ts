/** The first sign-in on a terminal, which asks; and what others say to somebody who is not signed in. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account } from '../../support/account.ts';
import { freshHome, storeProfiles, temporaryFolder } from '../../support/home.ts';
import { newsletter, start } from '../../support/program.ts';
import { listening } from '../../support/service.ts';

const person = ['stdin', 'stderr', 'stdout'] as const;

/** Somebody in an empty home types at the program. */
function atTerminal(line: string, env: Readonly<Record<string, string>> = {}, home = temporaryFolder()) {
  const run = start(line.split(' '), { home, env, terminal: person, columns: 100, stdin: 'open' });
  return {
    home,
    ended: run.ended,
    async answer(question: RegExp, keys: string) {
      await run.said(question);
      run.type(keys);
    },
    config: () => JSON.parse(readFileSync(join(home, 'settings/config.json'), 'utf8')) as unknown,
  };
}

const down = '\x1b[B';

describe('the first sign-in on a terminal', () => {
  it('asks for address, way and key, and says what to do next', async () => {
    const { sandbox } = await account();
    const login = atTerminal('login');
    await login.answer(/Address of the service/, `${sandbox.baseUrl}/\r`);
    await login.answer(/How do you want to sign in/, '\r');
    await login.answer(/API key \[/, `${sandbox.apiKey}\r`);
    const { status, stderr } = await login.ended;
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(/signed in to The Slow Carriage \(slow-carriage\) as profile default/);
    expect(stderr).toMatch(/hint: newsletter import <file\.csv> --dry-run\n$/);
    expect(stderr).not.toContain(sandbox.apiKey);
    expect(login.config()).toEqual({
      current: 'default',
      profiles: {
        default: expect.objectContaining({
          'base-url': sandbox.baseUrl,
          account: 'The Slow Carriage (slow-carriage)',
        }),
      },
    });
  });

  it('the next command names a second profile, since another one is current', async () => {
    const { sandbox } = await account();
    const home = temporaryFolder();
    const { status } = await newsletter(
      ['login', '--api-key', '--profile', 'first', '--base-url', sandbox.baseUrl],
      { home, stdin: sandbox.apiKey },
    );
    expect(status).toBe(0);
    const login = atTerminal('login --profile second', {}, home);
    await login.answer(/Address of the service/, `${sandbox.baseUrl}\r`);
    await login.answer(/How do you want to sign in/, '\r');
    await login.answer(/API key \[/, `${sandbox.apiKey}\r`);
    await login.answer(
      /Profile first belongs to the same account, The Slow Carriage \(slow-carriage\)\. Keep both\?/,
      'y\r',
    );
    const { stderr } = await login.ended;
    expect(stderr).toMatch(/hint: newsletter import <file\.csv> --dry-run --profile second\n$/);
  });

  it('the account of another profile is stored after a yes, and by a script with a warning', async () => {
    const { sandbox } = await account();
    const home = temporaryFolder();
    const line = `login --api-key --base-url ${sandbox.baseUrl} --profile`;
    const piped = async (profile: string) =>
      (await newsletter(`${line} ${profile}`.split(' '), { home, stdin: sandbox.apiKey })).stderr;
    expect(await piped('alder')).not.toContain('same account');
    const login = atTerminal(`${line} birch`, {}, home);
    await login.answer(/API key \[/, `${sandbox.apiKey}\r`);
    await login.answer(/Keep both\?/, '\r');
    expect((await login.ended).status).toBe(5);
    expect(JSON.stringify(login.config())).not.toContain('birch');
    expect(await piped('birch')).toContain(
      'warning: profile alder belongs to the same account, The Slow Carriage (slow-carriage)\n',
    );
    expect(await piped('birch')).not.toContain('same account');
    const { status, stdout } = await newsletter(['doctor', '--json'], { home });
    expect(status).toBe(8);
    expect(JSON.parse(stdout)).toContainEqual({
      name: 'profile',
      status: 'warning',
      message: 'alder and birch belong to the same account',
      fix: 'newsletter profiles remove <name>, if a key was stored for the wrong one',
    });
  });

  it('asks again for an invalid address; when nothing answers there, the hint names it', async () => {
    const login = atTerminal('login --api-key --retries 0');
    await login.answer(/Address of the service/, 'example\r');
    // Nothing listens there.
    await login.answer(/invalid[^\n]*"example"/, '\x15http://127.0.0.1:9\r');
    await login.answer(/API key \[/, 'some-key\r');
    const { status, stderr } = await login.ended;
    expect(status, stderr).toBe(7);
    expect(stderr).toMatch(/hint: check the address: http:\/\/127\.0\.0\.1:9\n$/);
  });

  describe('to another account than the profile has', () => {
    it('then a piped key replaces it only with --yes', async () => {
      const [one, two] = [await account(), await account()];
      await two.call('PATCH', '/v1/account', { name: 'Two', slug: 'two' });
      const home = temporaryFolder();
      const signIn = async ({ sandbox }: typeof one, ...more: string[]) =>
        await newsletter(['login', '--api-key', '--base-url', sandbox.baseUrl, ...more], {
          home,
          stdin: sandbox.apiKey,
        });
      const signedInTo = async () => (await newsletter(['whoami', '--json'], { home })).stdout;
      await signIn(one);
      expect(await signIn(two)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(
          /Profile default is signed in to The Slow Carriage[\s\S]*Replace that by Two[\s\S]*--yes/,
        ),
      });
      expect(await signedInTo()).toContain('slow-carriage');
      expect((await signIn(one)).status).toBe(0);
      expect((await signIn(two, '--yes')).status).toBe(0);
      expect(await signedInTo()).toContain('"two"');
      // Scripts still mean the account of a profile that is signed out.
      await newsletter(['logout', '--all', '--yes'], { home });
      expect(await signIn(one)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/Profile default was signed in to Two[\s\S]*--yes/),
      });
      expect((await signIn(two)).status).toBe(0);
    });
  });

  it('by browser asks for address, client id and client secret', async () => {
    const login = atTerminal('login --base-url https://api.example.com');
    await login.answer(/How do you want to sign in/, `${down}\r`);
    await login.answer(/Address for signing in/, 'https://app.example.com\r');
    await login.answer(/Client ID/, 'my-client\r');
    await login.answer(/client secret/, '\x03');
    expect((await login.ended).status).toBe(130);
  });

  it('asks in plain lines where the terminal cannot move its cursor', async () => {
    const { sandbox } = await account();
    const login = atTerminal('login', { TERM: 'dumb' });
    await login.answer(/Address of the service.*: $/, 'example\n');
    await login.answer(/invalid[^\n]*"example"[\s\S]*: $/, `${sandbox.baseUrl}\n`);
    await login.answer(/1 {2}API key[\s\S]*2 {2}Browser[\s\S]*Number \(1 to 2\): $/, '7\n');
    await login.answer(/(?:Number[\s\S]*){2}: $/, '1\n');
    await login.answer(/API key \[/, `${sandbox.apiKey}\r`);
    const { status, stderr } = await login.ended;
    expect(status, stderr).toBe(0);
  });

  it.each([
    [200, { id: '9' }, 0, 'signed in to an account without a name as profile default\n'],
    [200, { id: '9', name: 'A\nB', slug: 'ab' }, 0, 'signed in to A↵B (ab) as profile default\n'],
    [403, { error: 'key expired' }, 3, "hint: copy the key from the account's Settings › Apps"],
  ])('answered with %s and %j ends with %i, and says so', async (code, body, status, said) => {
    const server = createServer((_, response) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
    const url = `http://127.0.0.1:${await listening(server)}`;
    const ended = await newsletter(['login', '--api-key', '--base-url', url], { stdin: 'some-key' });
    expect(ended.status, ended.stderr).toBe(status);
    expect(ended.stderr).toContain(said);
  });

  it.each([
    ['in CI', 'login', { CI: 'true' }],
    ['with --no-input', 'login --no-input', {}],
  ])('asks nothing %s', async (_, line, env) => {
    const { status, stderr } = await atTerminal(line, env).ended;
    expect(status, stderr).toBe(2);
    expect(stderr).toContain('base-url');
  });
});

describe('somebody who is not signed in', () => {
  it.each(['groups get Everyone', 'whoami', 'groups list'])(
    'is told what to run by %s on a terminal',
    async line => {
      const { status, stderr } = await atTerminal(line).ended;
      expect(status).toBe(3);
      expect(stderr).toBe('error: profile default is not signed in\nhint: newsletter login\n');
    },
  );

  it('is told of the profile of a sandbox, if there is one', async () => {
    const home = freshHome();
    storeProfiles(home, { sandbox: 'http://127.0.0.1:9' });
    expect((await newsletter(['groups', 'list'], { home })).stderr).toContain(
      'newsletter login --api-key < key-file; or, to try it with made-up data, add --profile sandbox\n',
    );
  });
});
