/** Opening the files of an import. */
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Account } from '../contract/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { encodingPrompt } from './encoding-prompt.ts';
import { importsFolder, journalPath, makeImportsFolder } from './jobs/imports-folder.ts';
import { readJournal } from './jobs/journal-contents.ts';
import type { ImportOptions } from './options.ts';
import { type OpenFiles, openSources } from './source/open-sources.ts';
import { removeOldSpools } from './source/stdin-spool.ts';

/** What opening needs of the command. */
export interface OpeningContext {
  readonly terminal: Terminal;
  readonly stop: AbortSignal;
  readonly stdin: Readable;
  /** Where the program keeps its files. */
  readonly configDir: string;
  /** Base URL. */
  readonly service: string;
  readonly account: () => Promise<Account>;
}

/**
 * Opens all files, or a copy of standard input, which may be needed to resume.
 *
 * @returns also the options with the encodings that were chosen, so that --resume does not ask again
 * @throws Failure whatever is wrong with a file
 */
export async function openFiles(
  options: ImportOptions,
  context: OpeningContext,
): Promise<{ open: OpenFiles; asked: ImportOptions }> {
  const { files, dryRun, resume } = options;
  const { configDir, stdin, stop, terminal } = context;
  const spoolFolder = importsFolder(configDir);
  if (!dryRun || files.includes('-')) {
    makeImportsFolder(configDir);
    removeOldSpools(spoolFolder, journal => readJournal(journal)?.start.files);
  }
  const earlier = resume ? await earlierEncodings(options, context) : {};
  const given = options.encoding ?? earlier.encoding;
  const chosen = new Map((earlier.chosen ?? options.chosenEncodings).map(dividedAtEquals));
  const open = await openSources(files, {
    stdin,
    spoolFolder,
    stop,
    encoding: ({ path, name }) => given ?? chosen.get(path) ?? encodingPrompt(name, terminal),
  });
  const now = open.sources.flatMap(({ id, isEncodingChosen, encoding }) =>
    isEncodingChosen ? [`${id}=${encoding}`] : [],
  );
  return { open, asked: { ...options, chosenEncodings: [...options.chosenEncodings, ...now] } };
}

function dividedAtEquals(text: string): readonly [path: string, encoding: string] {
  const cut = text.lastIndexOf('=');
  return [text.slice(0, cut), text.slice(cut + 1)];
}

interface EarlierEncodings {
  /** That of all files. */
  readonly encoding?: string | undefined;
  readonly chosen?: readonly string[] | undefined;
}

/** The encodings with which the import that is resumed has read the files, if they were given or chosen. */
async function earlierEncodings(
  { files, shard }: ImportOptions,
  { configDir, service, account }: OpeningContext,
): Promise<EarlierEncodings> {
  const identity = { files: files.map(file => resolve(file)), service, account: (await account()).id };
  const { encoding, chosenEncodings } =
    readJournal(journalPath(configDir, identity, shard))?.start.options ?? {};
  return {
    encoding: typeof encoding === 'string' ? encoding : undefined,
    chosen: Array.isArray(chosenEncodings) ? chosenEncodings.map(String) : undefined,
  };
}
