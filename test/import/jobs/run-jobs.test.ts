/** How batches are sent, and how those of an earlier run go on: import.md, "From rows to jobs" and "Nothing lost". */
import { describe, expect, it } from 'vitest';
import type { SubscriberImport } from '../../../src/contract/index.ts';
import type { Batch } from '../../../src/import/jobs/batch.ts';
import type { ImportJob, JobContext } from '../../../src/import/jobs/job.ts';
import { recoverJobs } from '../../../src/import/jobs/resume.ts';
import { type FirstBatches, runJobs } from '../../../src/import/jobs/run-jobs.ts';
import { sendBatch } from '../../../src/import/jobs/send-batch.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { testClock } from '../../support/clock.ts';
import { importing, people, type Service } from './importing.ts';

const job = (id: string, more: Partial<SubscriberImport> = {}) => {
  const counts = { total_count: 4, created_count: 1, updated_count: 1, skipped_count: 1 };
  const times = { created_at: new Date().toISOString(), completed_at: null };
  return { id, status: 'completed', error_message: null, ...counts, ...times, ...more } as SubscriberImport;
};
/** Numbers its jobs: j0, j1, … */
const accepts =
  (more: Partial<SubscriberImport> = {}) =>
  (_rows: number, count: number) =>
    job(`j${count}`, more);
const lost = new Failure('outcome_unknown', 'the response was lost', { details: ['cut off'] });
const busy = new Failure('overloaded', 'busy');
const tooLarge = new Failure('too_large', 'too large');

interface Run {
  readonly service?: Service;
  readonly context?: Partial<JobContext>;
  readonly batches?: readonly Batch[];
  /** Thrown in place of a further batch. */
  readonly makingFails?: Error;
  /** Called as the batches are asked for. */
  readonly onBatch?: (count: number, stop: () => void) => void;
  readonly first?: FirstBatches;
}

async function run({
  service = {},
  context: more = {},
  batches = [people(4), people(5, 4)],
  makingFails,
  onBatch,
  first,
}: Run) {
  const stop = new AbortController();
  const { context, journal } = importing({ answer: accepts(), ...service }, more);
  async function* made() {
    for (const [at, batch] of batches.entries()) {
      onBatch?.(at, () => stop.abort());
      yield batch;
    }
    if (makingFails !== undefined) throw makingFails;
  }
  const jobs: ImportJob[] = [];
  const failure = await runJobs(context, made(), one => void jobs.push(one), stop.signal, first);
  return {
    failure,
    journal,
    context,
    jobs: jobs.map(({ from, status }) => `${from} ${status}`),
    ended: jobs,
  };
}
/** A journal that notes what is sent. */
function noted(sent: string[][]): JobContext['journal'] {
  const { journal } = importing({}).context;
  const send = async ({ from }: { readonly from: number }) => void sent.push([`send ${from}`]);
  return { ...journal, send } as never;
}
const sends = (journal: readonly string[]) => journal.filter(line => line.startsWith('send'));

