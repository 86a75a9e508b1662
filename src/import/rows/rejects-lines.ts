import type { SourceRow } from '../files/row.ts';
import type { RowCode } from './parsed-row.ts';
import { isAddedColumn, rejectColumns, rejectsFileColumn } from './values/added-columns.ts';
import { escapeFormula } from './values/formula-escape.ts';

/** Files with the same columns, whose rejects come into one file: it is written like the first of them. */
export interface RejectsLayout {
  readonly header: readonly string[];
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly hasBom: boolean;
  /** Whether there are several files, so that each row names its own. */
  readonly namesFiles: boolean;
}

export interface RejectsFile {
  readonly label: string;
  readonly layout: RejectsLayout;
  readonly address: number;
  /** Writes the cells of a row so that they can be read without the other rows; undefined: they stay as they are. */
  readonly plain: ((cells: readonly string[]) => readonly string[]) | undefined;
}

export interface RejectsLines {
  readonly header: string;
  row(file: RejectsFile, row: SourceRow, code: RowCode, reason: string): string;
}

/**
 * Each line has the columns of the layout, then the file if there are several, then the three about the row, then any
 * cells beyond the header. What a spreadsheet would run as a formula is escaped. When an imported file is itself a
 * rejects file, the columns that we have added are replaced.
 */
export function rejectsLines({
  header,
  delimiter,
  lineEnd,
  hasBom,
  namesFiles,
}: RejectsLayout): RejectsLines {
  const line = (cells: readonly string[]) =>
    `${cells.map(cell => csvCell(cell, delimiter)).join(delimiter)}${lineEnd}`;
  const columns = header.flatMap((name, column) => (isAddedColumn(name, header) ? [] : [column]));
  const names = columns.map(column => header[column] ?? '');
  const added = namesFiles ? [rejectsFileColumn, ...rejectColumns] : rejectColumns;
  return {
    header: `${hasBom ? '\ufeff' : ''}${line([...names, ...added])}`,
    row({ label, plain }, { cells: raw, damaged, line: at }, code, reason) {
      const cells = plain === undefined || damaged !== undefined ? raw : plain(raw);
      let own = '';
      for (const column of columns) own += csvCell(cells[column] ?? '', delimiter) + delimiter;
      const name = namesFiles ? [label] : [];
      return own + line([...name, String(at), code, reason, ...cells.slice(header.length)]);
    },
  };
}

/**
 * Lines of people of all files: each column is there once, by its name, and all addresses are in one, so that the file can
 * be given to `--suppress`.
 */
export function leftOutLines(files: readonly RejectsFile[]): RejectsLines {
  const header: string[] = [];
  const places = new Map<string, number>();
  const columns = new Map<RejectsFile, readonly number[]>();
  for (const file of files) {
    const own = file.layout.header.map((name, column) => {
      const nth = file.layout.header.slice(0, column).filter(other => other === name).length;
      const key = column === file.address ? 'address' : `${nth} ${name}`;
      const place = places.get(key) ?? header.push(name) - 1;
      places.set(key, place);
      return place;
    });
    columns.set(file, own);
  }
  const { delimiter = ',', lineEnd = '\n' } = files[0]?.layout ?? {};
  const hasBom = files.some(({ layout }) => layout.hasBom);
  const layout = { header, delimiter, lineEnd, hasBom, namesFiles: files.length > 1 };
  const { header: line, row } = rejectsLines(layout);
  return {
    header: line,
    row(file, { cells, ...rest }, code, reason) {
      const own = columns.get(file) ?? [];
      const placed = header.map(() => '');
      for (const [column, place] of own.entries()) placed[place] = cells[column] ?? '';
      return row(
        { ...file, plain: undefined },
        { ...rest, cells: [...placed, ...cells.slice(own.length)] },
        code,
        reason,
      );
    },
  };
}

/** Most cells: no formula, and nothing to quote unless it is the delimiter. */
const plain = /^\w(?:[\w.@ -]*[\w.@-])?$/;

/**
 * A cell, quoted where necessary (RFC 4180, section 2). What a spreadsheet would run gets an apostrophe, which is removed
 * when the rejects file is read.
 */
function csvCell(cell: string, delimiter: string): string {
  if (cell === '' || (plain.test(cell) && !cell.includes(delimiter))) return cell;
  const text = /^[='+\-@\t\r]/.test(cell) ? escapeFormula(cell, true) : cell;
  const needsQuotes = text.includes(delimiter) || /[",\n\r;\t|]|^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
