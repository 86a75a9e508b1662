/** Resumes an interrupted import. */
import type { SubscriberImport } from '../../contract/index.ts';
import { asFailure } from '../../lib/as-failure.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { ImportOptions } from '../options.ts';
import type { BatchRange, FinishedRange, SubscriberPlaces } from './batch.ts';
import { withoutJob } from './decide.ts';
import type { ImportJob, JobContext } from './job.ts';
import type { JobResult, JournalContents, JournaledBatch } from './journal.ts';
import { resumeCommand } from './other-imports.ts';
import { pollJob, rowsProcessed } from './poll-job.ts';

/** The failure if the file has an unfinished import, and neither --resume nor --restart is given. */
export function unfinishedImport(
  { start, batches }: JournalContents,
  { files, shard }: Pick<ImportOptions, 'files' | 'shard'>,
): Failure {
  const done = rowsDone(batches);
  const when = start.started_at.replace('T', ' ').replace(/\..*/, ' UTC');
  return new Failure('unfinished_import', `this file has an unfinished import, started ${when}`, {
    details: [`${grouped(done)} of ${grouped(start.accepted)} subscribers are done`],
    hint: `to resume it: ${resumeCommand(files, shard)}; to start over, add --restart instead`,
  });
}

export function rowsDone(batches: readonly JournaledBatch[]): number {
  return batches.filter(({ end }) => end !== undefined).reduce((sum, { from, to }) => sum + to - from, 0);
}

/**
 * Resolves the batches of earlier runs: polls jobs in progress, and finds out which of those whose answer was lost
 * have arrived. The others are sent again, which does no harm: an import creates or updates.
 *
 * @returns the jobs, and the ranges not to send again, both in the sending order
 */
export async function recoverJobs(
  { batches }: Pick<JournalContents, 'batches'>,
  context: JobContext,
): Promise<{ jobs: ImportJob[]; finished: FinishedRange[] }> {
  const recovered: RecoveredJob[] = [];
  const running: JournaledBatch[] = [];
  const lost: JournaledBatch[] = [];
  for (const batch of batches) {
    if (batch.end !== undefined) recovered.push(endedJob(batch, batch.end));
    else (batch.id === undefined ? lost : running).push(batch);
  }
  for (const each of await lookForLost(lost, context)) recovered.push(each);
  const following = running.map(batch => {
    context.underWay.add(batch);
    return followJob(batch, context).finally(() => context.underWay.delete(batch));
  });
  for (const each of (await Promise.all(following)).flat()) recovered.push(each);
  recovered.sort((a, b) => a.job.from - b.job.from);
  // Of overlapping ranges, as after a crash while a batch was halved, one counts; the rest is sent again.
  let end = 0;
  const apart = recovered.filter(({ job: { from, to } }) => {
    const isApart = from >= end;
    if (isApart) end = to;
    return isApart;
  });
  return { jobs: apart.map(({ job }) => job), finished: apart.map(({ range }) => range) };
}

/** A job of an earlier run, and the range not to send again. */
interface RecoveredJob {
  readonly job: ImportJob;
  readonly range: FinishedRange;
}

/** The jobs of batches that arrived although their answer was lost: whether people were created is not known. */
async function lookForLost(
  lost: readonly JournaledBatch[],
  { journal, findArrived, onSentAgain }: JobContext,
): Promise<RecoveredJob[]> {
  if (lost.length === 0) return [];
  const arrived: ReadonlySet<BatchRange> = (await findArrived?.(lost)) ?? new Set();
  const end: JobResult = { status: 'completed', record: null, error: null };
  const recovered: RecoveredJob[] = [];
  for (const batch of lost) {
    if (arrived.has(batch)) {
      await journal.end(batch, end);
      recovered.push(endedJob(batch, end));
    } else {
      await journal.forget(batch);
      onSentAgain?.(batch.to - batch.from);
    }
  }
  return recovered;
}

/**
 * Polls the job of a batch until it ends, as far as the options say, and writes the result to the journal.
 *
 * @returns undefined if the service no longer knows the job: send the batch again
 */
async function followJob(
  batch: JournaledBatch,
  { api, options, journal, progress, clock, onSentAgain }: JobContext,
): Promise<RecoveredJob[]> {
  const onPoll = (polled: SubscriberImport) => progress(batch, rowsProcessed(polled));
  let record: SubscriberImport | undefined;
  try {
    record = await api.call('getImport', { id: batch.id ?? '' });
    if (options.wait) record = await pollJob(api, record, { timeout: options.waitTimeout, onPoll, clock });
  } catch (error) {
    const next = withoutJob(error);
    if (next === 'stop') throw error;
    if (next === 'go on') return [runningJob(batch, record, asFailure(error).message)];
    await journal.forget(batch);
    onSentAgain?.(batch.to - batch.from);
    return [];
  }
  const { status, error_message: error } = record;
  if (status !== 'completed' && status !== 'failed') return [runningJob(batch, record, null)];
  const end: JobResult = { status, record, error };
  await journal.end(batch, end);
  return [endedJob(batch, end)];
}

/** A job that has not ended: its rows are neither certainly imported nor to be sent again. */
function runningJob(
  { from, to, id }: JournaledBatch,
  record: SubscriberImport | undefined,
  error: string | null,
): RecoveredJob {
  const status = error === null && record !== undefined ? record.status : 'unknown';
  return {
    job: { from, to, rows: to - from, id: id ?? null, status, record, error, places: [] },
    range: { from, to },
  };
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