describe('batches that are sent', () => {
  it('when all is well, then each is sent once, and its job is noted and told', async () => {
    const progress: string[] = [];
    const { journal, jobs, failure, context, ended } = await run({
      context: { progress: ({ from }, rows) => void progress.push(`${from}: ${rows}`) },
    });
    expect(journal).toEqual([
      'send 0-4',
      'posted 0-4 j0',
      'end 0-4 completed',
      'send 4-9',
      'posted 4-9 j1',
      'end 4-9 completed',
    ]);
    expect([jobs, failure]).toEqual([['0 completed', '4 completed'], undefined]);
    expect(ended[0]).toMatchObject({ id: 'j0', rows: 4, places: [], error: null });
    expect(progress).toEqual(['0: 3', '4: 3']);
    expect(context.underWay.size).toBe(0);
  });

  it('when several go at a time, then each is under way as it is sent', async () => {
    const held: number[] = [];
    const { context } = importing({});
    const answer = () => {
      held.push(context.underWay.size);
      return job('j');
    };
    const api = importing({ answer }).context.api;
    async function* made() {
      yield people(4);
      yield people(5, 4);
    }
    const options = { ...context.options, concurrency: 2 };
    await runJobs({ ...context, api, options }, made(), () => {}, new AbortController().signal);
    expect(held.at(-1)).toBe(2);
    expect(context.underWay.size).toBe(0);
  });

  it('when one has more rows than the limit by then, then it is halved before it is sent', async () => {
    const { journal, jobs } = await run({ context: { limits: { rows: 4, bytes: 2 ** 20 } } });
    expect(sends(journal)).toEqual(['send 0-4', 'send 4-7', 'send 7-9']);
    expect(jobs).toEqual(['0 completed', '4 completed', '7 completed']);
  });

  it('when one is too large for the service, then its halves come first, and later ones are as small', async () => {
    const { journal, context } = await run({
      service: { answer: (rows, count) => (rows > 2 ? tooLarge : job(`j${count}`)) },
    });
    expect(sends(journal)).toEqual(['send 0-4', 'send 0-2', 'send 2-4', 'send 4-6', 'send 6-7', 'send 7-9']);
    expect(journal[1]).toBe('forget 0-4');
    expect(context.limits.rows).toBe(2);
  });

  it('when single people are refused as too many, then they are counted until one is accepted', async () => {
    const single = (answers: readonly unknown[]) =>
      run({
        service: { answer: (_, count) => answers[count] },
        batches: answers.map((_, at) => people(1, at)),
      });
    expect((await single([tooLarge, tooLarge])).context.limits.refusedAlone).toBe(2);
    expect(
      (await single([tooLarge, new Failure('refused', 'tag_ids: unknown')])).context.limits.refusedAlone,
    ).toBe(1);
    expect((await single([tooLarge, job('j')])).context.limits.refusedAlone).toBe(0);
  });

  it.each<[what: string, run: Run, failure: string, jobs: readonly string[]]>([
    ['the service is busy', { service: { answer: () => busy } }, 'busy', ['0 not_sent']],
    ['the response is lost for good', { service: { answer: () => lost } }, lost.message, ['0 unknown']],
    [
      'a batch cannot be made',
      { makingFails: new Failure('unreadable_file', 'gone') },
      'gone',
      ['0 completed', '4 completed'],
    ],
    [
      'the job cannot be seen',
      { service: { jobFails: busy, answer: accepts({ status: 'pending' }) } },
      'busy',
      ['0 unknown'],
    ],
    [
      'the journal cannot be written',
      {
        context: {
          journal: {
            ...importing({}).context.journal,
            posted: () => Promise.reject(new Failure('write_failed', 'full')),
          } as never,
        },
      },
      'full',
      ['0 completed'],
    ],
  ])('when %s, then no further one is sent, and it ends with that', async (_, more, message, jobs) => {
    const ended = await run(more);
    expect([ended.failure?.message, ended.jobs]).toEqual([message, jobs]);
    expect(ended.context.underWay.size).toBe(0);
  });

  it('when one job takes too long, then that one alone is unknown', async () => {
    const { jobs, journal, failure, ended } = await run({
      service: {
        answer: (_, count) => job(`j${count}`, count === 0 ? { status: 'processing' } : {}),
        becomes: id => job(id, { status: 'processing' }),
      },
    });
    expect([jobs, failure]).toEqual([['0 unknown', '4 completed'], undefined]);
    expect(journal).toEqual(['send 0-4', 'posted 0-4 j0', 'send 4-9', 'posted 4-9 j1', 'end 4-9 completed']);
    expect(ended[0]).toMatchObject({
      id: 'j0',
      places: [0, 1, 2, 3],
      error: 'import j0 is still processing after 1 s',
    });
  });

  it('when a job fails, then it has ended, and its rows are named', async () => {
    const { journal, ended, failure } = await run({
      service: { answer: accepts({ status: 'failed', error_message: 'no' }) },
      batches: [people(2, 7)],
    });
    expect(journal.at(-1)).toBe('end 7-9 failed');
    expect([ended[0], failure]).toMatchObject([{ status: 'failed', error: 'no', places: [7, 8] }, undefined]);
  });

  it('when nobody waits, then each job is as it was accepted, and is not looked at', async () => {
    const { jobs, journal } = await run({
      service: { answer: accepts({ status: 'pending' }), jobFails: new TypeError('asked') },
      context: { options: { concurrency: 1, tagIds: [], wait: false, waitTimeout: 1 } },
    });
    expect(jobs).toEqual(['0 pending', '4 pending']);
    expect(journal).toEqual(['send 0-4', 'posted 0-4 j0', 'send 4-9', 'posted 4-9 j1']);
  });

  it('after Ctrl-C no further batch is sent', async () => {
    const { jobs, failure } = await run({ onBatch: (at, stop) => at === 1 && stop() });
    // One batch is made ahead.
    expect([jobs, failure]).toEqual([[], undefined]);
  });

  const batches = [people(2), people(2, 2), people(2, 4), people(2, 6)];
  it.each<[what: string, found: Failure | undefined, sent: number]>([
    ['nothing', undefined, 4],
    ['a failure', new Failure('tags_replaced', 'tags are lost'), 2],
  ])('the first batches are checked before others are sent: if that finds %s', async (_, found, sent) => {
    const before: string[][] = [];
    const context = { options: { concurrency: 3, tagIds: [], wait: true, waitTimeout: 1 } };
    const ended: Awaited<ReturnType<typeof run>> = await run({
      context: { ...context, journal: noted(before) },
      batches,
      first: {
        upTo: 3,
        check: async () => {
          before.push(['check']);
          return found;
        },
      },
    });
    expect(before.flat().indexOf('check')).toBe(2);
    expect([ended.jobs.length, ended.failure]).toEqual([sent, found]);
  });

  it('when the service refuses a first batch, nothing is checked', async () => {
    const check = async () => new Failure('tags_replaced', 'tags are lost');
    const { failure } = await run({ service: { answer: () => busy }, first: { upTo: 3, check } });
    expect(failure?.message).toBe('busy');
  });

  it('the halves of a first batch are sent before the check, those of later ones after it', async () => {
    const sent: string[][] = [];
    await run({
      service: { answer: (rows, count) => (rows > 2 ? tooLarge : job(`j${count}`)) },
      context: { journal: noted(sent) },
      first: {
        upTo: 3,
        check: async () => {
          sent.push(['check']);
          return undefined;
        },
      },
    });
    expect(sent.flat().slice(0, 4)).toEqual(['send 0', 'send 0', 'send 2', 'check']);
  });
});

