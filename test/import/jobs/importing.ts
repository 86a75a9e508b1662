/** The jobs of an import into a service of which the answers are given, with the journal as words. */
import type { SubscriberImport } from '../../../src/contract/index.ts';
import { type Batch, batchOf, type FinishedRange } from '../../../src/import/jobs/batch.ts';
import type { ImportJob } from '../../../src/import/jobs/job.ts';
import type { Journal, JournaledBatch, JournalStart } from '../../../src/import/jobs/journal.ts';
import { sendJobs } from '../../../src/import/jobs/send-jobs.ts';
import { importDefaults } from '../../../src/import/options.ts';
import type { Failure } from '../../../src/lib/failure.ts';
import { testClock } from '../../support/clock.ts';

/** The first line of a journal. */
export const journalStart: JournalStart = {
  files: ['/a.csv'],
  digest: 'd',
  accepted: 30,
  base_url: 'https://a.example',
  account: 'a',
  options: {},
  fields: [],
  decisions: 'd',
  run: 'r',
  started_at: '2026-01-02T03:04:05.678Z',
};

/** A job, which has created one person, updated one and skipped one. */
export const job = (id: string, more: Partial<SubscriberImport> = {}) => {
  const counts = { total_count: 4, created_count: 1, updated_count: 1, skipped_count: 1 };
  const times = { created_at: new Date(0).toISOString(), completed_at: null };
  return { id, status: 'completed', error_message: null, ...counts, ...times, ...more } as SubscriberImport;
};

/** A batch of so many subscribers, each on the row of its place. */
export function people(rows: number, from = 0): Batch {
  const json = Buffer.from(Array(rows).fill('{"email":"a@x.org"}').join(','));
  return batchOf([{ json, rowNumbers: Array.from({ length: rows }, (_, at) => from + at) }], from);
}

export interface Importing {
  /** The response to a batch, by how many came before: a job, or a failure (default: a job that has completed). */
  readonly answer?: (rows: number, count: number) => SubscriberImport | Failure;
  /** What becomes of a job that is looked at: the job, or a failure. */
  readonly look?: (id: string) => SubscriberImport | Failure;
  readonly batches?: readonly Batch[];
  /** Thrown in place of a further batch. */
  readonly makingFails?: Failure;
  readonly previous?: readonly JournaledBatch[];
  /** Whether the people of batches whose answer was lost are in the account. */
  readonly hasArrived?: boolean;
  readonly concurrency?: number;
  readonly wait?: boolean;
  readonly batchSize?: number;
  /** The first batches are those up to this position. */
  readonly firstUpTo?: number;
  /** What checking them finds. */
  readonly check?: Failure;
  /** Called with each row count that is shown, and a way to press Ctrl-C. */
  readonly onShown?: (rows: number, stop: () => void) => void;
  /** The journal cannot note accepted batches. */
  readonly diskFull?: Failure;
  /** The journal cannot be saved to the disk. */
  readonly unsaved?: Failure;
}

/** Imports nine people, in batches of four and five. */
export async function importing(given: Importing = {}) {
  const { answer = (_rows, count) => job(`j${count}`), look = id => job(id), onShown } = given;
  const { batches = [people(4), people(5, 4)], previous = [], hasArrived = false, check } = given;
  const stop = new AbortController();
  const clock = testClock();
  const shown: string[] = [];
  const journal: string[] = [];
  const clear: (() => void)[] = [];
  const written: Pick<Journal, 'note' | 'save' | 'failure'> = {
    failure: undefined,
    note({ from, to }, line) {
      if (line.type === 'posted') written.failure = given.diskFull;
      const said = line.type === 'posted' ? [line.id] : line.type === 'end' ? [line.status] : [];
      if (written.failure === undefined) journal.push([line.type, `${from}-${to}`, ...said].join(' '));
    },
    save: async () => {
      if (given.unsaved !== undefined) throw given.unsaved;
    },
  };
  let posts = 0;
  async function call(endpoint: string, { id = '' }: { id?: string }, options?: { content: Buffer[] }) {
    const body = Buffer.concat(options?.content ?? []).toString();
    const answered =
      endpoint === 'createImport'
        ? answer((JSON.parse(body) as { subscribers: object[] }).subscribers.length, posts++)
        : look(id);
    if (answered instanceof Error) throw answered;
    return answered;
  }
  const progress = (label: string, rows: number) => {
    shown.push(`${label} ${rows}`);
    return {
      update: (done: number, rate?: string) => {
        shown.push(`${done}${rate === undefined ? '' : ` at ${rate.replace(/^[\d,]+/, 'N')}`}`);
        onShown?.(done, () => stop.abort());
      },
      stop: () => void shown.push('stop'),
    };
  };
  let finished: readonly FinishedRange[] = [];
  let isClosed = false;
  async function* made(_: unknown, ranges: readonly FinishedRange[]) {
    finished = ranges;
    try {
      yield* batches;
      if (given.makingFails !== undefined) throw given.makingFails;
    } finally {
      isClosed = true;
    }
  }
  const { concurrency = 1, wait = true, batchSize = 5000, firstUpTo } = given;
  const { jobs, failure } = await sendJobs({
    api: { call, limits: { clock } } as never,
    terminal: { note: (text: string) => void shown.push(text), progress } as never,
    options: { ...importDefaults(['people.csv']), concurrency, wait, batchSize, waitTimeout: 1 },
    journal: written as never,
    previous,
    rows: 9,
    batches: made,
    findArrived: async lost => new Set(hasArrived ? lost : []),
    onSend: () => {},
    onEnd: () => {},
    first: firstUpTo === undefined ? undefined : { upTo: firstUpTo, check: async all => checked(all) },
    stop: stop.signal,
    deferExit: text => void clear.push(text),
  });
  function checked(all: readonly ImportJob[]) {
    journal.push(`check ${all.length}`);
    return check;
  }
  return {
    ...{ jobs, failure, journal, shown, clear, stop, clock, finished },
    statuses: jobs.map(({ from, status }) => `${from} ${status}`),
    sends: journal.filter(line => line.startsWith('send')),
    isClosed: () => isClosed,
  };
}
