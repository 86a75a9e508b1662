/** Which refresh token is used, and what is kept, whatever becomes of the request (command-line.md, "Refresh"). */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OAuthCredential } from '../../src/auth/credentials/credential.ts';
import { refreshCredential } from '../../src/auth/refresh.ts';
import { createSession } from '../../src/auth/session.ts';
import { signOut } from '../../src/auth/sign-out.ts';
import { takeLock } from '../../src/lib/lock.ts';
import { failureOf } from '../support/failure.ts';
import { hangUp, json, type Responder, service } from '../support/service.ts';
import { type Given, sessionSources } from './sources.ts';

type Answers = readonly Responder[];
type Stored = Partial<OAuthCredential>;

const now = Date.parse('2026-06-01T00:00:00Z');

/** A profile that is signed in at a service that answers in this way, at a time that stands still. */
async function signedIn(answers: Answers, stored: Stored = {}, given: Given = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  const { url, seen } = await service(...answers);
  const old: OAuthCredential = {
    kind: 'oauth',
    accessToken: 'a1',
    refreshToken: 'r1',
    authUrl: url,
    clientId: 'app',
    clientSecret: 'shh',
    ...stored,
  };
  const sources = sessionSources({ stored: old, ...given });
  const kept = () =>
    JSON.parse(readFileSync(join(sources.configDir, 'credentials.json'), 'utf8')).profiles.work;
  const sent = () =>
    seen.map(
      ({ body }) => new URLSearchParams(body).get('refresh_token') ?? new URLSearchParams(body).get('token'),
    );
  return { sources, old, kept, sent, seen };
}

const issued = (more: object = {}) => json({ access_token: 'a2', ...more });
const refused = json({ error: 'invalid_grant' }, 400);

