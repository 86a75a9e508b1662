/** A lock whose holder is known: who waits for it learns at once when that process has been killed. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { systemCode } from './failure.ts';
import { takeLock } from './file-lock.ts';

/** Milliseconds without an update after which a lock is stale. */
const staleAfter = 4_000;

/** How to wait for a lock that another process holds. */
export interface LockWait {
  /** Milliseconds to wait for a holder that is alive (default 0). */
  readonly patience?: number;
  /** Called when such a wait begins. */
  readonly onWait?: () => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/**
 * Takes the lock `<path>.lock`; `<path>.owner` names the holder.
 *
 * @returns the function that releases it; undefined when a live process holds it for longer than the patience
 * @throws Node's system error when the lock cannot be made; the reason of the signal
 */
export async function takeOwnedLock(
  path: string,
  { patience = 0, onWait, signal }: LockWait = {},
): Promise<(() => Promise<void>) | undefined> {
  const owner = `${path}.owner`;
  const start = performance.now();
  let isTold = false;
  for (;;) {
    const release = await takeLock(`${path}.lock`, staleAfter, () => removeDeadOwner(owner));
    if (release !== undefined) {
      writeFileSync(owner, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 });
      return async () => {
        rmSync(owner, { force: true });
        await release();
      };
    }
    // Nobody knows whether the holder lives, as on another machine: then the lock tells, which it must renew.
    const most = ownerIsAlive(owner) ? patience : Math.max(patience, staleAfter * 1.5);
    if (performance.now() - start >= most) return undefined;
    if (!isTold && patience > 0) onWait?.();
    isTold = true;
    await wait(100, undefined, { signal }).catch(() => {});
    signal?.throwIfAborted();
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

/** Whether the process that holds the lock is alive; undefined when unknown, as on another machine. */
function ownerIsAlive(path: string): boolean | undefined {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; host: string };
    if (host !== hostname()) return undefined;
    try {
      process.kill(pid, 0);
      return !isZombie(pid);
    } catch (error) {
      return systemCode(error) !== 'ESRCH';
    }
  } catch {
    return undefined;
  }
}

/** Whether a process has ended, and only its parent has not asked how: in a container perhaps it never will. */
function isZombie(pid: number): boolean {
  try {
    // proc_pid_stat(5): the state follows the name, which stands in parentheses and may hold some itself.
    return /^\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*(?=\))/s, ''));
  } catch {
    // Other systems have no such file.
    return false;
  }
}
