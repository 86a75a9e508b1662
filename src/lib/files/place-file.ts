/** Giving a complete file its name. */
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';
import { systemCode } from '../failure.ts';

/** Replaces the file at `to`. @throws Node's system error */
export type Rename = (from: string, to: string) => void;

/** Milliseconds to wait for programs that open every new file, such as virus scanners. */
const patience = 5000;

/**
 * Renames a file over another one. On Windows that fails while another program has either of them open: then it is
 * tried again for some seconds.
 *
 * @throws Node's system error
 */
export const renameOver: Rename = (from, to) =>
  process.platform === 'win32' ? retrying(() => renameSync(from, to), pause) : renameSync(from, to);

/**
 * Tries again while another program has the file open.
 *
 * @param wait passes the time, in milliseconds
 * @throws what `work` throws in the end
 */
export function retrying(work: () => void, wait: (time: number) => void): void {
  let waited = 0;
  for (let next = 10; ; next = Math.min(2 * next, 500)) {
    try {
      return void work();
    } catch (error) {
      if (!isInUse(error) || waited >= patience) throw error;
    }
    wait(next);
    waited += next;
  }
}

/**
 * Whether a file could not be replaced because another program has it open (Windows), because it is a mount of its own
 * (containers), or because it belongs to another user in a shared folder.
 */
export function isInUse(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes(systemCode(error) ?? '');
}

/** Waits synchronously. */
function pause(time: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
}

/** Whether a complete file may replace the one that is there; called with their paths. */
export type MayReplace = (existing: string, complete: string) => boolean;

/** Renames a complete file to `target`, unless a file that must stay is there. Returns whether it was renamed. */
export function placed(complete: string, target: string, mayReplace: MayReplace, rename: Rename): boolean {
  try {
    // Unlike a rename, this never replaces a file that has just appeared.
    linkSync(complete, target);
    rmSync(complete);
    return true;
  } catch {
    const existing = lstatSync(target, { throwIfNoEntry: false });
    // Not every file system has links.
    const isFree = existing === undefined;
    const isReplaceable = existing?.isFile() && (existing.size === 0 || mayReplace(target, complete));
    if (!isFree && !isReplaceable) return false;
    try {
      rename(complete, target);
    } catch (cause) {
      // Another program has it open: the next name is tried.
      if (isFree || !isInUse(cause)) throw cause;
      return false;
    }
    return true;
  }
}

/** The n-th name of a file: the second of `people.rejects.csv` is `people.rejects-2.csv`. */
export function numbered(path: string, n: number): string {
  if (n === 1) return path;
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}-${n}${ext}`);
}

/** Saves a rename to the disk, so that a power cut cannot undo it. */
function syncFolder(folder: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch {
    // Some file systems cannot do it; the file is replaced all the same.
  } finally {
    closeSync(handle);
  }
}

/** Where symbolic links lead, whether a file is there or not. */
export function linkTarget(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  // Throws where links form a circle.
  statSync(path, { throwIfNoEntry: false });
  return linkTarget(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}

/**
 * Replaces a file by a draft that `write` makes beside it. The draft has always the same name, so what a killed process
 * left is removed: one process at a time may do this. A file that is mounted by itself (Docker), or that another program
 * keeps open, is overwritten.
 *
 * @throws what `write` throws; Node's system error. The file is then as before
 */
export function replaceByDraft(
  path: string,
  write: (draft: string) => void,
  rename: Rename = renameOver,
): void {
  const target = linkTarget(path);
  const draft = `${target}.new`;
  rmSync(draft, { force: true });
  try {
    write(draft);
    try {
      rename(draft, target);
    } catch (error) {
      if (!isInUse(error)) throw error;
      copyFileSync(draft, target);
    }
    syncFolder(dirname(target));
  } finally {
    rmSync(draft, { force: true });
  }
}
