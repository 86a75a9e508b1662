import { Failure } from '../../lib/failure.ts';
import { limitNewSpace } from '../../lib/new-space.ts';
import { readCsv } from '../files/csv/csv-reader.ts';
import { hasSpacedQuotes, piecesWithoutSpaces, withoutSpaces } from '../files/csv/spaced-quotes.ts';
import { isBlank, type SourceRow } from '../files/row.ts';
import type { Source } from '../files/source.ts';
import { earlierReject } from '../rows/values/added-columns.ts';
import { withoutEscape } from '../rows/values/formula-escape.ts';
import { guessDelimiter, readHead } from './delimiter.ts';
import { isEmailHeader, isFieldHeader } from './header-names.ts';
import { addressColumn, distinctNames, headerIndex, secondHeaderCheck } from './header-row.ts';

export interface Dialect {
  readonly delimiter: string;
  /** The cells of the header; "1", "2", … without a header. */
  readonly header: readonly string[];
  /** Unique names for messages: a repeated name gets a number, a missing name is the number of the column. */
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  /** The column with the most addresses in the first rows. */
  readonly addressColumn: number;
  /** No cell of the header is a known name: it may be a row. */
  readonly isHeaderAssumed: boolean;
  /** The line on which the header starts; 0 without a header. Rows come after it. */
  readonly headerLine: number;
  /** Mean length of the first rows, in characters; 0 where their number is known. */
  readonly rowLength: number;
  /** Lines above the header, and the name of the address column: they may say who the people are. */
  readonly titles?: readonly string[];
  /** Only LF ends a line; CR is part of the cells. */
  readonly keepsCarriageReturns?: boolean;
  readonly hasSpacedQuotes?: boolean;
  /** A rejects file of this program: formulas in its cells are escaped. */
  readonly isRejects?: boolean;
  /** Lines of a single cell are no rows. */
  readonly hasNotesBelow?: boolean;
  /** Before the name of a column in options, if several files are imported: `people.csv:`. */
  readonly prefix?: string;
  /** The same in messages, where a long name is cut. */
  readonly shownPrefix?: string;
}

/** Detects the layout of a file from its beginning. @param complete whether `head` is the whole file */
export function detectDialect(
  head: string,
  complete: boolean,
  given: {
    readonly delimiter?: string | undefined;
    readonly header?: boolean | undefined;
  },
): { dialect: Dialect; sample: readonly SourceRow[] } {
  const declared = /^\ufeff?(?:"sep=(.)"|sep=(.))(?:[\r\n]|$)/i.exec(head);
  const delimiter = given.delimiter ?? declared?.[1] ?? declared?.[2] ?? guessDelimiter(head, complete);
  const isSpaced = hasSpacedQuotes(head, delimiter);
  const tight = isSpaced ? withoutSpaces(head, delimiter) : head;
  const records = readHead(tight, complete, delimiter).filter(
    row => !isBlank(row.cells) && statedRows(row) === undefined && !(declared !== null && row.line === 1),
  );
  const firstLine = declared === null ? 0 : 1;
  const { dialect, sample } = layoutOf(records, given.header, {
    delimiter,
    firstLine,
    rowLength: head.length / Math.max(1, records.length),
  });
  return { dialect: isSpaced ? { ...dialect, hasSpacedQuotes: true } : dialect, sample };
}

/** The same for cells that are certain. @param names of the columns; undefined: the header is one of the rows */
export function detectTableDialect(
  records: readonly SourceRow[],
  names: readonly string[] | undefined,
  hasHeader: boolean | undefined,
): { dialect: Dialect; sample: readonly SourceRow[] } {
  const known = { delimiter: ',', firstLine: 0, rowLength: 0 };
  const filled = records.filter(row => !isBlank(row.cells) && statedRows(row) === undefined);
  const header = names && { line: 0, cells: names };
  return layoutOf(header === undefined ? filled : [header, ...filled], hasHeader, known, header);
}

