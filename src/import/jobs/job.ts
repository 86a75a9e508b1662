import type { SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Batch, BatchLimits, BatchRange } from './batch.ts';
import type { Journal } from './journal.ts';

/** The outcome of a batch. */
export interface ImportJob extends BatchRange {
  readonly id: string | null;
  /** The service's status, or one of ours: `not_sent` never arrived, `unknown` may or may not have. */
  readonly status: SubscriberImport['status'] | 'not_sent' | 'unknown';
  /** Number of subscribers. */
  readonly rows: number;
  /** The service's record, as last seen. */
  readonly record: SubscriberImport | undefined;
  readonly error: string | null;
  /** Numbers of the rows that were not imported, or may not have been. */
  readonly places: readonly number[];
}

export interface JobOptions {
  /** Number of jobs in progress at a time. */
  readonly concurrency: number;
  readonly tagIds: readonly string[];
  /** Whether to wait for the jobs to end. */
  readonly wait: boolean;
  /** Seconds to wait for one job. */
  readonly waitTimeout: number;
}

/** State shared by all jobs of one import. */
export interface JobContext {
  readonly api: Api;
  readonly options: JobOptions;
  readonly limits: BatchLimits;
  readonly journal: Journal;
  /** Batches being sent or polled. */
  readonly underWay: Set<BatchRange>;
  readonly clock: Clock;
  /** Called with the number of rows of a job that the service has processed so far. */
  readonly progress: (job: BatchRange, rows: number) => void;
  /** Called before a batch is sent. */
  readonly onSend?: ((batch: Batch) => void) | undefined;
  /** Called with the number of people who are sent again because an answer was lost. */
  readonly onSentAgain?: ((people: number) => void) | undefined;
  /** Finds those batches of an earlier run, of which the answer was lost, whose people are in the account as sent. */
  readonly findArrived?: ((lost: readonly BatchRange[]) => Promise<ReadonlySet<BatchRange>>) | undefined;
}

/** The job of a batch; unless it completed, with the numbers of all its rows. */
export function jobOf(batch: Batch, more: Partial<ImportJob> & Pick<ImportJob, 'status'>): ImportJob {
  const { from, to, rows } = batch;
  const record = more.record;
  const places = more.status === 'completed' ? [] : batch.slices.flatMap(slice => slice.places.flat());
  return { from, to, rows, id: record?.id ?? null, record, error: null, places, ...more };
}
