import { rejectColumns } from '../mapping/header-names.ts';
import type { SourceRow } from '../source/row.ts';
import type { RowCode } from './parsed-row.ts';
import {
  haveSameBytes,
  openRejects,
  openReport,
  type RejectsPlaces,
  refuseSameFile,
} from './rejects-places.ts';

/** The two files for rows that are not sent as they stand: the rejects file, and the report. */
export interface Rejects {
  /** Writes a row that is not sent into both files. */
  add(row: SourceRow, code: RowCode, reason: string, email?: string): void;
  /** Writes a row that is sent, but not as it stands, into the report only. @param of the line that it is joined with */
  note(row: SourceRow, code: RowCode, reason: string, email: string, of?: number): void;
  /** Starts both files again. */
  restart(): void;
  /** Writes what is buffered to the disk. @throws Failure write_failed */
  flush(): void;
  /** Puts both files in their place. Returns the path of the rejects file; null when there are no rejects. */
  commit(): string | null;
  /** Removes both, unless they are in their place. */
  discard(): void;
}

/** What the rejects have in common with the imported file. */
export interface RejectsLayout {
  readonly header: readonly string[];
  readonly delimiter: string;
  readonly lineEnd: string;
  /** Whether they begin with a byte order mark. */
  readonly hasBom: boolean;
}

/**
 * Opens the rejects file and the report. The rejects file has the layout of the imported file, so that it can be
 * fixed and imported like that file. A file that is in its place already is kept, and the new one is written beside,
 * unless it would be the same or `isOwn` says that this import has written it.
 *
 * @param places where they go; no path: no such file
 * @param inputPath the file that is imported
 * @throws Failure usage when two of the three are the same file, or the report would replace another file; write_failed
 */
export function createRejects(
  { rejects: rejectsPath, report: reportPath }: RejectsPlaces,
  inputPath: string,
  fileLayout: RejectsLayout,
  isOwn: (existing: string) => boolean = () => false,
): Rejects {
  refuseSameFile(inputPath, rejectsPath, reportPath);
  let rejects = openRejects(rejectsPath);
  let report = openReport(reportPath);
  const layout = layoutOf(fileLayout);
  const reportRow = (row: SourceRow, code: RowCode, reason: string, email?: string, of?: number) =>
    report?.write(
      `${JSON.stringify({ line: row.line, code, reason, email: email ?? null, of: of ?? null })}\n`,
    );
  return {
    add(row, code, reason, email) {
      reportRow(row, code, reason, email);
      if (rejects === undefined) return;
      if (!rejects.isStarted) for (const text of layout.header) rejects.write(text);
      for (const text of layout.row(row, code, reason)) rejects.write(text);
    },
    note: reportRow,
    restart() {
      rejects?.discard();
      report?.discard();
      rejects = openRejects(rejectsPath);
      report = openReport(reportPath);
    },
    flush() {
      rejects?.flush();
      report?.flush();
    },
    commit() {
      report?.commit();
      return rejects?.commitBeside((there, now) => isOwn(there) || haveSameBytes(there, now)) ?? null;
    },
    discard() {
      rejects?.discard();
      report?.discard();
    },
  };
}

/**
 * Each line has the file's own columns, then the three about the row, then any cells beyond the header. When the
 * imported file is itself a rejects file, its three columns are replaced.
 */
function layoutOf({ header, delimiter, lineEnd, hasBom }: RejectsLayout) {
  const own = header.flatMap((name, column) =>
    rejectColumns.some(one => one === name.trim()) ? [] : [column],
  );
  const line = (cells: readonly string[], mark = '') =>
    cells.some(cell => cell.length > longCell)
      ? longLine(cells, delimiter, mark, lineEnd)
      : [`${mark}${cells.map(cell => csvCell(cell, delimiter)).join(delimiter)}${lineEnd}`];
  return {
    header: line(
      [...own.map(column => header[column] ?? ''), ...rejectColumns],
      hasBom ? '\ufeff' : undefined,
    ),
    row: ({ cells, line: at }: SourceRow, code: RowCode, reason: string) =>
      line([
        ...own.map(column => cells[column] ?? ''),
        String(at),
        code,
        reason,
        ...cells.slice(header.length),
      ]),
  };
}

/** Characters of a cell that are written at a time. */
const longCell = 1 << 16;

/** A line with very long cells, in pieces: one string would take several times their length. */
function* longLine(
  cells: readonly string[],
  delimiter: string,
  mark: string,
  lineEnd: string,
): Generator<string> {
  yield mark;
  for (const [column, cell] of cells.entries()) {
    if (column > 0) yield delimiter;
    const quote = needsQuotes(cell, delimiter) ? '"' : '';
    yield quote;
    for (let at = 0; at < cell.length; at += longCell) {
      yield withDoubledQuotes(cell.slice(at, at + longCell));
    }
    yield quote;
  }
  yield lineEnd;
}

/** A cell, quoted where necessary (RFC 4180, section 2). */
function csvCell(text: string, delimiter: string): string {
  return needsQuotes(text, delimiter) ? `"${withDoubledQuotes(text)}"` : text;
}

function needsQuotes(text: string, delimiter: string): boolean {
  return text.includes(delimiter) || /[",\n\r;\t|]|^\s|\s$/.test(text);
}

/** For a text with many quotes much cheaper than to replace each. */
function withDoubledQuotes(text: string): string {
  return text.includes('"') ? text.split('"').join('""') : text;
}
