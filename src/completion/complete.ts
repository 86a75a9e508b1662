import type { Command, Option } from 'commander';
import { type Answer, type Candidate, canBeWord, nothing, remark } from './candidates.ts';
import { type Cursor, cursorAt, optionNamed, optionsOf } from './cursor.ts';
import type { Name, Names } from './name-cache.ts';
import { type Meaning, meaningOfArgument, meaningOfOption } from './placeholders.ts';

/** Where values come from; each is asked only when it is needed. */
export interface Sources {
  names(): Names;
  profiles(): readonly string[];
  topics(): readonly Candidate[];
  /** Every setting, with its values where there are only a few. */
  settings(): Promise<readonly Setting[]>;
  /** Whose exports `--from` knows. */
  services(): Promise<readonly string[]>;
  /** Fields of the records that a command shows. */
  shownFields(command: Command): Promise<readonly string[]>;
  /** Paths of the service, those that an id goes behind with a slash at the end. */
  paths(): Promise<readonly string[]>;
  /** Files and, with a slash behind, folders that begin like this. */
  files(start: string): readonly string[];
}

interface Setting {
  readonly name: string;
  readonly meaning: string;
  readonly values: readonly string[];
}

/**
 * What can stand at the cursor.
 *
 * @param words those before the word at the cursor, without the program's name
 * @param current the word at the cursor, up to the cursor
 */
export async function complete(
  program: Command,
  words: readonly string[],
  current: string,
  sources: Sources,
): Promise<Answer> {
  const cursor = cursorAt(program, words);
  const { command, option, takesOptions } = cursor;
  if (option?.required) return await optionValue(option, cursor, current, sources);
  if (takesOptions && current.startsWith('-')) return await flagOrItsValue(cursor, current, sources);
  const answer = await argumentAt(cursor, current, sources);
  // An option that takes a value or none: either goes on.
  const values = option === undefined ? nothing : await optionValue(option, cursor, current, sources);
  const candidates = [...values.candidates, ...answer.candidates];
  if (candidates.length > 0 || answer.files || values.files) {
    const kept = candidates.length > 0 ? Math.max(answer.kept, values.kept) : 0;
    return { candidates, files: answer.files || values.files, kept };
  }
  return takesOptions && cursor.argument === undefined && current === '' ? flags(command) : nothing;
}

async function flagOrItsValue(cursor: Cursor, current: string, sources: Sources): Promise<Answer> {
  const cut = current.indexOf('=');
  if (cut < 0) return flags(cursor.command);
  const option = optionNamed(cursor.command, current.slice(0, cut));
  if (option === undefined) return nothing;
  const answer = await optionValue(option, cursor, current.slice(cut + 1), sources);
  return { ...answer, kept: answer.kept + cut + 1 };
}

/** Long flags, the command's own first. */
function flags(command: Command): Answer {
  const help = { word: '--help', about: 'explain the command' };
  const own = optionsOf(command).flatMap(({ long, description }) =>
    long ? [{ word: long, about: remark(description) }] : [],
  );
  const seen = new Set<string>();
  const candidates = [...own, help].filter(({ word }) => !seen.has(word) && seen.add(word));
  return { candidates, files: false, kept: 0 };
}

async function argumentAt(cursor: Cursor, current: string, sources: Sources): Promise<Answer> {
  const { command, argument, before } = cursor;
  const below = before.length === 0 ? subcommands(command) : [];
  if (argument === undefined) return { ...nothing, candidates: below };
  if (argument.argChoices) return { ...nothing, candidates: plain(argument.argChoices) };
  const meaning = meaningOfArgument(topOf(command), argument.name());
  const answer = meaning ? await valuesOf(meaning, cursor, current, sources) : nothing;
  return { ...answer, candidates: [...below, ...answer.candidates] };
}

async function optionValue(
  option: Option,
  cursor: Cursor,
  current: string,
  sources: Sources,
): Promise<Answer> {
  const choices = option.argChoices ?? (await choicesOfSetting(option.long, sources));
  if (choices.length > 0) return { ...nothing, candidates: plain(choices) };
  const meaning = meaningOfOption(option.long, option.flags);
  // Every text may be given as @file.
  if (meaning === undefined && current.startsWith('@')) return atFile(current, sources);
  return meaning ? await valuesOf(meaning, cursor, current, sources) : nothing;
}

