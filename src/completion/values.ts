import { authGroup } from '../cli/aliases.ts';
import { summaryOf } from '../cli/command.ts';
import type { ValueKind } from '../cli/option.ts';
import type { CommandShape, Reading } from '../cli/read-words.ts';
import {
  type Candidate,
  type CandidateList,
  canBeWord,
  noCandidates,
  shortDescription,
} from './candidates.ts';
import type { CachedName, CachedNames } from './name-cache.ts';

/** Where candidates come from. Each function is called only when it is needed. */
export interface CompletionSources {
  /** Names of the account that the command line is for. */
  names(): CachedNames;
  profiles(): readonly string[];
  topics(): readonly Candidate[];
  settings(): Promise<readonly SettingChoices[]>;
  /** The services whose exports `--from` knows. */
  services(): Promise<readonly string[]>;
  /** Paths of endpoints; a path that needs an id ends in a slash. */
  paths(): Promise<readonly string[]>;
  /** Fields of the records that the command on the line prints. */
  fields(): readonly string[];
  /** The commands below one, to which `help` leads; undefined if there is none. */
  commandsAt(path: readonly string[]): readonly CommandShape[] | undefined;
  /** Files that begin with `start`, and folders, with a slash at the end. */
  files(start: string): readonly string[];
}

interface SettingChoices {
  readonly name: string;
  readonly meaning: string;
  /** All values of a setting that has only a few; else none. */
  readonly values: readonly string[];
}

/** What a value may be, by the text between the brackets of an argument or an option. */
const byPlaceholder: Readonly<Record<string, ValueKind>> = {
  file: 'file',
  group: 'group',
  field: 'field',
  'variable=value': 'field-value',
  tag: 'tag',
  profile: 'profile',
  setting: 'setting',
  service: 'service',
  'column=target': 'target',
};

/**
 * The kind of value of an argument or an option; undefined where nothing can be offered.
 *
 * @param placeholder the text between the brackets
 * @param declared the kind that the command's record names, which comes first
 */
export function valueKindOf(placeholder: string, declared: ValueKind | undefined): ValueKind | undefined {
  return declared ?? byPlaceholder[placeholder];
}

/**
 * The values of a kind that fit at the cursor.
 *
 * @param current the value at the cursor, up to the cursor
 */
export async function valuesOf(
  kind: ValueKind,
  { operands }: Reading,
  current: string,
  sources: CompletionSources,
): Promise<CandidateList> {
  switch (kind) {
    case 'file':
      return { ...noCandidates, files: true };
    case 'group':
      return listOf(byNameOrId(sources.names().groups));
    case 'field':
      return listOf(byWord(sources.names().fields));
    case 'field-value':
      return listOf(byWord(sources.names().fields).map(assignment));
    case 'tag':
      return listOf(byWord(sources.names().tags));
    case 'email':
      return listOf(byWord(sources.names().emails));
    case 'email-or-file':
      return { ...listOf(byWord(sources.names().emails)), files: true };
    case 'profile':
      return listOf(plain(sources.profiles().filter(canBeWord)));
    case 'setting':
      return listOf((await sources.settings()).map(settingCandidate));
    case 'setting-value': {
      const setting = (await sources.settings()).find(({ name }) => name === operands[0]);
      return listOf(plain(setting?.values ?? []));
    }
    case 'shown-fields':
      return { ...listOf(plain(shownFields(sources))), prefixLength: current.lastIndexOf(',') + 1 };
    case 'service':
      return listOf(plain(await sources.services()));
    case 'target':
      return targets(current, sources.names());
    case 'method':
      return listOf(plain(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD']));
    case 'path':
      return listOf((await sources.paths()).map(pathCandidate));
    case 'topic':
      return listOf(helpTopics(operands, sources));
  }
}

function listOf(candidates: readonly Candidate[]): CandidateList {
  return { ...noCandidates, candidates };
}

/** Words without a description. */
export function plain(words: readonly string[]): Candidate[] {
  return words.map(word => ({ word, description: '' }));
}

function byWord(names: readonly CachedName[]): Candidate[] {
  return names
    .filter(([word]) => canBeWord(word))
    .map(([word, label]) => ({ word, description: shortDescription(label) }));
}

/** By name where only one record has the name and it can be typed; else by id. */
function byNameOrId(names: readonly CachedName[]): Candidate[] {
  const count = new Map<string, number>();
  for (const [, name] of names) count.set(name, (count.get(name) ?? 0) + 1);
  return names.flatMap(([id, name]) =>
    canBeWord(name) && count.get(name) === 1 ? plain([name]) : byWord([[id, name]]),
  );
}

/** `variable=` */
function assignment({ word, description }: Candidate): Candidate {
  return { word: `${word}=`, description, continues: true };
}

function settingCandidate({ name, meaning }: SettingChoices): Candidate {
  return { word: name, description: shortDescription(meaning) };
}

function pathCandidate(path: string): Candidate {
  return { word: path, description: '', continues: path.endsWith('/') };
}

/** The target in `--map Column=target`; the column is in the user's file, which is not read. */
function targets(current: string, { fields }: CachedNames): CandidateList {
  const equals = current.indexOf('=');
  if (equals < 0) return noCandidates;
  const fieldTargets = byWord(fields).map(field => ({ ...field, word: `fields.${field.word}` }));
  const candidates = [...plain(['email', 'tags', 'skip']), ...fieldTargets];
  return { candidates, files: false, prefixLength: equals + 1 };
}

/** The fields of the records that the command prints; where those have custom fields, each of them. */
function shownFields(sources: CompletionSources): readonly string[] {
  const fields = sources.fields();
  if (!fields.includes('fields')) return fields;
  const custom = sources.names().fields.map(([variable]) => `fields.${variable}`);
  return [...fields, ...custom.filter(canBeWord)];
}

/** What `help` explains: commands, then their subcommands; topics. */
function helpTopics(before: readonly string[], sources: CompletionSources): readonly Candidate[] {
  const commands = subcommands(sources.commandsAt(before));
  if (before.length > 0) return commands;
  const names = new Set(commands.map(({ word }) => word));
  return [...commands, ...sources.topics().filter(({ word }) => !names.has(word))];
}

/** Commands as candidates. */
export function subcommands(commands: readonly CommandShape[] = []): Candidate[] {
  return commands
    .filter(({ name }) => name !== authGroup)
    .map(({ name, summary, description = '' }) => ({
      word: name,
      description: shortDescription(summaryOf({ summary, description }).replace(/[.:]$/, '')),
    }));
}
