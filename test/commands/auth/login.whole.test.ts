import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dayClock } from '../../support/clock.ts';
import { newsletterProcess, startProcess } from '../../support/process.ts';
import { newsletter, start } from '../../support/program.ts';
import { decide, shownAddress, signIn, signInService } from './sign-in.ts';

/** Everything the program wrote into its folder, as one text. */
function written(folder: string): string {
  const settings = join(folder, 'settings');
  return readdirSync(settings)
    .map(name => readFileSync(join(settings, name), 'utf8'))
    .join('');
}

const isOpen = (port: number, host: string) =>
  new Promise<boolean>(resolve => {
    const socket = connect({ port, host }, () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** A sandbox, and a login that waits for its browser. */
async function waiting(
  args: readonly string[] = [],
  { begin = start, ...options }: Parameters<typeof signInService>[0] & { readonly begin?: typeof start } = {},
) {
  const made = await signInService(options);
  const { folder, env, secret } = made;
  const login = begin(['login', ...args], { home: folder, env: { ...env, ...secret }, stdin: 'open' });
  return { ...made, login, address: await shownAddress(login) };
}

describe('a sign-in by browser', () => {
  it('that is approved signs the profile in, and shows no secret anywhere', async () => {
    const { folder, port, sandbox, login, address } = await waiting(['-v']);
    const page = await fetch(await decide(address));
    expect(await page.text()).toContain('You are signed in');
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const ended = await login.ended;
    expect(ended).toMatchObject({ status: 0, stdout: '' });
    expect(await isOpen(port, '127.0.0.1')).toBe(false);

    const token = (await newsletter(['token'], { home: folder })).stdout.trim();
    expect(token).toMatch(/^at_/);
    const answer = await fetch(`${sandbox.baseUrl}/v1/account`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(ended.stderr).not.toMatch(/\b(at|rt|code)_[\w-]{30}|sandbox-secret|code_verifier/);
    expect(written(folder)).not.toContain('sandbox-secret');
    expect(statSync(join(folder, 'settings', 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'settings')).mode & 0o777).toBe(0o700);
    const whoami = await newsletter(['whoami', '-o', 'json'], { home: folder });
    expect(JSON.parse(whoami.stdout)).toMatchObject({
      signed_in_with: 'oauth',
      credentials_kept_in: 'file',
      token_ends_at: expect.stringMatching(/^20/),
    });
  });

  it('passes the address to the program in BROWSER, and no secret on its command line', async () => {
    const { folder, env, secret } = await signInService();
    const browser = join(folder, 'browser.sh');
    const seen = join(folder, 'seen');
    writeFileSync(
      browser,
      `#!/bin/sh\nprintf '%s|' "$@" > ${seen}.new; cat /proc/[0-9]*/cmdline > ${seen}.arguments; mv ${seen}.new ${seen}\n`,
      {
        mode: 0o755,
      },
    );
    const BROWSER = `/does/not/exist:${browser} --new %s`;
    const login = startProcess(['login'], {
      home: folder,
      env: { ...env, ...secret, BROWSER },
      stdin: 'open',
    });
    const address = await shownAddress(login);
    await expect.poll(() => readdirSync(folder)).toContain('seen');
    expect(readFileSync(seen, 'utf8')).toBe(`--new|${address}|`);
    // What anybody on this machine can read of any process.
    expect(readFileSync(`${seen}.arguments`, 'utf8')).not.toContain('sandbox-secret');
    await fetch(await decide(address));
    expect((await login.ended).status).toBe(0);
  });

  it.skipIf(process.platform !== 'linux')('opens the default browser on a desktop', async () => {
    const { folder, env, secret } = await signInService();
    const opener = `#!/bin/sh\nprintf '%s|' "$@" > ${folder}/seen.new; mv ${folder}/seen.new ${folder}/seen\n`;
    writeFileSync(join(folder, 'xdg-open'), opener, { mode: 0o755 });
    const more = { DISPLAY: ':99', PATH: `${folder}:${process.env.PATH}` };
    const login = startProcess(['login'], {
      home: folder,
      env: { ...env, ...secret, ...more },
      stdin: 'open',
    });
    const address = await shownAddress(login);
    await expect.poll(() => readdirSync(folder)).toContain('seen');
    expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe(`${address}|`);
    await fetch(await decide(address));
    expect(await login.ended).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('no browser'),
    });
  });

  it('with --quiet prints the address alone', async () => {
    const { login, address } = await waiting(['--quiet']);
    await fetch(await decide(address));
    expect(await login.ended).toEqual({ status: 0, stdout: `${address}\n`, stderr: '' });
  });

  it('that is refused says so, and stores nothing', async () => {
    const { folder, login, address } = await waiting(['-o', 'json']);
    const page = await fetch(await decide(address, 'cancel'));
    expect(await page.text()).toContain('You are not signed in');
    const { status, stderr } = await login.ended;
    expect(status).toBe(3);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: 'sign_in_refused', hint: expect.stringContaining('newsletter login') },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('answers stray and forged requests with one page, and goes on waiting', async () => {
    const { port, login, address } = await waiting();
    const state = new URL(address).searchParams.get('state') ?? '';
    const here = `http://127.0.0.1:${port}`;
    const stray: [string, RequestInit?][] = [
      ['/'],
      ['/favicon.ico'],
      ['/callback'],
      ['/callback?code=stolen&state=forged-marker'],
      ['/callback?error=access_denied'],
      [`/callback?code=x&state=${state}&state=forged-marker`],
      [`/callback/?code=x&state=${state}`],
      [`/callback?code=x&state=${state}`, { method: 'POST' }],
      [`//callback?code=x&state=${state}`],
    ];
    const bodies = new Set<string>();
    for (const [path, init] of stray) {
      const answer = await fetch(here + path, init);
      expect(answer.status).toBe(404);
      bodies.add(await answer.text());
    }
    expect(bodies.size).toBe(1);
    expect([...bodies].join('')).not.toContain('forged-marker');
    await fetch(await decide(address));
    const { status, stderr } = await login.ended;
    expect(status).toBe(0);
    expect(stderr.match(/does not belong to this sign-in/g)).toHaveLength(1);
  });

  it('ends before anything is shown if its port is in use, and names the setting', async () => {
    const { folder, env, secret, port } = await signInService();
    const other = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    const { status, stderr } = await newsletter(['login'], { home: folder, env: { ...env, ...secret } });
    expect(status).toBe(2);
    expect(stderr).toMatch(new RegExp(`port ${port} of 127\\.0\\.0\\.1[\\s\\S]*redirect-uri`));
    expect(stderr).not.toContain('/oauth/authorize');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves no server behind after %s', async signal => {
    const { folder, port, login } = await waiting([], { begin: startProcess });
    login.signal(signal);
    expect((await login.ended).status).toBe(130);
    expect(await isOpen(port, '127.0.0.1')).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('with JSON in a pipe shows the address on stderr', async () => {
    const { login, address } = await waiting(['--no-browser', '-o', 'json']);
    await fetch(await decide(address));
    const { status, stdout, stderr } = await login.ended;
    expect({ status, profile: JSON.parse(stdout).profile }).toEqual({ status: 0, profile: 'default' });
    expect(stderr).toContain('/oauth/authorize');
  });
});

describe('the client secret', () => {
  it('is read from stdin with --client-secret-stdin, and not stored', async () => {
    const { folder, env, sandbox } = await signInService();
    const options = { env, stdin: `${sandbox.clientSecret}\n` };
    const login = start(['login', '--client-secret-stdin'], { home: folder, ...options });
    await fetch(await decide(await shownAddress(login)));
    expect((await login.ended).status).toBe(0);
    expect(written(folder)).not.toContain('sandbox-secret');
  });

  it('that is stored is what refreshing needs', async () => {
    const clock = dayClock();
    const made = await signInService({ clock: clock.now });
    expect((await signIn(made, ['--store-client-secret'])).status).toBe(0);
    expect(written(made.folder)).toContain('sandbox-secret');
    clock.move(7_201_000);
    expect((await newsletter(['whoami'], { home: made.folder })).status).toBe(0);
    expect(made.sandbox.requests()['POST /oauth/token']).toBe(2);
  });

  it('without one, names its sources, and opens nothing', async () => {
    const { folder, env } = await signInService();
    const { status, stdout, stderr } = await newsletterProcess(['login'], { home: folder, env });
    expect(status).toBe(2);
    expect(stderr).toMatch(/missing client secret[\s\S]*token-url[\s\S]*NEWSLETTER_CLIENT_SECRET/);
    expect(stdout + stderr).not.toContain('authorize');
  });
});

describe('a login that lacks something', () => {
  it.each([
    [['--login-timeout', '0'], 'login-timeout'],
    [['--client-secret', 'x'], 'unknown option'],
    [['--api-key', '--store-client-secret'], 'client secret'],
  ])('or is given %j is a usage error', async (args, named) => {
    const { folder, env, secret } = await signInService();
    const ended = await newsletter(['login', ...args], { home: folder, env: { ...env, ...secret } });
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining(named) });
  });

  it.each(['CLIENT_ID', 'AUTH_URL', 'BASE_URL'])('such as %s names it', async name => {
    const { folder, env, secret } = await signInService();
    const rest = { ...env, ...secret, [`NEWSLETTER_${name}`]: undefined };
    const ended = await newsletter(['login'], { home: folder, env: rest });
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining(`NEWSLETTER_${name}`) });
  });
});
