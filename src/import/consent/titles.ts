/** Titles among the rows: "Unsubscribed" says it of the people below. */
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { Dialect } from '../columns/dialect.ts';
import type { SourceRow } from '../files/row.ts';
import { fold } from '../rows/values/fold.ts';
import type { ConsentAnswers } from './columns.ts';
import { isOptOutTitle } from './file-name.ts';
import { readHeader } from './header.ts';
import { readPhrase } from './reading.ts';

/**
 * Makes a function that removes the titles that `--opt-out-value` names, and marks the rows below them, up to a title of
 * people who may be emailed.
 *
 * @throws Failure (the function) consent_unclear for another title that may be an opt-out
 */
export function titleReader(
  dialect: Dialect,
  { optOutValues }: ConsentAnswers,
): (rows: readonly SourceRow[]) => readonly SourceRow[] {
  const isNamed = (title: string) => [...optOutValues.values()].some(values => values.has(fold(title)));
  let section: string | undefined;
  // Nearly all rows have an address in its column.
  const isRow = ({ cells }: SourceRow) => cells[dialect.addressColumn]?.includes('@') === true;
  return rows => {
    if (section === undefined && rows.every(isRow)) return rows;
    const found: SourceRow[] = [];
    for (const row of rows) {
      const title = isRow(row) ? undefined : titleIn(row, dialect);
      if (title !== undefined && isOptOutTitle(title.text)) {
        if (!isNamed(title.text)) throw titleOfOptedOut(row.line, title, dialect);
        section = title.text;
        continue;
      }
      if (title !== undefined && readPhrase(title.text).direction === 'wanted') section = undefined;
      found.push(section === undefined ? row : { ...row, optedOutBy: section });
    }
    return found;
  };
}

interface Title {
  readonly text: string;
  readonly column: number;
}

/** The only cell of a row, in the address column or alone on its line. */
function titleIn({ cells, damaged }: SourceRow, { header, addressColumn }: Dialect): Title | undefined {
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
  return isAlone || isInNames ? { text: (cells[filled] ?? '').trim(), column: filled } : undefined;
}

function titleOfOptedOut(line: number, { text, column }: Title, { header }: Dialect): Failure {
  const name = (header[column] ?? '').trim() || String(column + 1);
  return new Failure('consent_unclear', `line ${line} is "${text}": people below it may have opted out`, {
    hint:
      `--opt-out-value ${shellWord(`${name}=${text}`)} leaves out the rows below it, up to the next title; ` +
      '--no-status-column if they may be emailed',
  });
}
