import type { SourceRow } from '../files/row.ts';
import type { RowCode } from './parsed-row.ts';
import { isAddedColumn, rejectColumns, rejectsFileColumn } from './values/added-columns.ts';
import { escapeFormula } from './values/formula-escape.ts';

/** The rejects file is written like the imported files. */
export interface RejectsLayout {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly hasBom: boolean;
  readonly files: readonly RejectsFile[];
}

export interface RejectsFile {
  readonly label: string;
  readonly header: readonly string[];
  /** For each column; columns of several files with the same key share one column of the rejects file. */
  readonly keys: readonly string[];
  /** Writes the cells of a row so that they can be read without the other rows; undefined: they stay as they are. */
  readonly plain: ((cells: readonly string[]) => readonly string[]) | undefined;
}

/** Lines of a rejects file. */
export interface RejectsLines {
  readonly header: string;
  /** @param file number of the row's file */
  row(file: number, row: SourceRow, code: RowCode, reason: string): string;
}

/**
 * Each line has the columns of the files, then the file if there are several, then the three about the row, then any
 * cells beyond the header. What a spreadsheet would run as a formula is escaped. When an imported file is itself a rejects file, the columns that we have added are replaced.
 */
export function rejectsLines({ files, delimiter, lineEnd, hasBom }: RejectsLayout): RejectsLines {
  const line = (cells: readonly string[]) =>
    `${cells.map(cell => csvCell(withEscape(cell), delimiter)).join(delimiter)}${lineEnd}`;
  const isOneOfSeveral = files.length > 1;
  const { names, columns } = joinedColumns(files);
  const added = isOneOfSeveral ? [rejectsFileColumn, ...rejectColumns] : rejectColumns;
  return {
    header: `${hasBom ? '\ufeff' : ''}${line([...names, ...added])}`,
    row(file, { cells: raw, damaged, line: at }, code, reason) {
      const { label = '', header = [], plain } = files[file] ?? {};
      const cells = plain === undefined || damaged !== undefined ? raw : plain(raw);
      const own = columns[file] ?? [];
      return line([
        ...names.map((_, index) => cells[own[index] ?? -1] ?? ''),
        ...(isOneOfSeveral ? [label] : []),
        String(at),
        code,
        reason,
        ...cells.slice(header.length),
      ]);
    },
  };
}

/**
 * The columns of all files; those that are the same once, unless a file has several of them.
 *
 * @returns their names; and for each file and each of them its column there
 */
export function joinedColumns(files: readonly Pick<RejectsFile, 'header' | 'keys'>[]): {
  readonly names: readonly string[];
  readonly columns: readonly (readonly (number | undefined)[])[];
} {
  const names: string[] = [];
  /** Indexes into `names`, by key and how often the key came before in the same file. */
  const known = new Map<string, number>();
  const columns = files.map(({ header, keys }) => {
    const own: (number | undefined)[] = [];
    const seen = new Map<string, number>();
    for (const column of ownColumns(header)) {
      const same = keys[column] ?? '';
      const before = seen.get(same) ?? 0;
      seen.set(same, before + 1);
      const key = `${before} ${same}`;
      const index = known.get(key) ?? names.push(header[column] ?? '') - 1;
      known.set(key, index);
      own[index] = column;
    }
    return own;
  });
  return { names, columns };
}

/** The columns that an earlier rejects file did not add. */
function ownColumns(header: readonly string[]): number[] {
  return header.flatMap((name, column) => (isAddedColumn(name, header) ? [] : [column]));
}

/** What a spreadsheet would run gets an apostrophe, which is removed when the rejects file is read. */
const withEscape = (cell: string) => (/^[='+\-@\t\r]/.test(cell) ? escapeFormula(cell, true) : cell);

/** A cell, quoted where necessary (RFC 4180, section 2). */
function csvCell(text: string, delimiter: string): string {
  return needsQuotes(text, delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}

function needsQuotes(text: string, delimiter: string): boolean {
  // Most cells.
  if (text === '' || /^[\w.@-][\w.@ -]*$/.test(text)) return text.includes(delimiter) || text.endsWith(' ');
  return text.includes(delimiter) || /[",\n\r;\t|]|^\s|\s$/.test(text);
}
