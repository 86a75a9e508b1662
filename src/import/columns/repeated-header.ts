import { Failure } from '../../lib/failure.ts';
import { beginning } from '../../lib/text/beginning.ts';
import { isOptOutTitle } from '../consent/file-name.ts';
import { readHeader } from '../consent/header.ts';
import { isBlank, type SourceRow } from '../files/row.ts';
import { isEmailHeader, isFieldHeader, normalizeName } from './header-names.ts';

interface FirstHeader {
  readonly header: readonly string[];
  readonly hasHeader: boolean;
  readonly headerLine: number;
  readonly addressColumn: number;
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
  // Nearly all rows have an address in its column, which is enough.
  const isPlain = ({ line, cells }: SourceRow) =>
    line > headerLine && cells[order?.[addressColumn] ?? addressColumn]?.includes('@') === true;

  return rows => {
    if (order === undefined && rows.every(isPlain)) return rows;
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
      if (refusesTitles && !isRow(row.line) && isTitleOfOptedOut(own, first)) throw titleOfOptedOut(own);
      found.push(own);
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

/** Whether a row is only a title such as "Unsubscribed", in the address column or alone on its line. */
function isTitleOfOptedOut({ cells, damaged }: SourceRow, { header, addressColumn }: FirstHeader): boolean {
  if (damaged !== undefined || cells[addressColumn]?.includes('@') === true) return false;
  let filled = -1;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? '';
    if (cell === '' || cell.trim() === '') continue;
    if (filled !== -1) return false;
    filled = i;
  }
  const isAlone = cells.length === 1 && header.length > 1;
  // A status without an address is an ordinary bad row.
  const { kind } = readHeader(header[filled] ?? '');
  const isInNames = filled === addressColumn || (filled === 0 && (kind === 'other' || kind === 'elsewhere'));
  return filled !== -1 && (isAlone || isInNames) && isOptOutTitle(cells[filled] ?? '');
}

function titleOfOptedOut({ line, cells }: SourceRow): Failure {
  const title = cells.join(' ').trim();
  return new Failure('consent_unclear', `line ${line} is "${title}": people below it may have opted out`, {
    hint: `split the file before line ${line}, and import only the people who may be emailed`,
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
