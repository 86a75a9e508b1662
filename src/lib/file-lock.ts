/** A lock between processes: a folder that only one of them can make (proper-lockfile). */
import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { systemCode } from './failure.ts';
import { withoutItsSignalHandlers } from './without-signal-handlers.ts';

/** Milliseconds after which a lock is renewed, as long as it is held. */
const renewEvery = 1000;

/**
 * Takes a lock if nobody holds it; never waits.
 *
 * @param path of the folder that stands for the lock; the folder above it must exist
 * @param staleAfter milliseconds after which a lock that is no longer renewed, as after a kill, is taken over
 * @param isAbandoned whether the holder is known to be dead, so that its lock can be taken over at once; asked by one
 *   process at a time
 * @returns the function that releases the lock; undefined while another process holds it
 * @throws Node's system error when the lock cannot be made
 */
export async function takeLock(
  path: string,
  staleAfter: number,
  isAbandoned?: () => boolean,
): Promise<(() => Promise<void>) | undefined> {
  const lockfile = await withoutItsSignalHandlers(() => import('proper-lockfile'));
  removeStale(path, staleAfter, isAbandoned);
  try {
    const release = await lockfile.lock(path, {
      lockfilePath: path,
      realpath: false,
      // When several processes find a stale lock, the library may give it to more than one of them.
      stale: Number.POSITIVE_INFINITY,
      update: renewEvery,
      // Taken over although it is renewed: this process was suspended.
      onCompromised: () => {},
    });
    // A lock that is already gone needs no release.
    return () => release().catch(() => {});
  } catch (error) {
    if (systemCode(error) === 'ELOCKED') return undefined;
    throw error;
  }
}

/** Removes a stale lock. Only one process does so at a time, so nobody removes the lock of the next holder. */
function removeStale(path: string, staleAfter: number, isAbandoned?: () => boolean): void {
  const age = ageOf(path);
  if (age < 0 || (age <= staleAfter && isAbandoned === undefined)) return;
  const claim = `${path}.takeover`;
  // Left by a process that was killed just here.
  if (ageOf(claim) > staleAfter) removeFolder(claim);
  try {
    mkdirSync(claim);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return;
    throw error;
  }
  try {
    if (isAbandoned?.() || ageOf(path) > staleAfter) removeFolder(path);
  } finally {
    removeFolder(claim);
  }
}

/** Milliseconds since a lock was made or renewed; -1 when it does not exist. */
function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? -1 : Math.max(0, Date.now() - found.mtimeMs);
}

function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}
