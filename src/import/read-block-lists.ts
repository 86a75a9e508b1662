/** The files that `--suppress` names: whoever is in them must not be emailed, whatever they say. */

import { PassThrough } from 'node:stream';
import { Failure } from '../lib/failure.ts';
import { counted } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { allRecords } from './columns/dialect.ts';
import { readLayout } from './columns/file-layout.ts';
import { addressColumns, isEmailHeader, isOtherAddressHeader } from './columns/header-names.ts';
import { labelsOf } from './files/labels.ts';
import { openSources } from './files/open-sources.ts';
import type { SourceRow } from './files/row.ts';
import type { Source } from './files/source.ts';
import { importsFolder } from './jobs/imports-folder.ts';
import { encodingPrompt } from './open-files.ts';
import type { ImportOptions } from './options.ts';
import { BlockList, holdsNothing } from './rows/block-list.ts';

/** What reading them needs of the command. */
interface ListContext {
  readonly terminal: Terminal;
  readonly stop: AbortSignal;
  /** Where the program keeps its files. */
  readonly configDir: string;
}

/**
 * Reads the lists: addresses or domains, one on each line, or tables with a column of addresses.
 *
 * @returns undefined when there are none
 * @throws Failure no_email_column when a list holds neither; whatever is wrong with a file
 */
export async function readBlockLists(
  { suppress, files, encoding }: ImportOptions,
  { terminal, stop, configDir }: ListContext,
): Promise<BlockList | undefined> {
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
    // Whoever is on any sheet is left out.
    sheet: () => async sheets =>
      sheets.find(({ hasAddresses }) => hasAddresses)?.name ?? sheets[0]?.name ?? '',
    meansOptOut: () => true,
  });
  try {
    const list = new BlockList();
    const labels = labelsOf(open.sources);
    for (const [i, source] of open.sources.entries())
      await addList(list, source, labels[i] ?? source.name, terminal);
    return list;
  } finally {
    await open.close(false);
  }
}

const furtherAddress = /mail|correo|courriel|e-?post|почт|пошт|メール|邮|郵|메일/i;
const domainName = /^(?:e-?mail[ _-]?)?(?:domain|domäne|domaine|dominio|domínio|domein|домен)[sn]?$/i;

/** Whether a column of a list is of addresses or domains: all of a person's addresses are meant. */
function isListed(name: string): boolean {
  const further = furtherAddress.test(name) && !isOtherAddressHeader(name);
  return isEmailHeader(name) || further || domainName.test(name.trim());
}

async function addList(list: BlockList, source: Source, label: string, terminal: Terminal): Promise<void> {
  const { dialect } = await readLayout(source, {});
  const { header, hasHeader } = dialect;
  const columns = hasHeader ? addressColumns(header, isListed) : undefined;
  list.begin(label);
  let [found, unread] = [0, 0];
  let example: SourceRow | undefined;
  for await (const rows of allRecords(source, dialect)) {
    for (const row of rows) {
      // What looks like a header may be the first of the domains.
      const isRow = !hasHeader || row.line > dialect.headerLine;
      const here = list.add(row, row.damaged || !isRow ? undefined : columns);
      found += here;
      if (here > 0 || !isRow || holdsNothing(row)) continue;
      unread++;
      example ??= row;
    }
  }
  if (found === 0) throw new Failure('no_email_column', `--suppress: ${label} has no addresses or domains`);
  if (example === undefined) return;
  const text = example.cells.join(' ').trim().slice(0, 40);
  const what = `${counted(unread, 'row')} without an address or a domain`;
  terminal.warn(`${label}: ${what}, e.g. "${text}" (${label}:${example.line}): these rows are ignored`);
}
