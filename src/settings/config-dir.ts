/** The folder of everything the program keeps, and the lock under which it is changed. */
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Failure, systemCode } from '../lib/failure.ts';
import { unwritable } from '../lib/file-errors.ts';
import { withoutItsSignalHandlers } from '../lib/without-signal-handlers.ts';

/** Told of what was repaired, in the user's terms. */
export type Warn = (message: string) => void;

/**
 * Where the program keeps its files: NEWSLETTER_CONFIG_DIR, else the platform's place for settings.
 *
 * @returns an absolute path; nothing is created
 */
export function configDir(environment: NodeJS.ProcessEnv, platform: string = process.platform): string {
  const own = environment.NEWSLETTER_CONFIG_DIR;
  if (own) return resolve(own);
  const home = homeFolder(environment);
  if (platform === 'win32') {
    return join(environment.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'newsletter');
  }
  if (platform === 'darwin') return join(home, 'Library', 'Preferences', 'newsletter');
  // "If an implementation encounters a relative path … it should … ignore it." (XDG base directories)
  const xdg = environment.XDG_CONFIG_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.config'), 'newsletter');
}

/** The user's own folder. Where HOME is empty, Node would have it be the working folder. */
export function homeFolder(environment: NodeJS.ProcessEnv): string {
  return environment.HOME || homedir() || userInfo().homedir;
}

/**
 * Does `work` while no other process of this program changes the folder. The folder is made (0700) when
 * it is missing, and closed to others, with a warning, when it is open to them.
 *
 * @param work should be short: others wait for it
 * @throws Failure write_failed when the folder cannot be made, locked or written to; what `work` throws
 */
export async function whileLocked<T>(folder: string, warn: Warn, work: () => Promise<T>): Promise<T> {
  try {
    makeFolder(folder);
    closeToOthers(folder, warn);
    return await underLock(folder, folderLock, work);
  } catch (error) {
    throw systemCode(error) === undefined || error instanceof Failure ? error : writeFailed(folder, error);
  }
}

/**
 * Does `work` while no other process does the work of the same name, however long it takes. Meanwhile the
 * folder can be changed under `whileLocked`. A lock left by a killed process is taken over after 5 seconds.
 *
 * @param name part of a file name
 * @param signal ends the waiting for others, not the work
 * @throws Failure write_failed as `whileLocked`; the signal's reason; what `work` throws
 */
export async function whileAlone<T>(
  folder: string,
  warn: Warn,
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  let begun = false;
  try {
    makeFolder(folder);
    closeToOthers(folder, warn);
    return await underLock(folder, { ...longLock, file: `${name}.lock`, signal }, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    throw begun || systemCode(error) === undefined || error instanceof Failure
      ? error
      : writeFailed(folder, error);
  }
}

interface LockOptions {
  readonly file: string;
  /** Milliseconds after which a lock that nobody renews is taken over. */
  readonly stale: number;
  readonly update: number;
  /** Milliseconds to wait for others: more than `stale`. */
  readonly patience: number;
  readonly signal?: AbortSignal;
}

const folderLock: LockOptions = { file: 'lock', stale: 10_000, update: 5000, patience: 20_000 };
const longLock = { stale: 5000, update: 1000, patience: 180_000 };

async function underLock<T>(folder: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const release = await lock(folder, options);
  try {
    return await work();
  } finally {
    // A lock that is already gone is no reason to report failure of work that is done.
    await release().catch(() => {});
  }
}

/** As `mkdir -p -m 700`. (Node's own never ends where a folder exists and takes no folders, as in /proc.) */
function makeFolder(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent) && parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // There already, or made by another process a moment ago.
    if (systemCode(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

async function lock(folder: string, wanted: LockOptions): Promise<() => Promise<void>> {
  const lockfile = await withoutItsSignalHandlers(() => import('proper-lockfile'));
  const { file, stale, update, patience, signal } = wanted;
  const options = {
    lockfilePath: join(folder, file),
    realpath: false,
    stale,
    update,
    // It is renewed all the time: if it is taken over, this process was suspended.
    onCompromised: () => {},
  };
  const latest = Date.now() + patience;
  for (;;) {
    try {
      // The library tells its locks apart by this path alone.
      return await lockfile.lock(options.lockfilePath, options);
    } catch (error) {
      // The library's own retries would also repeat what cannot succeed (read-only, full).
      if (systemCode(error) !== 'ELOCKED') throw error;
      if (Date.now() > latest) {
        throw new Failure('write_failed', `another newsletter process keeps ${folder} locked`, {
          hint: `if none is running, remove ${options.lockfilePath}`,
        });
      }
      signal?.throwIfAborted();
      await setTimeout(5 + Math.random() * 20);
    }
  }
}

function closeToOthers(folder: string, warn: Warn): void {
  const mode = statSync(folder).mode;
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  // A sticky folder is one that everybody shares (/tmp): it must neither be closed nor hold credentials.
  if ((mode & 0o1000) !== 0) {
    throw new Failure('write_failed', `${folder} is shared by every user of this machine`, {
      hint: 'set NEWSLETTER_CONFIG_DIR to a folder of your own',
    });
  }
  chmodSync(folder, 0o700);
  warn(`others could read ${folder} (mode ${octal(mode)}); it is now open to you alone (mode 700)`);
}

/** The permission bits of a mode, as chmod takes them. */
export function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(3, '0');
}

/** The failure of not being able to write at `path`, in one line. */
function writeFailed(path: string, cause: unknown): Failure {
  const hint = 'settings and credentials are kept elsewhere when NEWSLETTER_CONFIG_DIR names another folder';
  return unwritable(`to ${path}`, cause, hint);
}
