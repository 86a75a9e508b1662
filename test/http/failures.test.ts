/** What is said of a request that fails, and what a record is that may have been made: command-line page, "Retries". */
import { describe, expect, it } from 'vitest';
import type { RawResponse } from '../../src/http/api.ts';
import {
  interruption,
  type LastAttempt,
  networkFailure,
  onceFailure,
  RequestFailure,
  type RequestSummary,
  reasonOf,
  responseBehind,
  responseFailure,
  unexpectedResponse,
} from '../../src/http/errors/request-failure.ts';
import { createOnce, lossOf } from '../../src/http/once.ts';
import type { RepeatRule, Reply } from '../../src/http/outcome.ts';
import { Failure } from '../../src/lib/failure.ts';
import { casesOfKind } from '../support/cases.ts';
import { testClock } from '../support/clock.ts';

const requestOf = (repeat: RepeatRule, path = '/v1/groups', method = 'POST'): RequestSummary => ({
  method,
  path,
  repeat,
  bytes: 1200,
});
const responseOf = (status: number, headers: Record<string, string> = {}, body = ''): RawResponse => ({
  status,
  statusText: 'Said',
  headers,
  body: Buffer.from(body),
});
const rowsOf = <Row extends readonly unknown[]>(kind: string) =>
  casesOfKind<Row>(new URL('failures.tsv', import.meta.url), kind);

