import { limitNewSpace } from '../../lib/new-space.ts';
import { CsvReader, readCsv } from '../source/csv/csv-reader.ts';
import { isBlank, type SourceRow } from '../source/row.ts';
import type { Source } from '../source/source.ts';
import { looksLikeAddress } from '../values/email-address.ts';
import { isEmailHeader, isFieldHeader, normalizeName } from './header-names.ts';
import { type FoundHeader, headerFollower, refuseTitles } from './repeated-header.ts';

/** The layout of a CSV file. */
export interface Dialect {
  readonly delimiter: string;
  /** The cells of the header, the beginning of very long ones; "1", "2", … without a header. */
  readonly header: readonly string[];
  /** The same as they are. */
  readonly wholeHeader: readonly string[];
  /** Unique names for messages: a repeated name gets a number, a missing name is the number of the column. */
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  /** The column with the most addresses in the first rows. */
  readonly addressColumn: number;
  /** No cell of the header has a name that is known: it may be a row. */
  readonly isHeaderAssumed: boolean;
  /** The line on which the header starts; 0 without a header. Rows come after it. */
  readonly headerLine: number;
  /** Mean length of the first rows, in characters; 0 where their number is known. */
  readonly rowLength: number;
  /** The lines above the header, and the name of the column of addresses: they may say who all these people are. */
  readonly titles?: readonly string[];
  /** Only LF ends a line; CR is part of the cells. */
  readonly keepsCarriageReturns?: boolean;
  /** Lines of a single cell are no rows. */
  readonly hasNotesBelow?: boolean;
  /** What options have before the name of a column, where several files are imported: `people.csv:`. */
  readonly prefix?: string;
}

/** Records in which to look for a header below title lines. */
const titleLines = 10;
/** Characters to read for the first rows, when the header is known already. */
const longestRow = 1 << 20;
/** Characters of a header that are looked at. */
const longestHeader = 2000;
/** Records of the beginning of a file that are looked at: a delimiter that is none may leave very many. */
const mostRecords = 5000;

/**
 * Detects the layout of a file from its beginning.
 *
 * @param head the first 64 KiB or so of its text
 * @param complete whether that is the whole file
 * @param given what the options say: the delimiter; false when there is no header
 */
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
  const records = readHead(head, complete, delimiter).filter(
    row => !isBlank(row.cells) && !(declared !== null && row.line === 1),
  );
  const firstLine = declared === null ? 0 : 1;
  return layoutOf(records, given.header, {
    delimiter,
    firstLine,
    rowLength: head.length / Math.max(1, records.length),
  });
}

/**
 * Detects the layout of a table whose cells are certain.
 *
 * @param records its first rows
 * @param names of its columns; undefined when the header is one of the rows
 * @param hasHeader false when there is none
 */
export function detectTableDialect(
  records: readonly SourceRow[],
  names: readonly string[] | undefined,
  hasHeader: boolean | undefined,
): { dialect: Dialect; sample: readonly SourceRow[] } {
  const known = { delimiter: ',', firstLine: 0, rowLength: 0 };
  const filled = records.filter(row => !isBlank(row.cells));
  const header = names && { line: 0, cells: names };
  return layoutOf(header === undefined ? filled : [header, ...filled], hasHeader, known, header);
}

/**
 * @param records the first, none of them blank
 * @param hasHeader false: there is none
 * @param certain the record that is the header, where that is known
 */
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
  const wholeHeader = header?.cells ?? Array.from({ length: width }, (_, i) => String(i + 1));
  const cells = wholeHeader.map(cell => cell.slice(0, longestHeader));
  const column = addressColumn(rows);
  const above = records.slice(0, Math.max(0, at)).map(row => row.cells.join(' ').trim());
  const dialect = {
    delimiter,
    header: cells,
    wholeHeader,
    names: distinctNames(cells, rows),
    hasHeader: header !== undefined,
    addressColumn: column,
    titles: [...above, header === undefined ? '' : (cells[column] ?? '')],
    isHeaderAssumed:
      header !== undefined && certain === undefined && rows.length > 0 && !header.cells.some(isKnownHeader),
    headerLine: header?.line ?? firstLine,
    rowLength,
  };
  return { dialect, sample: headerFollower(dialect)(rows) };
}

