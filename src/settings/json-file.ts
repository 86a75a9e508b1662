import { readFileSync, statSync } from 'node:fs';
import { Failure, systemCode } from '../lib/failure.ts';
import { unreadable } from '../lib/files/file-errors.ts';
import { linkTarget } from '../lib/files/place-file.ts';
import { isObject, type UnknownRecord } from '../lib/json/is-object.ts';

/**
 * Reads a small JSON file that holds one object.
 *
 * @param remedy what the user can do when the file is damaged, for the hint
 * @returns undefined when there is no such file
 * @throws Failure unreadable_file; its message quotes nothing of the file, which may hold secrets
 */
export function readJson(file: string, remedy: string): UnknownRecord | undefined {
  const text = readText(file);
  return text === undefined ? undefined : parseJson(text, file, remedy);
}

/** The object in the text of a file, as `readJson`. */
export function parseJson(text: string, file: string, remedy: string): UnknownRecord {
  let content: unknown;
  try {
    content = JSON.parse(withoutByteOrderMark(text));
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
    return readFileSync(file, 'utf8');
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

/** Editors on Windows put a byte order mark at the beginning of a file. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** The draft of `writeJson` that could not replace the file: its content is newer. */
export function keptDraft(path: string): string | undefined {
  try {
    const draft = `${linkTarget(path)}.new`;
    const [newer, older] = [draft, path].map(each => statSync(each, { throwIfNoEntry: false })?.mtimeMs);
    return newer !== undefined && newer >= (older ?? 0) ? draft : undefined;
  } catch {
    return undefined;
  }
}