describe('the failure of a response', () => {
  const failed = (
    request: RequestSummary,
    response: RawResponse,
    more: Partial<LastAttempt> = {},
  ): Failure => {
    const reply = { status: response.status };
    return responseFailure(request, response, {
      reply,
      outcome: 'not done',
      giveUp: 'final',
      retries: 0,
      ...more,
    });
  };
  const read = requestOf('read', '/v1/groups/7', 'GET');

  it.each(rowsOf<[status: number, more: Partial<LastAttempt>, said: object]>('status'))(
    '%i with %j has code, message and hint',
    (status, more, said) => {
      expect(failed(read, responseOf(status), more)).toMatchObject({
        status,
        method: 'GET',
        path: '/v1/groups/7',
        ...said,
      });
    },
  );

  it('that asks to wait says how long, and how to wait that long', () => {
    const reply = { status: 429, retryAfter: 12.1 };
    const hint = 'try again later: the service asks to wait 13 seconds';
    expect(failed(read, responseOf(429), { reply }).hint).toBe(hint);
    expect(failed(read, responseOf(429), { reply, giveUp: 'max-wait' }).hint).toBe(
      `${hint}; or wait that long with --max-wait <seconds>`,
    );
    expect(failed(read, responseOf(429), { reply: { status: 429, retryAfter: 0 } }).hint).toBe(
      'try again later',
    );
  });

  it('that explains itself gets no general advice', () => {
    const explained = failed(read, responseOf(422, {}, '{"message":"no"}'));
    expect(explained).toMatchObject({ details: ['no'] });
    expect(explained.hint).toBeUndefined();
    expect(failed(read, responseOf(422)).hint).toBe(new Failure('refused', '').hint);
    expect(failed(read, responseOf(500, {}, '{"message":"no"}')).hint).toBe('try again later');
  });

  it('to a request that is too large gives advice for imports only', () => {
    const advice = new Failure('too_large', '').hint;
    expect(failed(requestOf('once', '/v1/subscriber-imports'), responseOf(413)).hint).toBe(advice);
    expect(failed(requestOf('once', '/v1/groups'), responseOf(413)).hint).toBeUndefined();
  });

  it.each(rowsOf<[path: string, type?: string, hint?: string]>('not found'))(
    'that %s is not found (%s) has the hint %s',
    (path, type, hint) => {
      const failure = failed(
        requestOf('read', path, 'GET'),
        responseOf(404, type ? { 'content-type': type } : {}),
      );
      if (hint === 'base') expect(failure.hint).toContain('base-url');
      else expect(failure.hint).toBe(hint ?? new Failure('not_found', '').hint);
    },
  );

  it.each([
    ['https://a.example/x?token=1', 'https://a.example/x?token=***'],
    ['/x?token=1&y=2', '/x?***'],
    ['/x', '/x'],
  ])('that leads to %s shows no secrets', (location, shown) => {
    expect(failed(read, responseOf(300, { location })).message).toBe(
      `unexpected response to GET /v1/groups/7: 300 Said, a redirect to ${shown}`,
    );
  });

  it.each<[repeat: RepeatRule, status: number, more: Partial<LastAttempt>, said: object]>([
    [
      'upsert',
      500,
      {},
      {
        code: 'service_failing',
        message: 'the service failed (500 Said)',
        details: ['it may have been carried out; running it again is safe'],
        hint: 'try again later',
      },
    ],
    ['upsert', 429, {}, { code: 'overloaded' }],
    [
      'upsert',
      408,
      {},
      {
        code: 'outcome_unknown',
        message: 'unknown whether POST /v1/groups was carried out: the service responded 408 Said',
        hint: 'run it again: that is safe',
      },
    ],
    ['once', 408, {}, { code: 'outcome_unknown', hint: new Failure('outcome_unknown', '').hint }],
    ['once', 500, {}, { message: expect.stringContaining('carried out: the service failed (500 Said)') }],
    ['once', 429, {}, { message: expect.stringContaining('carried out: the service is busy (429 Said)') }],
    ['once', 404, {}, { message: expect.stringContaining('carried out: the service responded 404 Said') }],
    [
      'once',
      307,
      { redirect: 'it redirects' },
      { message: expect.stringContaining('carried out: it redirects') },
    ],
  ])('of class %s after %i may be of an unknown outcome', (repeat, status, more, said) => {
    const failure = failed(requestOf(repeat), responseOf(status), { outcome: 'unknown', ...more });
    expect(failure).toMatchObject(said);
    expect(onceFailure(failure)).toBe(repeat === 'once' ? failure : undefined);
  });

  it('that may be a refusal keeps it for the look that confirms it', () => {
    const unknown = { outcome: 'unknown' } as const;
    const refused = failed(requestOf('once'), responseOf(404), unknown) as RequestFailure;
    expect(refused.end.refusal).toMatchObject({ code: 'not_found' });
    expect((failed(requestOf('once'), responseOf(500), unknown) as RequestFailure).end).not.toHaveProperty(
      'refusal',
    );
    expect(onceFailure(new Failure('timeout', 'x'))).toBeUndefined();
    expect([reasonOf(refused), reasonOf(new Failure('timeout', 'x'))]).toEqual([
      'the service responded 404 Said',
      'x',
    ]);
    expect(responseBehind(refused)).toEqual(responseOf(404));
    expect(responseBehind(new Failure('timeout', 'x'))).toBeUndefined();
  });

  it.each<[body: string, details: readonly string[]]>([
    ['<h1>Portal</h1><p>1</p><p>2</p><p>3</p>', ['Portal', '1', '2']],
    ['{"message":"x"}', []],
    [' [1]', []],
    ['"x"', []],
    ['text [1]', ['text [1]']],
  ])('of an accepted request with %s shows who answered', (body, details) => {
    const failure = unexpectedResponse(requestOf('read'), responseOf(200, {}, body), 'not JSON');
    expect(failure).toMatchObject({
      code: 'unexpected_answer',
      message: 'unexpected response: not JSON',
      details,
    });
    expect(failure.hint).toContain('base-url');
    expect(unexpectedResponse(requestOf('once'), responseOf(201, {}, body), 'not JSON')).toMatchObject({
      code: 'outcome_unknown',
      message: expect.stringContaining('unexpected response (201): not JSON'),
    });
  });

  it('without an answer tells an earlier attempt from the last', () => {
    const error = { code: 'timeout', message: 'late', hint: 'wait', sent: false, cause: 'x' } as never;
    const of = (outcome: 'unknown' | 'not done', more: object = {}) =>
      networkFailure(requestOf('once'), Object.assign({}, error, more) as never, {
        reply: { code: 'timeout', sent: true },
        outcome,
        giveUp: 'final',
        retries: 0,
      });
    expect(of('not done')).toMatchObject({ code: 'timeout', message: 'late', hint: 'wait' });
    expect(reasonOf(of('unknown'))).toBe('no response to the first attempt; then: late');
    expect(reasonOf(of('unknown', { sent: true }))).toBe('late');
  });

  it('of an interrupted request says if it may have been carried out', () => {
    const own = new Failure('timeout', 'x');
    expect(interruption(requestOf('once'), own, 'unknown')).toBe(own);
    const interrupted = new Failure('interrupted', 'y');
    expect(interruption(requestOf('once'), interrupted, 'not done')).toMatchObject({
      code: 'interrupted',
      details: [],
      end: { reply: { sent: false } },
    });
    expect(interruption(requestOf('once'), undefined, 'unknown')).toMatchObject({
      details: ['POST /v1/groups may or may not have been carried out'],
      end: { reply: { sent: true } },
    });
  });
});

