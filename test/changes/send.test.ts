import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Step } from '../../src/changes/change.ts';
import type { ChangeOutcome } from '../../src/changes/outcome.ts';
import { sendChanges } from '../../src/changes/send.ts';
import type { Subscriber } from '../../src/contract/index.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { Failure } from '../../src/lib/failure.ts';
import { RecordFileWriter, readRecords } from '../../src/lib/files/record-file.ts';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { api } from '../http/api.ts';
import { account } from '../support/account.ts';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';
import { json, service } from '../support/service.ts';

const stepTo = (place: number, id: string, body: Step['body']): Step => ({
  ...{ place, id, body, kind: 'change', email: id, before: {}, after: {} },
});

const patched = 'PATCH /v1/subscribers/{id}';

/** An account of 20, and a plan that tags everybody. */
async function planned(options: SandboxOptions = {}, body: object = { tags: ['moved'] }) {
  const clock = testClock(Date.UTC(2026, 0, 1));
  // The seconds of its limits are those that the program waits for.
  const { sandbox } = await account({ subscribers: 20, clock: clock.now, ...options });
  const credentials = { bearer: async () => sandbox.apiKey, renew: async () => undefined };
  const patient = api(sandbox.baseUrl, { credentials, maxWait: 30, retries: 20, clock });
  const people = async () => {
    const all: Subscriber[] = [];
    for await (const { data } of patient.pages('listSubscribers', {})) all.push(...data);
    return all;
  };
  const plan = join(temporaryFolder(), 'plan');
  const writer = new RecordFileWriter<Step>(plan);
  const before = await people();
  for (const [place, { id }] of before.entries()) writer.add(stepTo(place, id, body));
  writer.commit();
  const send = async (more: Partial<Parameters<typeof sendChanges>[1]> = {}) => {
    let [done, refused] = [0, 0];
    const context = {
      api: api(sandbox.baseUrl, { credentials, maxWait: 30, clock }),
      concurrency: 4,
      stop: new AbortController().signal,
      ...more,
      onOutcome: (step: Step, outcome: ChangeOutcome) => {
        if ('failure' in outcome) refused++;
        else done++;
        more.onOutcome?.(step, outcome);
      },
    };
    const failure = await sendChanges(readRecords<Step>(plan), context);
    return { done, refused, failure };
  };
  const tagged = async () => (await people()).filter(({ tags }) => String(tags) === 'moved').length;
  return { send, tagged, clock, requests: () => sandbox.requests()[patched] ?? 0 };
}

describe('many changes', () => {
  test('when the service is busy, then all of them wait, and none is lost', async () => {
    const { send, tagged } = await planned({ rateLimit: 12 });
    expect(await send({ concurrency: 8 })).toMatchObject({ done: 20, failure: undefined });
    expect(await tagged()).toBe(20);
  });

  test('when the service stays busy, then it is waited for as long as a request may wait, however few the retries', async () => {
    const { url } = await service(json({ message: 'later' }, 503));
    const clock = testClock();
    const { send } = await planned();
    const sent = await send({ api: api(url, { maxWait: 30, retries: 1, clock }), concurrency: 1 });
    expect(sent).toMatchObject({ done: 0, failure: { exit: 6 } });
    // A wait that is drawn has 20 seconds at the most.
    expect(clock.now()).toBeGreaterThan(10_000);
    expect(clock.now()).toBeLessThanOrEqual(30_000);
  });

  test.each([
    ['a web page comes in place of the record', 200, 4, 'outcome_unknown'],
    ['it is busy, and nothing is to be repeated', 503, 0, 'service_failing'],
  ])('when %s, then the work ends with the first change', async (_, status, retries, code) => {
    const { url, seen } = await service((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>');
    });
    const clock = testClock();
    const { send } = await planned();
    const sent = await send({ api: api(url, { maxWait: 30, retries, clock }) });
    expect(sent).toMatchObject({ done: 0, refused: 0, failure: { code } });
    expect([seen.length, clock.waits]).toEqual([1, []]);
  });

  test('when Ctrl-C comes in a pause, then it ends at once', async () => {
    const { url } = await service(json({ message: 'later' }, 503));
    const { send, clock } = await planned();
    const stop = new AbortController();
    const ends: unknown[] = [];
    const pausing: Clock = {
      ...clock,
      wait: async (_, signal) => {
        stop.abort();
        ends.push(signal?.aborted);
      },
    };
    const sent = await send({
      api: api(url, { maxWait: 30, retries: 1, clock: pausing }),
      stop: stop.signal,
    });
    expect(sent).toMatchObject({ done: 0, refused: 0, failure: undefined });
    expect(ends).toEqual([true]);
  });
});

describe('changes in memory', () => {
  const failures = { busy: 'overloaded', lost: 'outcome_unknown', gone: 'not_found', no: 'refused' } as const;
  const failing = (name: keyof typeof failures) => new Failure(failures[name], name);

  /** Sends changes; `answers` are those to the requests, in their order (default: accepted). */
  async function sent(
    count: number,
    answers: readonly (keyof typeof failures | undefined)[],
    concurrency = 1,
  ) {
    const clock = testClock();
    const [calls, told, under]: [string[], string[], number[]] = [[], [], []];
    let [asked, running, isClosed] = [0, 0, false];
    const call = async (_: string, { id, body }: { id: string; body: object }) => {
      under.push(++running);
      calls.push(`${id} ${JSON.stringify(body)}`);
      const answer = answers[asked++];
      await clock.wait(1);
      running--;
      if (answer !== undefined) throw failing(answer);
      return { id, tags: [], fields: {} };
    };
    async function* steps() {
      try {
        for (let place = 0; place < count; place++) yield stepTo(place, `p${place}`, { tags: ['a'] });
      } finally {
        isClosed = true;
      }
    }
    const limits = { retries: 4, maxWait: 20, clock, signal: new AbortController().signal };
    const onOutcome = ({ id }: Step, outcome: ChangeOutcome) =>
      void told.push(`${id} ${'failure' in outcome ? outcome.failure.message : 'done'}`);
    const stop = new AbortController().signal;
    const context = { api: { call, limits } as never, concurrency, stop, onOutcome };
    const failure = await sendChanges(steps(), context);
    const done = told.filter(line => line.endsWith('done')).length;
    return {
      failure,
      done,
      refused: told.length - done,
      calls,
      told,
      under,
      isClosed,
    };
  }

  test('when several go at a time, then the first one goes alone', async () => {
    const { done, under, isClosed } = await sent(7, [], 3);
    expect([done, under.slice(0, 2), Math.max(...under), isClosed]).toEqual([7, [1, 1], 3, true]);
  });

  test('a person who is gone or refused is told once, and the others go on', async () => {
    const { calls, told, refused, done } = await sent(3, ['gone', 'no']);
    expect(calls.map(line => line.slice(0, 2))).toEqual(['p0', 'p1', 'p2']);
    expect([told, refused, done]).toEqual([['p0 gone', 'p1 no', 'p2 done'], 2, 1]);
  });

  test('when another thing fails, then no further one is sent, and the plan is closed', async () => {
    const { failure, calls, isClosed } = await sent(3, ['lost']);
    expect([failure?.message, new Set(calls).size, isClosed]).toEqual(['lost', 1, true]);
  });
});
