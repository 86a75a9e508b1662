import { describe, expect, test } from 'vitest';
import { decideRetry, type RetryLimits, retryAfter } from '../../src/http/retry-policy.ts';
import { testClock } from '../support/clock.ts';
import { failureOf } from '../support/failure.ts';
import { hangUp, json, service, text } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

const limits: RetryLimits = { retries: 4, maxWait: 60_000 };
const fresh = { retries: 0, waited: 0 };

describe('a busy or failing service', () => {
  test.each([429, 502])('a read that gets %i is retried', async status => {
    const { url, seen } = await service(json({}, status), json({}, status), json(accountRecord));
    expect(await api(url).call('getAccount', {})).toEqual(accountRecord);
    expect(seen).toHaveLength(3);
  });

  test('an upsert whose connection was cut off is retried with the same body', async () => {
    const { url, seen } = await service(hangUp, json(accountRecord));
    await api(url).call('saveSubscriber', { body: { email: 'a@example.com' } });
    expect(seen.map(one => one.body)).toEqual(['{"email":"a@example.com"}', '{"email":"a@example.com"}']);
  });

  test('a batch of an import is repeated after a refusal for now, and not after a lost response', async () => {
    const busy = await service(text('', 503, { 'retry-after': '0' }), text('', 429), json(accountRecord));
    const call = (url: string) => api(url).call('createImport', { body: {} }, { repeat: 'unless-lost' });
    await call(busy.url);
    expect(busy.seen).toHaveLength(3);
    const lost = await service(hangUp, json(accountRecord));
    expect(await failureOf(call(lost.url))).toMatchObject({ code: 'outcome_unknown' });
    expect(lost.seen).toHaveLength(1);
  });

  test.each([
    [429, 'overloaded'],
    [502, 'service_failing'],
  ])('--retries limits the attempts at a response of %i', async (status, code) => {
    const { url, seen } = await service(text('', status));
    const failure = await failureOf(api(url, { retries: 2 }).call('getAccount', {}));
    expect(failure).toMatchObject({ code, exit: 6, status });
    expect(failure.message).toContain('after 2 retries');
    expect(seen).toHaveLength(3);
  });

  test('a wait that the service asks for is kept', async () => {
    const { url } = await service(text('', 429, { 'retry-after': '200' }), json(accountRecord));
    const clock = testClock();
    await api(url, { clock }).call('getAccount', {});
    expect(clock.waits).toEqual([200_000]);
  });

  test('waits end when they would be longer than --max-wait in all', async () => {
    const { url, seen } = await service(text('', 503, { 'retry-after': '120' }));
    const clock = testClock();
    const failure = await failureOf(api(url, { clock, retries: 9, maxWait: 300 }).call('getAccount', {}));
    expect(failure).toMatchObject({ code: 'service_failing', hint: expect.stringContaining('--max-wait') });
    expect({ waits: clock.waits, requests: seen.length }).toEqual({ waits: [120_000, 120_000], requests: 3 });
  });

  test('a wait longer than --max-wait is given up at once, and named', async () => {
    const { url, seen } = await service(json({}, 429, { 'retry-after': '400' }));
    const failure = await failureOf(api(url, { maxWait: 300 }).call('getAccount', {}));
    expect(failure).toMatchObject({ code: 'overloaded', hint: expect.stringMatching(/400 s.*--max-wait/) });
    expect(seen).toHaveLength(1);
  });
});

