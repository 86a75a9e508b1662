import {
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
 * in the place of one that was there. A symbolic link stays one.
 *
 * @throws Failure write_failed; usage when something stands there that is no file: a device, a pipe
 */
export function writeWhole(path: string, text: string): void {
  let temporary: string | undefined;
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    if (there?.isFile() === false) {
      throw new Failure('usage', `${path} is no ordinary file, and must not be replaced by one`);
    }
    const target = there === undefined ? path : realpathSync(path);
    temporary = `${target}.${process.pid}.tmp`;
    rmSync(temporary, { force: true });
    const handle = openSync(temporary, 'wx');
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, target);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (temporary !== undefined) rmSync(temporary, { force: true });
    const code = systemCode(error) ?? '';
    throw new Failure('write_failed', `cannot write ${path}: ${reasons[code] ?? String(error)}`, {
      hint: 'choose another place for --html',
      cause: error,
    });
  }
}
