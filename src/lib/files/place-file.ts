/** Giving a complete file its name. */
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';
import { systemCode } from '../failure.ts';
import { isInUse, type Rename } from './rename-over.ts';

/** Gives a complete file its name, unless another file has it that must stay. Returns whether it has the name. */
export function placed(
  complete: string,
  target: string,
  mayReplace: (existing: string, complete: string) => boolean,
  rename: Rename,
): boolean {
  try {
    // Unlike a rename, this never replaces a file that has just appeared.
    linkSync(complete, target);
    rmSync(complete);
    return true;
  } catch (error) {
    const existing = lstatSync(target, { throwIfNoEntry: false });
    // Not every file system has links.
    const isFree = existing === undefined && systemCode(error) !== 'ENOENT';
    const isReplaceable = existing?.isFile() && (existing.size === 0 || mayReplace(target, complete));
    if (!isFree && existing === undefined) throw error;
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

/** `people.rejects.csv` becomes `people.rejects-2.csv`. */
export function numbered(path: string, n: number): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}-${n}${ext}`);
}

/** Saves a rename to the disk, so that a power cut cannot undo it. */
export function syncFolder(folder: string): void {
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
