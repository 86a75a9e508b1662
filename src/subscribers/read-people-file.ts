/** The file that `--from` names: addresses or ids, one a line, or a table with a column of them. */
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { allRecords } from '../import/columns/dialect.ts';
import { readLayout } from '../import/columns/file-layout.ts';
import { addressColumns, isEmailHeader, normalizeName } from '../import/columns/header-names.ts';
import { openSources } from '../import/files/open-sources.ts';
import { isBlank, type SourceRow } from '../import/files/row.ts';
import type { Source, TableName } from '../import/files/source.ts';
import type { ChooseSheet } from '../import/files/workbook/workbook-source.ts';
import { importsFolder, makeImportsFolder } from '../import/jobs/imports-folder.ts';
import { addressKey, parseAddress } from '../import/rows/values/email-address.ts';
import { Failure } from '../lib/failure.ts';
import { isId } from '../lib/is-id.ts';
import { isAddress, NamedPeople } from './people-file.ts';

export interface PeopleFileContext {
  readonly stdin: Readable;
  /** Where the program keeps its files. */
  readonly configDir: string;
  /** The first Ctrl-C. */
  readonly stop: AbortSignal;
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
  { stdin, configDir, stop, emailColumn }: PeopleFileContext,
): Promise<NamedPeople> {
  const info = await stat(file).catch(() => undefined);
  if (info?.isDirectory())
    throw new Failure('unreadable_file', `${file} is a folder`, { hint: 'name the file with the people' });
  makeImportsFolder(configDir);
  const open = await openSources([file], {
    stdin,
    spoolFolder: importsFolder(configDir),
    stop,
    // Nearly all addresses are ASCII, the same in every encoding.
    encoding:
      () =>
      async ([likeliest]) =>
        likeliest?.label ?? 'windows-1252',
    sheet: onlySheet,
    meansOptOut: () => false,
  });
  try {
    if (open.sources.length > 1) {
      const names = open.sources.map(({ name }) => name).join(', ');
      throw new Failure('no_email_column', `${file} holds several files: ${names}`, {
        hint: 'name one of them',
      });
    }
    const people = new NamedPeople();
    for (const source of open.sources) await addPeople(people, source, emailColumn);
    if (!people.isEmpty) return people;
    throw new Failure('empty_file', `no subscribers in ${file === '-' ? 'stdin' : file}`, {
      hint: 'expected one email address or id per line',
    });
  } finally {
    await open.close(false);
  }
}

function onlySheet({ name: file }: TableName): ChooseSheet {
  return async sheets => {
    const [first, ...others] = sheets.filter(({ hasAddresses }) => hasAddresses);
    if (others.length === 0) return first?.name ?? sheets[0]?.name ?? '';
    const names = [first, ...others].map(sheet => sheet?.name).join(', ');
    throw new Failure('no_email_column', `${file} has several sheets with addresses: ${names}`, {
      hint: 'save the one that is meant as a file of its own',
    });
  };
}

async function addPeople(
  people: NamedPeople,
  source: Source,
  emailColumn: string | undefined,
): Promise<void> {
  const { dialect } = await readLayout(source, {});
  const header = dialect.hasHeader ? dialect.header : [];
  const newColumn =
    emailColumn === undefined ? undefined : columnNamed(emailColumn, header, shownName(source));
  const others = header.map((name, at) => (at === newColumn ? '' : name));
  const columns = dialect.hasHeader
    ? addressColumns(others, isEmailHeader).filter(at => at !== newColumn)
    : undefined;
  const [used, ids] = [new Set<number>(), new Set<number>()];
  for await (const rows of allRecords(source, dialect)) {
    for (const row of rows) {
      if (isBlank(row.cells)) continue;
      const cell = nameIn(row, { columns, used, ids }, source.name);
      // The supposed header may be the first address.
      if (cell !== undefined) people.add(cell, newAddressIn(row, newColumn, shownName(source)));
      else if (row.line > Math.max(dialect.headerLine, 1))
        people.addUnread(`line ${row.line}: ${row.cells.join(',').slice(0, 60)}`);
    }
  }
  if (used.size > 1) throw unclear(`${source.name} has addresses in several columns`);
  if (dialect.hasHeader)
    people.unusedColumns = dialect.header.filter(
      (name, at) => name.trim() !== '' && at !== newColumn && !used.has(at) && !ids.has(at),
    );
}

const shownName = ({ name }: Source) => (name === '-' ? 'stdin' : name);

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
  /** Those that hold an address or an id in a row so far. */
  readonly used: Set<number>;
  readonly ids: Set<number>;
}

/**
 * The address of a row, else the id.
 *
 * @throws Failure no_email_column when there are several
 */
function nameIn(
  { line, cells, damaged }: SourceRow,
  { columns, used, ids }: NamingColumns,
  file: string,
): string | undefined {
  if (damaged) return undefined;
  const trimmed = cells.map(cell => cell.trim());
  const found = trimmed.flatMap((cell, column) =>
    (columns?.includes(column) ?? true) && isAddress(cell) ? [column] : [],
  );
  const [first, ...others] = found;
  if (first === undefined) {
    const id = trimmed.findIndex(isId);
    if (id >= 0) ids.add(id);
    return trimmed[id];
  }
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
