import { CsvReader, type CsvRow, isBlank, readCsv } from '../source/csv-reader.ts';
import type { Source } from '../source/source.ts';
import { looksLikeAddress } from '../values/email-address.ts';
import { isEmailHeader, normalizeName } from './header-names.ts';

/** How this file is laid out. */
export interface Dialect {
  readonly delimiter: string;
  /** The header's cells as they stand, or "1", "2", … for a file without one. */
  readonly header: readonly string[];
  /** The same made distinct, for messages: a repeated name gets a number, a missing one its place. */
  readonly names: readonly string[];
  readonly hasHeader: boolean;
  /** Line on which the header starts; 0 without one. Lines up to it are no rows. */
  readonly headerLine: number;
  /** Characters that a row takes on average, judged by the first ones. */
  readonly rowLength: number;
  /** Carriage returns belong to the cells: lines end with a line feed alone. */
  readonly keepsCarriageReturns?: boolean;
}

/** How many records are looked at for a header below title lines. */
const titleLines = 10;

/**
 * Finds out the layout from the beginning of a file.
 *
 * @param head the file's first text, 64 KiB or so
 * @param complete whether that is all of it
 * @param given what the user said: a delimiter, or that there is no header
 */
export function detectDialect(
  head: string,
  complete: boolean,
  given: {
    readonly delimiter?: string | undefined;
    readonly header?: boolean | undefined;
  },
): { dialect: Dialect; sample: readonly CsvRow[] } {
  const declared = /^\ufeff?(?:"sep=(.)"|sep=(.))(?:[\r\n]|$)/i.exec(head);
  const delimiter = given.delimiter ?? declared?.[1] ?? declared?.[2] ?? guessDelimiter(head, complete);
  const records = readHead(head, complete, delimiter).filter(
    row => !isBlank(row.cells) && !(declared !== null && row.line === 1),
  );
  const at = given.header === false ? -1 : headerIndex(records);
  const header = records[at];
  const sample = records.slice(at + 1);
  const width = Math.max(0, ...sample.slice(0, 50).map(row => row.cells.length));
  const cells = header?.cells ?? Array.from({ length: width }, (_, i) => String(i + 1));
  return {
    dialect: {
      delimiter,
      header: cells,
      names: distinctNames(cells, sample),
      hasHeader: header !== undefined,
      headerLine: header?.line ?? (declared === null ? 0 : 1),
      rowLength: head.length / Math.max(1, records.length),
    },
    sample,
  };
}

function readHead(head: string, complete: boolean, delimiter: string): CsvRow[] {
  const reader = new CsvReader(delimiter);
  const rows = reader.push(head.replace(/^\ufeff/, ''));
  return complete || rows.length === 0 ? rows.concat(reader.end()) : rows;
}

/** How many records are looked at for addresses. */
const judged = 100;

/**
 * The delimiter that gives the most records the same number of cells, counted outside quotes, and that cuts
 * addresses and their header clean.
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
    const clean = rows.slice(0, judged).filter(row => holdsAddress(row) || namesAddress(row)).length;
    // Agreement first; among equals the finer cut.
    const score = agreeing / rows.length + clean / Math.min(rows.length, judged) + Math.min(width, 50) / 1000;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

const holdsAddress = (row: CsvRow) => row.cells.some(looksLikeAddress);
const namesAddress = (row: CsvRow) => row.cells.some(isEmailHeader);

/**
 * The header is the first of the first records that names an address column, unless addresses come first; else
 * the first that is as wide as the rows. Title lines are narrower.
 */
function headerIndex(records: readonly CsvRow[]): number {
  const first = records.slice(0, titleLines);
  const width = (row: CsvRow | undefined) => row?.cells.length ?? 0;
  const named = first.findIndex(row => namesAddress(row) && !holdsAddress(row));
  const filled = first.findIndex(holdsAddress);
  const above = first.slice(0, named);
  if (named !== -1 && above.every(row => !holdsAddress(row) || width(row) < width(first[named])))
    return named;
  if (filled === 0) return -1;
  return Math.max(
    0,
    first.slice(0, Math.max(0, filled)).findIndex(row => width(row) === width(first[filled])),
  );
}

/** A column without a name is called by its place if it holds anything; a name given again gets a number. */
function distinctNames(header: readonly string[], sample: readonly CsvRow[]): string[] {
  const taken = new Set<string>();
  return header.map((cell, column) => {
    const holds = sample.some(row => (row.cells[column] ?? '').trim() !== '');
    const name = cell.trim() || (holds ? `column ${column + 1}` : '');
    let distinct = name;
    for (let n = 2; name !== '' && taken.has(sameName(distinct)); n++) distinct = `${name}_${n}`;
    taken.add(sameName(distinct));
    return distinct;
  });
}

/** Names that differ in case or spaces only are the same to people, and to some services. */
const sameName = (name: string) => normalizeName(name) || name;

/** The rows below the header, in the order of the file, an array for each piece read. */
export async function* dataRows(source: Source, dialect: Dialect): AsyncGenerator<readonly CsvRow[]> {
  for await (const rows of readCsv(source.text(), dialect.delimiter, dialect.keepsCarriageReturns)) {
    yield rows.filter(row => row.line > dialect.headerLine && !isBlank(row.cells));
  }
}
