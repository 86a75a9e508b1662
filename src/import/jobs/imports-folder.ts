/** The folder of journals and of copies of standard input. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { makeFolder } from '../../lib/files/folder.ts';
import { type Release, takeLock } from '../../lib/lock.ts';
import type { Shard } from '../rows/shard.ts';
import { withShare } from '../rows/shard.ts';
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

/**
 * Locks the import of these files into this account.
 *
 * @param clock measures how long a lock of another machine may go without being renewed
 * @throws Failure already_running, write_failed
 */
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
    try {
      const contents = readJournal(path);
      return contents === undefined ? [] : [{ path, contents }];
    } catch {
      return [];
    }
  });
}