describe('a refresh', () => {
  const r1 = { accessToken: 'a2', refreshToken: 'r1' };
  const r2 = { accessToken: 'a2', refreshToken: 'r2' };

  it.each<[title: string, Answers, Stored, sent: string, kept: object]>([
    [
      'rotates',
      [issued({ refresh_token: 'r2', expires_in: 60 })],
      {},
      'r1',
      { ...r2, expiresIn: 60, expiresAt: now + 60_000 },
    ],
    ['does not rotate', [issued()], { expiresAt: 5, expiresIn: 5 }, 'r1', r1],
    ['is lost once', [hangUp, issued({ refresh_token: 'r2' })], {}, 'r1 r1', r2],
  ])('that %s keeps the newest tokens', async (_, answers, stored, sent, tokens) => {
    const made = await signedIn(answers, stored);
    const { clientSecret, authUrl, clientId } = made.old;
    const whole = { kind: 'oauth', clientSecret, authUrl, clientId, ...tokens };
    expect(await refreshCredential(made.sources, made.old)).toEqual(whole);
    expect(made.kept()).toEqual(whole);
    expect(made.sent().join(' ')).toBe(sent);
  });

  it.each<[title: string, Answers, Stored, expected: object, sent: string]>([
    [
      'is refused',
      [refused],
      {},
      {
        code: 'credentials_refused',
        message: 'the sign-in of profile work has ended: the service rejected this sign-in',
        hint: 'newsletter login --profile work',
      },
      'r1',
    ],
    ['was lost, then is refused', [hangUp, refused], {}, { code: 'credentials_refused' }, 'r1 r1'],
    [
      'is refused for the client',
      [json({ error: 'invalid_client' }, 401)],
      {},
      {
        code: 'credentials_refused',
        message: expect.stringContaining('client id or client secret'),
        hint: expect.not.stringContaining('login'),
      },
      'r1',
    ],
    ['is lost for good', [hangUp], {}, { exit: 7 }, 'r1 r1'],
    ['fails at the service', [json({}, 500)], {}, { code: 'service_failing' }, 'r1 r1'],
  ])('that %s says what that means, and loses no token', async (_, answers, stored, expected, sent) => {
    const made = await signedIn(answers, stored);
    expect(await failureOf(refreshCredential(made.sources, made.old))).toMatchObject(expected);
    expect(made.sent().join(' ')).toBe(sent);
    expect(made.kept()).toMatchObject({ accessToken: 'a1', refreshToken: 'r1' });
  });

  it.each<[title: string, Stored, isSent: boolean]>([
    ['a new token that is fresh', { accessToken: 'a9' }, false],
    ['a new token that has ended', { accessToken: 'a9', expiresAt: now - 1 }, true],
    ['the same token', {}, true],
  ])('is sent or not if another process has stored %s meanwhile', async (_, stored, isSent) => {
    const made = await signedIn([issued()], stored);
    const ended = await refreshCredential(made.sources, { ...made.old, accessToken: 'a1' });
    expect(ended.accessToken).toBe(isSent ? 'a2' : 'a9');
    expect(made.seen).toHaveLength(isSent ? 1 : 0);
  });

  it.each<[title: string, stored: object | undefined, given: Given, expected: object]>([
    [
      'the profile was signed out',
      undefined,
      {},
      { code: 'not_signed_in', message: 'profile work was signed out in the meantime' },
    ],
    ['it has a key now', { kind: 'api-key', key: 'k' }, {}, { code: 'not_signed_in' }],
    [
      'there is no refresh token',
      { refreshToken: undefined },
      {},
      { code: 'not_signed_in', message: 'the sign-in of profile work has ended' },
    ],
    [
      'there is no client secret',
      { clientSecret: undefined },
      {},
      {
        code: 'not_signed_in',
        message: expect.stringContaining('has to be refreshed'),
        hint: 'newsletter login --profile work',
      },
    ],
    [
      'it was signed in elsewhere',
      { origin: 'https://api.example' },
      { flags: { baseUrl: 'https://other.example' } },
      { code: 'wrong_origin' },
    ],
  ])('is not sent if %s', async (_, stored, given, expected) => {
    const made = await signedIn([issued()], {}, given);
    const replaced = stored && 'kind' in stored ? stored : stored && { ...made.old, ...stored };
    const sources = sessionSources({ ...given, ...(replaced && { stored: replaced }) });
    expect(await failureOf(refreshCredential(sources, made.old))).toMatchObject(expected);
    expect(made.seen).toEqual([]);
  });

  it('is not sent if what it brings could not be stored', async () => {
    const { sources, old, seen } = await signedIn([issued()]);
    // Where the new contents would first be written.
    mkdirSync(join(sources.configDir, 'credentials.json.new'));
    expect((await failureOf(refreshCredential(sources, old))).code).toBe('write_failed');
    expect(seen).toEqual([]);
  });

  it('may take five more seconds after Ctrl-C', async () => {
    for (const isAnswered of [true, false]) {
      const stop = new AbortController();
      let answer = () => {};
      let arrive = () => {};
      const arrived = new Promise<void>(resolve => {
        arrive = resolve;
      });
      const made = await signedIn(
        [
          (_, response) => {
            stop.abort(new Error('Ctrl-C'));
            arrive();
            answer = () => void response.end('{"access_token":"a2"}');
          },
        ],
        {},
        { signal: stop.signal },
      );
      vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now });
      const refreshing = refreshCredential(made.sources, made.old).catch((error: Error) => error);
      await arrived;
      await vi.advanceTimersByTimeAsync(4999);
      if (isAnswered) answer();
      else await vi.advanceTimersByTimeAsync(1);
      expect(await refreshing).toMatchObject(isAnswered ? { accessToken: 'a2' } : { code: 'interrupted' });
      vi.useRealTimers();
    }
  });
});