const isKnownHeader = (cell: string) => isEmailHeader(cell) || isFieldHeader(cell) || /mail/i.test(cell);

/** The column with the most addresses; 0 when there are none. */
function addressColumn(rows: readonly SourceRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows.slice(0, addressRecords)) {
    cells.forEach((cell, column) => {
      if (looksLikeAddress(cell)) counts.set(column, (counts.get(column) ?? 0) + 1);
    });
  }
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])[0];
}

/** Whether the beginning of a file holds its first records whole: the header and some rows, if they are not very long. */
export function holdsFirstRecords(head: string, delimiter: string | undefined): boolean {
  const { rows } = readRecords(head, delimiter ?? guessDelimiter(head, false));
  const count = rows.filter(row => !isBlank(row.cells)).length;
  return count > titleLines || (count > 0 && head.length > longestRow);
}

function readHead(head: string, complete: boolean, delimiter: string): readonly SourceRow[] {
  const { rows, reader } = readRecords(head, delimiter);
  if (rows.length > mostRecords || (rows.length > 0 && !complete)) return rows;
  return rows.concat(...reader.end());
}

/** The first records, as far as they are whole, and what has read them. */
function readRecords(head: string, delimiter: string): { rows: SourceRow[]; reader: CsvReader } {
  const reader = new CsvReader(delimiter);
  const rows: SourceRow[] = [];
  for (const some of reader.push(head.replace(/^\ufeff/, ''))) {
    rows.push(...some);
    if (rows.length > mostRecords) break;
  }
  return { rows, reader };
}

/** Records in which to look for addresses. */
const addressRecords = 100;

/**
 * The delimiter that gives the most records the same number of cells, and the most cells that are exactly an address
 * or the header of addresses.
 */
