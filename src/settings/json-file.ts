import { readFileSync, statSync } from 'node:fs';
import { Failure, systemCode } from '../lib/failure.ts';
import { unreadable } from '../lib/files/file-errors.ts';
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
