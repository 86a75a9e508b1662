import { CsvReader } from '../files/csv/csv-reader.ts';
import { isBlank, type SourceRow } from '../files/row.ts';
import { addressRecords, holdsAddress, namesAddress, titleLines } from './header-row.ts';

/** Characters to read at most for further rows after the header. */
export const longestHead = 1 << 20;
/** Records to read from the beginning: a wrong delimiter may give very many. */
const mostRecords = 5000;

/** Whether the beginning of a file has the header and some rows complete, unless they are very long. */
export function holdsFirstRecords(head: string, delimiter: string | undefined): boolean {
  const { rows } = readRecords(head, delimiter ?? guessDelimiter(head, false));
  const count = rows.filter(row => !isBlank(row.cells)).length;
  return count > titleLines || (count > 0 && head.length >= longestHead);
}

/** @param complete whether that is the whole file */
export function readHead(head: string, complete: boolean, delimiter: string): readonly SourceRow[] {
  const { rows, reader } = readRecords(head, delimiter);
  if (rows.length > mostRecords || (rows.length > 0 && !complete)) return rows;
  return rows.concat(...reader.end());
}

function readRecords(head: string, delimiter: string): { rows: SourceRow[]; reader: CsvReader } {
  const reader = new CsvReader(delimiter);
  const rows: SourceRow[] = [];
  for (const some of reader.push(head.replace(/^\ufeff/, ''))) {
    for (const each of some) rows.push(each);
    if (rows.length > mostRecords) break;
  }
  return { rows, reader };
}

/**
 * The delimiter that gives the most records the same number of cells, and the most cells that are exactly an address
 * or the header of addresses.
 */
export function guessDelimiter(head: string, complete: boolean): string {
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
