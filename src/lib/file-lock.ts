/** A lock between processes: a folder that only one of them can make (proper-lockfile). */
import { systemCode } from './failure.ts';
import { withoutItsSignalHandlers } from './without-signal-handlers.ts';

/** Milliseconds after which a lock is renewed, as long as it is held. */
const renewEvery = 1000;

/**
 * Takes a lock if nobody holds it; never waits.
 *
 * @param path of the folder that stands for the lock; the folder above it must exist
 * @param staleAfter milliseconds after which a lock that is no longer renewed, as after a kill, is taken over; at least
 *   2000
 * @returns the function that releases the lock; undefined while another process holds it
 * @throws Node's system error when the lock cannot be made
 */
export async function takeLock(path: string, staleAfter: number): Promise<(() => Promise<void>) | undefined> {
  const lockfile = await withoutItsSignalHandlers(() => import('proper-lockfile'));
  try {
    const release = await lockfile.lock(path, {
      lockfilePath: path,
      realpath: false,
      stale: staleAfter,
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
