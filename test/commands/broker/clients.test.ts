/** A broker that asks its clients for a token. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { newsletter, start } from '../../support/program.ts';
import { decide, type SignInService, shownAddress, signInService } from '../auth/sign-in.ts';
import { brokerFor, form } from './start.ts';

const token = 'a-long-token-for-the-laptop';

function file(text: string, mode = 0o600): string {
  const path = join(temporaryFolder(), 'file.txt');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

/** Signs a device in through the broker. */
async function signedIn(made: SignInService, env: Record<string, string>) {
  const device = temporaryFolder();
  const login = start(['login', '-v'], { home: device, env: { ...made.env, ...env }, stdin: 'open' });
  await fetch(await decide(await shownAddress(login)));
  return { device, login: await login.ended };
}

describe('a broker with client tokens', () => {
  it('when a device shows its token, then it is served, and named in the log', async () => {
    const made = await signInService();
    const tokens = file(`# devices\n\nlaptop ${token}\nphone ${'b'.repeat(20)}\n`);
    const broker = await brokerFor(made, ['--client-token-file', tokens]);
    const env = { NEWSLETTER_TOKEN_URL: broker.url, NEWSLETTER_BROKER_TOKEN_FILE: file(`${token}\n`) };
    const { device, login } = await signedIn(made, env);
    expect(login.status).toBe(0);
    // The profile remembers the file; the token itself stays in it.
    const config = readFileSync(join(device, 'settings', 'config.json'), 'utf8');
    expect(config).toContain('broker-token-file');
    expect(config + login.stdout + login.stderr).not.toContain(token);
    expect((await newsletter(['logout'], { home: device })).status).toBe(0);
    for (const kind of ['token authorization_code', 'revoke revoke'])
      expect(broker.stderr()).toMatch(new RegExp(`POST /oauth/${kind} 200 \\d+ ms, client laptop$`, 'm'));
    expect(broker.stderr()).not.toContain(token);
  });

  it('when a token is missing or wrong, then nothing is forwarded and the device says what to set', async () => {
    const made = await signInService();
    const broker = await brokerFor(made, ['--client-token-file', file(token, 0o644)]);
    expect(broker.stderr()).toMatch(/other users can read .*: chmod 600/);
    const refresh = form({ grant_type: 'refresh_token', refresh_token: 'r' });
    for (const authorization of [undefined, 'Bearer wrong', `Basic ${btoa(token)}`, `Bearer ${token} x`]) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await fetch(`${broker.url}/oauth/token`, { ...refresh, headers });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await fetch(`${broker.url}/healthz`)).status).toBe(200);
    const { login } = await signedIn(made, { NEWSLETTER_TOKEN_URL: broker.url });
    expect(login).toMatchObject({ status: 3, stderr: expect.stringContaining('broker-token-file') });
    expect(made.sandbox.requests()['POST /oauth/token']).toBeUndefined();
  });

  it('when a profile keeps a token for its broker, then a sign-in through another does not get it', async () => {
    const made = await signInService();
    const device = temporaryFolder();
    const set = async (name: string, value: string) =>
      (await newsletter(['config', 'set', name, value], { home: device })).status;
    expect(await set('token-url', 'https://broker.example.com')).toBe(0);
    expect(await set('broker-token-file', file(token))).toBe(0);
    const env = { ...made.env, NEWSLETTER_TOKEN_URL: 'http://127.0.0.1:9' };
    const { status, stderr } = await newsletter(['login', '--no-browser'], { home: device, env });
    expect(status).toBe(3);
    expect(stderr).toContain('https://broker.example.com');
  });

  it.each([
    ['', /contains no token/],
    ['short', /line 1 .*fewer than 16/],
    [`# x\na b ${token}`, /line 2 .*is not "<token>" or "<name> <token>"/],
    [`laptop ${token}é`, /characters that are invalid in a token/],
  ])('when the file holds %j, then the broker says so and does not start', async (text, message) => {
    const made = await signInService();
    const args = ['broker', '--port', '0', '--client-token-file', file(text)];
    const { status, stderr } = await newsletter(args, { env: { ...made.env, ...made.secret } });
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain(token);
  });
});
