/** What the sender of requests does around a request: credentials, pauses, Ctrl-C, the log; forms. */
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Credentials, HttpOptions } from '../../src/http/api.ts';
import { postForm } from '../../src/http/form-post.ts';
import { Failure } from '../../src/lib/failure.ts';
import { testClock } from '../support/clock.ts';
import { failureOf } from '../support/failure.ts';
import { hangUp, json, listening, type Responder, service, text } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

const noRetry = { retries: 0 };

/** Credentials that note what they are asked. */
function noting(renewed?: string) {
  const asked: string[] = [];
  const credentials: Credentials = {
    async bearer() {
      asked.push('bearer');
      return 'first';
    },
    async renew(refused) {
      asked.push(`renew ${refused}`);
      return renewed;
    },
    async remedy() {
      asked.push('remedy');
      return 'sign in again';
    },
  };
  return { asked, credentials };
}

describe('credentials', () => {
  test.each<[status: number, asked: readonly string[]]>([
    [400, ['bearer']],
    [401, ['bearer', 'renew first', 'remedy']],
    [403, ['bearer']],
    [404, ['bearer']],
    [500, ['bearer']],
    [503, ['bearer']],
  ])('are asked for at the status %d: %j', async (status, expected) => {
    const { url } = await service(json({ message: 'no' }, status));
    const { asked, credentials } = noting();
    const failure = await failureOf(api(url, { ...noRetry, credentials }).call('getAccount', {}));
    expect(asked).toEqual(expected);
    expect(failure.hint === 'sign in again').toBe(status === 401);
  });

  test('that are renewed after a refusal are tried once', async () => {
    const { url, seen } = await service(json({}, 401));
    const { asked, credentials } = noting('second');
    await failureOf(api(url, { ...noRetry, credentials }).call('getAccount', {}));
    expect(asked).toEqual(['bearer', 'renew first', 'remedy']);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
  });
});

describe('the message of a wait', () => {
  const retryAfter = (status: number, seconds: string) => text('', status, { 'retry-after': seconds });

  test.each<[string, Responder, readonly string[]]>([
    ['429 and two seconds', retryAfter(429, '2'), ['the service is busy (429); retrying in 2 s']],
    ['429 and a second', retryAfter(429, '1'), []],
    ['503 and twelve seconds', retryAfter(503, '12'), ['the service failed (503); retrying in 12 s']],
  ])('after %s is %j', async (_, responder, expected) => {
    const { url } = await service(responder, json(accountRecord));
    const said: string[] = [];
    await api(url, { onWait: message => said.push(message) }).call('getAccount', {});
    expect(said).toEqual(expected);
  });

  test('after failed connections names the connection', async () => {
    const { url } = await service(hangUp);
    const said: string[] = [];
    await failureOf(api(url, { onWait: message => said.push(message), retries: 9 }).call('getAccount', {}));
    expect(said.length).toBeGreaterThan(0);
    for (const message of said) expect(message).toMatch(/^cannot connect to the service; retrying in \d/);
  });
});

describe('Ctrl-C', () => {
  function stopping() {
    const stop = new AbortController();
    const { asked, credentials } = noting();
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    return { stop, asked, credentials, lines, log, signal: stop.signal };
  }

  test('while the pace is kept asks for no credentials', async () => {
    const { url, seen } = await service(json(accountRecord));
    const { stop, asked, ...options } = stopping();
    const clock = testClock();
    const wait = async () => stop.abort();
    const client = api(url, { ...options, rate: 1, clock: { ...clock, wait } });
    await client.call('getAccount', {});
    expect(await failureOf(client.call('getAccount', {}))).toMatchObject({ code: 'interrupted' });
    expect([asked, seen.length]).toEqual([['bearer'], 1]);
  });

  test('while credentials are refreshed sends nothing', async () => {
    const { url, seen } = await service(json(accountRecord));
    const { stop, lines, ...options } = stopping();
    const bearer = async () => {
      stop.abort();
      return 'secret';
    };
    const client = api(url, { ...options, credentials: { ...options.credentials, bearer } });
    expect(await failureOf(client.call('getAccount', {}))).toMatchObject({ code: 'interrupted' });
    expect([lines, seen]).toEqual([[], []]);
  });

  test('just before a request leaves keeps it here', async () => {
    const { url, seen } = await service(json(accountRecord));
    const { stop, ...options } = stopping();
    const client = api(url, { ...options, log: () => stop.abort() });
    expect(await failureOf(client.call('sendEmail', { id: '7' }))).toMatchObject({ code: 'interrupted' });
    expect(seen).toEqual([]);
  });

  test('during a request is no failed connection in the log', async () => {
    const { stop, lines, ...options } = stopping();
    const { url } = await service(() => stop.abort());
    await failureOf(api(url, options).call('getAccount', {}));
    expect(lines).toEqual([`> GET ${url}/v1/account`]);
  });
});

