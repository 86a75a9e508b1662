import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { AtomicFile } from '../../lib/files/atomic-file.ts';
import { fileId } from '../../lib/files/file-id.ts';

/** Undefined: the file is not written. */
export interface RejectsPaths {
  readonly rejects: string | undefined;
  readonly report: string | undefined;
}

const rejectsHint = 'choose another path with --rejects <file>, or pass --no-rejects';
const reportHint = 'choose another path with --report <file>';

/** @throws Failure write_failed; usage when a device or a pipe is at the path */
export function openRejects(path: string | undefined): AtomicFile | undefined {
  return path === undefined ? undefined : new AtomicFile(path, { mode: 0o600, hint: rejectsHint });
}

/**
 * The report is written even when it is empty, unlike the rejects file.
 *
 * @throws Failure write_failed; usage when the file at the path is no report
 */
export function openReport(path: string | undefined): AtomicFile | undefined {
  if (path === undefined) return undefined;
  const report = new AtomicFile(path, { mode: 0o600, hint: reportHint });
  if (!mayBeReport(path)) {
    throw new Failure('usage', `${path} exists and is not the report of an import`, { hint: reportHint });
  }
  report.write('');
  return report;
}

/** True also without a file, or for an empty one. */
function mayBeReport(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return true;
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(64);
    const text = head.toString('utf8', 0, readSync(file, head));
    return text === '' || /^\{"line":(?:\d+|null),"code":"/.test(text);
  } finally {
    closeSync(file);
  }
}

/**
 * A private folder for the rejects of a run that sends nothing.
 *
 * @param name of the file in it
 * @returns the path of the file, and a function that removes the folder if it is empty; undefined if temporary files
 *   cannot be written
 */
export function temporaryFile(name: string): { path: string; release: () => void } | undefined {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'newsletter-'));
    return { path: join(folder, basename(name)), release: () => removeIfEmpty(folder) };
  } catch {
    return undefined;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The rejects are in it.
  }
}

/** @throws Failure usage when two of these are the same file, by whatever names */
export function refuseSameFile(...paths: readonly (string | undefined)[]): void {
  const given = paths.filter(path => path !== undefined);
  const ids = given.map(path => fileId(path));
  const repeated = given.find((_, i) => ids.indexOf(ids[i] ?? '') !== i);
  if (repeated === undefined) return;
  throw new Failure('usage', `${repeated} cannot be more than one of input, rejects and report`, {
    hint: `${rejectsHint}; ${reportHint}`,
  });
}

export function haveSameBytes(one: string, other: string): boolean {
  return statSync(one).size === statSync(other).size && readFileSync(one).equals(readFileSync(other));
}
