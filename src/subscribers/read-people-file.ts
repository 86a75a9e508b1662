/** The file that `--from` names: addresses or ids, one a line, or a table with a column of them. */

import { isId } from '../http/url.ts';
import { addressColumns, isEmailHeader, normalizeName } from '../import/columns/header-names.ts';
import { isBlank, type SourceRow } from '../import/files/row.ts';
import { openTable, type PlainTable, type TableContext } from '../import/open-table.ts';
import { addressKey, parseAddress } from '../import/rows/values/email-address.ts';
import { Failure } from '../lib/failure.ts';
import { inputName } from '../lib/files/file-errors.ts';
import { isAddress, NamedPeople } from './people-file.ts';

export interface PeopleFileContext extends TableContext {
  /** The column with the new address of each person. */
  readonly emailColumn?: string | undefined;
}

/**
 * Reads whatever an import reads: texts in any encoding, JSON, workbooks, gzipped or alone in an archive.
 *
 * @param file a path, or `-`
 * @throws Failure no_email_column when the column of addresses is unclear; bad_column, invalid_value for new addresses;
 *   empty_file; others for unreadable files
 */
export async function readPeopleFile(
  file: string,
  { emailColumn, ...context }: PeopleFileContext,
): Promise<NamedPeople> {
  const table = await openTable(file, context);
  try {
    const people = new NamedPeople();
    await addPeople(people, table, emailColumn);
    if (!people.isEmpty) return people;
    throw new Failure('empty_file', `no subscribers in ${inputName(file)}`, {
      hint: 'expected one email address or id per line',
    });
  } finally {
    await table.close();
  }
}

async function addPeople(
  people: NamedPeople,
  { name: source, header: names, headerLine, rows: all }: PlainTable,
  emailColumn: string | undefined,
): Promise<void> {
  const header = names ?? [];
  const newColumn =
    emailColumn === undefined ? undefined : columnNamed(emailColumn, header, inputName(source));
  const others = header.map((name, at) => (at === newColumn ? '' : name));
  const columns =
    names !== undefined ? addressColumns(others, isEmailHeader).filter(at => at !== newColumn) : undefined;
  const used = new Set<number>();
  for await (const rows of all) {
    for (const row of rows) {
      if (isBlank(row.cells)) continue;
      const cell = nameIn(row, { columns, used }, source);
      // The supposed header may be the first address.
      if (cell !== undefined) people.add(cell, newAddressIn(row, newColumn, inputName(source)));
      else if (row.line > Math.max(headerLine, 1))
        people.unread.push(`line ${row.line}: ${row.cells.join(',').slice(0, 60)}`);
    }
  }
  if (used.size > 1) throw unclear(`${source} has addresses in several columns`);
}

/** @throws Failure bad_column */
function columnNamed(name: string, header: readonly string[], file: string): number {
  const at = header.findIndex(each => normalizeName(each) === normalizeName(name));
  if (at >= 0) return at;
  throw new Failure('bad_column', `${file} has no column "${name}"`, {
    hint: header.length === 0 ? 'its first row must name the columns' : `columns are ${header.join(', ')}`,
  });
}

/** @returns undefined where the cell is empty @throws Failure invalid_value */
function newAddressIn(
  { line, cells }: SourceRow,
  column: number | undefined,
  file: string,
): string | undefined {
  const cell = column === undefined ? '' : (cells[column] ?? '').trim();
  if (cell === '') return undefined;
  const parsed = parseAddress(cell);
  if ('address' in parsed) return parsed.address;
  throw new Failure('invalid_value', `${file}:${line}: invalid new address "${cell}": ${parsed.problem}`, {
    hint: 'fix the row, or empty the cell to leave the address as it is',
  });
}

interface NamingColumns {
  /** Those that may hold addresses; undefined: any. */
  readonly columns: readonly number[] | undefined;
  /** Those that hold an address in a row so far. */
  readonly used: Set<number>;
}

/** The address of a row, else the id. @throws Failure no_email_column when there are several */
function nameIn(
  { line, cells, damaged }: SourceRow,
  { columns, used }: NamingColumns,
  file: string,
): string | undefined {
  if (damaged) return undefined;
  const trimmed = cells.map(cell => cell.trim());
  const found = trimmed.flatMap((cell, column) =>
    (columns?.includes(column) ?? true) && isAddress(cell) ? [column] : [],
  );
  const [first, ...others] = found;
  if (first === undefined) return trimmed.find(isId);
  const address = trimmed[first] ?? '';
  const other = others.find(column => addressKey(trimmed[column] ?? '') !== addressKey(address));
  if (other !== undefined)
    throw unclear(`${file}:${line} has several addresses: ${address}, ${trimmed[other]}`);
  used.add(first);
  return address;
}

function unclear(message: string): Failure {
  return new Failure('no_email_column', message, {
    hint: 'one person a line; a table needs a column named email',
  });
}
