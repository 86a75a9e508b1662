import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Device and inode, which all names of a file have in common; where there is no file yet, its path. */
export function fileId(path: string): string {
  try {
    const info = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (info !== undefined) return `${info.dev}:${info.ino}`;
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return resolve(path);
  }
}
