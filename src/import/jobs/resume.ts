/** Resuming an import that was interrupted. */
import type { SubscriberImport } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { ImportOptions } from '../options.ts';
import type { FinishedRange, SubscriberPlaces } from './batch.ts';
import { fetchJob } from './fetch-job.ts';
import { findLostJob } from './find-lost-job.ts';
import type { ImportJob, JobContext } from './job.ts';
import type { JobResult, JournalContents, JournaledBatch } from './journal-contents.ts';
import { resumeCommand } from './other-imports.ts';
import { pollJob, rowsProcessed } from './poll-job.ts';

/** The failure when an unfinished import of the file exists, and neither --resume nor --restart was given. */
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

/** Number of subscribers whose jobs have ended. */
export function rowsDone(batches: readonly JournaledBatch[]): number {
  return batches.filter(({ end }) => end !== undefined).reduce((sum, { from, to }) => sum + to - from, 0);
}

/**
 * Finds out what became of the batches of earlier runs: jobs in progress are polled, batches whose response was lost
 * are looked up in the import list. A batch stays in doubt when the service does not know its job, or cannot list its
 * jobs: then it is sent again, since an import is an upsert.
 *
 * @returns the jobs, and the ranges that need not be sent again, both in the order of sending
 */
export async function recoverJobs(
  previous: JournalContents,
  context: JobContext,
): Promise<{ jobs: ImportJob[]; finished: FinishedRange[] }> {
  const { batches } = previous;
  for (const { id } of batches) if (id !== undefined) context.claimed.add(id);
  const recovered = batches.flatMap(batch => (batch.end === undefined ? [] : [endedJob(batch, batch.end)]));
  const running = batches.filter(({ id, end }) => id !== undefined && end === undefined);
  // One after another: a job that is found for one batch must not be taken for another.
  for (const batch of batches.filter(({ id, end }) => id === undefined && end === undefined)) {
    const id = await findJobOf(batch, previous, context);
    if (id !== undefined) running.push({ ...batch, id });
  }
  const following = running.map(batch => {
    context.underWay.add(batch);
    return followJob(batch, context).finally(() => context.underWay.delete(batch));
  });
  recovered.push(...(await Promise.all(following)).flat());
  recovered.sort((a, b) => a.job.from - b.job.from);
  // Of ranges that overlap, as after a crash while a batch was halved, one counts; the rest is sent again.
  let end = 0;
  const apart = recovered.filter(({ job: { from, to } }) => {
    const isApart = from >= end;
    if (isApart) end = to;
    return isApart;
  });
  return { jobs: apart.map(({ job }) => job), finished: apart.map(({ range }) => range) };
}

/** A job of an earlier run, and the range that need not be sent again. */
interface RecoveredJob {
  readonly job: ImportJob;
  readonly range: FinishedRange;
}

/** Whether asking again would not help: the service does not know, or does not say. */
function isInDoubt(error: unknown): boolean {
  if (!(error instanceof Failure) || error.code === 'write_failed') return false;
  return error.code === 'forbidden' || [1, 4, 5, 6].includes(error.exit);
}

/** Looks up the job of a batch whose response was lost. @returns its id; undefined when the batch is to be sent again */
async function findJobOf(
  batch: JournaledBatch,
  { start, batches }: JournalContents,
  { api, options, journal, claimed, recognized }: JobContext,
): Promise<string | undefined> {
  const size = ({ from, to }: JournaledBatch) => to - from;
  const hasOwnSize = !batches.some(
    other => other !== batch && other.id === undefined && size(other) === size(batch),
  );
  // Batches of the same size, here or of another shard, cannot be told apart in the list.
  const found =
    hasOwnSize && options.shard === undefined
      ? await findLostJob(api, batch, claimed, start.skew).catch(undefinedIfInDoubt)
      : undefined;
  if (found === undefined) {
    await journal.forget(batch);
    return undefined;
  }
  claimed.add(found.id);
  recognized.add(found.id);
  await journal.posted(batch, found.id);
  return found.id;
}

function undefinedIfInDoubt(error: unknown): undefined {
  if (!isInDoubt(error)) throw error;
}

/**
 * Polls the job of a batch until it ends, as far as the options say, and writes the result to the journal.
 *
 * @returns nothing when the service no longer knows the job: the batch is to be sent again
 */
async function followJob(
  batch: JournaledBatch,
  { api, options, journal, progress }: JobContext,
): Promise<RecoveredJob[]> {
  const onPoll = (polled: SubscriberImport) => progress(batch, rowsProcessed(polled));
  let record: SubscriberImport | undefined;
  try {
    record = await fetchJob(api, batch.id ?? '');
    if (options.wait) record = await pollJob(api, record, options.waitTimeout, onPoll);
  } catch (error) {
    // A job that takes too long says nothing about the others.
    if (error instanceof Failure && error.code === 'still_running')
      return [runningJob(batch, record, error.message)];
    if (!isInDoubt(error)) throw error;
    await journal.forget(batch);
    return [];
  }
  const { status, error_message: error } = record;
  if (status !== 'completed' && status !== 'failed') return [runningJob(batch, record, null)];
  const end: JobResult = { status, record, error };
  await journal.end(batch, end);
  return [endedJob(batch, end)];
}

/** A job that has not ended: its rows are neither in for sure nor to be sent again. */
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
  // The journal does not hold the places: the second pass fills them in when it reads the range.
  const onSubscriber = (its: SubscriberPlaces) => places.push(...(typeof its === 'number' ? [its] : its));
  return { job, range: { from, to, onSubscriber } };
}
