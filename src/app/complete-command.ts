/** Completion: from a command line up to the cursor to the candidates for the next word. */
import { argumentName, isVariadic } from '../cli/command.ts';
import { valueKindOf, versionOption } from '../cli/option.ts';
import { beginsLikeFlag, type Flag, type Reading, readWords, splitFlag } from '../cli/read-words.ts';
import {
  type Candidate,
  type CandidateList,
  noCandidates,
  parseRequest,
  shells,
  shortDescription,
} from '../completion/shells.ts';
import { type Cursor, choicesOfSetting, plain, subcommands, valuesOf } from '../completion/values.ts';
import type { Context } from '../context.ts';
import { allEntries, described, readTop, withRecords } from './read-line.ts';

/**
 * Answers a completion script. Reads only the record of the command on the line; sends no requests.
 *
 * @param args the name of the shell and the arguments of its script
 * @returns the lines that the script reads; empty for an unknown shell
 */
export async function completions(context: Context, args: readonly string[]): Promise<string> {
  const shell = shells.find(name => name === args[0]);
  if (shell === undefined) return '';
  const { words, current, format } = parseRequest(shell, args.slice(1));
  const { path, operands } = readTop(words);
  // After `help`, the command to explain is loaded, too.
  const names = path[0] === 'help' ? [...path, ...readTop(['--', ...operands]).path] : path;
  const entries = allEntries.filter(({ name }) => names.includes(name));
  const commands = withRecords(await Promise.all(entries.map(described)));
  return `${format(await complete({ before: readWords(commands, words), current, commands, context }))}\n`;
}

/** What fits at the cursor. */
async function complete(cursor: Cursor): Promise<CandidateList> {
  const { before, current } = cursor;
  const { awaiting, takesOptions } = before;
  if (awaiting !== undefined) return await optionValue(awaiting, cursor);
  if (takesOptions && beginsLikeFlag(current)) return await flagOrItsValue(cursor);
  const list = await argumentAt(cursor);
  if (list.candidates.length > 0 || list.files) return list;
  return takesOptions && current === '' && argumentOf(before) === undefined ? flags(before) : noCandidates;
}

async function flagOrItsValue(cursor: Cursor): Promise<CandidateList> {
  const { before, current } = cursor;
  const { long, value } = splitFlag(current);
  if (value === undefined) return flags(before);
  // `--json=a,b` is short for `--json --fields=a,b`.
  const name = long === '--json' ? '--fields' : long;
  const flag = before.flags.find(each => each.long === name || each.short === name);
  if (flag === undefined) return noCandidates;
  const list = await optionValue(flag, { ...cursor, current: value });
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

async function argumentAt(cursor: Cursor): Promise<CandidateList> {
  const { command, operands } = cursor.before;
  const argument = argumentOf(cursor.before);
  const commands = operands.length === 0 ? subcommands(command.commands) : [];
  if (argument === undefined) return { ...noCandidates, candidates: commands };
  const { choices = [], completes } = argument;
  if (choices.length > 0) return { ...noCandidates, candidates: plain(choices) };
  const kind = valueKindOf(argumentName(argument), completes);
  const list = kind ? await valuesOf(kind, cursor) : noCandidates;
  return { ...list, candidates: [...commands, ...list.candidates] };
}

async function optionValue({ long, value, option }: Flag, cursor: Cursor): Promise<CandidateList> {
  const { choices = [], completes } = option;
  // Options such as `--output` are settings, which list their values.
  const words = choices.length > 0 ? choices : await choicesOfSetting(long.slice(2));
  if (words.length > 0) return { ...noCandidates, candidates: plain(words) };
  const kind = valueKindOf(value ?? '', completes);
  if (kind !== undefined) return await valuesOf(kind, cursor);
  return noCandidates;
}
