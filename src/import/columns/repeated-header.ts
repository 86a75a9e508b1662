import { Failure } from '../../lib/failure.ts';
import { isOptOutTitle } from '../consent/file-name.ts';
import { isBlank, type SourceRow } from '../files/row.ts';
import { isEmailHeader, isFieldHeader, normalizeName } from './header-names.ts';

/** The header of a file, or its columns without one. */
export interface FirstHeader {
  readonly header: readonly string[];
  readonly hasHeader: boolean;
  readonly addressColumn: number;
}

/** A header among the rows. */
export interface FoundHeader {
  readonly line: number;
  /** Its columns, where they have another order than those of the first header. */
  readonly columns?: readonly string[];
}

/**
 * Makes a function that looks for a second header among the rows: two exports in one file. Cells of the rows below it
 * are put in the order of the first header, and the second header itself is left out.
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
  /** For each column of the first header, where its cell is now; undefined: in its place. */
  let order: readonly number[] | undefined;
  let width = header.length;
  const hasAddress = ({ cells }: SourceRow) =>
    cells[order?.[addressColumn] ?? addressColumn]?.includes('@') === true;

  return rows => {
    const found: SourceRow[] = [];
    for (const row of rows) {
      // Nearly all rows have an address in its place, and nothing else needs to be looked at.
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
  const cells = order.map(place => row.cells[place] ?? '');
  const more = row.cells.slice(width);
  return { ...row, cells: isBlank(more) ? cells : [...cells, ...more] };
}

/**
 * What a row without an address in its place is: an ordinary row; a header with the same columns, in the same order or
 * another; or a header with other columns.
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

/** A name without what the start of a file adds: a byte order mark, and then quotes that are no quotes. */
function cleanName(cell: string): string {
  const text = cell.trim().replace(/^\ufeff?"?|"$/g, '');
  return normalizeName(text) || text;
}

/**
 * Looks for a title such as "Unsubscribed" among the rows: nobody below it is to be sent without a question.
 *
 * @throws Failure consent_unclear
 */
export function refuseTitles(rows: readonly SourceRow[], first: FirstHeader): void {
  const title = rows.find(row => !row.damaged && isTitleOfOptedOut(row, first));
  if (title !== undefined) throw titleOfOptedOut(title);
}

/** Whether a row is nothing but a title such as "Unsubscribed", in the place of the address or alone on its line. */
function isTitleOfOptedOut({ cells }: SourceRow, { header, addressColumn }: FirstHeader): boolean {
  // Nearly all rows have an address, and nothing else needs to be looked at.
  if (cells[addressColumn]?.includes('@') === true) return false;
  const filled = cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [column]));
  const [place = -1] = filled;
  const isAlone = cells.length === 1 && header.length > 1;
  return filled.length === 1 && (isAlone || place === addressColumn) && isOptOutTitle(cells[place] ?? '');
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
