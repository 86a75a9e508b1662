/** The import that is taken back, where it has not come to its end. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import type { Release } from '../../lib/lock.ts';
import type { LocalRun } from '../account/local-runs.ts';
import { importsFolder, lockImport } from '../jobs/imports-folder.ts';
import { readJournal } from '../jobs/journal-contents.ts';

/** An import that nobody resumes as long as it is held. */
export interface HeldImport {
  /** Makes that it cannot be resumed any more. */
  readonly drop: () => void;
  readonly release: Release;
}

/** Hours after which a job counts as stuck, rather than under way. */
const longestJob = 24;

/**
 * Keeps an import from being resumed while it is taken back.
 *
 * @throws Failure import_running when it is running
 */
export async function holdImport(configDir: string, { id }: LocalRun): Promise<HeldImport> {
  const journal = readdirSync(importsFolder(configDir))
    .filter(name => name.endsWith('.journal'))
    .map(name => join(importsFolder(configDir), name))
    .find(path => readJournal(path)?.start.run === id);
  if (journal === undefined) return { drop: () => {}, release: () => {} };
  const release = await lockImport(journal);
  return { drop: () => rmSync(journal, { force: true }), release };
}

/**
 * Makes sure that no job can change anybody behind the back of an undo. Which jobs were those of an import that was
 * interrupted, or that nobody waited for, is not known: any that is under way counts.
 *
 * @throws Failure import_running
 */
export async function refuseJobsUnderWay(api: Api, run: LocalRun): Promise<void> {
  const { finished_at, accepted, created, updated, unchanged } = run;
  const isAllIn = (created ?? 0) + (updated ?? 0) + (unchanged ?? 0) >= accepted;
  if (finished_at !== null && isAllIn) return;
  const since = Date.now() - longestJob * 3_600_000;
  for await (const page of api.pages('listImports', {})) {
    const job = page.data.find(
      ({ status, created_at }) =>
        (status === 'pending' || status === 'processing') && !(Date.parse(created_at) < since),
    );
    if (job === undefined) continue;
    throw new Failure(
      'import_running',
      `import job ${job.id} is still ${job.status}: it may be part of run ${run.id}`,
      {
        details: ['nothing was changed: what the job does after the undo would stay'],
        hint: `wait until it has ended: newsletter imports watch ${job.id}`,
      },
    );
  }
}
