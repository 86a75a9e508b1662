import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { WholeFile } from '../../lib/atomic-file.ts';
import { Failure } from '../../lib/failure.ts';
import type { Dialect } from '../mapping/dialect.ts';
import { rejectColumns } from '../mapping/header-names.ts';
import type { CsvRow } from '../source/csv-reader.ts';
import type { RowCode } from './row-parser.ts';

/** Where rows go that were not sent as they stand: the rejects file, and the report. */
export interface Rejects {
  /** A row that is not sent: into both files. */
  add(row: CsvRow, code: RowCode, reason: string, email?: string): void;
  /** A row that is part of another one: into the report alone. */
  note(row: CsvRow, code: RowCode, reason: string, email: string, of: number): void;
  /** Starts both files anew. */
  restart(): void;
  /** Brings both to the disk. @throws Failure write_failed */
  flush(): void;
  /** Puts both files in their place. Returns the path of the rejects file if there are any rejects. */
  commit(): string | null;
  /** Gives up both. */
  discard(): void;
}

const rejectsHint = '--rejects <file> puts it elsewhere, --no-rejects does without';
const reportHint = '--report <file> puts it elsewhere';

/**
 * The rejects file is laid out like the file itself, so that its values mean the same when it is imported.
 *
 * @param rejectsPath undefined: no rejects file
 * @param reportPath undefined: no report
 * @param inputPath the file that is imported
 * @throws Failure usage when two of the three are one file, write_failed when one cannot be where it is to be
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
  const line = (row: CsvRow, code: RowCode, reason: string, email?: string, of?: number) =>
    report?.write(
      `${JSON.stringify({ line: row.line, code, reason, email: email ?? null, of: of ?? null })}\n`,
    );
  return {
    add(row, code, reason, email) {
      line(row, code, reason, email);
      if (rejects === undefined) return;
      if (!rejects.isStarted) rejects.write(layout.header);
      rejects.write(layout.row(row, code, reason));
    },
    note: line,
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

function open(path: string | undefined, hint: string): WholeFile | undefined {
  return path === undefined ? undefined : new WholeFile(path, { mode: 0o600, hint });
}

/** An empty report is still an answer; an empty rejects file is none. */
function openReport(path: string | undefined): WholeFile | undefined {
  const report = open(path, reportHint);
  report?.write('');
  return report;
}

/** Written over, the file that is imported would be lost. */
function refuseSameFile(...paths: readonly (string | undefined)[]): void {
  const real = paths.flatMap(path => (path === undefined ? [] : [realPath(path)]));
  const twice = real.find((path, i) => real.indexOf(path) !== i);
  if (twice === undefined) return;
  throw new Failure('usage', `${twice} cannot be more than one of input, rejects and report`, {
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
 * Lines of the file's own columns and the three about the row, and behind them any cells that the header has no
 * name for. The three of an earlier rejects file are written over.
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
        ...[String(at), code, reason],
        ...cells.slice(header.length),
      ]),
  };
}

/** RFC 4180: quoted where need be. */
function csvCell(text: string, delimiter: string): string {
  return text.includes(delimiter) || /[",\n\r;\t|]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