/** What a service answers and shows, and how that ends: test/cli/created-once.test.ts. */
describe('a record that is created once', () => {
  const request = requestOf('once');
  const failedBy = (reply: Reply) => {
    const end = { request, reply, outcome: 'unknown', reason: 'lost' } as const;
    const refusal = new RequestFailure('overloaded', end, {});
    return new RequestFailure('outcome_unknown', { ...end, refusal }, {});
  };
  const lost = failedBy({ code: 'cut_off', sent: true });
  const busy = failedBy({ status: 429, retryAfter: 2 });

  /** @param lists the records that match, at each look; the first before the request; undefined: there is no list */
  async function created(
    failure: Failure,
    lists: readonly (readonly string[] | Error)[] | undefined,
    maxWait = 300,
  ) {
    const clock = testClock();
    let [requests, looks] = [0, 0];
    const matching = async () => {
      const list = lists?.[Math.min(looks++, lists.length - 1)] ?? [];
      if (list instanceof Error) throw list;
      return list.map(id => ({ id }));
    };
    const limits = { retries: 4, maxWait, signal: new AbortController().signal, clock };
    const ended = createOnce<{ id: string }>({
      api: { limits } as never,
      async send() {
        requests++;
        throw failure;
      },
      recovery: { what: 'group "Book club"', hint: 'newsletter groups list', ...(lists && { matching }) },
      warn: () => {},
    });
    const result = await ended.then(
      ({ id }) => id,
      (error: unknown) => error as Failure,
    );
    return { result, requests, waited: clock.now() };
  }
  const unknown = (...details: readonly string[]) => ({ code: 'outcome_unknown', details });

  it.each<[what: string, Failure, Parameters<typeof created>[1], maxWait: number, seen: object]>([
    ['appears late', lost, [['old'], ['old'], ['old', 'new']], 300, { result: 'new', requests: 1 }],
    ['does not appear', lost, [['old']], 300, { result: unknown('it was not found so far'), waited: 5000 }],
    ['does not appear in the time allowed', lost, [[]], 2, { waited: 2000 }],
    ['may be either of two', lost, [['a'], ['a', 'b', 'c']], 300, { result: unknown('found several: b, c') }],
    [
      'cannot be listed',
      lost,
      [[], new Failure('forbidden', 'no')],
      300,
      { result: unknown('it cannot be looked up: no') },
    ],
    ['has no list', lost, undefined, 300, { result: unknown() }],
    ['meets a busy service', busy, [[]], 300, { requests: 5, waited: 8000, result: { code: 'overloaded' } }],
    ['meets a busy service for too long', busy, [[]], 5, { requests: 3, waited: 4000 }],
    ['meets a busy service and appears', busy, [[], [], [], ['new']], 300, { result: 'new', requests: 1 }],
  ])('that %s', async (_, failure, lists, maxWait, seen) => {
    expect(await created(failure, lists, maxWait)).toMatchObject(seen);
  });

  it('is warned of in words that begin with what was said', () => {
    expect(lossOf(lost)).toBe('the response was lost (lost)');
    expect(lossOf(new Failure('overloaded', 'busy'))).toBe('busy');
  });
});
