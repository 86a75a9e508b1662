import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { dayClock } from '../support/clock.ts';
import { type Plain, sandboxService } from '../support/service.ts';
import { authorizationRequest, code_verifier, consent, post, redirect_uri } from './oauth.ts';

const client = (sandbox: Sandbox) => ({ client_id: sandbox.clientId, client_secret: sandbox.clientSecret });

async function token(sandbox: Sandbox, form: Record<string, string>) {
  const response = await post(sandbox, '/oauth/token', { ...client(sandbox), ...form });
  expect(response.headers.get('cache-control')).toBe('no-store');
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const exchange = (sandbox: Sandbox, code = '', more: Record<string, string> = {}) =>
  token(sandbox, { grant_type: 'authorization_code', code, redirect_uri, code_verifier, ...more });
const refresh = (sandbox: Sandbox, refresh_token = '') =>
  token(sandbox, { grant_type: 'refresh_token', refresh_token });

async function signIn(sandbox: Sandbox) {
  const { parameters } = await consent(sandbox);
  return (await exchange(sandbox, parameters.code)).body;
}

const accepts = async (sandbox: Sandbox, bearer = '') =>
  (await fetch(`${sandbox.baseUrl}/v1/account`, { headers: { authorization: `Bearer ${bearer}` } })).ok;

test('when the user approves, then the code is worth tokens, once', async () => {
  const { sandbox } = await sandboxService({ tokenSeconds: 90 });
  const { address, parameters } = await consent(sandbox);
  expect(address.startsWith(`${redirect_uri}?`)).toBe(true);
  expect(parameters.state).toBe(authorizationRequest.state);
  const { status, body } = await exchange(sandbox, parameters.code);
  expect([status, body.token_type, body.expires_in, body.scope]).toEqual([200, 'Bearer', 90, 'account']);
  expect(await accepts(sandbox, body.access_token)).toBe(true);

  const again = await exchange(sandbox, parameters.code);
  expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
  expect(await accepts(sandbox, body.access_token)).toBe(false);
  expect((await refresh(sandbox, body.refresh_token)).body.error).toBe('invalid_grant');
});

test('when a redirect URI is registered beside the fixed ones, then it is used', async () => {
  const own = 'http://127.0.0.1:5555/back?from=sandbox';
  const { sandbox } = await sandboxService({ redirectUris: [own] });
  const { address, parameters } = await consent(sandbox, 'approve', {
    ...authorizationRequest,
    redirect_uri: own,
  });
  expect(address.startsWith(`${own}&`)).toBe(true);
  expect((await exchange(sandbox, parameters.code, { redirect_uri: own })).status).toBe(200);
});

test('when the exchange does not fit the authorization, then it is refused', async () => {
  const { sandbox } = await sandboxService();
  const { parameters } = await consent(sandbox);
  const cases: [Record<string, string>, number, string][] = [
    [{ code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
    [{ code_verifier: 'x'.repeat(42) }, 400, 'invalid_request'],
    [{ code_verifier: 'x'.repeat(129) }, 400, 'invalid_request'],
    [{ code_verifier: '' }, 400, 'invalid_request'],
    [{ redirect_uri: 'http://localhost:8976/callback' }, 400, 'invalid_grant'],
    [{ code: 'made-up' }, 400, 'invalid_grant'],
    [{ client_secret: 'guess' }, 401, 'invalid_client'],
    [{ client_id: 'somebody' }, 401, 'invalid_client'],
    [{ grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    [{ grant_type: '' }, 400, 'invalid_request'],
  ];
  for (const [odd, status, error] of cases) {
    const response = await exchange(sandbox, parameters.code, odd);
    expect([response.status, response.body.error], JSON.stringify(odd)).toEqual([status, error]);
  }
  expect((await exchange(sandbox, parameters.code)).status).toBe(200);
});

test('when the token request is not form-encoded or repeats itself, then invalid_request', async () => {
  const { sandbox } = await sandboxService();
  const form = `grant_type=refresh_token&refresh_token=x&client_id=${sandbox.clientId}&client_secret=${sandbox.clientSecret}`;
  const types = ['application/json', 'application/x-www-form-urlencoded'];
  for (const [i, body] of [JSON.stringify(client(sandbox)), `${form}&refresh_token=y`].entries()) {
    const headers = { 'content-type': types[i] ?? '' };
    const response = await fetch(`${sandbox.authUrl}/oauth/token`, { method: 'POST', headers, body });
    const { error } = (await response.json()) as Plain;
    expect([response.status, error]).toEqual([400, 'invalid_request']);
  }
  expect((await fetch(`${sandbox.authUrl}/oauth/token`)).status).toBe(405);
});

test('when a minute passes, then the code is worth nothing', async () => {
  const clock = dayClock();
  const { sandbox } = await sandboxService({ clock: clock.now });
  const { parameters } = await consent(sandbox);
  clock.move(60_000);
  expect((await exchange(sandbox, parameters.code)).body.error).toBe('invalid_grant');
});

test('when the access token expires, then it is refused and a refresh brings a new pair', async () => {
  const clock = dayClock();
  const { sandbox } = await sandboxService({ clock: clock.now });
  const first = await signIn(sandbox);
  clock.move(7_199_000);
  expect(await accepts(sandbox, first.access_token)).toBe(true);
  clock.move(1000);
  expect(await accepts(sandbox, first.access_token)).toBe(false);
  const second = (await refresh(sandbox, first.refresh_token)).body;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(await accepts(sandbox, second.access_token)).toBe(true);
});

test('when a refresh token is used twice, then the whole sign-in ends, and no other', async () => {
  const { sandbox } = await sandboxService();
  const [first, other] = [await signIn(sandbox), await signIn(sandbox)];
  const second = (await refresh(sandbox, first.refresh_token)).body;
  const third = (await refresh(sandbox, second.refresh_token)).body;
  expect(await accepts(sandbox, third.access_token)).toBe(true);

  const reused = await refresh(sandbox, first.refresh_token);
  expect([reused.status, reused.body.error]).toEqual([400, 'invalid_grant']);
  for (const bearer of [first, second, third])
    expect(await accepts(sandbox, bearer.access_token)).toBe(false);
  expect((await refresh(sandbox, third.refresh_token)).status).toBe(400);
  expect(await accepts(sandbox, other.access_token)).toBe(true);
  expect((await refresh(sandbox, other.refresh_token)).status).toBe(200);
});

test('when a token is revoked, then it ends: an access token alone, a refresh token with its family', async () => {
  const { sandbox } = await sandboxService();
  const revoke = async (token: string, more: Record<string, string> = {}) =>
    (await post(sandbox, '/oauth/revoke', { token, ...client(sandbox), ...more })).status;
  const first = await signIn(sandbox);
  expect(await revoke(first.access_token ?? '', { client_secret: 'guess' })).toBe(401);
  expect(await accepts(sandbox, first.access_token)).toBe(true);
  expect(await revoke(first.access_token ?? '')).toBe(200);
  expect(await accepts(sandbox, first.access_token)).toBe(false);

  const second = (await refresh(sandbox, first.refresh_token)).body;
  expect(await revoke(second.refresh_token ?? '', { token_type_hint: 'refresh_token' })).toBe(200);
  expect(await accepts(sandbox, second.access_token)).toBe(false);
  expect((await refresh(sandbox, second.refresh_token)).body.error).toBe('invalid_grant');
  expect(await revoke('never issued')).toBe(200);
  expect(await revoke('')).toBe(400);
});

test('when the sandbox starts again with its data file, then who was signed in still is', async () => {
  const where = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(where, { recursive: true, force: true }));
  const dataFile = join(where, 'data.ndjson');
  const before = await sandboxService({ dataFile, subscribers: 1 });
  const first = await signIn(before.sandbox);
  const second = (await refresh(before.sandbox, first.refresh_token)).body;
  await before.close();

  const { sandbox } = await sandboxService({ dataFile });
  expect(await accepts(sandbox, second.access_token)).toBe(true);
  const third = (await refresh(sandbox, second.refresh_token)).body;
  expect(await accepts(sandbox, third.access_token)).toBe(true);
  expect((await refresh(sandbox, first.refresh_token)).body.error).toBe('invalid_grant');
  expect(await accepts(sandbox, third.access_token)).toBe(false);
});
