import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { AtomicFile } from '../../lib/atomic-file.ts';
import { Failure } from '../../lib/failure.ts';
import type { Dialect } from '../mapping/dialect.ts';
import { rejectColumns } from '../mapping/header-names.ts';
import type { CsvRow } from '../source/csv-reader.ts';
import type { RowCode } from './parsed-row.ts';

/** The two files for rows that are not sent as they stand: the rejects file, and the report. */
export interface Rejects {
  /** Writes a row that is not sent into both files. */
  add(row: CsvRow, code: RowCode, reason: string, email?: string): void;
  /** Writes a row that is joined with another, on line `of`, into the report only. */
  note(row: CsvRow, code: RowCode, reason: string, email: string, of: number): void;
  /** Starts both files again. */
  restart(): void;
  /** Writes what is buffered to the disk. @throws Failure write_failed */
  flush(): void;
  /** Puts both files in their place. Returns the path of the rejects file; null when there are no rejects. */
  commit(): string | null;
  /** Removes both, unless they are in their place. */
  discard(): void;
}

const rejectsHint = '--rejects <file> puts it elsewhere, --no-rejects does without';
const reportHint = '--report <file> puts it elsewhere';

/**
 * Opens the rejects file and the report. The rejects file has the layout of the imported file, so that it can be
 * fixed and imported like that file.
 *
 * @param rejectsPath undefined: no rejects file
 * @param reportPath undefined: no report
 * @param inputPath the file that is imported
 * @throws Failure usage when two of the three are the same file; write_failed
 */
export function createRejects(
  rejectsPath: string | undefined,
  reportPath: string | undefined,
  inputPath: string,
  { header, delimiter }: Dialect,
): Rejects {
  refuseSameFile(inputPath, rejectsPath, reportPath);
  let rejects = open(rejectsPath, rejectsHint);
  let report = openReport(reportPath);
  const layout = layoutOf(header, delimiter);
  const reportRow = (row: CsvRow, code: RowCode, reason: string, email?: string, of?: number) =>
    report?.write(
      `${JSON.stringify({ line: row.line, code, reason, email: email ?? null, of: of ?? null })}\n`,
    );
  return {
    add(row, code, reason, email) {
      reportRow(row, code, reason, email);
      if (rejects === undefined) return;
      if (!rejects.isStarted) rejects.write(layout.header);
      rejects.write(layout.row(row, code, reason));
    },
    note: reportRow,
    restart() {
      rejects?.discard();
      report?.discard();
      rejects = open(rejectsPath, rejectsHint);
      report = openReport(reportPath);
    },
    flush() {
      rejects?.flush();
      report?.flush();
    },
    commit() {
      report?.commit();
      return rejects?.commit() ?? null;
    },
    discard() {
      rejects?.discard();
      report?.discard();
    },
  };
}

function open(path: string | undefined, hint: string): AtomicFile | undefined {
  return path === undefined ? undefined : new AtomicFile(path, { mode: 0o600, hint });
}

/** The report is written even when it is empty, unlike the rejects file. */
function openReport(path: string | undefined): AtomicFile | undefined {
  const report = open(path, reportHint);
  report?.write('');
  return report;
}

/** The imported file must not be overwritten. */
function refuseSameFile(...paths: readonly (string | undefined)[]): void {
  const real = paths.flatMap(path => (path === undefined ? [] : [realPath(path)]));
  const repeated = real.find((path, i) => real.indexOf(path) !== i);
  if (repeated === undefined) return;
  throw new Failure('usage', `${repeated} cannot be more than one of input, rejects and report`, {
    hint: `${rejectsHint}; ${reportHint}`,
  });
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/**
 * Each line has the file's own columns, then the three about the row, then any cells beyond the header. When the
 * imported file is itself a rejects file, its three columns are replaced.
 */
function layoutOf(header: readonly string[], delimiter: string) {
  const own = header.flatMap((name, column) =>
    rejectColumns.some(one => one === name.trim()) ? [] : [column],
  );
  const line = (cells: readonly string[]) =>
    `${cells.map(cell => csvCell(cell, delimiter)).join(delimiter)}\n`;
  return {
    header: line([...own.map(column => header[column] ?? ''), ...rejectColumns]),
    row: ({ cells, line: at }: CsvRow, code: RowCode, reason: string) =>
      line([
        ...own.map(column => cells[column] ?? ''),
        String(at),
        code,
        reason,
        ...cells.slice(header.length),
      ]),
  };
}

/** A cell, quoted where necessary (RFC 4180, section 2). */
function csvCell(text: string, delimiter: string): string {
  return text.includes(delimiter) || /[",\n\r;\t|]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
