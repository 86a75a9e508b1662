import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The same id for all spellings of a path: device and inode; for a file that does not exist yet, folder and name. */
export function fileId(path: string): string {
  try {
    const { dev, ino = 0n } = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? {};
    // Some network drives have no inode numbers.
    return ino === 0n ? join(realpathSync.native(dirname(resolve(path))), basename(path)) : `${dev}:${ino}`;
  } catch {
    return resolve(path);
  }
}
