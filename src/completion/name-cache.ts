/**
 * Names that completion offers: groups, fields, tags, emails, as this program has last seen them. A small file in the
 * configuration folder, readable by its owner alone, without credentials; losing it loses nothing.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../lib/atomic-file.ts';
import { isObject } from '../lib/is-object.ts';

/** One thing: what to type for it first, then what it is called. */
export type Name = readonly [word: string, called: string];

export const kinds = ['groups', 'fields', 'tags', 'emails'] as const;
export type NameKind = (typeof kinds)[number];

/** Of each kind: by id for groups and emails, by variable for fields, by name for tags. */
export type Names = Readonly<Record<NameKind, readonly Name[]>>;

/** Whose names they are. */
export interface Owner {
  /** Undefined: the account of the key in NEWSLETTER_API_KEY. */
  readonly profile: string | undefined;
  readonly baseUrl: string;
}

interface Page {
  readonly profile: string | null;
  readonly base_url: string;
  readonly names: Names;
}

const most = 300;
const mostPages = 20;
const longest = 200;

const none: Names = { groups: [], fields: [], tags: [], emails: [] };

/** The names known for an account; none at all when there is no file, or a damaged one. */
export function namesOf(configDir: string, owner: Owner): Names {
  return read(configDir).find(isOf(owner))?.names ?? none;
}

/**
 * Keeps names for an account, the newest first, a few hundred of each kind. Whatever goes wrong: nothing is kept then.
 *
 * @param change given those known, returns those to keep
 */
export function rememberNames(configDir: string, owner: Owner, change: (names: Names) => Names): void {
  const pages = read(configDir);
  const known = pages.find(isOf(owner))?.names ?? none;
  const names = shortened(change(known));
  if (JSON.stringify(names) === JSON.stringify(known)) return;
  const page = { profile: owner.profile ?? null, base_url: owner.baseUrl, names };
  // A profile leads to one address at a time.
  const isOld = (other: Page) =>
    isOf(owner)(other) || (other.profile !== null && other.profile === page.profile);
  write(configDir, [page, ...pages.filter(other => !isOld(other))].slice(0, mostPages));
}

/** Forgets the names of a profile's accounts: it was signed out, or is no more. */
export function forgetNames(configDir: string, profile: string): void {
  const pages = read(configDir);
  const others = pages.filter(page => page.profile !== profile);
  if (others.length < pages.length) write(configDir, others);
}

function file(configDir: string): string {
  return join(configDir, 'completion.json');
}

function isOf(owner: Owner): (page: Page) => boolean {
  return page => page.profile === (owner.profile ?? null) && page.base_url === owner.baseUrl;
}

function read(configDir: string): readonly Page[] {
  try {
    const content: unknown = JSON.parse(readFileSync(file(configDir), 'utf8'));
    return Array.isArray(content) ? content.filter(isPage) : [];
  } catch {
    return [];
  }
}

function isPage(value: unknown): value is Page {
  if (!isObject(value)) return false;
  const { names } = value;
  if (!isObject(names)) return false;
  return kinds.every(kind => {
    const list = names[kind];
    return Array.isArray(list) && list.every(isName);
  });
}

function isName(value: unknown): value is Name {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}

function shortened(names: Names): Names {
  const short = (list: readonly Name[]) =>
    list
      .filter(([word]) => word.length <= longest)
      .slice(0, most)
      .map(shortName);
  return {
    groups: short(names.groups),
    fields: short(names.fields),
    tags: short(names.tags),
    emails: short(names.emails),
  };
}

function shortName([word, called]: Name): Name {
  return [word, called.slice(0, longest)];
}

/** Written whole: whoever completes meanwhile reads the old names, or the new ones. */
function write(configDir: string, pages: readonly Page[]): void {
  try {
    if (pages.length === 0) {
      rmSync(file(configDir), { force: true });
      return;
    }
    mkdirSync(configDir, { recursive: true, mode: 0o700 });
    writeWhole(file(configDir), JSON.stringify(pages), { mode: 0o600 });
  } catch {
    // Names are a comfort: no command fails for want of them.
  }
}
