import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { isOptOutTitle } from '../consent/file-name.ts';
import { readHeader } from '../consent/header.ts';
import { readPhrase } from '../consent/reading.ts';
import type { SourceRow } from '../files/row.ts';
import { fold } from '../rows/values/fold.ts';
import { isEmailHeader, isFieldHeader, normalizeName } from './header-names.ts';

interface FirstHeader {
  readonly header: readonly string[];
  readonly hasHeader: boolean;
  readonly headerLine: number;
  readonly addressColumn: number;
  /** Titles among the rows, folded, of which people below opted out. */
  readonly optOutTitles?: ReadonlySet<string>;
  /** No title says so. */
  readonly hasNoOptOuts?: boolean;
}

interface RowsToFollow {
  /** Whether the line is known to be a row. */
  readonly isRow?: ((line: number) => boolean) | undefined;
  /** Whether a row without an address in its column is none of the file's rows. */
  readonly isSkipped?: (row: SourceRow) => boolean;
  readonly refusesTitles?: boolean;
}

/**
 * Makes a function that reads titles among the rows, such as "Unsubscribed", and stops at a second header: two exports in
 * one file.
 *
 * @throws Failure (the function) unreadable_file for a second header; consent_unclear for a title that may be an opt-out
 */
export function headerFollower(
  first: FirstHeader,
  { isRow = () => false, isSkipped = () => false, refusesTitles = false }: RowsToFollow = {},
): (rows: readonly SourceRow[]) => readonly SourceRow[] {
  const { headerLine, addressColumn } = first;
  const isHeader = headerTest(first);
  let section: string | undefined;
  // Nearly all rows have an address in its column, which is enough.
  const isPlain = ({ line, cells }: SourceRow) =>
    line > headerLine && cells[addressColumn]?.includes('@') === true;

  return rows => {
    if (section === undefined && rows.every(isPlain)) return rows;
    const found: SourceRow[] = [];
    for (const row of rows) {
      if (!isPlain(row)) {
        if (isSkipped(row)) continue;
        if (!row.damaged && !isRow(row.line) && isHeader(row.cells)) throw secondHeader(row, first);
      }
      const title = refusesTitles ? titleIn(row, first) : undefined;
      if (title !== undefined && isOptOutTitle(title.text) && first.hasNoOptOuts !== true) {
        if (first.optOutTitles?.has(fold(title.text)) !== true) {
          if (!isRow(row.line)) throw titleOfOptedOut(row.line, title, first);
        } else {
          section = title.text;
          continue;
        }
      } else if (title !== undefined && readPhrase(title.text).direction === 'wanted') section = undefined;
      found.push(section === undefined ? row : { ...row, optedOutBy: section });
    }
    return found;
  };
}

/** Makes a function that tells headers from rows without an address. */
function headerTest({
  header,
  hasHeader,
  addressColumn,
}: FirstHeader): (cells: readonly string[]) => boolean {
  const names = header.map(cleanName);
  const plainNames = new Set(header.map(name => name.trim().toLowerCase()).filter(name => name !== ''));
  return cells => {
    const looksRight = cells.some(cell => /mail/i.test(cell) || plainNames.has(cell.trim().toLowerCase()));
    if (!looksRight || cells.some(cell => cell.includes('@'))) return false;
    const here = cells.map(cleanName);
    const filled = here.filter(name => name !== '');
    const isAddress = (name: string) => isEmailHeader(name) || (hasHeader && name === names[addressColumn]);
    if (!filled.some(isAddress)) return false;
    if (!hasHeader) return filled.filter(isKnown).length > 1 && !isEmailHeader(here[addressColumn] ?? '');
    if (here.join('\n') === names.slice(0, here.length).join('\n'))
      return filled.length > 1 || names.length === 1;
    const known = filled.filter(name => names.includes(name) || isKnown(name)).length;
    return known > 1 && known * 2 > filled.length;
  };
}

const isKnown = (name: string) => isEmailHeader(name) || isFieldHeader(name);

/** Removes a byte order mark, and the quotes that it made part of the name. */
function cleanName(cell: string): string {
  const text = cell.trim().replace(/^\ufeff?"?|"$/g, '');
  return normalizeName(text) || text;
}

interface Title {
  readonly text: string;
  readonly column: number;
}

/** The only cell of a row, in the address column or alone on its line: it may be a title such as "Unsubscribed". */
function titleIn({ cells, damaged }: SourceRow, { header, addressColumn }: FirstHeader): Title | undefined {
  if (damaged !== undefined || cells[addressColumn]?.includes('@') === true) return undefined;
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

function titleOfOptedOut(line: number, { text, column }: Title, { header }: FirstHeader): Failure {
  const name = (header[column] ?? '').trim() || String(column + 1);
  return new Failure('consent_unclear', `line ${line} is "${text}": people below it may have opted out`, {
    hint:
      `--opt-out-value ${shellWord(`${name}=${text}`)} leaves out the rows below it, up to the next title; ` +
      '--no-status-column if they may be emailed',
  });
}

function secondHeader({ line, cells }: SourceRow, { header, hasHeader }: FirstHeader): Failure {
  return new Failure('unreadable_file', `line ${line} is a second header`, {
    details: [
      `columns before: ${hasHeader ? header.join(', ') : 'no header'}`,
      `columns in line ${line}: ${cells.join(', ')}`,
    ],
    hint: `split the file before line ${line}, and import both parts; if its columns are the same, delete that line`,
  });
}