it.each<[what: string, work: (made: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>]>([
  ['a refresh', ({ sources, old }) => refreshCredential(sources, old)],
  ['signing out', ({ sources }) => signOut(sources)],
])('%s waits for another process that changes the sign-in', async (_, work) => {
  const stop = new AbortController();
  const made = await signedIn([issued()], {}, { signal: stop.signal });
  onTestFinished((await takeLock(join(made.sources.configDir, 'sign-in-work.lock'))) ?? expect.unreachable());
  const working = work(made);
  stop.abort(new Error('Ctrl-C'));
  await expect(working).rejects.toThrow('Ctrl-C');
  expect(made.seen).toEqual([]);
});

it('a refresh is work that Ctrl-C does not break off', async () => {
  const { sources, old, kept } = await signedIn([issued()]);
  const unbroken: unknown[] = [];
  await refreshCredential(
    { ...sources, unbroken: async work => void unbroken.push(await work) as never },
    old,
  );
  expect(unbroken).toEqual([kept()]);
});

describe('a session', () => {
  const soon = { expiresAt: now + 10_000, expiresIn: 3600 };
  it.each<[title: string, Stored, answer: Responder, expected: string | object]>([
    ['it is fresh', { expiresAt: now + 3_600_000, expiresIn: 3600 }, issued(), 'a1'],
    ['it ends soon', soon, issued(), 'a2'],
    [
      'it has ended, and there is no refresh token',
      { expiresAt: now - 1, refreshToken: undefined },
      issued(),
      'a1',
    ],
    ['it ends soon and the service is failing', soon, json({}, 503), 'a1'],
    ['it ends soon and the connection fails', soon, hangUp, 'a1'],
    ['it has ended and the service is failing', { expiresAt: now }, json({}, 503), { exit: 6 }],
    ['it ends soon and is refused', soon, refused, { exit: 3 }],
  ])('sends the right token if %s', async (_, stored, answer, expected) => {
    const { sources, seen } = await signedIn([answer], stored);
    const { credentials } = createSession(sources);
    if (typeof expected !== 'string')
      return expect(await failureOf(credentials.bearer())).toMatchObject(expected);
    expect(await credentials.bearer()).toBe(expected);
    // For fifteen seconds it is not asked again.
    const asked = seen.length;
    if (expected === 'a1' && asked > 0) vi.setSystemTime(now + 9_999);
    expect(await credentials.bearer()).toBe(expected);
    expect(seen).toHaveLength(asked);
    return undefined;
  });

  it('refreshes once for many requests that are refused at once', async () => {
    const { sources, seen } = await signedIn([issued({ refresh_token: 'r2' })]);
    const { renew } = createSession(sources).credentials;
    expect(await Promise.all([renew('a1'), renew('a1'), renew('a1')])).toEqual(['a2', 'a2', 'a2']);
    expect(await renew('a1')).toBe('a2');
    expect(seen).toHaveLength(1);
    await renew('a2');
    expect(seen).toHaveLength(2);
  });

  it('without a refresh token renews nothing', async () => {
    const { sources } = await signedIn([issued()], { refreshToken: undefined });
    expect(await createSession(sources).credentials.renew('a1')).toBeUndefined();
  });
});

describe('signing out', () => {
  it.each<[title: string, Answers, Stored, sent: readonly string[], problem: object | undefined]>([
    ['are revoked', [json({})], {}, ['r1', 'a1'], undefined],
    ['are one', [json({})], { refreshToken: undefined }, ['a1'], undefined],
    ['are not revoked', [json({}, 403)], {}, ['r1', 'a1'], { code: 'forbidden' }],
    [
      'cannot be revoked without the secret',
      [json({})],
      { clientSecret: undefined },
      [],
      { code: 'missing_setting' },
    ],
  ])('forgets the tokens, which %s', async (_, answers, stored, sent, problem) => {
    const made = await signedIn(answers, stored);
    const ended = await signOut(made.sources);
    expect(ended?.kind).toBe('oauth');
    if (problem === undefined) expect(ended?.notRevoked).toBeUndefined();
    else expect(ended?.notRevoked).toMatchObject(problem);
    expect(made.sent().toSorted()).toEqual([...sent].toSorted());
    expect(made.kept()).toBeUndefined();
  });

  it('tries each token twice at most if the service fails', async () => {
    const made = await signedIn([json({}, 503)], { refreshToken: undefined });
    const sources = { ...made.sources, http: { ...made.sources.http, retries: 9 } };
    expect((await signOut(sources))?.notRevoked).toMatchObject({ code: 'service_failing' });
    expect(made.seen).toHaveLength(2);
    const again = await signedIn([json({}, 503)], { refreshToken: undefined });
    await signOut({ ...again.sources, http: { ...again.sources.http, retries: 0 } });
    expect(again.seen).toHaveLength(1);
  });
});
