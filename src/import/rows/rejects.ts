import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import { Failure } from '../../lib/failure.ts';
import { AtomicFile } from '../../lib/files/atomic-file.ts';
import { checkRegular, unreadable } from '../../lib/files/file-errors.ts';
import { fileId } from '../../lib/files/file-id.ts';
import type { MayReplace } from '../../lib/files/place-file.ts';
import type { SourceRow } from '../files/row.ts';
import type { RowCode } from './parsed-row.ts';
import { leftOutLines, type RejectsFile, type RejectsLines, rejectsLines } from './rejects-lines.ts';

/** Undefined: the file is not written. */
export interface RejectsPaths {
  readonly rejects: string | undefined;
  readonly report: string | undefined;
}

export interface RowEnd {
  readonly code: RowCode;
  /** May name values. */
  readonly reason: string;
  readonly email?: string | undefined;
  /** The earlier row with the same address. */
  readonly of?: { readonly file: number; readonly line: number } | undefined;
}

/** A rejects file that is written, and the numbers of the files whose rows are in it. */
export interface WrittenRejects {
  readonly path: string;
  readonly files: readonly number[];
}

export interface WrittenFiles {
  /** Rows to fix: a file for each layout that has some. */
  readonly rejects: readonly WrittenRejects[];
  /** People who are left out; undefined if there are none. */
  readonly leftOut: string | undefined;
}

/** The files of rows to fix, the file of people who are left out, and the report. */
export type Rejects = ReturnType<typeof createRejects>;

/**
 * Opens the files of rows that are not sent, and the report. A second layout comes into a file with a number;
 * people left out are in one file of their own. An existing file is kept, and the new one written beside it,
 * unless they are the same.
 *
 * @throws Failure usage when two of these are the same file, or the report would replace another file; write_failed
 */
export function createRejects(
  { rejects: path, report: reportPath }: RejectsPaths,
  inputs: readonly string[],
  files: readonly RejectsFile[],
) {
  refuseSameFile(...inputs, path, reportPath);
  const layouts = path === undefined ? [] : [...new Set(files.map(({ layout }) => layout))];
  const toFix = new Map(
    layouts.map((layout, i) => [layout, new RowsFile(path ?? '', `.${i}`, rejectsLines(layout))] as const),
  );
  const leftOut = path === undefined ? undefined : new RowsFile(leftOutPath(path), '', leftOutLines(files));
  const report = openReport(reportPath);
  const all = () => [...toFix.values(), leftOut].flatMap(one => one?.file ?? []);
  const discard = () => {
    for (const file of all()) file.discard();
    report?.discard();
  };
  return {
    /** Writes a row that is not sent to the report, and to the file of rows to fix or of people left out. */
    add(number: number, row: SourceRow, end: RowEnd): void {
      report?.write(reportLine(files, number, row, end));
      const file = files[number];
      if (file !== undefined)
        (end.code === 'suppressed' ? leftOut : toFix.get(file.layout))?.add(file, row, end);
    },
    /** Writes a row that is sent with a change to the report only. */
    note(number: number, row: SourceRow, end: RowEnd): void {
      report?.write(reportLine(files, number, row, end));
    },
    /** Writes an address to the report that is in the account, and in no row to be sent. */
    noteEmail(code: RowCode, reason: string, email: string): void {
      report?.write(`${JSON.stringify({ line: null, code, reason, email, of: null })}\n`);
    },
    /** Starts all files again. */
    restart(): void {
      discard();
      report?.write('');
    },
    /** Writes what is buffered to the disk. @throws Failure write_failed */
    flush(): void {
      for (const file of all()) file.flush();
      report?.flush();
    },
    commit({ leftOut: isListed } = { leftOut: true }): WrittenFiles {
      report?.commit();
      const rejects: WrittenRejects[] = [];
      const isNew = (there: string) => rejects.some(one => fileId(one.path) === fileId(there));
      const mayReplace: MayReplace = (there, now) => !isNew(there) && haveSameBytes(there, now);
      for (const [layout, { file }] of toFix) {
        const written = file.commitBeside(mayReplace);
        const numbers = files.flatMap((one, number) => (one.layout === layout ? [number] : []));
        if (written !== undefined) rejects.push({ path: written, files: numbers });
      }
      if (!isListed) leftOut?.file.discard();
      return { rejects, leftOut: isListed ? leftOut?.file.commitBeside(mayReplace) : undefined };
    },
    discard,
  };
}

/** Of `people.csv.rejects.csv` this is `people.csv.left-out.csv`, of `out.csv` `out.left-out.csv`. */
export function leftOutPath(rejects: string): string {
  const { dir, name, ext } = parse(rejects);
  const last = /\.rejects\b(?!.*\.rejects\b)/;
  return join(dir, (last.test(name) ? name.replace(last, '.left-out') : `${name}.left-out`) + ext);
}

/** A file of rows, which has its header as soon as it has a row. */
class RowsFile {
  readonly file: AtomicFile;
  readonly #lines: RejectsLines;

  constructor(path: string, part: string, lines: RejectsLines) {
    this.file = new AtomicFile(path, { mode: 0o600, hint: rejectsHint, part });
    this.#lines = lines;
  }

  add(file: RejectsFile, row: SourceRow, { code, reason }: RowEnd): void {
    if (!this.file.isStarted) this.file.write(this.#lines.header);
    this.file.write(this.#lines.row(file, row, code, reason));
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

/** Opens the report, which is written even if empty. @throws Failure write_failed, unreadable_file, usage */
export function openReport(path: string | undefined): AtomicFile | undefined {
  if (path === undefined) return undefined;
  const report = new AtomicFile(path, { mode: 0o600, hint: reportHint });
  const head = existsSync(path) ? headOf(path, 64) : '';
  if (head !== '' && !/^\{"line":(?:\d+|null),"code":"/.test(head)) {
    throw new Failure('usage', `${path} exists and is not the report of an import`, { hint: reportHint });
  }
  report.write('');
  return report;
}

/** The beginning of a file. @throws Failure unreadable_file */
export function headOf(path: string, bytes: number, hint?: string): string {
  try {
    checkRegular(path);
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(bytes);
      return head.toString('utf8', 0, readSync(file, head));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const failure = error instanceof Failure ? error : unreadable(path, error);
    throw failure.reworded(failure.message, { hint: hint ?? failure.hint });
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

function haveSameBytes(one: string, other: string): boolean {
  return statSync(one).size === statSync(other).size && readFileSync(one).equals(readFileSync(other));
}
