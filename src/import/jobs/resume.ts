/** Going on where an earlier run stopped. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure, systemCode } from '../../lib/failure.ts';
import { withoutItsSignalHandlers } from '../../lib/without-signal-handlers.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { FinishedRange } from './batch.ts';
import { findLostJob } from './find-lost-job.ts';
import { type JobResult, type JournalContents, type JournaledBatch, journalFailure } from './journal.ts';
import { pollJob, rowsProcessed } from './poll-job.ts';
import type { ImportJob, JobContext } from './run-jobs.ts';

/** How old a lock may get without a sign of life (milliseconds). */
const staleAfter = 4_000;

/**
 * Makes sure that no other process imports the same file into the same account.
 *
 * @param journal path of the import's journal
 * @returns the function that gives the lock back
 * @throws Failure import_running, write_failed
 */
export async function lockImport(journal: string): Promise<() => Promise<void>> {
  const lockfile = await withoutItsSignalHandlers(() => import('proper-lockfile'));
  const options = { realpath: false, stale: staleAfter, update: staleAfter / 4, onCompromised: () => {} };
  const owner = `${journal}.owner`;
  const patience = performance.now() + staleAfter * 1.5;
  for (;;) {
    try {
      const release = await lockfile.lock(journal, options);
      writeFileSync(owner, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 });
      return async () => {
        rmSync(owner, { force: true });
        // A lock that is gone is as good as given back.
        await release().catch(() => {});
      };
    } catch (error) {
      if (systemCode(error) !== 'ELOCKED') throw journalFailure(journal, error);
      const isAlive = ownerIsAlive(owner);
      // A process that was killed leaves its lock behind: it need not be waited for.
      if (isAlive === false) rmSync(`${journal}.lock`, { recursive: true, force: true });
      else if (isAlive || performance.now() > patience) throw running(error);
      else await wait(100);
    }
  }
}

function running(cause: unknown): Failure {
  return new Failure('import_running', 'another process is importing this file into this account', {
    hint: 'wait until it has ended',
    cause,
  });
}

/** Whether the process that holds the lock lives; undefined where that cannot be told. */
function ownerIsAlive(path: string): boolean | undefined {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; host: string };
    if (host !== hostname()) return undefined;
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return systemCode(error) !== 'ESRCH';
    }
  } catch {
    return undefined;
  }
}

/** What to say when an unfinished import of the file is found that nobody asked to continue. */
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
 * Learns what became of the batches of earlier runs: those under way are followed, those in doubt looked up.
 *
 * @returns the jobs there are, and the ranges that need not be sent again
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
    const isAlone =
      context.options.shard === undefined &&
      !previous.batches.some(
        other => other !== batch && other.id === undefined && other.to - other.from === rows,
      );
    const found = isAlone
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
    const record = await pollJob(context.api, first, context.options.waitTimeout, seen =>
      context.progress(batch, rowsProcessed(seen)),
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
    // Which lines failed is learnt when the second pass goes over the range.
    finished.push({
      from,
      to,
      onSubscriber: status === 'completed' ? undefined : one => lines.push(...[one].flat()),
    });
  }
}
