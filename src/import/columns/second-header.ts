import { Failure } from '../../lib/failure.ts';
import type { SourceRow } from '../files/row.ts';
import { isEmailHeader, isFieldHeader, normalizeName } from './header-names.ts';

interface FirstHeader {
  readonly header: readonly string[];
  readonly hasHeader: boolean;
  readonly addressColumn: number;
}

/** Makes a function that stops at a second header among rows. @throws Failure (it) unreadable_file */
export function secondHeaderCheck(first: FirstHeader): (rows: readonly SourceRow[]) => void {
  const { header, hasHeader, addressColumn } = first;
  const names = header.map(cleanName);
  const plainNames = new Set(header.map(name => name.trim().toLowerCase()).filter(name => name !== ''));
  // Looked at in every bad row: names are normalized where letters suggest it.
  const mayBeName = (cell: string) =>
    cell.length <= longestName &&
    (plainNames.has(cell.trim().toLowerCase()) || (/mail/i.test(cell) && isEmailHeader(cell)));
  const isAddress = (name: string) => isEmailHeader(name) || (hasHeader && name === names[addressColumn]);
  const isKnown = (name: string) => isEmailHeader(name) || isFieldHeader(name);
  const isHeader = (cells: readonly string[]) => {
    const here = cells.map(cleanName);
    const filled = here.filter(name => name !== '');
    if (!filled.some(isAddress)) return false;
    if (!hasHeader) return filled.filter(isKnown).length > 1 && !isEmailHeader(here[addressColumn] ?? '');
    const known = filled.filter(name => names.includes(name) || isKnown(name)).length;
    return known * 2 > filled.length && (known > 1 || names.length === 1);
  };
  return rows => {
    for (const row of rows) {
      const { cells, damaged } = row;
      if (cells[addressColumn]?.includes('@') === true || damaged || !cells.some(mayBeName)) continue;
      if (!cells.some(cell => cell.includes('@')) && isHeader(cells)) throw secondHeader(row, first);
    }
  };
}

const longestName = 200;

/** Removes a byte order mark, and the quotes that it made part of the name. */
function cleanName(cell: string): string {
  const text = cell.trim().replace(/^\ufeff?"?|"$/g, '');
  return normalizeName(text) || text;
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
