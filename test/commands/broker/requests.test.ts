import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certificate } from '../../support/certificate.ts';
import { dayClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/home.ts';
import { newsletterProcess, startProcess } from '../../support/process.ts';
import { newsletter, start } from '../../support/program.ts';
import { json, service } from '../../support/service.ts';
import { decide, shownAddress, signInService } from '../auth/sign-in.ts';
import { brokerFor, form } from './start.ts';

/** Every file below a folder, as one text. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

const refreshing = form({ grant_type: 'refresh_token', refresh_token: 'r' });

describe('a broker', () => {
  it('when a device signs in, refreshes and signs out through it, then the device never sees the secret', async () => {
    const clock = dayClock();
    const made = await signInService({ clock: clock.now });
    // Where programs read JSON, its audit lines are still said.
    const broker = await brokerFor(made, ['-o', 'json'], startProcess);
    const env = { ...made.env, NEWSLETTER_TOKEN_URL: `${broker.url}/oauth/token` };
    const device = temporaryFolder();
    const login = start(['login', '-v'], { home: device, env, stdin: 'open' });
    await fetch(await decide(await shownAddress(login)));
    const said = [await login.ended];
    // From now on the profile knows its broker.
    said.push(await newsletter(['whoami', '-v'], { home: device }));
    clock.move(7_201_000);
    said.push(await newsletter(['account', 'get', '-v'], { home: device }));
    expect(made.sandbox.requests()['POST /oauth/token']).toBe(2);
    const kept = everything(device);
    said.push(await newsletter(['logout', '-v'], { home: device }));
    expect(said.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect(made.sandbox.requests()['POST /oauth/revoke']).toBe(2);
    expect(kept).toContain('rt_');
    expect(kept + everything(device) + JSON.stringify(said)).not.toContain('sandbox-secret');

    broker.signal('SIGTERM');
    const { status, stdout, stderr } = await broker.ended;
    expect(status).toBe(0);
    expect(stderr).toMatch(/127\.0\.0\.1 POST \/oauth\/token authorization_code 200 \d+ ms/);
    expect(stderr).toMatch(/POST \/oauth\/revoke revoke 200/);
    expect(stdout + stderr).not.toMatch(/sandbox-secret|\b(at|rt|code)_[\w-]{30}/);
    expect(everything(broker.folder)).not.toContain('sandbox-secret');
  });

  it('when a request is not one of its own, then it is refused and nothing is forwarded', async () => {
    const made = await signInService();
    const broker = await brokerFor(made);
    const code_verifier = 'v'.repeat(43);
    const code = {
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: made.redirectUri,
      code_verifier,
    };
    const refresh = { grant_type: 'refresh_token', refresh_token: 'r' };
    const wrong: [string, RequestInit, number][] = [
      ['/', {}, 404],
      ['/v1/account', {}, 404],
      ['/oauth/authorize', {}, 404],
      ['/oauth/token', {}, 405],
      ['/oauth/token', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }, 415],
      ['/oauth/token', { ...form(refresh), headers: { origin: 'https://evil.example' } }, 403],
      ['/oauth/token', form({ grant_type: 'client_credentials' }), 400],
      ['/oauth/token', form({ ...code, redirect_uri: 'http://127.0.0.1:1/callback' }), 400],
      ['/oauth/token', form({ ...code, redirect_uri: `${made.redirectUri}/` }), 400],
      ['/oauth/token', form({ ...code, code_verifier: 'short' }), 400],
      ['/oauth/token', form({ ...code, client_id: 'another' }), 400],
      ['/oauth/token', form({ ...refresh, client_secret: 'x' }), 400],
      [
        '/oauth/token',
        {
          method: 'POST',
          body: new URLSearchParams('grant_type=refresh_token&refresh_token=a&refresh_token=b'),
        },
        400,
      ],
      ['/oauth/token', form({ grant_type: 'refresh_token' }), 400],
      ['/oauth/revoke', form({}), 400],
      ['/oauth/token', form({ ...refresh, filler: 'x'.repeat(20_000) }), 413],
    ];
    for (const [path, init, status] of wrong) {
      const answer = await fetch(broker.url + path, init);
      expect([path, answer.status]).toEqual([path, status]);
      expect(await answer.json()).toMatchObject({ error: expect.any(String) });
    }
    expect(made.sandbox.requests()['POST /oauth/token']).toBeUndefined();
    // What the service itself refuses comes back as the service said it.
    const refused = await fetch(`${broker.url}/oauth/token`, form(refresh));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('when one address asks too often, then it has to wait, and /healthz goes on answering', async () => {
    const made = await signInService();
    const broker = await brokerFor(made, ['--rate-limit', '3', '--behind-proxy']);
    const ask = async (address: string) => {
      const headers = { 'x-forwarded-for': `9.9.9.9, ${address}` };
      return await fetch(`${broker.url}/oauth/token`, { ...form({ grant_type: 'x' }), headers });
    };
    const statuses = [];
    for (const address of ['1.1.1.1', '1.1.1.1', '1.1.1.1', '1.1.1.1', '2.2.2.2'])
      statuses.push((await ask(address)).status);
    expect(statuses).toEqual([400, 400, 400, 429, 400]);
    expect(Number((await ask('1.1.1.1')).headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await (await fetch(`${broker.url}/healthz`)).json()).toEqual({ status: 'ok' });
  });

  it('when it is stopped while a request is under way, then that one is still answered', async () => {
    const made = await signInService({ latency: 700 });
    // Where programs read JSON, its audit lines are still said.
    const broker = await brokerFor(made, ['-o', 'json'], startProcess);
    const answer = fetch(`${broker.url}/oauth/token`, refreshing);
    await expect.poll(() => made.sandbox.requests()['POST /oauth/token']).toBe(1);
    broker.signal('SIGTERM');
    expect((await answer).status).toBe(400);
    expect((await broker.ended).status).toBe(0);
  });

  it('when the service is away, then the device hears that later may work', async () => {
    const made = await signInService();
    const broker = await brokerFor(made);
    await made.close();
    const answer = await fetch(`${broker.url}/oauth/token`, refreshing);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
    await broker.said(/the request to the service failed: connection refused/);
  });

  it('when it is given a certificate, then it speaks TLS', async () => {
    const { file: cert, key } = await certificate('127.0.0.1');
    const made = await signInService();
    const broker = await brokerFor(made, ['--tls-cert', cert, '--tls-key', key]);
    expect(broker.url).toMatch(/^https:/);
    const device = temporaryFolder();
    const env = { ...made.env, NEWSLETTER_TOKEN_URL: broker.url, NODE_EXTRA_CA_CERTS: cert };
    const login = startProcess(['login'], { home: device, env, stdin: 'open' });
    await fetch(await decide(await shownAddress(login)));
    expect(await login.ended).toMatchObject({ status: 0 });
    const stranger = { ...env, NODE_EXTRA_CA_CERTS: undefined };
    const logout = await newsletterProcess(['logout', '--retries', '0'], { home: device, env: stranger });
    expect(logout).toMatchObject({ status: 8, stderr: expect.stringMatching(/TLS error/) });
  });

  it.each([
    [['--host', '0.0.0.0'], /could be read on the network/],
    [['--tls-cert', 'x.pem'], /must be given together/],
    [['--tls-cert', '/nowhere/c', '--tls-key', '/nowhere/k'], /cannot read/],
    [['--tls-cert', '/etc/hostname', '--tls-key', '/etc/hostname'], /invalid certificate or key/],
    [['--redirect-uri', 'https://example.com/'], /redirect-uri/],
    [['--port', '70000'], /port/],
    [['--auth-url', 'http://example.com'], /plain http/],
  ])('when it is started with %j, then that is a usage error', async (args, message) => {
    const made = await signInService();
    const env = { ...made.env, ...made.secret };
    const { status, stderr } = await newsletter(['broker', '--port', '0', ...args], { env });
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('when there is no secret, or the port is taken, then that is said', async () => {
    const made = await signInService();
    const none = await newsletter(['broker', '--port', '0'], { env: made.env });
    expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('NEWSLETTER_CLIENT_SECRET') });
    const broker = await brokerFor(made);
    const port = new URL(broker.url).port;
    const second = await newsletter(['broker', '--port', port], { env: { ...made.env, ...made.secret } });
    expect(second).toMatchObject({ status: 2, stderr: expect.stringContaining(port) });
  });
});

/** A broker for a service that responds as told. */
async function brokerOf(responder: Parameters<typeof service>[0], args: readonly string[] = []) {
  const { url } = await service(responder);
  const env = { NEWSLETTER_AUTH_URL: url, NEWSLETTER_CLIENT_ID: 'app' };
  return await brokerFor({ env, secret: { NEWSLETTER_CLIENT_SECRET: 'sandbox secret' } }, args);
}

it('without --behind-proxy, the broker ignores X-Forwarded-For', async () => {
  const broker = await brokerOf(json({}), ['--rate-limit', '1']);
  const statuses = [];
  for (const client of ['1.1.1.1', '2.2.2.2'])
    statuses.push((await fetch(`${broker.url}/x`, { headers: { 'x-forwarded-for': client } })).status);
  expect(statuses).toEqual([404, 429]);
});

it.each([
  ['a body', json({ error: 'x', error_description: 'got sandbox secret' }, 400)],
  ['a percent-encoded body', json({ error: 'x', error_description: 'client_secret=sandbox%20secret' }, 400)],
  ['a header', json({}, 429, { 'retry-after': 'sandbox secret' })],
])('a response that repeats the secret in %s is not passed on', async (_, responder) => {
  const broker = await brokerOf(responder);
  const response = await fetch(`${broker.url}/oauth/token`, refreshing);
  expect([response.status, await response.json()]).toMatchObject([502, { error: 'temporarily_unavailable' }]);
  await broker.said(/ 502 \d+ ms, the request to the service failed: invalid response/);
  expect(broker.stderr()).not.toContain('sandbox secret');
});
