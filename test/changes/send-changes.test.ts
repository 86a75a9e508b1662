import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ChangeJournal, changesDone } from '../../src/changes/journal.ts';
import { type SendingContext, type SentStep, sendChanges } from '../../src/changes/send-changes.ts';
import type { Subscriber } from '../../src/contract/index.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { RecordFileWriter, readRecords } from '../../src/lib/files/record-file.ts';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { api } from '../http/api.ts';
import { account } from '../support/account.ts';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';
import { json, service } from '../support/service.ts';

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
  const folder = temporaryFolder();
  const [plan, journal] = [join(folder, 'plan'), join(folder, 'journal')];
  const writer = new RecordFileWriter<SentStep>(plan);
  const before = await people();
  for (const [place, { id }] of before.entries()) writer.add({ place, id, bodies: [body] });
  writer.commit();
  const send = async (more: Partial<SendingContext<SentStep>> = {}) => {
    const opened = new ChangeJournal(journal);
    const context = {
      api: api(sandbox.baseUrl, { credentials, maxWait: 30, clock }),
      concurrency: 4,
      stop: new AbortController().signal,
      journal: opened,
      onOutcome: () => {},
      ...more,
    };
    const sent = await sendChanges(readRecords<SentStep>(plan), context);
    opened.close();
    return sent;
  };
  const tagged = async () => (await people()).filter(({ tags }) => String(tags) === 'moved').length;
  return { send, tagged, journal, clock, requests: () => sandbox.requests()[patched] ?? 0 };
}

describe('many changes', () => {
  test('when nothing is in the way, then each is made once', async () => {
    const { send, tagged, requests } = await planned();
    expect(await send()).toMatchObject({ done: 20, refused: 0, failure: undefined });
    expect([await tagged(), requests()]).toEqual([20, 20]);
  });

  test('when they were stopped, then a further run makes those that are left', async () => {
    const { send, tagged, journal, requests } = await planned();
    const stop = new AbortController();
    let seen = 0;
    const first = await send({ stop: stop.signal, onOutcome: () => void (++seen === 7 && stop.abort()) });
    expect(first.done).toBeGreaterThanOrEqual(7);
    expect(first.done).toBeLessThan(20);
    expect(changesDone(journal)).toBe(first.done);
    expect(await send()).toMatchObject({ done: 20 - first.done });
    expect([await tagged(), requests()]).toEqual([20, 20]);
  });

  test('when a line of the journal was lost, then its change is made again', async () => {
    const { send, journal } = await planned();
    appendFileSync(journal, '3;\n1');
    expect(await send()).toMatchObject({ done: 19 });
  });

  test('when the service is busy, then all of them wait, and none is lost', async () => {
    const { send, tagged } = await planned({ rateLimit: 12 });
    expect(await send({ concurrency: 8 })).toMatchObject({ done: 20, failure: undefined });
    expect(await tagged()).toBe(20);
  });

  test('when the service stays busy, then the pauses grow, and the work ends after as long as a request may wait', async () => {
    const { url } = await service(json({ message: 'later' }, 503));
    const clock = testClock();
    const { send } = await planned();
    const sent = await send({ api: api(url, { maxWait: 30, retries: 1, clock }), concurrency: 1 });
    expect(sent).toMatchObject({ done: 0, failure: { exit: 6 } });
    // Half of 1, 2, 4, … seconds at the least, and the pause that passes the 30; a request waits a quarter of a second.
    const pauses = clock.waits.filter(wait => wait > 250);
    const longest = (at: number) => Math.min(1000 * 2 ** at, 30_000);
    expect(pauses.map((wait, at) => wait >= longest(at) / 2 && wait <= longest(at))).not.toContain(false);
    expect(clock.now()).toBeGreaterThan(30_000);
    expect(clock.now()).toBeLessThan(62_000);
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
      wait: async (milliseconds, signal) => {
        // A request waits a quarter of a second.
        if (milliseconds <= 250) return;
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

  test('when responses are lost, then the changes are in all the same', async () => {
    const { send, tagged } = await planned({ failRate: 0.3, seed: 5 });
    expect(await send()).toMatchObject({ done: 20, failure: undefined });
    expect(await tagged()).toBe(20);
  });

  test('when the service refuses a change, then it is told and the others go on', async () => {
    const { send } = await planned({}, { fields: { no_such_field: 1 } });
    const refusals: unknown[] = [];
    const sent = await send({
      onOutcome: (_, outcome) => void ('failure' in outcome && refusals.push(outcome.failure.code)),
    });
    expect(sent).toMatchObject({ done: 0, refused: 20, failure: undefined });
    expect(refusals).toEqual(Array.from({ length: 20 }, () => 'refused'));
  });

  test('when the first one shows that something is wrong, then no other is made', async () => {
    const { send, requests } = await planned();
    const sent = await send({
      onOutcome: () => {
        throw new Error('not as it should be');
      },
    });
    expect(sent.failure?.message).toContain('not as it should be');
    expect(requests()).toBe(1);
  });
});