/** @param records the first, none of them blank @param certain the header, if known */
function layoutOf(
  records: readonly SourceRow[],
  hasHeader: boolean | undefined,
  known: { readonly delimiter: string; readonly firstLine: number; readonly rowLength: number },
  certain?: SourceRow,
): { dialect: Dialect; sample: readonly SourceRow[] } {
  const { delimiter, firstLine, rowLength } = known;
  const at = certain === undefined ? (hasHeader === false ? -1 : headerIndex(records)) : 0;
  const header = records[at];
  const rows = records.slice(at + 1);
  const width = Math.max(0, ...rows.slice(0, 50).map(row => row.cells.length));
  const isRejects = header !== undefined && earlierReject(header.cells) !== undefined;
  const cells = isRejects
    ? header.cells.map(withoutEscape)
    : (header?.cells ?? Array.from({ length: width }, (_, i) => String(i + 1)));
  const column = addressColumn(rows);
  const above = records.slice(0, Math.max(0, at)).map(row => row.cells.join(' ').trim());
  const dialect = {
    delimiter,
    header: cells,
    ...(isRejects && { isRejects }),
    names: distinctNames(cells, rows),
    hasHeader: header !== undefined,
    addressColumn: column,
    titles: [...above, header === undefined ? '' : (cells[column] ?? '')],
    isHeaderAssumed:
      header !== undefined &&
      !isRejects &&
      certain === undefined &&
      rows.length > 0 &&
      !header.cells.some(isKnownHeader),
    headerLine: header?.line ?? firstLine,
    rowLength,
  };
  // With a header, all rows are looked at, once the service that exported them is known.
  if (header === undefined) secondHeaderCheck(dialect)(rows);
  return { dialect, sample: isRejects ? rows.map(unescaped) : rows };
}

const isKnownHeader = (cell: string) => isEmailHeader(cell) || isFieldHeader(cell) || /mail/i.test(cell);

/** A row of a rejects file as it was in the imported file. */
function unescaped(row: SourceRow): SourceRow {
  return { ...row, cells: row.cells.map(withoutEscape) };
}

/** Notes below the rows have a single cell, or a few if the note has commas. */
function noteOf({ header }: Dialect): (row: SourceRow) => boolean {
  const begins = /^(?:copyright|confidential information|generated by|(?:sub|grand )?totals?\b)/i;
  return ({ cells }) => {
    const isShort = cells.length === 1 || (cells.length < header.length && begins.test(cells[0] ?? ''));
    return isShort && !cells.some(cell => cell.includes('@'));
  };
}

/** What a last line `# rows: 1200` says; undefined for any other row. */
function statedRows({ cells: [first = '', ...others] }: SourceRow): number | undefined {
  if (!first.startsWith('#')) return undefined;
  const [, rows] = /^#\s*rows:\s*(\d+)\s*$/i.exec(first) ?? [];
  return rows === undefined || others.some(cell => cell.trim() !== '') ? undefined : Number(rows);
}

/** @throws Failure too_few_rows if the count stands in the last row: a query stopped inside of it, and the count came next */
function refuseCutRow({ line, cells }: SourceRow): void {
  const [, count] = /.(#\s*rows:\s*\d+)\s*$/i.exec(cells.at(-1) ?? '') ?? [];
  if (count === undefined) return;
  throw new Failure(
    'too_few_rows',
    `line ${line} is cut: "${count}" stands in it, not on a line of its own`,
    {
      hint: "did the query stop? Begin a line with the count: printf '\\n# rows: %s\\n' <number>",
    },
  );
}

/** All records of a file, with the header if that is a record. */
export function allRecords(
  source: Source,
  { delimiter, keepsCarriageReturns, hasSpacedQuotes: isSpaced }: Dialect,
): AsyncIterable<readonly SourceRow[]> {
  if (source.form !== 'text') return source.rows();
  const text = isSpaced ? piecesWithoutSpaces(source.text(), delimiter) : source.text();
  return readCsv(text, delimiter, keepsCarriageReturns);
}

/**
 * The rows below the header, in the order of the file, in arrays as they are read.
 *
 * @param onStatedRows called with the number of rows that a line `# rows: 1200` states; it is no row itself
 * @throws Failure too_few_rows with `onStatedRows`, if that line stands inside the last row
 */
export async function* dataRows(
  source: Source,
  dialect: Dialect,
  onStatedRows?: (rows: number) => void,
): AsyncGenerator<readonly SourceRow[]> {
  const { headerLine, addressColumn } = dialect;
  const isNote = dialect.hasNotesBelow === true ? noteOf(dialect) : () => false;
  const isRow = (row: SourceRow) => {
    // Nearly all rows have an address in its column, which is enough.
    if (row.line > headerLine && row.cells[addressColumn]?.includes('@') === true) return true;
    if (row.line <= headerLine || isBlank(row.cells) || isNote(row)) return false;
    const stated = statedRows(row);
    if (stated !== undefined) onStatedRows?.(stated);
    return stated === undefined;
  };
  let last: SourceRow | undefined;
  for await (const rows of allRecords(source, dialect)) {
    last = rows.at(-1) ?? last;
    const below = rows.every(isRow) ? rows : rows.filter(isRow);
    yield dialect.isRejects === true ? below.map(unescaped) : below;
    limitNewSpace();
  }
  if (last !== undefined && onStatedRows !== undefined) refuseCutRow(last);
}
