import { Failure } from '../../lib/failure.ts';
import { beginning } from '../../lib/text/beginning.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { isOptOutTitle } from '../consent/file-name.ts';
import { readHeader } from '../consent/header.ts';
import { readPhrase } from '../consent/reading.ts';
import { isBlank, type SourceRow } from '../files/row.ts';
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

export interface FoundHeader {
  readonly line: number;
  /** Set if their order differs from that of the first header. */
  readonly columns?: readonly string[];
}

interface RowsToFollow {
  /** Called with every second header. */
  readonly onHeader?: ((found: FoundHeader) => void) | undefined;
  /** Whether the line is known to be a row. */
  readonly isRow?: ((line: number) => boolean) | undefined;
  /** Whether a row without an address in its column is none of the file's rows. */
  readonly isSkipped?: (row: SourceRow) => boolean;
  readonly refusesTitles?: boolean;
}

/**
 * Makes a function that finds a second header among the rows: two exports in one file. It puts the cells below into the
 * order of the first header, and leaves out the second.
 *
 * @throws Failure (the function) unreadable_file when the second header has other columns than the first;
 *   consent_unclear for a title such as "Unsubscribed" among the rows
 */
export function headerFollower(
  first: FirstHeader,
  {
    onHeader = () => {},
    isRow = () => false,
    isSkipped = () => false,
    refusesTitles = false,
  }: RowsToFollow = {},
): (rows: readonly SourceRow[]) => readonly SourceRow[] {
  const { header, headerLine, addressColumn } = first;
  const kindOf = headerKinds(first);
  /** For each column of the first header, the index of its cell now; undefined: the same. */
  let order: readonly number[] | undefined;
  let width = header.length;
  let section: string | undefined;
  // Nearly all rows have an address in its column, which is enough.
  const isPlain = ({ line, cells }: SourceRow) =>
    line > headerLine && cells[order?.[addressColumn] ?? addressColumn]?.includes('@') === true;

  return rows => {
    if (order === undefined && section === undefined && rows.every(isPlain)) return rows;
    const found: SourceRow[] = [];
    for (const row of rows) {
      if (!isPlain(row)) {
        if (isSkipped(row)) continue;
        if (!row.damaged && !isRow(row.line)) {
          const kind = kindOf(row.cells);
          if (kind === 'other') throw otherColumns(row, first);
          if (kind !== 'row') {
            order = kind === 'same' ? undefined : kind;
            width = row.cells.length;
            onHeader(kind === 'same' ? { line: row.line } : { line: row.line, columns: row.cells });
            continue;
          }
        }
      }
      const own = order === undefined || row.damaged ? row : reordered(row, order, width);
      const title = refusesTitles ? titleIn(own, first) : undefined;
      if (title !== undefined && isOptOutTitle(title.text) && first.hasNoOptOuts !== true) {
        if (first.optOutTitles?.has(fold(title.text)) !== true) {
          if (!isRow(row.line)) throw titleOfOptedOut(own.line, title, first);
        } else {
          section = title.text;
          continue;
        }
      } else if (title !== undefined && readPhrase(title.text).direction === 'wanted') section = undefined;
      found.push(section === undefined ? own : { ...own, optedOutBy: section });
    }
    return found;
  };
}

function reordered(row: SourceRow, order: readonly number[], width: number): SourceRow {
  const cells = order.map(from => row.cells[from] ?? '');
  const more = row.cells.slice(width);
  return { ...row, cells: isBlank(more) ? cells : [...cells, ...more] };
}

type HeaderKind = 'row' | 'same' | 'other' | readonly number[];

/** The name of an address column, another name of a column, or a value. */
type CellKind = 'telling' | 'name' | 'value';

/** Cells that are remembered, and their characters: values such as names and towns come again and again. */
const [mostRemembered, longestRemembered] = [1000, 40];

/**
 * Makes a function for rows without an address in its column: an ordinary row, a header with the same columns in any
 * order, or a header with other columns.
 */
function headerKinds(first: FirstHeader): (cells: readonly string[]) => HeaderKind {
  const names = first.header.map(cleanName);
  const plainNames = new Set(first.header.map(name => name.trim().toLowerCase()).filter(name => name !== ''));
  const remembered = new Map<string, CellKind>();
  const kindOf = (cell: string): CellKind => {
    const known = remembered.get(cell);
    if (known !== undefined) return known;
    const name = cleanName(cell);
    const isTelling = isEmailHeader(name) || (first.hasHeader && name === names[first.addressColumn]);
    const isName = name === '' || names.includes(name) || isKnown(name);
    const kind = name !== '' && isTelling ? 'telling' : isName ? 'name' : 'value';
    if (cell.length <= longestRemembered && remembered.size < mostRemembered)
      remembered.set(beginning(cell, longestRemembered), kind);
    return kind;
  };
  /** Whether half of the cells are known to be no names, which is the end of it. */
  const areValues = (cells: readonly string[]) => {
    const values = cells.filter(cell => remembered.get(cell) === 'value').length;
    return first.hasHeader && values * 2 >= cells.filter(cell => cell.trim() !== '').length;
  };
  return cells => {
    const looksRight = cells.some(cell => /mail/i.test(cell) || plainNames.has(cell.trim().toLowerCase()));
    if (!looksRight || cells.some(cell => cell.includes('@')) || areValues(cells)) return 'row';
    if (!cells.map(kindOf).includes('telling')) return 'row';
    return headerKind(cells, names, first);
  };
}

function headerKind(
  cells: readonly string[],
  names: readonly string[],
  { hasHeader, addressColumn }: FirstHeader,
): HeaderKind {
  const here = cells.map(cleanName);
  const filled = here.filter(name => name !== '');
  if (!hasHeader) {
    const isAbove = filled.filter(isKnown).length > 1 && !isEmailHeader(here[addressColumn] ?? '');
    return isAbove ? 'other' : 'row';
  }
  if (here.join('\n') === names.slice(0, here.length).join('\n'))
    return filled.length > 1 || names.length === 1 ? 'same' : 'row';
  const known = filled.filter(name => names.includes(name) || isKnown(name)).length;
  if (known < 2 || known * 2 <= filled.length) return 'row';
  const isSame = filled.every(name => names.includes(name)) && new Set(filled).size === filled.length;
  return isSame ? names.map(name => (name === '' ? -1 : here.indexOf(name))) : 'other';
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

function otherColumns({ line, cells }: SourceRow, { header, hasHeader }: FirstHeader): Failure {
  return new Failure('unreadable_file', `line ${line} is a second header with different columns`, {
    details: [
      `columns before: ${hasHeader ? header.join(', ') : 'no header'}`,
      `columns in line ${line}: ${cells.join(', ')}`,
    ],
    hint: `split the file before line ${line}, and import each part`,
  });
}
