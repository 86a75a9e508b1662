/** What became of the batches of an interrupted import. */
import { asFailure } from '../../lib/as-failure.ts';
import type { BatchRange } from './batch.ts';
import { type ImportJob, jobOf } from './job.ts';
import type { JobResult, JournaledBatch } from './journal.ts';
import { followJob, type JobContext } from './send-batch.ts';

/**
 * Polls the jobs of an earlier run that are in progress, and finds out which batches have arrived although their answer
 * was lost. The others are sent again, which does no harm: an import creates or updates.
 *
 * @param findArrived finds those batches whose people are in the account as sent
 * @returns the jobs that are not to be sent again, in the sending order
 */
export async function recoverJobs(
  batches: readonly JournaledBatch[],
  findArrived: (lost: readonly BatchRange[]) => Promise<ReadonlySet<BatchRange>>,
  context: JobContext,
): Promise<ImportJob[]> {
  const { journal, onSentAgain } = context;
  const jobs = await Promise.all(batches.map(async batch => await earlierJob(batch, context)));
  const lost = batches.filter((_, i) => jobs[i] === undefined);
  const arrived = lost.length === 0 ? new Set() : await findArrived(lost);
  for (const [i, batch] of batches.entries()) {
    if (jobs[i] !== undefined) continue;
    if (arrived.has(batch)) {
      const end: JobResult = { status: 'completed', record: null, error: null };
      journal.note(batch, { type: 'end', ...end });
      jobs[i] = endedJob(batch, end);
    } else {
      journal.note(batch, { type: 'forget' });
      onSentAgain(batch.to - batch.from);
    }
  }
  return jobs.filter(job => job !== undefined);
}

/**
 * Polls the job of a batch until it ends, as far as the options say.
 *
 * @returns undefined if it is not known whether the batch arrived
 */
async function earlierJob(batch: JournaledBatch, context: JobContext): Promise<ImportJob | undefined> {
  const { id, end } = batch;
  if (end !== undefined) return endedJob(batch, end);
  if (id === undefined) return undefined;
  context.underWay.add(batch);
  try {
    const { job, failure } = await followJob(context, await context.api.call('getImport', { id }), batch);
    if (failure !== undefined) throw failure;
    return job;
  } catch (error) {
    const { code } = asFailure(error);
    // The service does not know the job, or does not show it.
    if (code === 'not_found' || code === 'forbidden') return undefined;
    throw error;
  } finally {
    context.underWay.delete(batch);
  }
}

function endedJob({ from, to, id }: JournaledBatch, { record, ...end }: JobResult): ImportJob {
  return jobOf({ from, to }, { ...end, record: record ?? undefined, id: id ?? null });
}
