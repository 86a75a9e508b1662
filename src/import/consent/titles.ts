/** Titles among the rows: "Unsubscribed" says it of the people below. */
import { Failure } from '../../lib/failure.ts';
import type { Dialect } from '../columns/dialect.ts';
import type { SourceRow } from '../files/row.ts';
import { isOptOutTitle } from './file-name.ts';
import { readHeader } from './header.ts';

/**
 * Makes a function that stops at a title that may say that the people below it opted out.
 *
 * @throws Failure (the function) consent_unclear
 */
export function titleCheck(dialect: Dialect): (rows: readonly SourceRow[]) => void {
  return rows => {
    for (const row of rows) {
      // Nearly all rows have an address in its column.
      if (row.cells[dialect.addressColumn]?.includes('@') === true) continue;
      const title = titleIn(row, dialect);
      if (title !== undefined && isOptOutTitle(title)) throw titleOfOptedOut(row.line, title);
    }
  };
}

/** The only cell of a row, in the address column or alone on its line. */
function titleIn({ cells, damaged }: SourceRow, { header, addressColumn }: Dialect): string | undefined {
  if (damaged !== undefined) return undefined;
  let filled = -1;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? '';
    if (cell === '' || cell.trim() === '') continue;
    if (filled !== -1) return undefined;
    filled = i;
  }
  if (filled === -1) return undefined;
  const isAlone = cells.length === 1 && header.length > 1;
  // A status without an address is an ordinary bad row.
  const { kind } = readHeader(header[filled] ?? '');
  const isInNames = filled === addressColumn || (filled === 0 && (kind === 'other' || kind === 'elsewhere'));
  return isAlone || isInNames ? (cells[filled] ?? '').trim() : undefined;
}

function titleOfOptedOut(line: number, title: string): Failure {
  return new Failure('consent_unclear', `line ${line} is "${title}": people below it may have opted out`, {
    hint: `split the file before line ${line}, and import the first part; or pass --no-status-column if all may be emailed`,
  });
}
