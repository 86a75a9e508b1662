/** Finds what fits at the cursor of a command line. */
import { argumentName, isVariadic } from '../cli/command.ts';
import { versionOption } from '../cli/options/global-options.ts';
import { beginsLikeFlag, type Flag, type Reading, splitFlag } from '../cli/read-words.ts';
import { type Candidate, type CandidateList, noCandidates, shortDescription } from './candidates.ts';
import { type CompletionSources, plain, subcommands, valueKindOf, valuesOf } from './values.ts';

/**
 * Finds what fits at the cursor.
 *
 * @param before what stands before the word at the cursor
 * @param current the word at the cursor, up to the cursor
 */
export async function complete(
  before: Reading,
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const { awaiting, takesOptions } = before;
  if (awaiting !== undefined) return await optionValue(awaiting, before, current, sources);
  if (takesOptions && beginsLikeFlag(current)) return await flagOrItsValue(before, current, sources);
  const list = await argumentAt(before, current, sources);
  if (list.candidates.length > 0 || list.files) return list;
  return takesOptions && current === '' && argumentOf(before) === undefined ? flags(before) : noCandidates;
}

async function flagOrItsValue(
  before: Reading,
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const { long, value } = splitFlag(current);
  if (value === undefined) return flags(before);
  // `--json=a,b` is short for `--json --fields=a,b`.
  const name = long === '--json' ? '--fields' : long;
  const flag = before.flags.find(each => each.long === name || each.short === name);
  if (flag === undefined) return noCandidates;
  const list = await optionValue(flag, before, value, sources);
  return { ...list, prefixLength: list.prefixLength + current.length - value.length };
}

/** Long flags, the command's own first. */
function flags({ flags: all }: Reading): CandidateList {
  const byWord = new Map<string, Candidate>();
  for (const { long, description, option } of all) {
    if (option === versionOption || byWord.has(long)) continue;
    byWord.set(long, { word: long, description: shortDescription(description) });
  }
  return { ...noCandidates, candidates: [...byWord.values()] };
}

/** The argument that may be at the cursor. */
function argumentOf({ command: { arguments: all = [] }, operands }: Reading) {
  const last = all.at(-1);
  return all[operands.length] ?? (last !== undefined && isVariadic(last) ? last : undefined);
}

async function argumentAt(
  before: Reading,
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const argument = argumentOf(before);
  const commands = before.operands.length === 0 ? subcommands(before.command.commands) : [];
  if (argument === undefined) return { ...noCandidates, candidates: commands };
  const { choices = [], completes } = argument;
  if (choices.length > 0) return { ...noCandidates, candidates: plain(choices) };
  const kind = valueKindOf(argumentName(argument), completes);
  const list = kind ? await valuesOf(kind, before, current, sources) : noCandidates;
  return { ...list, candidates: [...commands, ...list.candidates] };
}

async function optionValue(
  { long, value, option: { choices = [], completes } }: Flag,
  before: Reading,
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  const words = choices.length > 0 ? choices : await choicesOfSetting(long, sources);
  if (words.length > 0) return { ...noCandidates, candidates: plain(words) };
  const kind = valueKindOf(value ?? '', completes);
  // Any text can be given as @file.
  if (kind === undefined && current.startsWith('@')) return fileAfterAt(current, sources);
  return kind ? await valuesOf(kind, before, current, sources) : noCandidates;
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
