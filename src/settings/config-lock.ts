/** The locks under which processes of this program change the config dir. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Failure, systemCode } from '../lib/failure.ts';
import { unwritable } from '../lib/file-errors.ts';
import { takeLock } from '../lib/file-lock.ts';
import { prepareConfigDir, type Warn } from './config-dir.ts';

interface LockOptions {
  /** Name of the lock in the config dir. */
  readonly name: string;
  /** Milliseconds after which a lock that is no longer renewed is taken over. */
  readonly staleAfter: number;
  /** Milliseconds to wait for other processes; longer than `staleAfter`. */
  readonly maxWait: number;
  /** Aborts the wait, not the work. */
  readonly signal?: AbortSignal;
}

/**
 * Runs `work` while no other process changes the files of the config dir, which is made if it does not exist.
 *
 * @param work should be short: other processes wait for it
 * @returns what `work` returns
 * @throws Failure write_failed when the folder cannot be made, locked or written to; what `work` throws
 */
export async function withConfigLock<T>(configDir: string, warn: Warn, work: () => Promise<T>): Promise<T> {
  return await asWriteFailure(configDir, async () => {
    const release = await lock(configDir, warn, { name: 'lock', staleAfter: 10_000, maxWait: 20_000 });
    return await finallyRelease(release, work);
  });
}

/**
 * Runs `work` while no other process holds the lock of the same name, however long that takes. Meanwhile others can
 * still change the files of the config dir, under `withConfigLock`.
 *
 * @param name part of a file name
 * @param signal aborts the wait for other processes, not the work
 * @returns what `work` returns
 * @throws Failure write_failed as `withConfigLock`; the signal's reason; what `work` throws
 */
export async function withNamedLock<T>(
  configDir: string,
  warn: Warn,
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const options = { name: `${name}.lock`, staleAfter: 5000, maxWait: 180_000, signal };
  const release = await asWriteFailure(configDir, () => lock(configDir, warn, options));
  return await finallyRelease(release, work);
}

async function finallyRelease<T>(release: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await release();
  }
}

async function lock(configDir: string, warn: Warn, options: LockOptions): Promise<() => Promise<void>> {
  prepareConfigDir(configDir, warn);
  const { name, staleAfter, maxWait, signal } = options;
  const path = join(configDir, name);
  const deadline = Date.now() + maxWait;
  for (;;) {
    const release = await takeLock(path, staleAfter);
    if (release !== undefined) return release;
    if (Date.now() > deadline) {
      throw new Failure('write_failed', `${configDir} is locked by another newsletter process`, {
        hint: 'wait until it has finished; newsletter doctor finds locks that were left over',
      });
    }
    signal?.throwIfAborted();
    await setTimeout(5 + Math.random() * 20);
  }
}

/** Turns the system errors of `work` into one failure that names the config dir. */
async function asWriteFailure<T>(configDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure || systemCode(error) === undefined) throw error;
    const hint = 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to';
    throw unwritable(`to ${configDir}`, error, hint);
  }
}
