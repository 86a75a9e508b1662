import { Failure } from '../../lib/failure.ts';
import type { SourceRow } from '../files/row.ts';
import { earlierReject } from '../rows/values/added-columns.ts';
import { looksLikeAddress } from '../rows/values/email-address.ts';
import { isEmailHeader, isFieldHeader, normalizeName } from './header-names.ts';

/** Records in which to look for a header below title lines. */
export const titleLines = 10;
/** Records in which to look for addresses. */
export const addressRecords = 100;

export const holdsAddress = (row: SourceRow) => row.cells.some(looksLikeAddress);
export const namesAddress = (row: SourceRow) => row.cells.some(isEmailHeader);

/** The column with the most addresses; 0 when there are none. */
export function addressColumn(rows: readonly SourceRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows.slice(0, addressRecords)) {
    cells.forEach((cell, column) => {
      if (looksLikeAddress(cell)) counts.set(column, (counts.get(column) ?? 0) + 1);
    });
  }
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])[0];
}

/**
 * The header is the first record that names an address column, unless addresses come before it; else the first record
 * with as many cells as the rows, unless it is a row itself. Title lines have fewer.
 *
 * @returns -1 without a header
 */
export function headerIndex(records: readonly SourceRow[]): number {
  const first = records.slice(0, titleLines);
  const ofRejects = first.findIndex(row => earlierReject(row.cells) !== undefined);
  if (ofRejects !== -1) return ofRejects;
  const width = (row: SourceRow | undefined) => row?.cells.length ?? 0;
  const named = first.findIndex(row => namesAddress(row) && !row.cells.some(isMeantAsAddress));
  const filled = first.findIndex(holdsAddress);
  const above = first.slice(0, named);
  const isTitle = (row: SourceRow) => !row.cells.some(isMeantAsAddress) || width(row) < width(first[named]);
  if (named !== -1 && above.every(isTitle)) return named;
  if (filled === 0) return -1;
  const at = Math.max(
    0,
    first.slice(0, Math.max(0, filled)).findIndex(row => width(row) === width(first[filled])),
  );
  return isRow(records, at) ? -1 : at;
}

/** `jane.x.org`, `jane at x.org`, `jane(at)x.org`. */
const isBadAddress = /^[\w+-]+(?:\.[\w-]+)+$|^\S+\s*(?:\bat\b|\W(?:at|ät)\W)\s*\S+\.\w{2,}$/i;

/** Whether the assumed header is a row itself, with a bad address or none. */
function isRow(records: readonly SourceRow[], at: number): boolean {
  const below = records.slice(at + 1, at + 1 + addressRecords);
  const cells = records[at]?.cells ?? [];
  const column = addressColumn(below);
  const cell = cells[column]?.trim() ?? '';
  if (cells.some(isMeantAsAddress) || (isBadAddress.test(cell) && !/mail/i.test(cell))) return true;
  if (cells.some(isFieldHeader)) return false;
  if (/^(?:n\/?a|none|null|nil|-+|\?+|unknown)?$/i.test(cell)) return true;
  return cells.some((one, other) => other !== column && isValue(one.trim(), below, other));
}

/**
 * Whether a cell is no header: a number, a date, or a value of the rows below. The label of a box in a form is both the
 * header and the value of a ticked box.
 */
function isValue(cell: string, below: readonly SourceRow[], column: number): boolean {
  if (cell === '' || /\S\s+\S+\s+\S/.test(cell)) return false;
  return /^[\d.,:/+-]+$/.test(cell) || below.some(row => row.cells[column]?.trim() === cell);
}

/** Whether a cell is an address or should be one: it has an @, and is no header such as "Email (you@example.org)". */
function isMeantAsAddress(cell: string): boolean {
  return /\S@|@\S/.test(cell) && !/mail.*\s.*@/i.test(cell);
}

/** Makes names unique; a column without a name gets its number, unless it is empty. */
export function distinctNames(header: readonly string[], sample: readonly SourceRow[]): string[] {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return header.map((cell, column) => {
    const holds = () => sample.some(row => (row.cells[column] ?? '').trim() !== '');
    const name = cell.trim() || (holds() ? `column ${column + 1}` : '');
    let distinct = name;
    let n = numbers.get(sameName(name)) ?? 2;
    while (name !== '' && taken.has(sameName(distinct))) distinct = `${name}_${n++}`;
    numbers.set(sameName(name), n);
    taken.add(sameName(distinct));
    return distinct;
  });
}

/** For people and some services, names that differ only in case or spaces are the same. */
const sameName = (name: string) => normalizeName(name) || name;

interface FirstHeader {
  readonly header: readonly string[];
  readonly hasHeader: boolean;
  readonly addressColumn: number;
}

/** Makes a function that stops at a second header among rows. @throws Failure (it) unreadable_file */
export function secondHeaderCheck(
  first: FirstHeader,
  isExport = false,
): (rows: readonly SourceRow[]) => void {
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
      if (damaged || cells.some(cell => cell.includes('@')) || !cells.some(mayBeName)) continue;
      if (isHeader(cells)) throw secondHeader(row, first, isExport);
    }
  };
}

const longestName = 200;

/** Removes a byte order mark, and the quotes that it made part of the name. */
function cleanName(cell: string): string {
  const text = cell.trim().replace(/^\ufeff?"?|"$/g, '');
  return normalizeName(text) || text;
}

function secondHeader(
  { line, cells }: SourceRow,
  { header, hasHeader }: FirstHeader,
  isExport: boolean,
): Failure {
  const split = `split the file before line ${line}, and import both parts`;
  return new Failure('unreadable_file', `line ${line} is a second header`, {
    details: [
      `columns before: ${hasHeader ? header.join(', ') : 'no header'}`,
      `columns in line ${line}: ${cells.join(', ')}`,
    ],
    // Files of Mailchimp have the same columns, and only their names say who must not be emailed.
    hint: isExport
      ? 'import the original files instead'
      : `${split}; if its columns are the same, delete that line`,
  });
}
