/** System errors of files as messages, and reading small files. */
import { readFileSync, statSync } from 'node:fs';
import { Failure, systemCode } from '../failure.ts';
import { isObject, type UnknownRecord } from '../json/is-object.ts';

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

/** The reason why a file cannot be written, without a full stop; of an error that is not the system's, its message. */
export function whyUnwritable(error: unknown): string {
  const known = reasons[systemCode(error) ?? ''];
  return known ?? (error instanceof Error ? error.message : String(error));
}

/** The failure when a file cannot be written. @param what its path, or another text to follow "cannot write" */
export function unwritable(what: string, cause: unknown, hint?: string): Failure {
  return new Failure('write_failed', `cannot write ${what}: ${whyUnwritable(cause)}`, { cause, hint });
}

/** The same for a file of the program's own. */
export const unwritableHere = (what: string, cause: unknown) => unwritable(what, cause, elsewhere);

/** The hint if the program's own folder cannot be written to. */
export const elsewhere = 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to';

/** The failure when a file cannot be read. @param shown its name for the message */
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

/**
 * Reads a small JSON file that holds one object.
 *
 * @param remedy what the user can do when the file is damaged, for the hint
 * @returns undefined when there is no such file
 * @throws Failure unreadable_file; its message quotes nothing of the file, which may hold secrets
 */
export function readJson(file: string, remedy: string): UnknownRecord | undefined {
  const text = readText(file);
  if (text === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Failure('unreadable_file', `${file} is damaged: it is not valid JSON`, { hint: remedy });
  }
  if (isObject(content)) return content;
  throw new Failure('unreadable_file', `${file} is damaged: it is not a JSON object`, { hint: remedy });
}

/** Undefined when there is no such file. @throws Failure unreadable_file */
export function readText(file: string): string | undefined {
  try {
    checkRegular(file);
    // Editors on Windows put a byte order mark first.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof Failure) throw error;
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(file, error);
  }
}

/**
 * Reading a named pipe or a device may have no end, and cannot be interrupted.
 *
 * @throws Failure unreadable_file; the system's error for a file that is not there
 */
export function checkRegular(file: string): void {
  const stats = statSync(file);
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? 'it is a folder' : 'it is not a regular file';
  throw new Failure('unreadable_file', `cannot read ${file}: ${what}`);
}

/** The name of an input in messages. */
export const inputName = (name: string) => (name === '-' ? 'stdin' : name);
