/** The values that fit at the cursor, by their kind. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { authGroup } from '../cli/aliases.ts';
import { summaryOf, viewsOf } from '../cli/command.ts';
import type { ValueKind } from '../cli/option.ts';
import { type CommandShape, lastValue, type Reading, readWords } from '../cli/read-words.ts';
import { topics } from '../cli/topics/index.ts';
import type { Context } from '../context.ts';
import { fieldsOf } from '../terminal/view-fields.ts';
import {
  type Candidate,
  type CandidateList,
  canBeWord,
  noCandidates,
  shortDescription,
} from './candidates.ts';
import { type ConfigPeek, peekConfig } from './config-peek.ts';
import { type CachedName, type CachedNames, cachedNames, noNames } from './name-cache.ts';

/** The position of the cursor. No request is sent to find candidates. */
export interface Cursor {
  /** The words before the cursor. */
  readonly before: Reading;
  /** The word at the cursor, or the value in it, up to the cursor. */
  readonly current: string;
  /** The top-level commands; that on the line as its record says. */
  readonly commands: readonly CommandShape[];
  readonly context: Context;
}

/** Kinds of values by the text between the brackets of an argument or an option. */
const byPlaceholder: Readonly<Record<string, ValueKind>> = {
  file: 'file',
  group: 'group',
  field: 'field',
  'variable=value': 'field-value',
  tag: 'tag',
  profile: 'profile',
  run: 'run',
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

export async function valuesOf(kind: ValueKind, cursor: Cursor): Promise<CandidateList> {
  const { before, current } = cursor;
  switch (kind) {
    case 'file':
      return { ...noCandidates, files: true };
    case 'group':
      return listOf(byNameOrId(namesAt(cursor).groups));
    case 'field':
      return listOf(byWord(namesAt(cursor).fields));
    case 'field-value':
      return listOf(byWord(namesAt(cursor).fields).map(assignment));
    case 'tag':
      return listOf(
        plain(
          namesAt(cursor)
            .tags.map(([tag]) => tag)
            .filter(canBeWord),
        ),
      );
    case 'email':
      return listOf(byWord(namesAt(cursor).emails));
    case 'email-or-file':
      return { ...listOf(byWord(namesAt(cursor).emails)), files: true };
    case 'profile':
      return listOf(plain(configAt(cursor).profiles.filter(canBeWord)));
    case 'run':
      return listOf(await undoableRuns(cursor));
    case 'setting':
      return listOf(await settingNames());
    case 'setting-value':
      return listOf(plain(await choicesOfSetting(before.operands[0] ?? '')));
    case 'shown-fields':
      return { ...listOf(plain(shownFields(cursor))), prefixLength: current.lastIndexOf(',') + 1 };
    case 'service':
      return listOf(plain(await services()));
    case 'target':
      return targets(current, namesAt(cursor));
    case 'method':
      return listOf(plain(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD']));
    case 'path':
      return listOf(await servicePaths());
    case 'topic':
      return listOf(helpTopics(cursor));
  }
}

function configAt({ before, context }: Cursor): ConfigPeek {
  const [profile, baseUrl] = ['--profile', '--base-url'].map(flag => lastValue(before, flag)?.value);
  return peekConfig(context, { profile, baseUrl });
}

/** Names of the account that the command line is for. */
function namesAt(cursor: Cursor): CachedNames {
  const { cacheKey } = configAt(cursor);
  return cacheKey === undefined ? noNames : cachedNames(cursor.context.configDir, cacheKey);
}

async function settingNames(): Promise<Candidate[]> {
  const { settings } = await import('../settings/schema.ts');
  return Object.entries(settings).map(([word, { meaning }]) => ({
    word,
    description: shortDescription(meaning),
  }));
}

/** All values of a setting that has only a few; else none. */
export async function choicesOfSetting(name: string): Promise<readonly string[]> {
  const { settings } = await import('../settings/schema.ts');
  const { value } = Object.hasOwn(settings, name) ? settings[name as keyof typeof settings] : {};
  return value?.kind === 'choice' ? value.values : [];
}

async function services(): Promise<readonly string[]> {
  const { presetNames } = await import('../import/columns/detect-preset.ts');
  return presetNames();
}

/** Paths of endpoints; one that needs an id ends in a slash. */
async function servicePaths(): Promise<Candidate[]> {
  const { endpoints } = await import('../contract/index.ts');
  const paths = new Set(Object.values(endpoints).map(({ path }) => path.replace(/\{id\}.*$/, '')));
  return plain([...paths]).map(path => ({ ...path, continues: path.word.endsWith('/') }));
}

/** The files in the folder of `start`, folders with a slash; hidden files only if its last part begins with a dot. */
export function filesFrom(start: string): readonly Candidate[] {
  const cut = start.lastIndexOf('/') + 1;
  const [folder, name] = [start.slice(0, cut), start.slice(cut)];
  try {
    const place = folder.replace(/^~(?=\/)/, homedir());
    return readdirSync(place || '.', { withFileTypes: true })
      .filter(entry => name.startsWith('.') || !entry.name.startsWith('.'))
      .filter(entry => canBeWord(`./${entry.name}`))
      .map(entry => ({
        word: `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`,
        description: '',
        continues: entry.isDirectory(),
      }));
  } catch {
    return [];
  }
}

/** The runs of this machine, the latest first. */
async function undoableRuns({ context }: Cursor): Promise<Candidate[]> {
  const { localRuns, whyNotUndone } = await import('../changes/runs.ts');
  return localRuns(context.configDir)
    .filter(found => whyNotUndone(found) === undefined)
    .map(({ run: { id, what, started_at } }) => ({
      word: id,
      description: shortDescription(`${started_at.slice(0, 10)} ${what}`),
    }));
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

/** The target in `--map Column=target`; the column is in the user's file, which is not read. */
function targets(current: string, { fields }: CachedNames): CandidateList {
  const equals = current.indexOf('=');
  if (equals < 0) return noCandidates;
  const fieldTargets = byWord(fields).map(field => ({ ...field, word: `fields.${field.word}` }));
  const candidates = [...plain(['email', 'tags', 'skip']), ...fieldTargets];
  return { candidates, files: false, prefixLength: equals + 1 };
}

/** The fields of the records that the command prints; where those have custom fields, each of them. */
function shownFields(cursor: Cursor): readonly string[] {
  const { output = 'text' } = cursor.before.command;
  const fields = [...new Set(viewsOf({ output }).flatMap(fieldsOf))];
  if (!fields.includes('fields')) return fields;
  const custom = namesAt(cursor).fields.map(([variable]) => `fields.${variable}`);
  return [...fields, ...custom.filter(canBeWord)];
}

/** Commands, then their subcommands; topics. */
function helpTopics({ before: { operands }, commands }: Cursor): readonly Candidate[] {
  const { problem, operands: unknown, command } = readWords(commands, ['--', ...operands]);
  if (problem?.kind === 'unknown-command' || unknown.length > 0) return [];
  const known = subcommands(command.commands);
  if (operands.length > 0) return known;
  const names = known.map(({ word }) => word);
  const others = topics.filter(({ name }) => !names.includes(name));
  return [...known, ...others.map(({ name, summary }) => ({ word: name, description: summary }))];
}

export function subcommands(commands: readonly CommandShape[] = []): Candidate[] {
  return commands
    .filter(({ name }) => name !== authGroup)
    .map(({ name, summary, description = '' }) => ({
      word: name,
      description: shortDescription(summaryOf({ summary, description }).replace(/[.:]$/, '')),
    }));
}
