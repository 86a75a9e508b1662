/** Opening the files of an import. */
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Account } from '../contract/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Answers } from './answers.ts';
import { fileMark } from './consent/file-name.ts';
import type { AsideFile } from './files/members.ts';
import { type OpenFiles, openSources } from './files/open-sources.ts';
import { removeOldSpools } from './files/stdin-spool.ts';
import { importsFolder, journalPath, makeImportsFolder } from './jobs/imports-folder.ts';
import { readJournal } from './jobs/journal-contents.ts';
import type { Choices, ImportOptions } from './options.ts';
import { encodingPrompt } from './prompts/encoding-prompt.ts';
import { sheetPrompt } from './prompts/sheet-prompt.ts';

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
 * @returns also the answers with the encodings and sheets that were chosen, so that --resume does not ask again
 * @throws Failure whatever is wrong with a file
 */
export async function openFiles(
  { options, answers }: Pick<Choices, 'options' | 'answers'>,
  context: OpeningContext,
): Promise<{ open: OpenFiles; answers: Answers }> {
  const { files, dryRun, resume } = options;
  const { configDir, stdin, stop, terminal } = context;
  const spoolFolder = importsFolder(configDir);
  if (!dryRun || files.includes('-')) {
    makeImportsFolder(configDir);
    removeOldSpools(spoolFolder, journal => readJournal(journal)?.start.files);
  }
  const earlier = resume ? await earlierChoices(options, context) : {};
  const given = options.encoding ?? earlier.encoding;
  const encodings = byPath(earlier.chosen ?? answers.chosenEncodings);
  const sheets = byPath(earlier.sheets ?? answers.chosenSheets);
  const open = await openSources(files, {
    stdin,
    spoolFolder,
    stop,
    encoding: ({ id, name }) => given ?? encodings.get(id) ?? encodingPrompt(name, terminal),
    sheet: sheetPrompt(options.sheet ?? earlier.sheet, sheets, terminal),
    isMark: name => fileMark(name)?.says === 'suppressed',
  });
  noteAside(open.aside, terminal);
  for (const { id, isEncodingChosen, encoding } of open.sources)
    if (isEncodingChosen) encodings.set(id, encoding);
  const chosen = { chosenEncodings: asTexts(encodings), chosenSheets: asTexts(sheets) };
  return { open, answers: { ...answers, ...chosen } };
}

/** Files that are named. */
const mostNamed = 8;

/** Says which files of archives and folders are not read: the user may know better. */
function noteAside(aside: readonly AsideFile[], terminal: Terminal): void {
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of aside) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  for (const [reason, names] of byReason) {
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
    terminal.note(`skipped (${reason}): ${names.slice(0, mostNamed).join(', ')}${more}`);
  }
}

const asTexts = (chosen: ReadonlyMap<string, string>) =>
  [...chosen].map(([path, value]) => `${path}=${value}`);

function byPath(texts: readonly string[]): Map<string, string> {
  return new Map(texts.map(dividedAtEquals));
}

function dividedAtEquals(text: string): readonly [path: string, value: string] {
  const cut = text.lastIndexOf('=');
  return [text.slice(0, cut), text.slice(cut + 1)];
}

interface EarlierChoices {
  /** The encoding of all files. */
  readonly encoding?: string | undefined;
  /** Encodings of single files. */
  readonly chosen?: readonly string[] | undefined;
  /** The sheet of all workbooks. */
  readonly sheet?: string | undefined;
  readonly sheets?: readonly string[] | undefined;
}

/** The encodings and sheets with which the import that is resumed has read the files, if they were given or chosen. */
async function earlierChoices(
  { files, shard }: ImportOptions,
  { configDir, service, account }: OpeningContext,
): Promise<EarlierChoices> {
  const identity = { files: files.map(file => resolve(file)), service, account: (await account()).id };
  const { encoding, chosenEncodings, sheet, chosenSheets } =
    readJournal(journalPath(configDir, identity, shard))?.start.options ?? {};
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : undefined);
  return {
    encoding: text(encoding),
    chosen: texts(chosenEncodings),
    sheet: text(sheet),
    sheets: texts(chosenSheets),
  };
}