describe('a batch whose response is lost', () => {
  it('is sent again, after growing pauses, four times', async () => {
    const clock = testClock();
    const { context, journal } = importing({ answer: () => lost }, { clock });
    expect(await sendBatch(context, people(4))).toMatchObject({
      job: { status: 'unknown' },
      failure: { message: lost.message },
    });
    expect(journal).toEqual(Array(5).fill('send 0-4'));
    const spans = [200, 400, 800, 1600];
    expect(clock.waits).toHaveLength(4);
    expect(
      clock.waits.map((wait, at) => wait >= (spans[at] ?? 0) / 2 && wait <= (spans[at] ?? 0) * 1.5),
    ).toEqual(Array(4).fill(true));
  });

  it.each<[what: string, then: Failure, status: string, failure: object | undefined]>([
    ['refused', new Failure('refused', 'no'), 'failed', undefined],
    ['not answered', busy, 'unknown', { code: 'outcome_unknown', details: ['cut off', 'sent again: busy'] }],
  ])('when it is then %s, then what is known of the first time counts', async (_, then, status, failure) => {
    const { context } = importing({ answer: (_rows, count) => (count === 0 ? lost : then) });
    const ended = await sendBatch(context, people(4));
    expect(ended).toMatchObject({ job: { status } });
    if (failure === undefined) expect('failure' in ended && ended.failure).toBeUndefined();
    else expect(ended).toMatchObject({ failure });
  });
});