/** `--output` and the like are settings, whose values are listed there. */
async function choicesOfSetting(long: string | undefined, sources: Sources): Promise<readonly string[]> {
  const settings = await sources.settings();
  return settings.find(({ name }) => `--${name}` === long)?.values ?? [];
}

function atFile(current: string, { files }: Sources): Answer {
  const candidates = files(current.slice(1)).map(path => ({
    word: path,
    about: '',
    open: path.endsWith('/'),
  }));
  return { candidates, files: false, kept: 1 };
}

async function valuesOf(
  meaning: Meaning,
  cursor: Cursor,
  current: string,
  sources: Sources,
): Promise<Answer> {
  const of = (candidates: readonly Candidate[], kept = 0): Answer => ({ candidates, files: false, kept });
  switch (meaning) {
    case 'file':
      return { ...nothing, files: true };
    case 'group':
      return of(namedOrId(sources.names().groups));
    case 'field':
      return of(byWord(sources.names().fields));
    case 'field-value':
      return of(byWord(sources.names().fields).map(each => ({ ...each, word: `${each.word}=`, open: true })));
    case 'tag':
      return of(byWord(sources.names().tags));
    case 'email':
      return of(byWord(sources.names().emails));
    case 'email-or-file':
      return { ...of(byWord(sources.names().emails)), files: true };
    case 'profile':
      return of(plain(sources.profiles().filter(canBeWord)));
    case 'setting':
      return of((await sources.settings()).map(each => ({ word: each.name, about: remark(each.meaning) })));
    case 'setting-value':
      return of(
        plain((await sources.settings()).find(({ name }) => name === cursor.before[0])?.values ?? []),
      );
    case 'shown-fields': {
      const fields = await sources.shownFields(cursor.command);
      return of(plain(fields), current.lastIndexOf(',') + 1);
    }
    case 'service':
      return of(plain(await sources.services()));
    case 'target':
      return targets(current, sources.names());
    case 'method':
      return of(plain(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD']));
    case 'path':
      return of((await sources.paths()).map(word => ({ word, about: '', open: word.endsWith('/') })));
    case 'topic':
      return topics(cursor, sources);
  }
}

/** `--map Column=…`: only the half behind the = is known. */
function targets(current: string, { fields }: Names): Answer {
  const cut = current.indexOf('=');
  if (cut < 0) return nothing;
  const known = byWord(fields).map(field => ({ ...field, word: `fields.${field.word}` }));
  return { candidates: [...plain(['email', 'tags', 'skip']), ...known], files: false, kept: cut + 1 };
}

/** `help`: commands, what is below them, topics. */
function topics({ command, before }: Cursor, sources: Sources): Answer {
  const program = command.parent ?? command;
  const parent = before.reduce<Command | undefined>(
    (found, word) => found?.commands.find(each => each.name() === word),
    program,
  );
  const candidates = parent === undefined ? [] : subcommands(parent);
  if (before.length > 0) return { ...nothing, candidates };
  const names = new Set(candidates.map(({ word }) => word));
  return {
    ...nothing,
    candidates: [...candidates, ...sources.topics().filter(({ word }) => !names.has(word))],
  };
}

function subcommands(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter(each => command.commands.includes(each))
    .map(each => ({ word: each.name(), about: remark(each.summary() || firstSentence(each.description())) }));
}

function firstSentence(text: string): string {
  return /^.*?[.!?:](?=\s|$)/s.exec(text)?.[0].replace(/[.:]$/, '') ?? text;
}

function plain(words: readonly string[]): Candidate[] {
  return words.map(word => ({ word, about: '' }));
}

function byWord(names: readonly Name[]): Candidate[] {
  return names.flatMap(([word, called]) => (canBeWord(word) ? [{ word, about: remark(called) }] : []));
}

/** By name where that names one thing and can be typed; else by id. */
function namedOrId(names: readonly Name[]): Candidate[] {
  const count = new Map<string, number>();
  for (const [, called] of names) count.set(called, (count.get(called) ?? 0) + 1);
  return names.flatMap(([id, called]) => {
    if (canBeWord(called) && count.get(called) === 1) return [{ word: called, about: '' }];
    return canBeWord(id) ? [{ word: id, about: remark(called) }] : [];
  });
}

function topOf(command: Command): string {
  return command.parent === null || command.parent.parent === null ? command.name() : topOf(command.parent);
}
