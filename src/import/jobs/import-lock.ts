import { Failure } from '../../lib/failure.ts';
import { takeOwnedLock } from '../../lib/owned-lock.ts';
import { journalFailure } from './imports-folder.ts';

/**
 * Makes sure that no other process imports the same file into the same account.
 *
 * @param journal path of the import's journal
 * @returns the function that releases the lock
 * @throws Failure import_running, write_failed
 */
export async function lockImport(journal: string): Promise<() => Promise<void>> {
  const release = await takeOwnedLock(journal).catch((error: unknown) => {
    throw journalFailure(journal, error);
  });
  if (release !== undefined) return release;
  throw new Failure('import_running', 'another process is importing this file into this account', {
    hint: 'wait until it has finished',
  });
}