describe('the batches of an earlier run', () => {
  const end = { status: 'completed', record: null, error: null } as const;
  const at = Date.parse('2026-03-01T12:00:00Z');

  it('when they have ended, then those whose job failed get the numbers of their rows as they are read', async () => {
    const { context } = importing({});
    const record = job('j2', { status: 'failed' });
    const { jobs, finished } = await recoverJobs(
      {
        batches: [
          { from: 4, to: 9, at, id: 'j2', end: { status: 'failed', record, error: 'no' } },
          { from: 0, to: 4, at, end },
        ],
      },
      context,
    );
    expect(jobs).toEqual([
      { from: 0, to: 4, rows: 4, id: null, status: 'completed', record: undefined, error: null, places: [] },
      { from: 4, to: 9, rows: 5, id: 'j2', status: 'failed', record, error: 'no', places: [] },
    ]);
    expect(finished.map(({ from, onSubscriber }) => [from, typeof onSubscriber])).toEqual([
      [0, 'undefined'],
      [4, 'function'],
    ]);
    finished[1]?.onSubscriber?.(7);
    finished[1]?.onSubscriber?.([9, 12]);
    expect(jobs[1]?.places).toEqual([7, 9, 12]);
  });

  it('when their jobs are under way, then they are waited for, and are done', async () => {
    const progress: string[] = [];
    const during: number[] = [];
    let looks = 0;
    const becomes = (id: string) => {
      during.push(context.underWay.size);
      return job(
        id,
        ++looks < 4
          ? { status: 'processing' }
          : { status: id === 'j1' ? 'failed' : 'completed', error_message: 'no' },
      );
    };
    const made: ReturnType<typeof importing> = importing(
      { becomes },
      { progress: ({ from }, rows) => void progress.push(`${from}: ${rows}`) },
    );
    const { context, journal } = made;
    const { jobs, finished } = await recoverJobs(
      {
        batches: [
          { from: 0, to: 4, at, id: 'j0' },
          { from: 4, to: 9, at, id: 'j1' },
        ],
      },
      context,
    );
    expect([...journal].sort()).toEqual(['end 0-4 completed', 'end 4-9 failed']);
    expect(jobs).toMatchObject([
      { id: 'j0', status: 'completed', error: 'no' },
      { id: 'j1', status: 'failed', error: 'no' },
    ]);
    expect(finished.map(({ onSubscriber }) => onSubscriber === undefined)).toEqual([true, false]);
    expect([Math.max(...during), context.underWay.size]).toEqual([2, 0]);
    expect(progress.slice(0, 2).sort()).toEqual(['0: 3', '4: 3']);
  });

  it.each([
    ['nobody waits', { wait: false, waitTimeout: 1 }, 'processing', null],
    [
      'it takes too long',
      { wait: true, waitTimeout: 1 },
      'unknown',
      'import j0 is still processing after 1 s',
    ],
  ])(
    'when a job is under way and %s, then its rows are neither in nor to be sent again',
    async (_, options, status, error) => {
      const record = job('j0', { status: 'processing' });
      const { context, journal } = importing(
        { becomes: () => record },
        { options: { concurrency: 1, tagIds: [], ...options } },
      );
      const { jobs, finished } = await recoverJobs({ batches: [{ from: 0, to: 4, at, id: 'j0' }] }, context);
      expect(jobs).toEqual([{ from: 0, to: 4, rows: 4, id: 'j0', status, record, error, places: [] }]);
      expect([finished, journal]).toEqual([[{ from: 0, to: 4 }], []]);
    },
  );

  it('when ranges overlap, as after a crash while one was halved, then the first counts', async () => {
    const batches = [
      { from: 4, to: 8, at, end },
      { from: 2, to: 6, at, end },
      { from: 0, to: 4, at, end },
    ];
    const { finished } = await recoverJobs({ batches }, importing({}).context);
    expect(finished).toEqual([
      { from: 0, to: 4 },
      { from: 4, to: 8 },
    ]);
  });
});
