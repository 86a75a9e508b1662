/** Lists of people who must not be emailed: of `--suppress`, and the left-out lists of earlier imports. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, parse, relative } from 'node:path';
import { Failure, ignoringErrors } from '../lib/failure.ts';
import { inputName } from '../lib/files/file-errors.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { addressColumns, isEmailHeader, isOtherAddressHeader } from './columns/header-names.ts';
import { isBlank, type SourceRow } from './files/row.ts';
import { openTable } from './open-table.ts';
import { type ImportOptions, noList } from './options.ts';
import { askValue } from './prompts/ask.ts';
import { BlockList, keysIn } from './rows/block-list.ts';
import { headOf, leftOutPath } from './rows/rejects.ts';
import { peopleText } from './screen/warnings.ts';
import type { CheckedImport, FilesContext, PlannedFile } from './state.ts';

/**
 * Reads the lists: one address or domain per line, or tables with an address column. The left-out list of an import counts
 * for its rejects file, too: a corrected address must not bring in a person who left.
 *
 * @param known the lists read before: they may have come from a pipe
 * @throws Failure no_email_column if a list has neither; any problem with a file
 */
export async function readBlockLists(
  { files, suppress }: ImportOptions,
  planned: readonly PlannedFile[],
  context: FilesContext,
  known?: BlockList,
): Promise<BlockList | undefined> {
  const { terminal } = context;
  const around = planned.filter(needsList).flatMap(({ source }) => listsInFolder(source.path));
  const besides = [...new Set([...files.flatMap(listsBeside), ...around])].filter(
    path => !files.includes(path) && !suppress.includes(path),
  );
  for (const path of besides) terminal.note(`people in ${path} are left out, too`);
  const named = suppress.filter(file => file !== noList);
  if (named.length + besides.length === 0) return known;
  const both = named.find(file => files.includes(file));
  if (both !== undefined)
    throw new Failure('usage', `${both} is given both to import and to --suppress`, { hint: 'name it once' });
  const list = known ?? new BlockList();
  for (const file of [...named, ...besides]) {
    list.begin(labelOf(file), leftOutName.test(basename(file)) ? undefined : file);
    const unread = await readList(file, context, (row, columns) => list.add(row, columns));
    // Addresses in a list of people left out may be invalid: that is why they are in it, or beside it.
    if (besides.includes(file)) continue;
    if (unread === 'all')
      throw new Failure('no_email_column', `--suppress: ${file} has no addresses or domains`);
    if (unread !== undefined) terminal.warn(unread);
  }
  return list;
}

/**
 * People left out of an earlier import may come back with its rejects file, if no list of them is found.
 *
 * @throws Failure declined, unreadable_file; consent_unclear without a terminal
 */
export async function askForList(
  options: ImportOptions,
  planned: readonly PlannedFile[],
  terminal: Terminal,
): Promise<ImportOptions> {
  const file = planned.find(lacksList);
  if (file === undefined || options.suppress.length > 0) return options;
  const from = `${file.plan.shown} comes from an earlier import`;
  const text = `${from}, whose list of people left out is not beside it: name it with --suppress <file>`;
  const choices = [{ name: 'import without a list: nobody was left out', value: noList }];
  const answer = await askValue('suppress', choices, { text, code: 'consent_unclear' }, terminal);
  return { ...options, suppress: [answer] };
}

/**
 * The left-out lists in the folders of the files, but not those of the files: a newer version speaks for itself.
 *
 * @returns the people to import who are in such a list, by its path
 */
async function earlierLists(
  { options: { files, rejects = '' }, validation: { addresses } }: CheckedImport,
  context: FilesContext,
): Promise<Map<string, ReadonlySet<string>>> {
  const own = [...files.map(file => `${basename(file)}.`), parse(leftOutPath(rejects)).name];
  const isOther = (path: string) =>
    !files.includes(path) && !own.some(beginning => basename(path).startsWith(beginning));
  const around = files.filter(file => file !== '-').flatMap(file => listsIn(dirname(file)));
  const found = new Map<string, ReadonlySet<string>>();
  for (const path of new Set(around.filter(isOther))) {
    const people = new Set<string>();
    const take = (row: SourceRow, columns: readonly number[] | undefined) => {
      for (const key of keysIn(row, columns))
        if (!addresses.isSuppressed(key) && addresses.lineOf(key) > 0) people.add(key);
      return 1;
    };
    try {
      if (isLeftOutList(path)) await readList(path, context, take);
    } catch (error) {
      // The lists of other users of the machine are theirs alone to read.
      if (!(error instanceof Failure) || error.code !== 'unreadable_file') throw error;
      context.terminal.warn(`${error.message}; ${mayBeList}`);
    }
    if (people.size > 0) found.set(path, people);
  }
  return found;
}

/**
 * Asks about people to import who were left out by earlier imports: they may have come back since.
 *
 * @throws Failure declined; left_out_earlier without a terminal
 */
