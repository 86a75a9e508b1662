import type { SourceRow } from '../files/row.ts';
import type { RowCode } from './parsed-row.ts';
import { type RejectsLayout, rejectsLines } from './rejects-lines.ts';
import {
  haveSameBytes,
  openRejects,
  openReport,
  type RejectsPaths,
  refuseSameFile,
} from './rejects-paths.ts';

/** A row of one of the imported files. */
interface RowOfFile {
  readonly file: number;
  readonly line: number;
}

/** What becomes of a row, and why. */
interface RowEnd {
  readonly code: RowCode;
  readonly reason: string;
  readonly email?: string | undefined;
  /** The row that it is joined with. */
  readonly of?: RowOfFile | undefined;
}

/** The two files for rows that are not sent as they stand: the rejects file, and the report. */
export interface Rejects {
  /** Writes a row that is not sent into both files. @param file the number of its file */
  add(file: number, row: SourceRow, end: RowEnd): void;
  /** Writes a row that is sent, but not as it stands, into the report only. */
  note(file: number, row: SourceRow, end: RowEnd): void;
  /** Writes somebody into the report who is in the account, and not in a row to be sent. */
  remark(code: RowCode, reason: string, email: string): void;
  /** Starts both files again. */
  restart(): void;
  /** Writes what is buffered to the disk. @throws Failure write_failed */
  flush(): void;
  /** Puts both files in their place. Returns the path of the rejects file; null when there are no rejects. */
  commit(): string | null;
  /** Removes both, unless they are in their place. */
  discard(): void;
}

/**
 * Opens the rejects file and the report. The rejects file has the layout of the imported file, so that it can be
 * fixed and imported like that file. A file that is in its place already is kept, and the new one is written beside,
 * unless it would be the same or `isOwn` says that this import has written it.
 *
 * @param places where they go; no path: no such file
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
  const lines = rejectsLines(layout);
  return {
    add(file, row, end) {
      report?.write(reportLine(layout, file, row, end));
      if (rejects === undefined) return;
      if (!rejects.isStarted) for (const text of lines.header) rejects.write(text);
      for (const text of lines.row(file, row, end.code, end.reason)) rejects.write(text);
    },
    note(file, row, end) {
      report?.write(reportLine(layout, file, row, end));
    },
    remark(code, reason, email) {
      report?.write(`${JSON.stringify({ line: null, code, reason, email, of: null })}\n`);
    },
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

/** A line of the report; of several files, it says which the row and the one before it are in. */
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
