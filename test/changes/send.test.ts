import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Step } from '../../src/changes/change.ts';
import type { ChangeOutcome } from '../../src/changes/outcome.ts';
import { sendChanges } from '../../src/changes/send.ts';
import type { Subscriber } from '../../src/contract/index.ts';
import type { Clock } from '../../src/lib/clock.ts';
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
    for await (const { data } of patient.pages('listSubscribers')) all.push(...data);
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

test('when several go at a time, then the first one goes alone, and the plan is closed', async () => {
  const clock = testClock();
  const under: number[] = [];
  let [running, isClosed] = [0, false];
  const call = async (_: string, { id }: { id: string }) => {
    under.push(++running);
    await clock.wait(1);
    running--;
    return { id, tags: [], fields: {} };
  };
  async function* steps() {
    try {
      for (let place = 0; place < 7; place++) yield stepTo(place, `p${place}`, { tags: ['a'] });
    } finally {
      isClosed = true;
    }
  }
  const stop = new AbortController().signal;
  const limits = { retries: 4, maxWait: 20, clock, signal: stop };
  const done: string[] = [];
  const onOutcome = ({ id }: Step, outcome: ChangeOutcome) => void ('record' in outcome && done.push(id));
  await sendChanges(steps(), { api: { call, limits } as never, concurrency: 3, stop, onOutcome });
  expect([done.length, under.slice(0, 2), Math.max(...under), isClosed]).toEqual([7, [1, 1], 3, true]);
});
