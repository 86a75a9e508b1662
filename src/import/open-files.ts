/** Opening the files of an import. */

import { resolve } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { inputName } from '../lib/files/file-errors.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { resumedOptions } from './codec.ts';
import { checkPresetName } from './columns/detect-preset.ts';
import { nameMeaning } from './consent/file-name.ts';
import { type OpenFiles, openSources, type SkippedFile, type SourceContext } from './files/open-sources.ts';
import { removeOldSpools } from './files/stdin-spool.ts';
import type { ChooseEncoding } from './files/text/encoding.ts';
import { importsFolder, journalPath, makeImportsFolder } from './jobs/imports-folder.ts';
import { readJournal } from './jobs/journal.ts';
import { withMappingFile } from './mapping-file.ts';
import type { ImportOptions } from './options.ts';
import { askValue } from './prompts/ask.ts';
import { parseRisky } from './rows/risk/risk.ts';
import { listed } from './screen/listed.ts';
import type { FilesContext } from './state.ts';

/**
 * Reads the mapping file, and opens all files, or a copy of standard input, which may be needed to resume.
 *
 * @returns also the options with the chosen encodings and sheets; with --resume those of the first run
 * @throws Failure any problem with a file; usage if an option differs from the first run
 */
export async function openFiles(
  typed: ImportOptions,
  context: FilesContext,
): Promise<{ open: OpenFiles; options: ImportOptions }> {
  checkPresetName(typed.from);
  const { configDir, stdin, stop, terminal } = context;
  const files = withoutOwnFiles(typed.files, terminal);
  const given = { ...withMappingFile(typed), files };
  for (const text of given.risky) parseRisky(text);
  const spoolFolder = importsFolder(configDir);
  if (!given.dryRun || files.includes('-')) {
    makeImportsFolder(configDir);
    removeOldSpools(spoolFolder);
  }
  const options = given.resume ? await optionsOfFirstRun(given, context) : given;
  const { chosenEncodings: encodings, chosenSheets } = options;
  const sheets = [...chosenSheets];
  const open = await openSources(files, {
    stdin,
    spoolFolder,
    stop,
    encoding: ({ id, name }) =>
      options.encoding ?? chosenFor(id, encodings).at(-1) ?? encodingPrompt(name, terminal),
    sheets: sheetPrompt(options.sheet, sheets, terminal),
    meansOptOut: name => nameMeaning(name) !== undefined,
  });
  noteSkipped(open.skipped, terminal);
  const found = open.sources.flatMap(({ id, isEncodingChosen, encoding }) =>
    isEncodingChosen ? [`${id}=${encoding}`] : [],
  );
  const chosen = { chosenEncodings: [...new Set([...encodings, ...found])], chosenSheets: sheets };
  return { open, options: { ...options, ...chosen } };
}

/** Leaves out what earlier imports have written beside a file that is named, too: `*.csv` brings it along. */
function withoutOwnFiles(files: readonly string[], terminal: Terminal): readonly string[] {
  const own = files.filter(file => {
    const [, original] = /^(.+?)\.(?:rejects|left-out)(?:\.\d+-of-\d+)?(?:-\d+)*\.csv$/.exec(file) ?? [];
    return original !== undefined && files.includes(original);
  });
  const why = 'written by an earlier import; to import one, name it alone';
  const skipped = own.map(name => ({ name, reason: why }));
  noteSkipped(skipped, terminal);
  return files.filter(file => !own.includes(file));
}

async function optionsOfFirstRun(
  options: ImportOptions,
  { configDir, service, account }: FilesContext,
): Promise<ImportOptions> {
  const files = options.files.map(file => resolve(file));
  const path = journalPath(configDir, { files, service, account: (await account()).id }, options.shard);
  const earlier = readJournal(path);
  return earlier === undefined ? options : resumedOptions(options, earlier.start.options);
}

/** Names the files of archives, and the sheets, that are not read. */
export function noteSkipped(skipped: readonly SkippedFile[], terminal: Terminal): void {
  for (const reason of new Set(skipped.map(file => file.reason))) {
    const names = skipped.filter(file => file.reason === reason).map(({ name }) => name);
    terminal.note(`skipped (${reason}): ${listed(names, 400)}`);
  }
}

/** What was chosen for a file, of `<path>=<value>`. */
const chosenFor = (id: string, texts: readonly string[]) =>
  texts.flatMap(text => (text.startsWith(`${id}=`) ? [text.slice(id.length + 1)] : []));

/** Asks for the encoding of a file if detection is uncertain. What it returns throws bad_encoding without a terminal. */
function encodingPrompt(file: string, terminal: Terminal): ChooseEncoding {
  const text = `${inputName(file)}: its encoding is unclear`;
  return async candidates => {
    if (candidates.length === 0)
      throw new Failure('bad_encoding', text, {
        hint: 'save it as UTF-8, or name its encoding, for example --encoding windows-1252',
      });
    const choices = candidates.map(({ label, samples }) => ({ name: samples.join(', '), value: label }));
    const end = '. Which line shows the names correctly?';
    return await askValue('encoding', choices, { text, end, code: 'bad_encoding' }, terminal);
  };
}

/**
 * Takes the named sheets, else the one with addresses; asks if several have some, and adds the answer to `chosen`. What it
 * returns throws confirmation_needed without a terminal, invalid_value if a sheet is missing.
 */
function sheetPrompt(
  named: readonly string[],
  chosen: string[],
  terminal: Terminal,
): SourceContext['sheets'] {
  return ({ id, name }) =>
    async sheets => {
      const file = inputName(name);
      const wanted = named.length > 0 ? named : chosenFor(id, chosen);
      const names = sheets.map(({ name }) => name);
      if (wanted.length > 0) return wanted.map(one => sheetNamed(one, names, file));
      const likely = sheets.flatMap(one => (one.isLikely ? [one.name] : []));
      if (likely.length < 2) return likely.length === 0 ? names.slice(0, 1) : likely;
      const text = `${file} has several sheets with addresses: ${likely.join(', ')}`;
      const end = '. Which one has the subscribers?';
      const question = { text, end, code: 'confirmation_needed' } as const;
      const choices = likely.map(name => ({ name, value: [name] }));
      const all = { name: 'all of them', value: likely };
      const answer = await askValue('sheet', [...choices, all], question, terminal);
      for (const one of answer) chosen.push(`${id}=${one}`);
      return answer;
    };
}

function sheetNamed(wanted: string, names: readonly string[], file: string): string {
  const found = names.find(name => name === wanted) ?? names.find(name => isAlike(name, wanted));
  if (found !== undefined) return found;
  throw new Failure('invalid_value', `--sheet: ${file} has no visible sheet "${wanted}"`, {
    details: [`its sheets: ${names.join(', ')}`],
  });
}

const isAlike = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
