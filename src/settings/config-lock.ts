/** Changes of the config dir, under locks: several processes may change it at the same time. */
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { Failure } from '../lib/failure.ts';
import { elsewhere, unwritable } from '../lib/files/file-errors.ts';
import { replaceByDraft } from '../lib/files/place-file.ts';
import type { UnknownRecord } from '../lib/json/is-object.ts';
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
  await changeKeptFile(place, configFile(place.configDir), () => change(readConfig(place.configDir)));
}

/**
 * Writes a file of the config dir, for this user only, while no other process writes one.
 *
 * @param changed its new content; when it throws, nothing is changed
 * @throws Failure write_failed; untrusted_file; what `changed` throws
 */
export async function changeKeptFile(
  place: ConfigPlace,
  file: string,
  changed: () => UnknownRecord,
): Promise<void> {
  await withLockIn(place, 'lock', { patience: 20_000 }, () => writeJson(file, changed(), 0o600, elsewhere));
}

/**
 * Writes a file of settings or of credentials. A symbolic link stays one.
 *
 * conf writes it, but as a draft: it fails for a file that is mounted by itself. Reading does without conf: loading it
 * takes a quarter of a short command's time.
 *
 * @param mode permission bits
 * @param hint as that of `unwritable`
 * @throws Failure write_failed; the file is then as before
 */
export async function writeJson(
  path: string,
  content: UnknownRecord,
  mode: number,
  hint?: string,
): Promise<void> {
  const { default: Conf } = await import('conf');
  const write = (draft: string) => {
    const conf = new Conf({
      cwd: dirname(draft),
      configName: basename(draft),
      fileExtension: '',
      configFileMode: mode,
      serialize: value => `${JSON.stringify(value, null, 2)}\n`,
    });
    conf.store = content;
  };
  try {
    replaceByDraft(path, write);
  } catch (error) {
    throw unwritable(path, error, hint);
  }
}

/**
 * Runs `work` while no other process refreshes, replaces or removes the credential of the profile, however long that
 * takes. Meanwhile others can still change the files of the config dir, which is made if it does not exist.
 *
 * @param signal aborts the wait for other processes, not the work
 * @throws Failure write_failed, untrusted_file; the signal's reason; what `work` throws
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
  closeKeptFiles(configDir, warn);
  const hint = 'wait until it has finished';
  const busy = () =>
    new Failure('write_failed', `${configDir} is locked by another newsletter process`, { hint });
  return await withLock(join(configDir, name), { ...options, clock, busy }, work);
}