test('requests of a rate keep their distance, whatever the clock says', async () => {
  const { url } = await service(json(accountRecord));
  const clock = testClock(90_000);
  const client = api(url, { clock, rate: 4 });
  await Promise.all([1, 2, 3].map(() => client.call('getAccount', {})));
  expect(clock.waits).toEqual([250, 500]);
});

test('an error whose body cannot be decompressed has its status', async () => {
  const { url } = await service(text('no gzip', 404, { 'content-encoding': 'gzip' }));
  expect(await failureOf(api(url, noRetry).call('getGroup', { id: '1' }))).toMatchObject({
    code: 'not_found',
  });
});

test('Ctrl-C ends a wait at once', async () => {
  const { url } = await service(text('', 429, { 'retry-after': '200' }));
  const controller = new AbortController();
  const onWait = () => controller.abort();
  const failure = await failureOf(api(url, { signal: controller.signal, onWait }).call('getAccount', {}));
  expect(failure).toMatchObject({ code: 'interrupted', exit: 130 });
});

test('Ctrl-C during a request leaves its outcome open', async () => {
  const controller = new AbortController();
  const { url, seen } = await service(() => controller.abort());
  const failure = await failureOf(api(url, { signal: controller.signal }).call('sendEmail', { id: '7' }));
  expect(failure).toMatchObject({
    code: 'interrupted',
    details: ['POST /v1/emails/7/send may or may not have been carried out'],
  });
  expect(seen).toHaveLength(1);
});

test('a failure with which the caller gives up is thrown', async () => {
  const controller = new AbortController();
  const own = new Failure('partly_done', 'enough');
  const { url } = await service(() => controller.abort(own));
  expect(await failureOf(api(url).call('getAccount', {}, { signal: controller.signal }))).toBe(own);
});

test('closing ends the requests under way', async () => {
  const { url } = await service(() => void client.close());
  const client = api(url);
  expect((await failureOf(client.call('getAccount', {}))).code).toBe('interrupted');
});

test('many requests at once make Node warn of nothing', async () => {
  const { url } = await service(json(accountRecord));
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const client = api(url, { signal: new AbortController().signal });
  await Promise.all(Array.from({ length: 30 }, () => client.call('getAccount', {})));
  await new Promise(resolve => setImmediate(resolve));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

describe('a form', () => {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'ä & b' });

  /** Options without what the API has beside them. */
  const options = (more: Partial<HttpOptions> = {}): HttpOptions => ({
    timeout: 20,
    retries: 1,
    maxWait: 300,
    environment: {},
    userAgent: 'newsletter/test',
    signal: new AbortController().signal,
    clock: testClock(),
    ...more,
  });

  test('leaves without a bearer, and its body is not logged', async () => {
    const { url, seen } = await service(json({ access_token: 'a' }));
    const lines: string[] = [];
    const wanted = { url: new URL('/oauth/token?x=1', url), form, accepted: [] };
    const response = await postForm(options({ log: line => lines.push(line) }), wanted);
    expect(JSON.parse(response.body.toString())).toEqual({ access_token: 'a' });
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/oauth/token?x=1',
        headers: expect.objectContaining({
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(form.toString().length),
          'user-agent': 'newsletter/test',
        }),
        body: 'grant_type=refresh_token&refresh_token=%C3%A4+%26+b',
      },
    ]);
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(lines.join()).not.toContain('refresh_token');
  });

  test.each<[status: number, accepted: readonly number[], ended: number | string]>([
    [200, [], 200],
    [400, [400, 401], 400],
    [401, [400, 401], 401],
    [401, [], 'credentials_refused'],
    [404, [400], 'not_found'],
  ])('with the status %d, of which %j are accepted, ends with %s', async (status, accepted, ended) => {
    const { url } = await service(json({ error: 'x' }, status));
    const sent = postForm(options(), { url: new URL(url), form, accepted });
    if (typeof ended === 'number') expect((await sent).status).toBe(ended);
    else expect(await failureOf(sent)).toMatchObject({ code: ended });
  });

  test('whose connection is cut is repeated', async () => {
    const { url, seen } = await service(hangUp);
    await failureOf(postForm(options(), { url: new URL(url), form, accepted: [] }));
    expect(seen).toHaveLength(2);
  });

  test('has the bearer of its credentials', async () => {
    const { url, seen } = await service(json({}));
    const { credentials } = noting();
    await postForm(options(), { url: new URL(url), form, accepted: [], credentials });
    expect(seen[0]?.headers.authorization).toBe('Bearer first');
  });

  test('closes its connection', async () => {
    const server = createServer((_, response) => response.end('{}'));
    const closed = new Promise(resolve => server.on('connection', socket => socket.on('close', resolve)));
    const port = await listening(server);
    await postForm(options(), { url: new URL(`http://127.0.0.1:${port}`), form, accepted: [] });
    await closed;
  });
});
