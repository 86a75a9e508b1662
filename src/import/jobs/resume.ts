/** Resuming an import that was interrupted. */
import type { SubscriberImport } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { FinishedRange, SubscriberLines } from './batch.ts';
import { findLostJob } from './find-lost-job.ts';
import type { ImportJob, JobContext } from './job.ts';
import type { JobResult, JournalContents, JournaledBatch } from './journal-contents.ts';
import { pollJob, rowsProcessed } from './poll-job.ts';

/** The failure when an unfinished import of the file exists, and neither --resume nor --restart was given. */
export function unfinishedImport({ start, batches }: JournalContents, file: string): Failure {
  const done = batches
    .filter(batch => batch.end !== undefined)
    .reduce((sum, { from, to }) => sum + to - from, 0);
  const when = start.started_at.replace('T', ' ').replace(/\..*/, ' UTC');
  return new Failure('unfinished_import', `an import of this file, started ${when}, has not been finished`, {
    details: [`${grouped(done)} of ${grouped(start.accepted)} subscribers are done`],
    hint: `newsletter import ${file} --resume continues it; --restart starts anew`,
  });
}

/**
 * Finds out what became of the batches of earlier runs: jobs in progress are polled, batches whose response was lost
 * are looked up in the import list.
 *
 * @returns the jobs, and the ranges that need not be sent again, both in the order of sending
 */
export async function recoverJobs(
  previous: JournalContents,
  context: JobContext,
): Promise<{ jobs: ImportJob[]; finished: FinishedRange[] }> {
  const { batches } = previous;
  for (const { id } of batches) if (id !== undefined) context.claimed.add(id);
  const recovered = batches.filter(({ end }) => end !== undefined);
  // One after another: a job that is found for one batch must not be taken for another.
  for (const batch of batches.filter(({ id, end }) => id === undefined && end === undefined)) {
    const id = await findJobOf(batch, previous, context);
    if (id !== undefined) recovered.push(await pollToEnd({ ...batch, id }, context));
  }
  const running = batches.filter(({ id, end }) => id !== undefined && end === undefined);
  recovered.push(...(await Promise.all(running.map(batch => pollToEnd(batch, context)))));
  recovered.sort((a, b) => a.from - b.from);
  const ended = recovered.flatMap(batch => (batch.end === undefined ? [] : [endedJob(batch, batch.end)]));
  return { jobs: ended.map(({ job }) => job), finished: ended.map(({ range }) => range) };
}

/** Looks up the job of a batch whose response was lost. @returns its id; undefined when the batch is to be sent again */
async function findJobOf(
  batch: JournaledBatch,
  { start, batches }: JournalContents,
  { api, options, journal, claimed }: JobContext,
): Promise<string | undefined> {
  const size = ({ from, to }: JournaledBatch) => to - from;
  const hasOwnSize = !batches.some(
    other => other !== batch && other.id === undefined && size(other) === size(batch),
  );
  // Batches of the same size, here or of another shard, cannot be told apart in the list.
  const found =
    hasOwnSize && options.shard === undefined
      ? await findLostJob(api, batch, claimed, start.skew)
      : undefined;
  if (found === undefined) {
    await journal.forget(batch);
    return undefined;
  }
  claimed.add(found.id);
  await journal.posted(batch, found.id);
  return found.id;
}

/** Polls the job of a batch until it ends, and writes the result to the journal. */
async function pollToEnd(
  batch: JournaledBatch,
  { api, options, journal, progress }: JobContext,
): Promise<JournaledBatch> {
  const first = await api.call('getImport', { id: batch.id ?? '' });
  const onPoll = (polled: SubscriberImport) => progress(batch, rowsProcessed(polled));
  const record = await pollJob(api, first, options.waitTimeout, onPoll);
  const { status, error_message: error } = record;
  if (status !== 'completed' && status !== 'failed') return batch;
  const end: JobResult = { status, record, error };
  await journal.end(batch, end);
  return { ...batch, end };
}

function endedJob(
  { from, to, id }: JournaledBatch,
  { status, record, error }: JobResult,
): { job: ImportJob; range: FinishedRange } {
  const lines: number[] = [];
  const job = {
    from,
    to,
    rows: to - from,
    id: id ?? null,
    status,
    record: record ?? undefined,
    error,
    lines,
  };
  if (status === 'completed') return { job, range: { from, to } };
  // The journal does not hold the lines: the second pass fills them in when it reads the range.
  const onSubscriber = (its: SubscriberLines) => lines.push(...(typeof its === 'number' ? [its] : its));
  return { job, range: { from, to, onSubscriber } };
}
