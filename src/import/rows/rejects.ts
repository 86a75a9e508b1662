import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { AtomicFile } from '../../lib/files/atomic-file.ts';
import { fileId } from '../../lib/files/file-id.ts';
import type { MayReplace } from '../../lib/files/place-file.ts';
import type { SourceRow } from '../files/row.ts';
import type { RowCode } from './parsed-row.ts';
import { type RejectsFile, type RejectsLayout, type RejectsLines, rejectsLines } from './rejects-lines.ts';

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

/** A rejects file that is written, and the numbers of the files whose rows are in it. */
export interface WrittenRejects {
  readonly path: string;
  readonly files: readonly number[];
}

/** The rejects files and the report. */
export interface Rejects {
  /** Writes a row that is not sent to both; in a rejects file, people who are left out come last. @param file number of its file */
  add(file: number, row: SourceRow, end: RowEnd): void;
  /** Writes a row that is sent with a change to the report only. */
  note(file: number, row: SourceRow, end: RowEnd): void;
  /** Writes an address to the report that is in the account, and in no row to be sent. */
  noteEmail(code: RowCode, reason: string, email: string): void;
  /** Starts all files again. */
  restart(): void;
  /** Writes what is buffered to the disk. @throws Failure write_failed */
  flush(): void;
  /** Moves all files to their paths. @returns the rejects files */
  commit(): readonly WrittenRejects[];
  /** Removes all, unless committed. */
  discard(): void;
}

/**
 * Opens the rejects files and the report. Each rejects file has the layout of imported files, so that it can be fixed
 * and imported like them. A second layout comes into a file with a number. An existing file is kept, and the new one is
 * written beside it, unless they are the same or `isOwn` says that this import wrote the existing one.
 *
 * @param inputs paths of the files that are imported
 * @throws Failure usage when two of these are the same file, or the report would replace another file; write_failed
 */
export function createRejects(
  { rejects: rejectsPath, report: reportPath }: RejectsPaths,
  inputs: readonly string[],
  files: readonly RejectsFile[],
  isOwn: (existing: string) => boolean = () => false,
): Rejects {
  refuseSameFile(...inputs, rejectsPath, reportPath);
  const layouts = new Map<RejectsLayout, LayoutRejects>();
  for (const { layout } of rejectsPath === undefined ? [] : files)
    if (!layouts.has(layout)) layouts.set(layout, new LayoutRejects(rejectsPath ?? '', layout, layouts.size));
  const report = openReport(reportPath);
  const discard = () => {
    for (const rejects of layouts.values()) rejects.discard();
    report?.discard();
  };
  return {
    add(number, row, end) {
      report?.write(reportLine(files, number, row, end));
      const file = files[number];
      if (file !== undefined) layouts.get(file.layout)?.add(file, row, end);
    },
    note(number, row, end) {
      report?.write(reportLine(files, number, row, end));
    },
    noteEmail(code, reason, email) {
      report?.write(`${JSON.stringify({ line: null, code, reason, email, of: null })}\n`);
    },
    restart() {
      discard();
      report?.write('');
    },
    flush() {
      for (const rejects of layouts.values()) rejects.flush();
      report?.flush();
    },
    commit() {
      report?.commit();
      const written: WrittenRejects[] = [];
      const isNew = (there: string) => written.some(({ path }) => fileId(path) === fileId(there));
      for (const [layout, rejects] of layouts) {
        const path = rejects.commit(
          (there, now) => !isNew(there) && (isOwn(there) || haveSameBytes(there, now)),
        );
        const numbers = files.flatMap((file, number) => (file.layout === layout ? [number] : []));
        if (path !== undefined) written.push({ path, files: numbers });
      }
      return written;
    },
    discard,
  };
}

/** The rejects of one layout. */
class LayoutRejects {
  readonly #lines: RejectsLines;
  readonly #toFix: AtomicFile;
  /** People who are left out: they come after the rows to fix. */
  readonly #leftOut: AtomicFile;

  constructor(path: string, layout: RejectsLayout, number: number) {
    this.#lines = rejectsLines(layout);
    const open = (part: string) => new AtomicFile(path, { mode: 0o600, hint: rejectsHint, part });
    this.#toFix = open(`.${number}`);
    this.#leftOut = open(`.${number}.left-out`);
  }

  add(file: RejectsFile, row: SourceRow, { code, reason }: RowEnd): void {
    const part = code === 'suppressed' ? this.#leftOut : this.#begun();
    part.write(this.#lines.row(file, row, code, reason));
  }

  #begun(): AtomicFile {
    if (!this.#toFix.isStarted) this.#toFix.write(this.#lines.header);
    return this.#toFix;
  }

  flush(): void {
    this.#toFix.flush();
    this.#leftOut.flush();
  }

  commit(mayReplace: MayReplace): string | undefined {
    if (this.#leftOut.isStarted) this.#begun().append(this.#leftOut);
    return this.#toFix.commitBeside(mayReplace);
  }

  discard(): void {
    this.#toFix.discard();
    this.#leftOut.discard();
  }
}

function reportLine(
  files: readonly RejectsFile[],
  number: number,
  { line }: SourceRow,
  { code, reason, email, of }: RowEnd,
): string {
  const about = { line, code, reason, email: email ?? null, of: of?.line ?? null };
  const label = (file: number | undefined) => files[file ?? -1]?.label ?? null;
  const where = files.length === 1 ? {} : { file: label(number), of_file: label(of?.file) };
  return `${JSON.stringify({ ...about, ...where })}\n`;
}

const rejectsHint = 'choose another path with --rejects <file>, or pass --no-rejects';
const reportHint = 'choose another path with --report <file>';

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
