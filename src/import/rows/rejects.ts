import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { AtomicFile } from '../../lib/files/atomic-file.ts';
import { fileId } from '../../lib/files/file-id.ts';
import type { SourceRow } from '../files/row.ts';
import type { RowCode } from './parsed-row.ts';
import { type RejectsLayout, rejectsLines } from './rejects-lines.ts';

/** Undefined: the file is not written. */
export interface RejectsPaths {
  readonly rejects: string | undefined;
  readonly report: string | undefined;
}

/** A row of one of the imported files. */
interface RowOfFile {
  readonly file: number;
  readonly line: number;
}

export interface RowEnd {
  readonly code: RowCode;
  /** May name values. */
  readonly reason: string;
  readonly email?: string | undefined;
  /** The earlier row with the same address. */
  readonly of?: RowOfFile | undefined;
}

/** The rejects file and the report. */
export interface Rejects {
  /** Writes a row that is not sent to both files; in the rejects file, people who are left out come last. @param file number of its file */
  add(file: number, row: SourceRow, end: RowEnd): void;
  /** Writes a row that is sent with a change to the report only. */
  note(file: number, row: SourceRow, end: RowEnd): void;
  /** Writes an address to the report that is in the account, and in no row to be sent. */
  noteEmail(code: RowCode, reason: string, email: string): void;
  /** Starts both files again. */
  restart(): void;
  /** Writes what is buffered to the disk. @throws Failure write_failed */
  flush(): void;
  /** Moves both files to their paths. @returns the path of the rejects file; null without rejects */
  commit(): string | null;
  /** Removes both, unless committed. */
  discard(): void;
}

/**
 * Opens the rejects file and the report. The rejects file has the layout of the imported file, so that it can be
 * fixed and imported like that file. An existing file is kept, and the new one is written beside it,
 * unless they are the same or `isOwn` says that this import wrote the existing one.
 *
 * @param inputs paths of the files that are imported
 * @throws Failure usage when two of these are the same file, or the report would replace another file; write_failed
 */
export function createRejects(
  { rejects: rejectsPath, report: reportPath }: RejectsPaths,
  inputs: readonly string[],
  layout: RejectsLayout,
  isOwn: (existing: string) => boolean = () => false,
): Rejects {
  refuseSameFile(...inputs, rejectsPath, reportPath);
  let rejects = openRejects(rejectsPath);
  let report = openReport(reportPath);
  /** People who are left out: they come after the rows to fix. */
  let leftOut: AtomicFile | undefined;
  const lines = rejectsLines(layout);
  const begin = (file: AtomicFile) => {
    if (!file.isStarted) file.write(lines.header);
  };
  return {
    add(file, row, end) {
      report?.write(reportLine(layout, file, row, end));
      if (rejects === undefined) return;
      if (end.code === 'suppressed') leftOut ??= openRejects(`${rejects.path}.left-out`);
      else begin(rejects);
      const part = end.code === 'suppressed' ? leftOut : rejects;
      part?.write(lines.row(file, row, end.code, end.reason));
    },
    note(file, row, end) {
      report?.write(reportLine(layout, file, row, end));
    },
    noteEmail(code, reason, email) {
      report?.write(`${JSON.stringify({ line: null, code, reason, email, of: null })}\n`);
    },
    restart() {
      rejects?.discard();
      leftOut?.discard();
      leftOut = undefined;
      report?.discard();
      rejects = openRejects(rejectsPath);
      report = openReport(reportPath);
    },
    flush() {
      rejects?.flush();
      leftOut?.flush();
      report?.flush();
    },
    commit() {
      report?.commit();
      if (rejects !== undefined && leftOut !== undefined) {
        begin(rejects);
        rejects.append(leftOut);
      }
      return rejects?.commitBeside((there, now) => isOwn(there) || haveSameBytes(there, now)) ?? null;
    },
    discard() {
      rejects?.discard();
      leftOut?.discard();
      report?.discard();
    },
  };
}

function reportLine(
  { files }: RejectsLayout,
  file: number,
  { line }: SourceRow,
  { code, reason, email, of }: RowEnd,
): string {
  const about = { line, code, reason, email: email ?? null, of: of?.line ?? null };
  const label = (number: number | undefined) => files[number ?? -1]?.label ?? null;
  const where = files.length === 1 ? {} : { file: label(file), of_file: label(of?.file) };
  return `${JSON.stringify({ ...about, ...where })}\n`;
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
