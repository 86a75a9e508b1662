import type { Command, Option } from 'commander';
import { type Candidate, type CandidateList, noCandidates, shortDescription } from './candidates.ts';
import { type Cursor, cursorAt, optionNamed, optionsOf } from './cursor.ts';
import { valueKindOfArgument, valueKindOfOption } from './placeholders.ts';
import { type CompletionSources, plain, subcommands, valuesOf } from './values.ts';

/**
 * Finds what fits at the cursor.
 *
 * @param words before the word at the cursor, without the program's name
 * @param current the word at the cursor, up to the cursor
 */
export async function complete(
  program: Command,
  words: readonly string[],
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const cursor = cursorAt(program, words);
  const { command, option, takesOptions } = cursor;
  if (option?.required) return await optionValue(option, cursor, current, sources);
  if (takesOptions && current.startsWith('-')) return await flagOrItsValue(cursor, current, sources);
  const argument = await argumentAt(cursor, current, sources);
  // After an option whose value may be left out, both a value and an argument fit.
  const value = option === undefined ? noCandidates : await optionValue(option, cursor, current, sources);
  const list = joined(value, argument);
  if (list.candidates.length > 0 || list.files) return list;
  return takesOptions && cursor.argument === undefined && current === '' ? flags(command) : noCandidates;
}

function joined(first: CandidateList, second: CandidateList): CandidateList {
  const candidates = [...first.candidates, ...second.candidates];
  return {
    candidates,
    files: first.files || second.files,
    prefixLength: candidates.length > 0 ? Math.max(first.prefixLength, second.prefixLength) : 0,
  };
}

async function flagOrItsValue(
  cursor: Cursor,
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const equals = current.indexOf('=');
  if (equals < 0) return flags(cursor.command);
  const option = optionNamed(cursor.command, current.slice(0, equals));
  if (option === undefined) return noCandidates;
  const list = await optionValue(option, cursor, current.slice(equals + 1), sources);
  return { ...list, prefixLength: list.prefixLength + equals + 1 };
}

/** Long flags, the command's own first. */
function flags(command: Command): CandidateList {
  const help = { word: '--help', description: 'explain the command' };
  const own = optionsOf(command).flatMap(({ long, description }) =>
    long ? [{ word: long, description: shortDescription(description) }] : [],
  );
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
  if (argument.argChoices) return { ...noCandidates, candidates: plain(argument.argChoices) };
  const kind = valueKindOfArgument(topLevelName(command), argument.name());
  const list = kind ? await valuesOf(kind, cursor, current, sources) : noCandidates;
  return { ...list, candidates: [...commands, ...list.candidates] };
}

async function optionValue(
  option: Option,
  cursor: Cursor,
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const choices = option.argChoices ?? (await choicesOfSetting(option.long, sources));
  if (choices.length > 0) return { ...noCandidates, candidates: plain(choices) };
  const kind = valueKindOfOption(option.long, option.flags);
  // Any text can be given as @file.
  if (kind === undefined && current.startsWith('@')) return fileAfterAt(current, sources);
  return kind ? await valuesOf(kind, cursor, current, sources) : noCandidates;
}

/** Options such as `--output` are settings, which list their values. */
async function choicesOfSetting(
  long: string | undefined,
  sources: CompletionSources,
): Promise<readonly string[]> {
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

/** The name of the top-level command that a command is, or is below of. */
function topLevelName(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : topLevelName(parent);
}
