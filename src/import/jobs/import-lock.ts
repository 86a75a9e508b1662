import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure, systemCode } from '../../lib/failure.ts';
import { takeLock } from '../../lib/file-lock.ts';
import { journalFailure } from './imports-folder.ts';

/** Milliseconds without an update after which a lock is stale. */
const staleAfter = 4_000;

/**
 * Makes sure that no other process imports the same file into the same account.
 *
 * @param journal path of the import's journal
 * @returns the function that releases the lock
 * @throws Failure import_running, write_failed
 */
export async function lockImport(journal: string): Promise<() => Promise<void>> {
  const lock = `${journal}.lock`;
  const owner = `${journal}.owner`;
  const deadline = performance.now() + staleAfter * 1.5;
  for (;;) {
    try {
      const release = await takeLock(lock, staleAfter, () => removeDeadOwner(owner));
      if (release !== undefined) {
        writeFileSync(owner, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 });
        return async () => {
          rmSync(owner, { force: true });
          await release();
        };
      }
    } catch (error) {
      throw journalFailure(journal, error);
    }
    if (ownerIsAlive(owner) || performance.now() > deadline) throw running();
    await wait(100);
  }
}

/**
 * Whether the process that holds the lock is known to be dead, so that nobody needs to wait for it. Its owner file is
 * removed, or the next owner would be taken for dead before it has written its own.
 */
function removeDeadOwner(owner: string): boolean {
  if (ownerIsAlive(owner) !== false) return false;
  rmSync(owner, { force: true });
  return true;
}

function running(): Failure {
  return new Failure('import_running', 'another process is importing this file into this account', {
    hint: 'wait until it has ended',
  });
}

/** Whether the process that holds the lock is alive; undefined when unknown, as on another machine. */
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
