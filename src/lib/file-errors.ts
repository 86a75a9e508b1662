/** Why files cannot be read or written, in words. */
import { Failure, systemCode } from './failure.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EFBIG: 'no file may be that large here',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is a file, not a folder',
  ENOENT: 'there is no such folder',
  EEXIST: 'something else of that name is there',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

/**
 * Why something cannot be written, in words without a full stop.
 *
 * @param error usually a system error of Node's; of anything else its own words
 */
export function whyUnwritable(error: unknown): string {
  const known = reasons[systemCode(error) ?? ''];
  return known ?? (error instanceof Error ? error.message : String(error));
}

/**
 * The failure of not being able to write.
 *
 * @param what the path, or what else stands behind "cannot write"
 * @param hint what to type or do next; that of the catalogue unless given
 * @returns Failure write_failed
 */
export function unwritable(what: string, cause: unknown, hint?: string): Failure {
  return new Failure('write_failed', `cannot write ${what}: ${whyUnwritable(cause)}`, { cause, hint });
}

/**
 * The failure of not being able to read a file.
 *
 * @param shown how messages name it
 * @param hint what to type or do next; that of the catalogue unless given
 * @returns Failure unreadable_file
 */
export function unreadable(shown: string, cause: unknown, hint?: string): Failure {
  const why = systemCode(cause) === 'ENOENT' ? 'there is no such file' : whyUnwritable(cause);
  return new Failure('unreadable_file', `cannot read ${shown}: ${why}`, { cause, hint });
}
