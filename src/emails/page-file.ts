import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Failure, systemCode } from '../failure.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
};

/**
 * Writes a file that others may read, as the umask allows; it appears under its name only when it is complete,
 * in the place of one that was there.
 *
 * @throws Failure write_failed
 */
export function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    }
    rmSync(temporary, { force: true });
    const handle = openSync(temporary, 'wx');
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    const code = systemCode(error) ?? '';
    throw new Failure('write_failed', `cannot write ${path}: ${reasons[code] ?? String(error)}`, {
      hint: 'choose another place for --html',
      cause: error,
    });
  }
}
