/** What became of the batches of an interrupted import. */
import type { SubscriberImport } from '../../contract/index.ts';
import { asFailure } from '../../lib/as-failure.ts';
import type { BatchRange, FinishedRange, SubscriberPlaces } from './batch.ts';
import { type ImportJob, rowsProcessed } from './job.ts';
import type { JobResult, JournaledBatch } from './journal.ts';
import { pollJob } from './poll-job.ts';
import type { JobContext } from './send-batch.ts';

/**
 * Polls the jobs of an earlier run that are in progress, and finds out which batches have arrived although their answer
 * was lost. The others are sent again, which does no harm: an import creates or updates.
 *
 * @param findArrived finds those batches whose people are in the account as sent
 * @returns the jobs, and the ranges not to send again, both in the sending order
 */
export async function recoverJobs(
  batches: readonly JournaledBatch[],
  findArrived: (lost: readonly BatchRange[]) => Promise<ReadonlySet<BatchRange>>,
  context: JobContext,
): Promise<{ jobs: ImportJob[]; finished: FinishedRange[] }> {
  const { journal, onSentAgain } = context;
  const recovered = await Promise.all(batches.map(async batch => await recovery(batch, context)));
  const lost = batches.filter((_, i) => recovered[i] === undefined);
  const arrived = lost.length === 0 ? new Set() : await findArrived(lost);
  for (const [i, batch] of batches.entries()) {
    if (recovered[i] !== undefined) continue;
    if (arrived.has(batch)) {
      const end: JobResult = { status: 'completed', record: null, error: null };
      journal.end(batch, end);
      recovered[i] = endedJob(batch, end);
    } else {
      journal.forget(batch);
      onSentAgain(batch.to - batch.from);
    }
  }
  const found = recovered.filter(one => one !== undefined);
  return { jobs: found.map(({ job }) => job), finished: found.map(({ range }) => range) };
}

/** A job of an earlier run, and the range not to send again. */
interface RecoveredJob {
  readonly job: ImportJob;
  readonly range: FinishedRange;
}

/**
 * Polls the job of a batch until it ends, as far as the options say, and writes the result to the journal.
 *
 * @returns undefined if it is not known whether the batch arrived
 */
async function recovery(batch: JournaledBatch, context: JobContext): Promise<RecoveredJob | undefined> {
  const { id, end } = batch;
  if (end !== undefined) return endedJob(batch, end);
  if (id === undefined) return undefined;
  context.underWay.add(batch);
  return await followJob(batch, id, context).finally(() => context.underWay.delete(batch));
}

async function followJob(
  batch: JournaledBatch,
  id: string,
  { api, options, journal, progress }: JobContext,
): Promise<RecoveredJob | undefined> {
  const onPoll = (polled: SubscriberImport) => progress(batch, rowsProcessed(polled));
  const polling = { timeout: options.waitTimeout, onPoll, clock: api.limits.clock };
  let record: SubscriberImport | undefined;
  try {
    record = await api.call('getImport', { id });
    if (options.wait) record = await pollJob(api, record, polling);
  } catch (error) {
    const { code, message } = asFailure(error);
    if (code === 'still_running') return runningJob(batch, record, message);
    // The service does not know the job, or does not show it.
    if (code === 'not_found' || code === 'forbidden') return undefined;
    throw error;
  }
  const { status, error_message: error } = record;
  if (status !== 'completed' && status !== 'failed') return runningJob(batch, record, null);
  const end: JobResult = { status, record, error };
  journal.end(batch, end);
  return endedJob(batch, end);
}

/** A job that has not ended: its rows are neither certainly imported nor to be sent again. */
function runningJob(
  { from, to, id }: JournaledBatch,
  record: SubscriberImport | undefined,
  error: string | null,
): RecoveredJob {
  const status: ImportJob['status'] = error === null && record !== undefined ? record.status : 'unknown';
  const job = { from, to, rows: to - from, id: id ?? null, status, record, error, places: [] };
  return { job, range: { from, to } };
}

function endedJob({ from, to, id }: JournaledBatch, { status, record, error }: JobResult): RecoveredJob {
  const places: number[] = [];
  const job = {
    from,
    to,
    rows: to - from,
    id: id ?? null,
    status,
    record: record ?? undefined,
    error,
    places,
  };
  if (status === 'completed') return { job, range: { from, to } };
  // The journal does not hold the row numbers: the second pass fills them in when it reads the range.
  const onSubscriber = (its: SubscriberPlaces) => {
    for (const each of typeof its === 'number' ? [its] : its) places.push(each);
  };
  return { job, range: { from, to, onSubscriber } };
}
