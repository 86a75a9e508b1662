import { Failure } from '../../lib/failure.ts';
import { isOptOutTitle } from '../consent/file-name.ts';
import { isBlank, type SourceRow } from '../files/row.ts';
import { isEmailHeader, isFieldHeader, normalizeName } from './header-names.ts';

export interface FirstHeader {
  readonly header: readonly string[];
  readonly hasHeader: boolean;
  readonly addressColumn: number;
}

export interface FoundHeader {
  readonly line: number;
  /** Set if their order differs from that of the first header. */
  readonly columns?: readonly string[];
}

/**
 * Makes a function that finds a second header among the rows: two exports in one file. It puts the cells below into the
 * order of the first header, and leaves out the second.
 *
 * @param onHeader called with every second header
 * @throws Failure unreadable_file (the function) when the second header has other columns than the first
 */
export function headerFollower(
  first: FirstHeader,
  onHeader: (found: FoundHeader) => void = () => {},
): (rows: readonly SourceRow[]) => SourceRow[] {
  const { header, addressColumn } = first;
  const names = header.map(cleanName);
  const plainNames = new Set(header.map(name => name.trim().toLowerCase()).filter(name => name !== ''));
  /** For each column of the first header, the index of its cell now; undefined: the same. */
  let order: readonly number[] | undefined;
  let width = header.length;
  const hasAddress = ({ cells }: SourceRow) =>
    cells[order?.[addressColumn] ?? addressColumn]?.includes('@') === true;

  return rows => {
    const found: SourceRow[] = [];
    for (const row of rows) {
      // Nearly all rows have an address in its column, which is enough.
      if (!hasAddress(row) && !row.damaged) {
        const kind = headerKind(row.cells, names, plainNames, first);
        if (kind === 'other') throw otherColumns(row, first);
        if (kind !== 'row') {
          order = kind === 'same' ? undefined : kind;
          width = row.cells.length;
          onHeader(kind === 'same' ? { line: row.line } : { line: row.line, columns: row.cells });
          continue;
        }
      }
      found.push(order === undefined || row.damaged ? row : reordered(row, order, width));
    }
    return found;
  };
}

function reordered(row: SourceRow, order: readonly number[], width: number): SourceRow {
  const cells = order.map(from => row.cells[from] ?? '');
  const more = row.cells.slice(width);
  return { ...row, cells: isBlank(more) ? cells : [...cells, ...more] };
}

/**
 * A row without an address in its column is an ordinary row, a header with the same columns in any order, or a header
 * with other columns.
 */
function headerKind(
  cells: readonly string[],
  names: readonly string[],
  plainNames: ReadonlySet<string>,
  { hasHeader, addressColumn }: FirstHeader,
): 'row' | 'same' | 'other' | readonly number[] {
  const looksRight = cells.some(cell => /mail/i.test(cell) || plainNames.has(cell.trim().toLowerCase()));
  if (!looksRight || cells.some(cell => cell.includes('@'))) return 'row';
  const here = cells.map(cleanName);
  const filled = here.filter(name => name !== '');
  if (!hasHeader) {
    const isAbove = filled.filter(isKnown).length > 1 && !isEmailHeader(here[addressColumn] ?? '');
    return isAbove && filled.some(isEmailHeader) ? 'other' : 'row';
  }
  if (!filled.some(name => isEmailHeader(name) || name === names[addressColumn])) return 'row';
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

/** @throws Failure consent_unclear for a title such as "Unsubscribed" among the rows */
export function refuseTitles(rows: readonly SourceRow[], first: FirstHeader): void {
  const title = rows.find(row => !row.damaged && isTitleOfOptedOut(row, first));
  if (title !== undefined) throw titleOfOptedOut(title);
}

/** Whether a row is only a title such as "Unsubscribed", in the address column or alone on its line. */
function isTitleOfOptedOut({ cells }: SourceRow, { header, addressColumn }: FirstHeader): boolean {
  if (cells[addressColumn]?.includes('@') === true) return false;
  const filled = cells.flatMap((cell, i) => (cell.trim() === '' ? [] : [i]));
  const [column = -1] = filled;
  const isAlone = cells.length === 1 && header.length > 1;
  return filled.length === 1 && (isAlone || column === addressColumn) && isOptOutTitle(cells[column] ?? '');
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