export async function askAboutEarlier(
  checked: CheckedImport,
  context: FilesContext,
): Promise<ImportOptions | undefined> {
  const { suppress } = checked.options;
  if (suppress.includes(noList)) return undefined;
  const lists = await earlierLists(checked, context);
  const paths = [...lists.keys()];
  if (paths.length === 0) return undefined;
  const people = [...new Set([...lists.values()].flatMap(keys => [...keys]))];
  const were = people.length === 1 ? 'person to import was' : 'people to import were';
  const what = `${grouped(people.length)} ${were} left out by an earlier import (${paths.join(', ')})`;
  const text = `${what}: ${peopleText(checked, people.slice(0, mostNamed), people.length)}`;
  const choices = [
    { name: 'leave them out', value: paths },
    { name: 'import them: they came back', value: [noList] },
  ];
  const question = { text, initial: paths, code: 'left_out_earlier' as const };
  const answer = await askValue('suppress', choices, question, context.terminal);
  return { ...checked.options, suppress: [...suppress, ...answer] };
}

const mostNamed = 3;

const leftOutName = /\.left-out\b/;

/** Whether a rejects file was moved or renamed, so that its left-out list is not found by its name. */
function needsList({ source: { path }, plan: { dialect } }: PlannedFile): boolean {
  return dialect.isRejects === true && !leftOutName.test(basename(path)) && !isListKnown(path);
}

/** Whether the left-out list is missing: of a renamed file, any list in its folder may be its own. */
function lacksList(file: PlannedFile): boolean {
  const { path } = file.source;
  return needsList(file) && (/\.rejects\b/.test(basename(path)) || listsInFolder(path).length === 0);
}

/**
 * Whether the left-out list of a rejects file is beside it. If the original file is, and no list, no person was left out.
 * A list of another number, alone, may be that of another import.
 */
export function isListKnown(rejects: string): boolean {
  const [original] = rejects.split('.rejects');
  const isThere = original !== rejects && existsSync(original ?? '');
  const numberOf = (path: string) => /-\d+$/.exec(parse(path).name)?.[0];
  const isOwn = (number: string | undefined) => number === undefined || number === numberOf(rejects);
  return isThere || listsBeside(rejects).some(list => isOwn(numberOf(list)));
}

/** The left-out lists of the import that wrote a rejects file, and of runs before it. */
function listsBeside(rejects: string): string[] {
  const { dir, name, ext } = parse(rejects);
  // The rejects of a further layout, or of a second run, have a number: `people.csv.rejects-2.csv`.
  const names = [name, name.replace(/-\d+$/, '')].map(one => parse(leftOutPath(`${one}${ext}`)).name);
  return filesIn(dir).flatMap(file => {
    const isList = parse(file).ext === ext && names.includes(parse(file).name.replace(/-\d+$/, ''));
    return isList ? [join(dir, file)] : [];
  });
}

const mayBeList = 'it may list people who were left out: make it readable, or move it elsewhere';

/** The left-out lists in the folder of a rejects file that was renamed, as relative paths: any may be its own. */
function listsInFolder(rejects: string): string[] {
  const { dir, base } = parse(relative('', rejects));
  // A list that an import of this file has written is not that of the import before it.
  return listsIn(dir).filter(path => !basename(path).startsWith(`${base}.`) && isLeftOutList(path));
}

const listsIn = (folder: string) =>
  filesIn(folder).flatMap(file => (/\.left-out\b.*\.csv$/i.test(file) ? [join(folder, file)] : []));

/** Whether an import has written the list. @throws Failure unreadable_file */
const isLeftOutList = (path: string) => /_line\W+_code\W+_reason/.test(headOf(path, 65_536, mayBeList));

/** None if the folder does not exist: the file itself is then reported as missing. */
const filesIn = (folder: string) => (ignoringErrors(() => readdirSync(folder || '.')) ?? []).sort();

const furtherAddress = /mail|correo|courriel|e-?post|почт|пошт|メール|邮|郵|메일/i;
const domainName = /^(?:e-?mail[ _-]?)?(?:domain|domäne|domaine|dominio|domínio|domein|домен)[sn]?$/i;

/** Whether a column of a list has addresses or domains: several address columns all count. */
function isListed(name: string): boolean {
  const further = furtherAddress.test(name) && !isOtherAddressHeader(name);
  return isEmailHeader(name) || further || domainName.test(name.trim());
}

const labelOf = (file: string) => (file.startsWith('/dev/fd/') ? file : basename(inputName(file)));

/**
 * Reads a list, row by row.
 *
 * @param take returns how many addresses and domains it found in a row, or in some of its columns
 * @returns what is ignored: nothing, some rows in words, or all of them
 */
async function readList(
  file: string,
  context: FilesContext,
  take: (row: SourceRow, columns: readonly number[] | undefined) => number,
): Promise<string | 'all' | undefined> {
  const { header, headerLine, rows: all, close } = await openTable(file, context);
  const columns = header && addressColumns(header, isListed);
  let [found, unread] = [0, 0];
  let example: SourceRow | undefined;
  try {
    for await (const rows of all) {
      for (const row of rows) {
        // An apparent header may be the first domain.
        const isRow = header === undefined || row.line > headerLine;
        const here = take(row, row.damaged || !isRow ? undefined : columns);
        found += here;
        if (here > 0 || !isRow || isBlank(row.cells)) continue;
        unread++;
        example ??= row;
      }
    }
  } finally {
    await close();
  }
  if (found === 0) return 'all';
  if (example === undefined) return undefined;
  const label = labelOf(file);
  const text = example.cells.join(' ').trim().slice(0, 40);
  const what = `${counted(unread, 'row')} without an address or a domain`;
  return `${label}: ${what}, e.g. "${text}" (${label}:${example.line}): these rows are ignored`;
}
