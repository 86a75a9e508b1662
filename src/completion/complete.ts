import { type Candidate, type CandidateList, noCandidates, shortDescription } from './candidates.ts';
import {
  type CompletionCommand,
  type CompletionOption,
  type Cursor,
  cursorAt,
  optionNamed,
} from './cursor.ts';
import { valueKindOf } from './placeholders.ts';
import { type CompletionSources, plain, subcommands, valuesOf } from './values.ts';

/**
 * Finds what fits at the cursor.
 *
 * @param words before the word at the cursor, without the program's name
 * @param current the word at the cursor, up to the cursor
 */
export async function complete(
  program: CompletionCommand,
  words: readonly string[],
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const cursor = cursorAt(program, words);
  const { option, argument, takesOptions } = cursor;
  if (option !== undefined) return await optionValue(option, cursor, current, sources);
  if (takesOptions && current.startsWith('-')) return await flagOrItsValue(cursor, current, sources);
  const list = await argumentAt(cursor, current, sources);
  if (list.candidates.length > 0 || list.files) return list;
  return takesOptions && argument === undefined && current === '' ? flags(cursor) : noCandidates;
}

async function flagOrItsValue(
  cursor: Cursor,
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const equals = current.indexOf('=');
  if (equals < 0) return flags(cursor);
  // `--json=a,b` is short for `--json --fields=a,b`.
  const flag = current.slice(0, equals) === '--json' ? '--fields' : current.slice(0, equals);
  const option = optionNamed(cursor.options, flag);
  if (option === undefined) return noCandidates;
  const list = await optionValue(option, cursor, current.slice(equals + 1), sources);
  return { ...list, prefixLength: list.prefixLength + equals + 1 };
}

/** Long flags, the command's own first. */
function flags({ options }: Cursor): CandidateList {
  const help = { word: '--help', description: 'show help' };
  const own = options.map(({ long, description }) => ({
    word: long,
    description: shortDescription(description),
  }));
  const byWord = new Map<string, Candidate>();
  for (const candidate of [...own, help]) {
    if (!byWord.has(candidate.word)) byWord.set(candidate.word, candidate);
  }
  return { ...noCandidates, candidates: [...byWord.values()] };
}

async function argumentAt(
  cursor: Cursor,
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const { command, argument, before } = cursor;
  const commands = before.length === 0 ? subcommands(command) : [];
  if (argument === undefined) return { ...noCandidates, candidates: commands };
  if (argument.choices.length > 0) return { ...noCandidates, candidates: plain(argument.choices) };
  const kind = valueKindOf(argument.name, argument.completes);
  const list = kind ? await valuesOf(kind, cursor, current, sources) : noCandidates;
  return { ...list, candidates: [...commands, ...list.candidates] };
}

async function optionValue(
  { long, value, choices, completes }: CompletionOption,
  cursor: Cursor,
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const words = choices.length > 0 ? choices : await choicesOfSetting(long, sources);
  if (words.length > 0) return { ...noCandidates, candidates: plain(words) };
  const kind = valueKindOf(value, completes);
  // Any text can be given as @file.
  if (kind === undefined && current.startsWith('@')) return fileAfterAt(current, sources);
  return kind ? await valuesOf(kind, cursor, current, sources) : noCandidates;
}

/** Options such as `--output` are settings, which list their values. */
async function choicesOfSetting(long: string, sources: CompletionSources): Promise<readonly string[]> {
  const settings = await sources.settings();
  return settings.find(({ name }) => `--${name}` === long)?.values ?? [];
}

function fileAfterAt(current: string, { files }: CompletionSources): CandidateList {
  const candidates = files(current.slice(1)).map(path => ({
    word: path,
    description: '',
    continues: path.endsWith('/'),
  }));
  return { candidates, files: false, prefixLength: 1 };
}
