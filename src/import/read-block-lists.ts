/** The files of `--suppress`: people in them must not be emailed, whatever else the files say. */
import { PassThrough } from 'node:stream';
import { Failure } from '../lib/failure.ts';
import { counted } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { allRecords } from './columns/dialect.ts';
import { readLayout } from './columns/file-layout.ts';
import { addressColumns, isEmailHeader, isOtherAddressHeader } from './columns/header-names.ts';
import { labelsOf } from './files/labels.ts';
import { openSources } from './files/open-sources.ts';
import { isBlank, type SourceRow } from './files/row.ts';
import type { Source } from './files/source.ts';
import { importsFolder } from './jobs/imports-folder.ts';
import { lacksList, leftOutAround, leftOutBeside, needsList } from './left-out-lists.ts';
import { encodingPrompt } from './open-files.ts';
import type { ImportOptions } from './options.ts';
import { askValue } from './prompts/ask.ts';
import { BlockList } from './rows/block-list.ts';
import type { FilesContext, PlannedFile } from './state.ts';

/** The value of `--suppress` that says that a rejects file needs no list of people left out. */
export const noList = 'none';

/**
 * Reads the lists: one address or domain per line, or tables with an address column. The list of people whom an import left
 * out counts for its rejects file, too: a corrected address must not bring in somebody who left.
 *
 * @returns undefined if there are none
 * @throws Failure no_email_column if a list has neither; any problem with a file
 */
export async function readBlockLists(
  options: ImportOptions,
  planned: readonly PlannedFile[],
  { terminal, stop, configDir }: FilesContext,
): Promise<BlockList | undefined> {
  const { files, encoding } = options;
  const around = planned.filter(needsList).flatMap(({ source }) => leftOutAround(source.path));
  const besides = [...new Set([...files.flatMap(leftOutBeside), ...around])].filter(
    path => !files.includes(path) && !options.suppress.includes(path),
  );
  for (const path of besides) terminal.note(`people in ${path} are left out, too`);
  const suppress = [...options.suppress.filter(file => file !== noList), ...besides];
  if (suppress.length === 0) return undefined;
  const both = suppress.find(file => files.includes(file));
  if (both !== undefined) {
    throw new Failure('usage', `${both} is given both to import and to --suppress`, {
      hint: 'name it once',
    });
  }
  const open = await openSources(suppress, {
    stdin: new PassThrough(),
    spoolFolder: importsFolder(configDir),
    stop,
    encoding: ({ name }) => encoding ?? encodingPrompt(name, terminal),
    // People on any sheet are left out.
    sheet: () => async sheets =>
      sheets.find(({ hasAddresses }) => hasAddresses)?.name ?? sheets[0]?.name ?? '',
    meansOptOut: () => true,
  });
  try {
    const list = new BlockList();
    const labels = labelsOf(open.sources);
    for (const [i, source] of open.sources.entries()) {
      const label = labels[i] ?? source.name;
      const unread = await addList(list, source, label);
      // Addresses in a list of people left out may be invalid: that is why they are in it, or beside it.
      if (besides.includes(source.name)) continue;
      if (unread === 'all')
        throw new Failure('no_email_column', `--suppress: ${label} has no addresses or domains`);
      if (unread !== undefined) terminal.warn(unread);
    }
    return list;
  } finally {
    await open.close(false);
  }
}

/**
 * People left out of an earlier import may come back with its rejects file, if no list of them is found.
 *
 * @returns the options with the answer
 * @throws Failure declined, unreadable_file; consent_unclear without a terminal
 */
export async function askForList(
  options: ImportOptions,
  planned: readonly PlannedFile[],
  terminal: Terminal,
): Promise<ImportOptions> {
  const file = planned.find(lacksList);
  if (file === undefined || options.suppress.length > 0) return options;
  const message = `${file.plan.shown} comes from an earlier import, whose list of people left out is not beside it`;
  const hint = `name it with --suppress <file>; if nobody was left out: --suppress ${noList}`;
  const choices = [
    { name: 'stop here, to name it with --suppress <file>', value: '' },
    { name: 'import without a list: nobody was left out', value: noList },
  ];
  const question = { text: `${message}. What should be done?`, flag: '--suppress', choices };
  const unasked = () => new Failure('consent_unclear', message, { hint });
  const answer = await askValue({ ...question, unasked }, terminal);
  return { ...options, suppress: [answer], given: [...options.given, 'suppress'] };
}

const furtherAddress = /mail|correo|courriel|e-?post|почт|пошт|メール|邮|郵|메일/i;
const domainName = /^(?:e-?mail[ _-]?)?(?:domain|domäne|domaine|dominio|domínio|domein|домен)[sn]?$/i;

/** Whether a column of a list has addresses or domains: several address columns all count. */
function isListed(name: string): boolean {
  const further = furtherAddress.test(name) && !isOtherAddressHeader(name);
  return isEmailHeader(name) || further || domainName.test(name.trim());
}

/** @returns what is ignored: nothing, some rows in words, or all of them */
async function addList(list: BlockList, source: Source, label: string): Promise<string | 'all' | undefined> {
  const { dialect } = await readLayout(source, {});
  const { header, hasHeader } = dialect;
  const columns = hasHeader ? addressColumns(header, isListed) : undefined;
  list.begin(label);
  let [found, unread] = [0, 0];
  let example: SourceRow | undefined;
  for await (const rows of allRecords(source, dialect)) {
    for (const row of rows) {
      // An apparent header may be the first domain.
      const isRow = !hasHeader || row.line > dialect.headerLine;
      const here = list.add(row, row.damaged || !isRow ? undefined : columns);
      found += here;
      if (here > 0 || !isRow || isBlank(row.cells)) continue;
      unread++;
      example ??= row;
    }
  }
  if (found === 0) return 'all';
  if (example === undefined) return undefined;
  const text = example.cells.join(' ').trim().slice(0, 40);
  const what = `${counted(unread, 'row')} without an address or a domain`;
  return `${label}: ${what}, e.g. "${text}" (${label}:${example.line}): these rows are ignored`;
}
