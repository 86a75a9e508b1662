/** System errors of files as messages. */
import { Failure, systemCode } from '../failure.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'the file is too large for this file system',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EBUSY: 'another program has it open, or it is mounted by itself',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is a file, not a folder',
  ENOENT: 'folder not found',
  EEXIST: 'a file of that name already exists',
  ELOOP: 'circular symbolic link',
  ENAMETOOLONG: 'the name is too long',
};

/**
 * The reason why a file cannot be written, without a full stop.
 *
 * @param error a system error of Node; of any other error the message is returned
 */
export function whyUnwritable(error: unknown): string {
  const known = reasons[systemCode(error) ?? ''];
  return known ?? (error instanceof Error ? error.message : String(error));
}

/**
 * The failure when a file cannot be written.
 *
 * @param what the path, or another text to follow "cannot write"
 * @param hint what the user can do; by default that of the failure table
 * @returns Failure write_failed
 */
export function unwritable(what: string, cause: unknown, hint?: string): Failure {
  return new Failure('write_failed', `cannot write ${what}: ${whyUnwritable(cause)}`, { cause, hint });
}

/**
 * The failure when a file cannot be read.
 *
 * @param shown the file's name for the message
 * @param hint what the user can do; by default that of the failure table
 * @returns Failure unreadable_file
 */
export function unreadable(shown: string, cause: unknown, hint?: string): Failure {
  if (systemCode(cause) !== 'ENOENT') {
    return new Failure('unreadable_file', `cannot read ${shown}: ${whyUnwritable(cause)}`, { cause, hint });
  }
  // Node reads arguments and names of files as UTF-8, and puts this sign for the rest.
  const isGarbled = shown.includes('\uFFFD');
  const why = isGarbled ? 'file not found, or its name is not UTF-8' : 'file not found';
  const rename = isGarbled ? 'rename the file, or pass it as standard input' : undefined;
  return new Failure('unreadable_file', `cannot read ${shown}: ${why}`, { cause, hint: hint ?? rename });
}
