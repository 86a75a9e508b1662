/** The job of a batch, and what became of its rows. */
import type { SubscriberImport } from '../../contract/index.ts';
import type { BatchRange, BatchSlice } from './batch.ts';

export interface ImportJob extends BatchRange {
  readonly id: string | null;
  /** The service's status, or one of ours: `not_sent` never arrived, `unknown` may or may not have. */
  readonly status: SubscriberImport['status'] | 'not_sent' | 'unknown';
  readonly rows: number;
  /** The service's record, as last seen. */
  readonly record: SubscriberImport | undefined;
  readonly error: string | null;
  /** Numbers of the rows that were not imported, or may not have been. */
  readonly rowNumbers: number[];
}

/** The job of a batch; unless it completed, with the numbers of all its rows, if this run sent it. */
export function jobOf(
  { from, to, slices = [] }: BatchRange & { readonly slices?: readonly BatchSlice[] },
  more: Partial<ImportJob> & Pick<ImportJob, 'status'>,
): ImportJob {
  const rowNumbers = more.status === 'completed' ? [] : slices.flatMap(slice => slice.rowNumbers.flat());
  return {
    ...{ from, to, rows: to - from, id: more.record?.id ?? null, record: undefined, error: null, rowNumbers },
    ...more,
  };
}

/** A count of a job; undefined if the service does not send a number. */
export function jobCount(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Number of rows of a job that the service has processed so far. */
export function rowsProcessed({ created_count, updated_count, skipped_count }: SubscriberImport): number {
  return (jobCount(created_count) ?? 0) + (jobCount(updated_count) ?? 0) + (jobCount(skipped_count) ?? 0);
}

const outcomeNames = ['created', 'updated', 'skipped', 'failed', 'unknown'] as const;
type RowOutcomes = Readonly<Record<(typeof outcomeNames)[number], number>>;
const none: RowOutcomes = { created: 0, updated: 0, skipped: 0, failed: 0, unknown: 0 };

/**
 * Divides one job's rows by outcome so that they add up, whatever the service counted. Rows missing from the
 * counts of a completed job are unknown; those missing from a failed job have failed.
 */
function outcomesOf(job: ImportJob): RowOutcomes {
  if (job.status === 'pending' || job.status === 'processing') return none;
  if (job.status === 'not_sent') return { ...none, failed: job.rows };
  if (job.status === 'unknown') return { ...none, unknown: job.rows };
  // Its answer was lost, and its people are in the account as sent.
  if (job.status === 'completed' && job.record === undefined) return { ...none, updated: job.rows };
  let left = job.rows;
  const take = (count: unknown) => {
    const taken = Math.min(left, jobCount(count) ?? 0);
    left -= taken;
    return taken;
  };
  const created = take(job.record?.created_count);
  const updated = take(job.record?.updated_count);
  const skipped = take(job.record?.skipped_count);
  const rest = job.status === 'failed' ? { failed: left, unknown: 0 } : { failed: 0, unknown: left };
  return { created, updated, skipped, ...rest };
}

/** Adds up the outcomes of all jobs. Accepted rows in no job have failed, except those that need no job. */
export function sumOutcomes(jobs: readonly ImportJob[], accepted: number, unchanged: number): RowOutcomes {
  const sum: Record<keyof RowOutcomes, number> = { ...none, skipped: unchanged };
  let inJobs = unchanged;
  for (const job of jobs) {
    inJobs += job.rows;
    const outcomes = outcomesOf(job);
    for (const outcome of outcomeNames) sum[outcome] += outcomes[outcome];
  }
  return { ...sum, failed: sum.failed + Math.max(0, accepted - inJobs) };
}

/** Accepted rows in no job, or in jobs that certainly did not arrive. */
export function rowsNotSent(jobs: readonly ImportJob[], accepted: number): number {
  const sent = jobs.filter(({ status }) => status !== 'not_sent').reduce((sum, { rows }) => sum + rows, 0);
  return Math.max(0, accepted - sent);
}

/** Differences between the service's counts and the rows sent, for a warning. */
export function countMismatches(jobs: readonly ImportJob[]): string[] {
  return jobs.flatMap(({ record, rows }) => {
    if (record === undefined || (record.status !== 'completed' && record.status !== 'failed')) return [];
    const { total_count: total, created_count, updated_count, skipped_count } = record;
    const counts = [created_count, updated_count, skipped_count].map(jobCount);
    const counted = counts.reduce<number>((sum, count) => sum + (count ?? Number.NaN), 0);
    if (jobCount(total) === rows && (counted === rows || record.status === 'failed')) return [];
    const [all, created, updated, skipped] = [total, ...counts].map(
      one => jobCount(one) ?? 'an unknown number',
    );
    const parts = `${created} created, ${updated} updated, ${skipped} skipped`;
    return [`import ${record.id}: ${rows} rows sent, but the service counts ${all} in total: ${parts}`];
  });
}

/** Number of rows that the service reports as skipped; it does not say which. */
export function skippedIn({ record }: ImportJob): number {
  return jobCount(record?.skipped_count) ?? 0;
}