function guessDelimiter(head: string, complete: boolean): string {
  let best = ',';
  let bestScore = 0;
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows = readHead(head, complete, delimiter).filter(row => !isBlank(row.cells));
    const counts = new Map<number, number>();
    for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    counts.delete(1);
    const [width = 0, agreeing = 0] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
    const clean = rows.slice(0, addressRecords).filter(row => holdsAddress(row) || namesAddress(row)).length;
    // Of delimiters with the same score, the one with more cells wins.
    const score =
      agreeing / rows.length + clean / Math.min(rows.length, addressRecords) + Math.min(width, 50) / 1000;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

const holdsAddress = (row: SourceRow) => row.cells.some(looksLikeAddress);
const namesAddress = (row: SourceRow) => row.cells.some(isEmailHeader);

/**
 * The header is the first record that names an address column, unless addresses come before it; else the first record
 * with as many cells as the rows, unless it is a row itself. Title lines have fewer.
 *
 * @returns -1 without a header
 */
function headerIndex(records: readonly SourceRow[]): number {
  const first = records.slice(0, titleLines);
  const width = (row: SourceRow | undefined) => row?.cells.length ?? 0;
  const named = first.findIndex(row => namesAddress(row) && !row.cells.some(isMeantAsAddress));
  const filled = first.findIndex(holdsAddress);
  const above = first.slice(0, named);
  const isTitle = (row: SourceRow) => !row.cells.some(isMeantAsAddress) || width(row) < width(first[named]);
  if (named !== -1 && above.every(isTitle)) return named;
  if (filled === 0) return -1;
  const at = Math.max(
    0,
    first.slice(0, Math.max(0, filled)).findIndex(row => width(row) === width(first[filled])),
  );
  return isRow(records, at) ? -1 : at;
}

/** `jane.x.org`, `jane at x.org`, `jane(at)x.org`. */
const isBadAddress = /^[\w+-]+(?:\.[\w-]+)+$|^\S+\s*(?:\bat\b|\W(?:at|ät)\W)\s*\S+\.\w{2,}$/i;

/** Whether a record above the rows is a row itself, with a bad address or none. */
function isRow(records: readonly SourceRow[], at: number): boolean {
  const below = records.slice(at + 1, at + 1 + addressRecords);
  const cells = records[at]?.cells ?? [];
  const column = addressColumn(below);
  const cell = cells[column]?.trim() ?? '';
  if (cells.some(isMeantAsAddress) || (isBadAddress.test(cell) && !/mail/i.test(cell))) return true;
  if (cells.some(isFieldHeader)) return false;
  if (/^(?:n\/?a|none|null|nil|-+|\?+|unknown)?$/i.test(cell)) return true;
  return cells.some((one, place) => place !== column && isValue(one.trim(), below, place));
}

/**
 * Whether a cell is no header: a number or a date, or what rows below have in the same column, too. The text of a box in
 * a form is both the header and what people have ticked.
 */
function isValue(cell: string, below: readonly SourceRow[], column: number): boolean {
  if (cell === '' || /\S\s+\S+\s+\S/.test(cell)) return false;
  return /^[\d.,:/+-]+$/.test(cell) || below.some(row => row.cells[column]?.trim() === cell);
}

/** Whether a cell is an address or should be one: it has an @, and is no header such as "Email (you@example.org)". */
function isMeantAsAddress(cell: string): boolean {
  return /\S@|@\S/.test(cell) && !/mail.*\s.*@/i.test(cell);
}

/** Makes names unique: a column without a name gets its number, if it holds anything. */
function distinctNames(header: readonly string[], sample: readonly SourceRow[]): string[] {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return header.map((cell, column) => {
    const holds = () => sample.some(row => (row.cells[column] ?? '').trim() !== '');
    const name = cell.trim() || (holds() ? `column ${column + 1}` : '');
    let distinct = name;
    let n = numbers.get(sameName(name)) ?? 2;
    while (name !== '' && taken.has(sameName(distinct))) distinct = `${name}_${n++}`;
    numbers.set(sameName(name), n);
    taken.add(sameName(distinct));
    return distinct;
  });
}

/** Names that differ only in case or spaces are the same for people, and for some services. */
const sameName = (name: string) => normalizeName(name) || name;

/** Notes below the rows have a single cell, or what other programs make of one that has commas. */
function noteOf({ header }: Dialect): (row: SourceRow) => boolean {
  const begins = /^(?:copyright|confidential information|generated by|(?:sub|grand )?totals?\b)/i;
  return ({ cells }) => {
    const isShort = cells.length === 1 || (cells.length < header.length && begins.test(cells[0] ?? ''));
    return isShort && !cells.some(cell => cell.includes('@'));
  };
}

/** All records of a file, the header among them where it is one. */
export function allRecords(
  source: Source,
  { delimiter, keepsCarriageReturns }: Dialect,
): AsyncIterable<readonly SourceRow[]> {
  return source.form === 'text' ? readCsv(source.text(), delimiter, keepsCarriageReturns) : source.rows();
}

/**
 * The rows below the header, in the order of the file, in arrays as they are read.
 *
 * @param onHeader called with every second header
 * @throws Failure unreadable_file; consent_unclear when a title says that the people below it have opted out
 */
export async function* dataRows(
  source: Source,
  dialect: Dialect,
  onHeader?: (found: FoundHeader) => void,
): AsyncGenerator<readonly SourceRow[]> {
  const follow = headerFollower(dialect, onHeader);
  const isNote = dialect.hasNotesBelow === true ? noteOf(dialect) : () => false;
  for await (const rows of allRecords(source, dialect)) {
    const below = follow(
      rows.filter(row => row.line > dialect.headerLine && !isBlank(row.cells) && !isNote(row)),
    );
    refuseTitles(below, dialect);
    yield below;
    limitNewSpace();
  }
}
