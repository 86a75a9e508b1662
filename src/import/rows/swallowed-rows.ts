/** Lines inside quoted cells that look like rows of the file: two stray quotes make a sound cell of what is between them. */
import type { Dialect } from '../columns/dialect.ts';
import type { SourceRow } from '../files/row.ts';
import { looksLikeAddress } from './values/email-address.ts';

/** Characters of the longest line that may be a row of people. */
const longestLine = 10_000;

/**
 * Finds the lines of a row's cells that look like rows: as many cells as the header has, and an address in its column.
 *
 * @returns their line numbers
 */
export function swallowedLines({ line, cells }: SourceRow, dialect: Dialect): number[] {
  const found: number[] = [];
  let number = line;
  cells.forEach((cell, column) => {
    let start = 0;
    for (let end = cell.indexOf('\n'); end !== -1; ) {
      start = end + 1;
      number++;
      end = cell.indexOf('\n', start);
      const text = cell.slice(start, end === -1 ? undefined : end);
      // What follows the cell stands on its last line.
      const rest = end === -1 ? cells.slice(column + 1) : [];
      if (looksLikeRow(text, rest, dialect)) found.push(number);
    }
  });
  return found;
}

function looksLikeRow(
  text: string,
  rest: readonly string[],
  { delimiter, header, addressColumn }: Dialect,
): boolean {
  if (text.length > longestLine || !(text.includes('@') || rest.length > 0)) return false;
  const cells = [...text.split(delimiter), ...rest];
  return cells.length === header.length && looksLikeAddress(cells[addressColumn] ?? '');
}
