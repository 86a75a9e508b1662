/** Resuming an import that was interrupted. */
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { FinishedRange } from './batch.ts';
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
  const jobs: ImportJob[] = [];
  const finished: FinishedRange[] = [];
  for (const batch of previous.batches) if (batch.id !== undefined) context.claimed.add(batch.id);
  for (const batch of previous.batches) {
    if (batch.end !== undefined) ended(batch, batch.end);
    else if (batch.id === undefined) await lookUp(batch);
  }
  await Promise.all(
    previous.batches.filter(batch => batch.end === undefined && batch.id !== undefined).map(pollRecorded),
  );
  jobs.sort((a, b) => a.from - b.from);
  finished.sort((a, b) => a.from - b.from);
  return { jobs, finished };

  async function lookUp(batch: JournaledBatch): Promise<void> {
    const rows = batch.to - batch.from;
    const hasOwnSize =
      context.options.shard === undefined &&
      !previous.batches.some(
        other => other !== batch && other.id === undefined && other.to - other.from === rows,
      );
    const found = hasOwnSize
      ? await findLostJob(context.api, batch, context.claimed, previous.start.skew)
      : undefined;
    if (found === undefined) {
      await context.journal.forget(batch);
      return;
    }
    context.claimed.add(found.id);
    await context.journal.posted(batch, found.id);
    await pollRecorded({ ...batch, id: found.id });
  }

  async function pollRecorded(batch: JournaledBatch): Promise<void> {
    const first = await context.api.call('getImport', { id: batch.id ?? '' });
    const record = await pollJob(context.api, first, context.options.waitTimeout, polled =>
      context.progress(batch, rowsProcessed(polled)),
    );
    const { status, error_message: error } = record;
    if (status !== 'completed' && status !== 'failed') return;
    await context.journal.end(batch, { status, record, error });
    ended(batch, { status, record, error });
  }

  function ended({ from, to, id }: JournaledBatch, { status, record, error }: JobResult): void {
    const lines: number[] = [];
    jobs.push({
      from,
      to,
      rows: to - from,
      id: id ?? null,
      status,
      record: record ?? undefined,
      error,
      lines,
    });
    // The journal does not hold the lines; the second pass fills them in when it reads the range.
    finished.push({
      from,
      to,
      onSubscriber:
        status === 'completed' ? undefined : its => lines.push(...(typeof its === 'number' ? [its] : its)),
    });
  }
}
