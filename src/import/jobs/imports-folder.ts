/** The folder of journals and of copies of standard input: what an unfinished import is resumed from, or undone. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportRun } from '../../changes/run-facts.ts';
import type { Api } from '../../http/api.ts';
import type { Clock } from '../../lib/clock.ts';
import { Failure, ignoringErrors } from '../../lib/failure.ts';
import { makeFolder } from '../../lib/files/folder.ts';
import { type Release, takeLock } from '../../lib/lock.ts';
import { type Shard, withShare } from '../rows/shard.ts';
import { type JournalContents, journalFailure, readJournal } from './journal.ts';

export interface ImportIdentity {
  /** Absolute paths, in order. */
  readonly files: readonly string[];
  readonly service: string;
  readonly account: string;
}

export function importsFolder(configDir: string): string {
  return join(configDir, 'imports');
}

/** @throws Failure write_failed */
export function makeImportsFolder(configDir: string): void {
  const folder = importsFolder(configDir);
  try {
    makeFolder(folder);
  } catch (error) {
    throw journalFailure(folder, error);
  }
}

/** Locks the import of these files into this account. @throws Failure already_running, write_failed */
export async function lockImport(journal: string, clock: Clock): Promise<Release> {
  const release = await takeLock(`${journal}.lock`, { clock });
  if (release !== undefined) return release;
  throw new Failure('already_running', 'another process is importing this file into this account', {
    hint: 'wait until it has finished',
  });
}

/** Path of an import's journal: one for each list of files, service, account and shard. */
export function journalPath(
  configDir: string,
  { files, service, account }: ImportIdentity,
  shard: Shard | undefined,
): string {
  const name = createHash('sha256')
    .update([...files, service, account].join('\n'))
    .digest('hex')
    .slice(0, 20);
  return withShare(join(importsFolder(configDir), `${name}.journal`), shard);
}

/** The journals of imports that are running, or were interrupted; without those that cannot be read. */
export function storedJournals(configDir: string): { path: string; contents: JournalContents }[] {
  const folder = importsFolder(configDir);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(name => name.endsWith('.journal'));
  return names.flatMap(name => {
    const path = join(folder, name);
    const contents = ignoringErrors(() => readJournal(path));
    return contents === undefined ? [] : [{ path, contents }];
  });
}

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
 * Makes sure that no job changes people during an undo. The jobs of an import that was interrupted or did not wait are not
 * known, so every job in progress counts. @throws Failure already_running
 */
async function refuseJobsUnderWay(api: Api, run: ImportRun): Promise<void> {
  const { accepted, created, updated, unchanged } = run;
  if (run.ended_at !== null && (created ?? 0) + (updated ?? 0) + (unchanged ?? 0) >= accepted) return;
  for await (const page of api.pages('listImports')) {
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