describe('the wait before a retry', () => {
  const wait = (attempt: Parameters<typeof decideRetry>[1], history = fresh, random = 0.5) =>
    decideRetry('read', attempt, history, { ...limits, random: () => random });

  test('is what the service asks for', () => {
    expect(wait({ status: 429, retryAfter: 7 })).toEqual({ wait: 7000 });
    expect(wait({ status: 503, retryAfter: 1.5 })).toEqual({ wait: 1500 });
  });

  test('is drawn from a span that doubles up to a cap if the service asks for none', () => {
    const failing = { status: 500, retryAfter: undefined };
    const spans = [0, 1, 2, 3].map(retries => wait(failing, { retries, waited: 0 }, 1));
    expect(spans).toEqual([{ wait: 250 }, { wait: 500 }, { wait: 1000 }, { wait: 2000 }]);
    expect(wait(failing, fresh, 0)).toEqual({ wait: 0 });
    const patient = { ...limits, retries: 99, random: () => 1 };
    expect(decideRetry('read', failing, { retries: 50, waited: 0 }, patient)).toEqual({
      wait: 20_000,
    });
  });

  test('is not longer than what is left of --max-wait', () => {
    const busy = { status: 429, retryAfter: 30 };
    expect(wait(busy, { retries: 1, waited: 30_000 })).toEqual({ wait: 30_000 });
    expect(wait(busy, { retries: 1, waited: 30_001 })).toEqual({ giveUp: 'max-wait' });
  });

  test('of a patient request is limited by --max-wait alone, unless the service was not reached or nothing is retried', () => {
    const patient = { ...limits, isPatient: true };
    const decided = (reply: Parameters<typeof decideRetry>[1], retries = 4) =>
      decideRetry('upsert', reply, { retries: 4, waited: 0 }, { ...patient, retries });
    for (const reply of [{ status: 503 }, { code: 'cut_off', sent: true } as const])
      expect(decided(reply)).toHaveProperty('wait');
    expect(decided({ code: 'connection_refused', sent: false })).toEqual({ giveUp: 'retries' });
    expect(decided({ status: 503 }, 0)).toEqual({ giveUp: 'retries' });
    expect(decided({ status: 503, retryAfter: 61 })).toEqual({ giveUp: 'max-wait' });
    expect(decided({ status: 422 })).toEqual({ giveUp: 'final' });
  });

  test('does not follow a refused certificate', () => {
    expect(wait({ code: 'tls_failed', sent: false })).toEqual({ giveUp: 'final' });
  });
});

describe('whether a request is sent again', () => {
  type Reply = Parameters<typeof decideRetry>[1];

  /** A read or an upsert; an upsert that is not repeated when it was lost; what must leave once. */
  test.each<[what: string, Reply, free: boolean, unlessLost: boolean, once: boolean]>([
    ['the connection was refused', { code: 'connection_refused', sent: false }, true, true, true],
    ['there is no such host', { code: 'no_such_host', sent: false }, true, true, true],
    ['the connection was lost', { code: 'cut_off', sent: true }, true, false, false],
    ['it took too long', { code: 'timeout', sent: true }, true, false, false],
    ['there was no TLS', { code: 'tls_failed', sent: false }, false, false, false],
    ['429', { status: 429 }, true, true, false],
    ['429 for now', { status: 429, retryAfter: 1 }, true, true, false],
    ['500', { status: 500 }, true, false, false],
    ['503', { status: 503 }, true, false, false],
    ['503 for now', { status: 503, retryAfter: 1 }, true, true, false],
    ['401', { status: 401 }, false, false, false],
    ['404', { status: 404 }, false, false, false],
    ['422', { status: 422 }, false, false, false],
  ])('after: %s', (_, reply, free, unlessLost, once) => {
    const limits = { retries: 4, maxWait: 60_000 };
    const isRepeated = (rule: 'read' | 'upsert' | 'unless-lost' | 'once') =>
      'wait' in decideRetry(rule, reply, { retries: 0, waited: 0 }, limits);
    expect([isRepeated('read'), isRepeated('upsert')]).toEqual([free, free]);
    expect([isRepeated('unless-lost'), isRepeated('once')]).toEqual([unlessLost, once]);
  });
});

describe('Retry-After', () => {
  const date = 'Fri, 21 Nov 2025 10:00:00 GMT';
  test.each([
    ['120', 120],
    ['0', 0],
    [' 3 ', 3],
    ['Fri, 21 Nov 2025 10:01:30 GMT', 90],
    ['Friday, 21-Nov-25 10:01:30 GMT', 90],
    ['Fri Nov 21 10:00:07 2025 GMT', 7],
    ['Fri, 21 Nov 2025 09:00:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['9'.repeat(30), undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j means %s s by the clock of the service', (value, seconds) => {
    expect(retryAfter(value, date)).toBe(seconds);
  });
});
