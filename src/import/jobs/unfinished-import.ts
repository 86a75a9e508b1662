/** Undoing an unfinished import. */
import { rmSync } from 'node:fs';
import type { ImportRun } from '../../changes/run-facts.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { lockImport, storedJournals } from './imports-folder.ts';

/**
 * Keeps an import from being resumed while it is undone.
 *
 * @returns `forget`: from then on it cannot be resumed any more
 * @throws Failure already_running if it is running, or one of its jobs may be
 */
export async function holdImport(
  configDir: string,
  api: Api,
  run: ImportRun,
): Promise<{ readonly forget: () => void; readonly release: () => void }> {
  const journal = storedJournals(configDir).find(({ contents }) => contents.start.run === run.id);
  const release = journal && (await lockImport(journal.path, api.limits.clock));
  const forget = () => {
    if (journal !== undefined) rmSync(journal.path, { force: true });
  };
  try {
    await refuseJobsUnderWay(api, run);
  } catch (error) {
    release?.();
    throw error;
  }
  return { forget, release: () => release?.() };
}

/**
 * Makes sure that no job changes people during an undo. The jobs of an import that was interrupted or did not wait
 * are not known, so every job in progress counts.
 *
 * @throws Failure already_running
 */
async function refuseJobsUnderWay(api: Api, run: ImportRun): Promise<void> {
  if (run.ended_at !== null && isAllIn(run)) return;
  for await (const page of api.pages('listImports', {})) {
    const job = page.data.find(({ status }) => status === 'pending' || status === 'processing');
    if (job === undefined) continue;
    throw new Failure(
      'already_running',
      `import job ${job.id} is still ${job.status}: it may be part of run ${run.id}`,
      {
        details: ['nothing was changed: what the job does after the undo would stay'],
        hint: `wait until it has ended: newsletter imports watch ${job.id}`,
      },
    );
  }
}

function isAllIn({ accepted, created, updated, unchanged }: ImportRun): boolean {
  return (created ?? 0) + (updated ?? 0) + (unchanged ?? 0) >= accepted;
}
