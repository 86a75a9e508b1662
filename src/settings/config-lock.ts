/** Changes of the config dir, under locks: several processes may change it at the same time. */
import { join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { Failure, systemCode } from '../lib/failure.ts';
import { unwritableHere } from '../lib/files/file-errors.ts';
import { makeOwnFolder } from '../lib/files/folder.ts';
import { type LockOptions, withLock } from '../lib/lock.ts';
import { closeKeptFiles, type Warn } from './config-dir.ts';
import { type Config, configFile, readConfig } from './profiles.ts';

/** A config dir, and how to wait for other processes that use it. */
export interface ConfigPlace {
  readonly configDir: string;
  readonly warn: Warn;
  readonly clock: Clock;
}

/**
 * Changes config.json.
 *
 * @param change receives the current content and returns the new one; when it throws, nothing is changed
 * @throws Failure write_failed; unreadable_file when config.json is damaged; what `change` throws
 */
export async function changeConfig(place: ConfigPlace, change: (config: Config) => Config): Promise<void> {
  const { writeJson } = await import('./write-json.ts');
  const { configDir } = place;
  await withConfigLock(place, () => writeJson(configFile(configDir), change(readConfig(configDir)), 0o600));
}

/**
 * Runs `work` while no other process changes the files of the config dir, which is made if it does not exist.
 *
 * @param work should be short: other processes wait for it
 * @throws Failure write_failed when the folder cannot be made, locked or written to; untrusted_file; what `work` throws
 */
export async function withConfigLock<T>(place: ConfigPlace, work: () => Promise<T>): Promise<T> {
  return await withLockIn(place, 'lock', { patience: 20_000 }, async () => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof Failure || systemCode(error) === undefined
        ? error
        : unwritableHere(`to ${place.configDir}`, error);
    }
  });
}

/**
 * Runs `work` while no other process refreshes, replaces or removes the credential of the profile, however long that
 * takes. Meanwhile others can still change the files of the config dir.
 *
 * @param signal aborts the wait for other processes, not the work
 * @throws Failure write_failed as `withConfigLock`; the signal's reason; what `work` throws
 */
export async function withCredentialLock<T>(
  place: ConfigPlace,
  profile: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  return await withLockIn(place, `sign-in-${profile}.lock`, { patience: 180_000, signal }, work);
}

async function withLockIn<T>(
  { configDir, warn, clock }: ConfigPlace,
  name: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  makeOwnFolder(configDir);
  closeKeptFiles(configDir, warn);
  const busy = () =>
    new Failure('write_failed', `${configDir} is locked by another newsletter process`, {
      hint: 'wait until it has finished',
    });
  const cannotMake = (error: unknown) => unwritableHere(`to ${configDir}`, error);
  return await withLock(join(configDir, name), { ...options, clock, busy, cannotMake }, work);
}
