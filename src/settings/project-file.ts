/**
 * `.newsletterrc.json`: settings of a folder and of all below it, often shared with others in a repository. So it
 * may say which profile and account are meant, and defaults; never credentials, nor where they are sent.
 */
import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { unreadable } from '../lib/file-errors.ts';
import { isObject } from '../lib/is-object.ts';
import { nearest } from '../lib/nearest.ts';
import { homeFolder } from './config-dir.ts';
import { withoutByteOrderMark } from './json-file.ts';
import { parseSetting } from './parse.ts';
import { checkProfileName } from './profiles.ts';
import { isSettingName, type SettingName, settingNames, settings } from './schema.ts';

const fileName = '.newsletterrc.json';
const variable = 'NEWSLETTER_FOLDER_FILE';

export interface ProjectFile {
  /** Absolute. */
  readonly path: string;
  /** The profile it names, if it names one; whether there is such a profile is another matter. */
  readonly profile: string | undefined;
  readonly values: ReadonlyMap<SettingName, string | number>;
}

const allowed = settingNames.filter(name => 'inProjectFile' in settings[name]);

/**
 * The file that applies: the first found in the working folder and those above it, as far as the home folder (or
 * the root, elsewhere). NEWSLETTER_FOLDER_FILE names another one, or `none`.
 *
 * @param workingFolder absolute; undefined: none applies
 * @returns its path; it may still turn out to be damaged
 */
export function findProjectFile(
  workingFolder: string | undefined,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (workingFolder === undefined) return undefined;
  const named = environment[variable]?.trim();
  if (named) return named === 'none' ? undefined : resolve(workingFolder, named);
  const home = realPath(homeFolder(environment));
  for (let folder = workingFolder; ; folder = dirname(folder)) {
    const path = join(folder, fileName);
    if (isThere(path)) return path;
    if (folder === home || folder === dirname(folder)) return undefined;
  }
}

/**
 * What the file that applies says; undefined when none does.
 *
 * @throws Failure untrusted_file, unreadable_file, invalid_value; they name the file and, where it is known, the line
 */
export function readProjectFile(
  workingFolder: string | undefined,
  environment: NodeJS.ProcessEnv,
): ProjectFile | undefined {
  const path = findProjectFile(workingFolder, environment);
  if (path === undefined) return undefined;
  // Who names a file trusts it.
  const text = readText(path, !environment[variable]?.trim());
  const content = parse(path, text);
  const values = new Map<SettingName, string | number>();
  let profile: string | undefined;
  for (const [key, value] of Object.entries(content)) {
    const where = `${path}:${lineOf(text, key)}: ${key}`;
    checkKey(key, where);
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Failure('invalid_value', `${where} must be a text or a number`);
    }
    if (isSettingName(key)) values.set(key, parseSetting(key, String(value), where));
    else profile = checkProfileName(String(value).trim(), where);
  }
  return { path, profile, values };
}

/** @throws Failure invalid_value; values are never repeated: they may be secrets in the wrong place */
function checkKey(key: string, where: string): void {
  if (key === 'profile' || allowed.some(name => name === key)) return;
  if (isSettingName(key)) {
    throw new Failure('invalid_value', `${where} is not allowed in ${fileName}`, {
      details: [
        'such a file may come from somebody else: it cannot say where credentials are sent or kept, or what is run',
      ],
      hint: `newsletter config set ${key} <value> keeps it in the profile`,
    });
  }
  if (/key|secret|token|passw|credential|bearer/i.test(key)) {
    throw new Failure('invalid_value', `${where}: credentials are never kept in ${fileName}`, {
      hint: 'newsletter login keeps them for the profile that it names; if others have seen the file, renew them',
    });
  }
  const near = nearest(key, ['profile', ...allowed]);
  throw new Failure('invalid_value', `${where} is not known in ${fileName}`, {
    details: [`it takes profile, ${allowed.join(', ')}`],
    hint: near === undefined ? 'newsletter help accounts' : `did you mean ${near}?`,
  });
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A folder that may not be looked into.
    return false;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function readText(path: string, careful: boolean): string {
  try {
    const target = statSync(path);
    if (!target.isFile()) {
      throw new Failure('unreadable_file', `${path} is ${target.isDirectory() ? 'a folder' : 'no file'}`);
    }
    // A link could be somebody else's, and lead to a file of one's own.
    if (careful) for (const found of [lstatSync(path), target]) checkOwner(path, found);
    return withoutByteOrderMark(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw cause instanceof Failure ? cause : unreadable(path, cause);
  }
}

/** Whoever may write the file decides which account is written to. @throws Failure untrusted_file */
function checkOwner(path: string, found: Stats): void {
  const user = process.getuid?.();
  // Windows keeps owners elsewhere. What root owns can be trusted: it could do anything anyway.
  if (user === undefined) return;
  const hint = `look into it; ${variable}=${path} trusts it, ${variable}=none leaves it aside`;
  if (found.uid !== user && found.uid !== 0) {
    throw new Failure('untrusted_file', `${path} belongs to another user of this machine: it is not used`, {
      hint,
    });
  }
  if (found.isFile() && (found.mode & 0o002) !== 0) {
    throw new Failure('untrusted_file', `every user of this machine can change ${path}: it is not used`, {
      hint: `chmod o-w ${path}; or ${variable}=${path} trusts it all the same`,
    });
  }
}

function parse(path: string, text: string): Readonly<Record<string, unknown>> {
  const mend = `it takes an object such as {"profile": "work"}; ${variable}=none leaves it aside`;
  if (text.trim() === '') throw new Failure('unreadable_file', `${path} is empty`, { hint: mend });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Failure('unreadable_file', `${path}:${lineOfFault(text)}: this is not valid JSON`, {
      hint: mend,
    });
  }
  if (isObject(content)) return content;
  throw new Failure('unreadable_file', `${path}:1: this is no JSON object`, { hint: mend });
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

const textToken = '"(?:[^"\\\\\\n]|\\\\.)*"';

/** The line of a key: of the last of that name, which is the one that counts. */
function lineOf(text: string, key: string): number {
  const keys = [...text.matchAll(new RegExp(`(${textToken})\\s*:`, 'g'))];
  const found = keys.findLast(([, quoted = '""']) => JSON.parse(quoted) === key);
  return lineAt(text, found?.index ?? 0);
}

/** What an object of plain values is made of, in turn: name, colon, value, comma or end. */
const parts = [textToken, ':', `(?:${textToken}|[\\w.+-]+)`, '[,}]'].map(
  part => new RegExp(`\\s*${part}`, 'y'),
);

/** The line on which what should be an object of plain values stops being one. (JSON.parse does not always say.) */
function lineOfFault(text: string): number {
  let index = /^\s*\{/.exec(text)?.[0].length ?? 0;
  for (let step = 0; index > 0; step++) {
    const part = parts[step % parts.length];
    if (part === undefined) break;
    part.lastIndex = index;
    const found = part.exec(text);
    if (found === null) break;
    index = part.lastIndex;
  }
  return lineAt(text, text.length - text.slice(index).trimStart().length);
}
