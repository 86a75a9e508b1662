/**
 * The names that completion offers: groups, fields, tags and emails that the program has read or written. They are kept
 * in completion.json in the config dir, readable by its owner only. Losing the file does no harm.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../lib/files/atomic-file.ts';
import { makeFolder } from '../lib/files/folder.ts';
import { isObject } from '../lib/json/is-object.ts';

/** What is typed and its label: an id and a name, a variable and a name, or the name of a tag and its id, if known. */
export type CachedName = readonly [word: string, label: string];

const nameKinds = ['groups', 'fields', 'tags', 'emails'] as const;
export type NameKind = (typeof nameKinds)[number];

/** Groups and emails by id, fields by variable, tags by name. Only responses to creating or updating a tag have its id. */
export type CachedNames = Readonly<Record<NameKind, readonly CachedName[]>>;

/** The account that names belong to. */
export interface CacheKey {
  /** Undefined: the account of the key in NEWSLETTER_API_KEY. */
  readonly profile: string | undefined;
  readonly baseUrl: string;
}

interface CacheEntry {
  readonly profile: string | null;
  readonly base_url: string;
  readonly names: CachedNames;
}

/** Limits that keep the file small: names of a kind, characters of a name, accounts. */
const maxNames = 300;
const maxLength = 200;
const maxEntries = 20;

function ofEachKind(list: (kind: NameKind) => readonly CachedName[]): CachedNames {
  return Object.fromEntries(nameKinds.map(kind => [kind, list(kind)])) as CachedNames;
}

export const noNames = ofEachKind(() => []);

/** The names of an account; none when there is no file, or a damaged one. */
export function cachedNames(configDir: string, key: CacheKey): CachedNames {
  return read(configDir).find(isFor(key))?.names ?? noNames;
}

/**
 * Keeps the names of an account. Does nothing when the file cannot be written.
 *
 * @param change makes the new names from those that are kept; the first few hundred of each kind are kept
 */
export function rememberNames(
  configDir: string,
  key: CacheKey,
  change: (names: CachedNames) => CachedNames,
): void {
  const entries = read(configDir);
  const before = entries.find(isFor(key))?.names ?? noNames;
  const names = shortened(change(before));
  if (JSON.stringify(names) === JSON.stringify(before)) return;
  const entry = { profile: key.profile ?? null, base_url: key.baseUrl, names };
  // A profile has one base URL at a time: its names from an earlier one go.
  const isReplaced = (other: CacheEntry) =>
    isFor(key)(other) || (other.profile !== null && other.profile === entry.profile);
  write(configDir, [entry, ...entries.filter(other => !isReplaced(other))].slice(0, maxEntries));
}

/** Removes the names of a profile that was signed out or removed. */
export function forgetNames(configDir: string, profile: string): void {
  const entries = read(configDir);
  const others = entries.filter(entry => entry.profile !== profile);
  if (others.length < entries.length) write(configDir, others);
}

function pathIn(configDir: string): string {
  return join(configDir, 'completion.json');
}

function isFor(key: CacheKey): (entry: CacheEntry) => boolean {
  return entry => entry.profile === (key.profile ?? null) && entry.base_url === key.baseUrl;
}

function read(configDir: string): readonly CacheEntry[] {
  try {
    const content: unknown = JSON.parse(readFileSync(pathIn(configDir), 'utf8'));
    return Array.isArray(content) ? content.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is CacheEntry {
  if (!isObject(value)) return false;
  const { names } = value;
  return isObject(names) && nameKinds.every(kind => isListOfNames(names[kind]));
}

function isListOfNames(list: unknown): boolean {
  return (
    Array.isArray(list) && list.every(name => [name?.[0], name?.[1]].every(part => typeof part === 'string'))
  );
}

const shortened = (names: CachedNames): CachedNames => ofEachKind(kind => shortList(names[kind]));

/** Leaves out long words, which cannot be shortened; labels can. */
function shortList(names: readonly CachedName[]): CachedName[] {
  return names
    .filter(([word]) => word.length <= maxLength)
    .slice(0, maxNames)
    .map(([word, label]) => [word, label.slice(0, maxLength)]);
}

/** Atomic: another process that reads meanwhile gets the old names or the new ones. */
function write(configDir: string, entries: readonly CacheEntry[]): void {
  try {
    if (entries.length === 0) {
      rmSync(pathIn(configDir), { force: true });
      return;
    }
    makeFolder(configDir);
    writeAtomically(pathIn(configDir), JSON.stringify(entries), { mode: 0o600 });
  } catch {
    // A command must not fail because names for completion cannot be stored.
  }
}
