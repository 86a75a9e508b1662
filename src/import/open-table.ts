/** Opens a file that holds one table of people, for other commands and for lists of people. */
import { Failure } from '../lib/failure.ts';
import { inputName } from '../lib/files/file-errors.ts';
import { allRecords } from './columns/dialect.ts';
import { readLayout } from './columns/file-layout.ts';
import { openSources } from './files/open-sources.ts';
import type { SourceRow } from './files/row.ts';
import { inputOf } from './files/stdin-spool.ts';
import { importsFolder, makeImportsFolder } from './jobs/imports-folder.ts';
import type { FilesContext } from './state.ts';

export type TableContext = Pick<FilesContext, 'stdin' | 'configDir' | 'stop'>;

/** A table as it stands in a file, in any form that an import reads. */
export interface PlainTable {
  readonly name: string;
  /** Undefined: the file has no header. */
  readonly header: readonly string[] | undefined;
  readonly headerLine: number;
  /** All rows, those above the header included. */
  readonly rows: AsyncIterable<readonly SourceRow[]>;
}

/**
 * The only table of a file, a named pipe, or standard input (`-`).
 *
 * @throws Failure no_email_column if there are several; empty_file if there is none; others for unreadable files
 */
export async function openTable(
  file: string,
  { stdin, configDir, stop }: TableContext,
): Promise<PlainTable & { readonly close: () => Promise<void> }> {
  const input = await inputOf(file, stdin, stop);
  if (input.file === '-') makeImportsFolder(configDir);
  const open = await openSources([input.file], {
    stdin: input.stdin,
    spoolFolder: importsFolder(configDir),
    stop,
    // Nearly all addresses are ASCII, the same in every encoding.
    encoding:
      () =>
      async ([likeliest]) =>
        likeliest?.label ?? 'windows-1252',
    sheets: () => async sheets => {
      const likely = sheets.filter(({ isLikely }) => isLikely);
      return (likely.length > 0 ? likely : sheets.slice(0, 1)).map(({ name }) => name);
    },
    meansOptOut: () => false,
  });
  const close = async () => await open.close(false);
  try {
    const [source, ...others] = open.sources.filter(one => !one.isUnchosen);
    if (source === undefined) throw new Failure('empty_file', `${inputName(file)} holds no table`);
    if (others.length > 0) {
      const names = [source, ...others].map(({ name }) => name).join(', ');
      throw new Failure('no_email_column', `${inputName(file)} holds several tables: ${names}`, {
        hint: 'save the one that is meant as a file of its own',
      });
    }
    const { dialect } = await readLayout(source, {});
    const { hasHeader, header, headerLine } = dialect;
    const rows = allRecords(source, dialect);
    return { name: source.name, header: hasHeader ? header : undefined, headerLine, rows, close };
  } catch (error) {
    await close();
    throw error;
  }
}
