/** A service of which the answers are given, and the journal of an import as words. */
import type { SubscriberImport } from '../../../src/contract/index.ts';
import { type Batch, type BatchRange, batchOf } from '../../../src/import/jobs/batch.ts';
import type { JobContext } from '../../../src/import/jobs/job.ts';
import { testClock } from '../../support/clock.ts';

export interface Service {
  /** The jobs that it lists and shows. */
  readonly jobs?: readonly SubscriberImport[];
  /** Why the list cannot be read. */
  readonly listFails?: unknown;
  /** Why a job cannot be seen. */
  readonly jobFails?: unknown;
  /** Why batches are not accepted. */
  readonly refuses?: unknown;
  /** The response to a batch, by how many came before; what is no job is thrown. */
  readonly answer?: (rows: number, count: number) => unknown;
  /** What becomes of a job that is looked at. */
  readonly becomes?: (id: string) => SubscriberImport;
}

export function importing(
  { jobs = [], listFails, jobFails, refuses, answer, becomes }: Service,
  more: Partial<JobContext> = {},
) {
  const journal: string[] = [];
  const note = (what: string) => async (range: BatchRange, more?: unknown) => {
    const { status } = (more ?? {}) as { status?: string };
    const said = typeof more === 'string' ? [more] : status === undefined ? [] : [status];
    journal.push([what, `${range.from}-${range.to}`, ...said].join(' '));
  };
  let posts = 0;
  const clock = testClock();
  async function* pages() {
    if (listFails !== undefined) throw listFails;
    yield { data: jobs };
  }
  async function call(endpoint: string, { id = '' }: { id?: string }, options?: { content: Buffer[] }) {
    if (endpoint === 'createImport') {
      if (refuses !== undefined) throw refuses;
      const { subscribers } = JSON.parse(Buffer.concat(options?.content ?? []).toString()) as {
        subscribers: object[];
      };
      const answered = answer?.(subscribers.length, posts++) as { id?: string };
      if (answered?.id === undefined) throw answered;
      return answered;
    }
    if (jobFails !== undefined) throw jobFails;
    if (becomes !== undefined) return becomes(id);
    const found = jobs.find(one => one.id === id);
    return found ?? { id, status: 'completed', error_message: null, created_at: new Date(0).toISOString() };
  }
  const context = {
    api: { pages, call, limits: { clock } },
    options: { concurrency: 1, tagIds: [], wait: true, waitTimeout: 1 },
    limits: { rows: 5000, bytes: 2 ** 20 },
    journal: { send: note('send'), posted: note('posted'), forget: note('forget'), end: note('end') },
    underWay: new Set(),
    clock,
    progress: () => {},
    ...more,
  } as unknown as JobContext;
  return { context, journal };
}

/** A batch of so many subscribers, each on the row of its place. */
export function people(rows: number, from = 0): Batch {
  const json = Buffer.from(Array(rows).fill('{"email":"a@x.org"}').join(','));
  return batchOf([{ json, places: Array.from({ length: rows }, (_, at) => from + at) }], from);
}
