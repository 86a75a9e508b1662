import { rejectColumns } from './mapping.ts';
import { PrivateFile } from './private-file.ts';
import type { RowCode } from './reading.ts';
import type { Row } from './rows.ts';

/** Where rows go that were not sent as they stand: the rejects file, and the report. */
export interface Rejects {
  /** A row that is not sent: into both files. */
  add(row: Row, code: RowCode, reason: string, email?: string): void;
  /** A row that is part of another one: into the report alone. */
  note(row: Row, code: RowCode, reason: string, email: string, of: number): void;
  /** Starts both files anew. */
  restart(): void;
  /** Puts both files in their place. Returns the path of the rejects file if there are any rejects. */
  commit(): string | null;
  /** Gives up both. */
  discard(): void;
}

/**
 * @param rejectsPath undefined: no rejects file
 * @param reportPath undefined: no report
 * @param header the file's own columns
 */
export function createRejects(
  rejectsPath: string | undefined,
  reportPath: string | undefined,
  header: readonly string[],
): Rejects {
  let rejects = open(rejectsPath, '--rejects <file> puts it elsewhere, --no-rejects does without');
  let report = open(reportPath, '--report <file> puts it elsewhere');
  const line = (row: Row, code: RowCode, reason: string, email?: string, of?: number) =>
    report?.write(
      `${JSON.stringify({ line: row.line, code, reason, email: email ?? null, of: of ?? null })}\n`,
    );
  return {
    add(row, code, reason, email) {
      line(row, code, reason, email);
      if (rejects === undefined) return;
      if (!rejects.isStarted) rejects.write(`${[...header, ...rejectColumns].map(csvCell).join(',')}\n`);
      rejects.write(`${rejectLine(row, header.length, code, reason)}\n`);
    },
    note: line,
    restart() {
      rejects?.discard();
      report?.discard();
      rejects = open(rejectsPath, '');
      report = open(reportPath, '');
    },
    commit() {
      // An empty report is still an answer; an empty rejects file is none.
      if (report !== undefined && !report.isStarted) report.write('');
      report?.commit();
      return rejects?.commit() ?? null;
    },
    discard() {
      rejects?.discard();
      report?.discard();
    },
  };
}

function open(path: string | undefined, hint: string): PrivateFile | undefined {
  return path === undefined ? undefined : new PrivateFile(path, hint);
}

/** The row's own cells, the three columns about it, and behind them any cells that the header has no name for. */
function rejectLine(row: Row, width: number, code: RowCode, reason: string): string {
  const own = Array.from({ length: width }, (_, i) => row.cells[i] ?? '');
  return [...own, String(row.line), code, reason, ...row.cells.slice(width)].map(csvCell).join(',');
}

/** RFC 4180: quoted where need be. */
function csvCell(text: string): string {
  return /[",\n\r;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
