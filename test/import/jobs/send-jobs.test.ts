/** What is shown and said while the jobs of an import are sent: import.md, "What it says" and "Nothing lost". */
import { describe, expect, it } from 'vitest';
import type { SubscriberImport } from '../../../src/contract/index.ts';
import type { Batch, FinishedRange } from '../../../src/import/jobs/batch.ts';
import type { ImportJob } from '../../../src/import/jobs/job.ts';
import type { JournaledBatch } from '../../../src/import/jobs/journal.ts';
import { sendJobs } from '../../../src/import/jobs/send-jobs.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { importing, people, type Service } from './importing.ts';

interface Run {
  readonly service?: Service;
  readonly previous?: readonly JournaledBatch[];
  readonly batches?: readonly Batch[];
  readonly wait?: boolean;
  readonly check?: (jobs: readonly ImportJob[]) => Promise<Failure | undefined>;
  /** Whether the people of a batch whose answer was lost are in the account. */
  readonly hasArrived?: boolean;
  /** Called with each row count that is shown, and a way to press Ctrl-C. */
  readonly onShown?: (rows: number, stop: () => void) => void;
}

const created_at = new Date().toISOString();
/** Numbers its jobs: j0, j1, … */
const answer = (rows: number, count: number) =>
  ({
    id: `j${count}`,
    status: 'completed',
    error_message: null,
    total_count: rows,
    created_count: 1,
    created_at,
  }) as unknown as SubscriberImport;

/** An import of nine people, in batches of four and five. */
async function run({
  service = {},
  previous,
  batches = [people(4), people(5, 4)],
  wait = true,
  check,
  hasArrived = false,
  onShown,
}: Run) {
  const stop = new AbortController();
  const shown: string[] = [];
  const clear: (() => void)[] = [];
  const terminal = {
    note: (text: string) => void shown.push(text),
    progress: (label: string, rows: number) => {
      shown.push(`${label} ${rows}`);
      return {
        update: (done: number, rate?: string) => {
          shown.push(`${done}${rate === undefined ? '' : ` at ${rate.replace(/^[\d,]+/, 'N')}`}`);
          onShown?.(done, () => stop.abort());
        },
        stop: () => void shown.push('stop'),
      };
    },
  };
  const { context, journal } = importing({ answer, ...service });
  let given: readonly FinishedRange[] = [];
  let isClosed = false;
  async function* made(_: unknown, finished: readonly FinishedRange[]) {
    given = finished;
    try {
      yield* batches;
    } finally {
      isClosed = true;
    }
  }
  const { jobs, failure } = await sendJobs(
    {
      journal: context.journal,
      previous: previous && { batches: previous },
      options: { concurrency: 1, tagIds: [], wait, waitTimeout: 1 },
      limits: { rows: 5000, bytes: 2 ** 20 },
      rows: 9,
      batches: made,
      first: check && { upTo: 0, check },
      findArrived: async lost => new Set(hasArrived ? lost : []),
    },
    {
      api: context.api,
      terminal: terminal as never,
      stop: stop.signal,
      deferExit: text => void clear.push(text),
    },
  );
  return {
    ...{
      failure,
      journal,
      shown,
      clear,
      finished: given.map(({ from, to }) => `${from}-${to}`),
    },
    ...{ jobs: jobs.map(({ from, status }) => `${from} ${status}`), isClosed: () => isClosed, stop },
  };
}

describe('the jobs of an import', () => {
  it('when they are sent, then the rows that are in are shown, with their rate', async () => {
    const { shown, jobs, failure, stop, clear } = await run({});
    expect(shown).toEqual([
      'importing 9',
      '1 at N rows/s',
      '4 at N rows/s',
      '5 at N rows/s',
      '9 at N rows/s',
      'stop',
    ]);
    expect([jobs, failure]).toEqual([['0 completed', '4 completed'], undefined]);
    // What comes later concerns something else.
    stop.abort();
    expect(shown).toHaveLength(6);
    clear[0]?.();
    expect(shown.at(-1)).toBe('stop');
  });

  it('when they are gone on with, then what was done before is not counted again, nor sent', async () => {
    const end = { status: 'completed', record: null, error: null } as const;
    const { shown, jobs, finished, journal } = await run({
      previous: [
        { from: 4, to: 6, at: Date.now(), id: 'p' },
        { from: 0, to: 4, at: Date.now(), id: 'q', end },
      ],
      batches: [people(3, 6)],
    });
    expect([shown[0], shown.at(-2), finished]).toEqual(['importing 5', '5 at N rows/s', ['0-4', '4-6']]);
    expect(shown[1]).toBe('0');
    expect(jobs).toEqual(['0 completed', '4 completed', '6 completed']);
    expect(journal.filter(line => line.startsWith('send'))).toEqual(['send 6-9']);
  });

  it.each([
    [true, ['end 0-4 completed'], undefined],
    [
      false,
      ['forget 0-4', 'send 0-4', 'posted 0-4 j0', 'end 0-4 completed'],
      'The answer about 4 subscribers was lost. They were sent again, and may count as updated.',
    ],
  ])(
    'a batch whose answer was lost is sent again unless it arrived (%s)',
    async (hasArrived, lines, said) => {
      const { shown, journal, jobs } = await run({
        previous: [{ from: 0, to: 4, at: Date.now() }],
        batches: hasArrived ? [] : [people(4)],
        hasArrived,
      });
      expect([journal, jobs]).toEqual([lines, ['0 completed']]);
      expect(shown.find(line => line.includes('lost'))).toBe(said);
    },
  );

  it('the check of the first batches gets the jobs so far, and may end the import', async () => {
    const { failure, jobs } = await run({
      check: async all => new Failure('tags_replaced', `tags are lost after ${all.length}`),
    });
    expect([failure?.message, jobs]).toEqual(['tags are lost after 1', ['0 completed']]);
  });

  it.each([
    [true, 1, 'Stopping after the 1 job under way; press Ctrl-C again to stop now.'],
    [true, 4, 'Stopping; press Ctrl-C again to stop now.'],
  ])('when Ctrl-C comes while %s, at %d rows, then it says what is finished', async (wait, at, said) => {
    const { shown, jobs, isClosed } = await run({ wait, onShown: (rows, stop) => rows === at && stop() });
    expect(shown.filter(line => line.startsWith('Stopping'))).toEqual([said]);
    expect([jobs, shown.at(-1), isClosed()]).toEqual([['0 completed'], 'stop', true]);
  });

  it('when jobs of an earlier run come in another order, then they are in the order of the file', async () => {
    const halves = [people(5, 4), people(4)];
    expect((await run({ batches: halves })).jobs).toEqual(['0 completed', '4 completed']);
  });
});
