/**
 * The project file, `.newsletterrc.json`: settings for a folder and all folders in it, often shared in a repository. It
 * may name the profile and the account, and set defaults. It cannot hold credentials, or say where they are sent.
 */
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { unreadable, unwritable } from '../lib/files/file-errors.ts';
import { fileId } from '../lib/files/file-id.ts';
import { isObject, type UnknownRecord } from '../lib/json/is-object.ts';
import { jsonProblem, memberLines } from '../lib/json/json-problem.ts';
import { nearest } from '../lib/text/nearest.ts';
import { homeFolder } from './config-dir.ts';
import { checkRegular, withoutByteOrderMark } from './json-file.ts';
import { parseSetting } from './parse.ts';
import { checkProfileName } from './profiles.ts';
import { isSettingName, type SettingName, settingNames, settings } from './schema.ts';
import { writeJson } from './write-json.ts';

const fileName = '.newsletterrc.json';
const variable = 'NEWSLETTER_FOLDER_FILE';

export interface ProjectFile {
  /** Absolute. */
  readonly path: string;
  /** The profile that the file names; it need not exist. */
  readonly profile: string | undefined;
  readonly values: ReadonlyMap<SettingName, string | number>;
}

const allowedNames = settingNames.filter(name => 'inProjectFile' in settings[name]);

/**
 * Finds the project file that applies: that of the working folder, or of the nearest folder above it, up to the home
 * folder (or the root, elsewhere). NEWSLETTER_FOLDER_FILE names another file, or `none`.
 *
 * @param workingFolder absolute; undefined when no project file applies
 * @returns its path; the file may turn out to be damaged
 */
function findProjectFile(
  workingFolder: string | undefined,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (workingFolder === undefined) return undefined;
  const named = environment[variable]?.trim();
  if (named) return named === 'none' ? undefined : resolve(workingFolder, named);
  return filesAbove(workingFolder, environment).next().value;
}

export const ignoresFolder = (environment: NodeJS.ProcessEnv) => environment[variable]?.trim() === 'none';

/** The file of a folder and those of the folders above it. */
function* filesAbove(start: string, environment: NodeJS.ProcessEnv): Generator<string, undefined> {
  // Compared by id: some file systems ignore case.
  const home = fileId(homeFolder(environment));
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, fileName);
    if (exists(path)) yield path;
    if (folder === dirname(folder) || fileId(folder) === home) return undefined;
  }
}

/**
 * Reads the project file that applies.
 *
 * @param workingFolder absolute; undefined when no project file applies
 * @returns undefined when there is none
 * @throws Failure untrusted_file, unreadable_file, invalid_value, which name the file, and the line where it is known
 */
export function readProjectFile(
  workingFolder: string | undefined,
  environment: NodeJS.ProcessEnv,
): ProjectFile | undefined {
  const path = findProjectFile(workingFolder, environment);
  return path === undefined ? undefined : readFileAt(path, Boolean(environment[variable]?.trim()));
}

/**
 * The files whose rails hold: those of all folders above, whichever file is nearer or named. Of a sandbox, which is no
 * account of theirs, only the one that applies.
 *
 * @param file the one that applies
 * @throws as `readProjectFile`; untrusted files only without NEWSLETTER_FOLDER_FILE, which may say to ignore them
 */
export function filesWithRails(
  file: ProjectFile | undefined,
  workingFolder: string | undefined,
  environment: NodeJS.ProcessEnv,
): readonly ProjectFile[] {
  const above = workingFolder === undefined ? [] : [...filesAbove(workingFolder, environment)];
  const others = above.filter(path => path !== file?.path);
  return [
    ...(file === undefined ? [] : [file]),
    ...others.flatMap(path => {
      try {
        return readFileAt(path, false);
      } catch (error) {
        const isIgnored =
          error instanceof Failure && error.code === 'untrusted_file' && environment[variable]?.trim();
        if (isIgnored) return [];
        throw error;
      }
    }),
  ];
}

/** @param isTrusted the user named the file, so its owner does not matter */
function readFileAt(path: string, isTrusted: boolean): ProjectFile {
  const text = readText(path, isTrusted);
  const content = parse(path, text);
  const lines = memberLines(text);
  const values = new Map<SettingName, string | number>();
  let profile: string | undefined;
  for (const [key, value] of Object.entries(content)) {
    const where = `${path}:${lines.get(key) ?? 1}: ${key}`;
    checkKey(key, where);
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Failure('invalid_value', `${where} must be a string or a number`);
    }
    if (isSettingName(key)) values.set(key, parseSetting(key, String(value), where));
    else profile = checkProfileName(String(value).trim(), where);
  }
  return { path, profile, values };
}

export interface Link {
  readonly profile: string | undefined;
  /** The account that is expected: its slug or id. */
  readonly account?: string | undefined;
}

/** The file in the folder itself, not one above it. */
function fileIn(folder: string): ProjectFile | undefined {
  return exists(join(folder, fileName)) ? readProjectFile(folder, { HOME: folder }) : undefined;
}

/** The link in a folder's own file; undefined if it has none. @throws as `readProjectFile` */
export function linkIn(folder: string): (Link & { readonly path: string }) | undefined {
  const file = fileIn(folder);
  if (file === undefined) return undefined;
  const account = file.values.get('expect-account');
  return {
    path: file.path,
    profile: file.profile,
    ...(account !== undefined && { account: String(account) }),
  };
}

/**
 * Writes a folder's file; the other settings in it stay.
 *
 * @returns its path
 * @throws Failure write_failed, and as `readProjectFile`
 */
export async function writeLink(folder: string, { profile, account }: Link): Promise<string> {
  const path = join(folder, fileName);
  const { 'expect-account': _, ...others } = Object.fromEntries(fileIn(folder)?.values ?? []);
  const content = { profile, ...(account !== undefined && { 'expect-account': account }), ...others };
  // Only the owner may change the file, since it decides where commands go; others may read it.
  try {
    await writeJson(path, content, 0o644);
  } catch (error) {
    throw unwritable(path, error);
  }
  return path;
}

/** @throws Failure invalid_value, which never repeats the value: it may be a secret */
function checkKey(key: string, where: string): void {
  if (key === 'profile' || allowedNames.some(name => name === key)) return;
  if (isSettingName(key)) {
    throw new Failure('invalid_value', `${where} is not allowed in ${fileName}`, {
      details: [
        'other people may have written this file: it cannot set where credentials are sent or stored, or which commands run',
      ],
      hint: `to set it in the profile: newsletter config set ${key} <value>`,
    });
  }
  if (/key|secret|token|passw|credential|bearer/i.test(key)) {
    throw new Failure('invalid_value', `${where}: credentials are not allowed in ${fileName}`, {
      hint: 'run newsletter login to store them; if others have seen the file, replace the credentials',
    });
  }
  const near = nearest(key, ['profile', ...allowedNames]);
  throw new Failure('invalid_value', `${where} is not a key of ${fileName}`, {
    details: [`keys: profile, ${allowedNames.join(', ')}`],
    hint: near === undefined ? 'newsletter help accounts' : `did you mean ${near}?`,
  });
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // No permission to read the folder.
    return false;
  }
}

/** @param isTrusted the user named the file, so its owner does not matter */
function readText(path: string, isTrusted: boolean): string {
  try {
    checkRegular(path);
    // Of a symbolic link, the link itself is checked too: another user may have made it.
    if (!isTrusted) for (const file of [lstatSync(path), statSync(path)]) checkOwner(path, file);
    return withoutByteOrderMark(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw cause instanceof Failure ? cause : unreadable(path, cause);
  }
}

/** The file decides which account commands change. @throws Failure untrusted_file if others can write it */
function checkOwner(path: string, file: Stats): void {
  const user = process.getuid?.();
  // Windows has no user ids.
  if (user === undefined) return;
  // root is trusted: it could change everything anyway.
  if (file.uid !== user && file.uid !== 0) {
    throw new Failure('untrusted_file', `untrusted file: ${path} belongs to another user`, {
      hint: `read it first; then set ${variable}=${path} to trust it, or ${variable}=none to ignore it`,
    });
  }
  if (file.isFile() && (file.mode & 0o002) !== 0) {
    throw new Failure('untrusted_file', `untrusted file: every user of this machine can write to ${path}`, {
      hint: `chmod o-w ${path}; or set ${variable}=${path} to trust it anyway`,
    });
  }
}

function parse(path: string, text: string): UnknownRecord {
  const hint = `expected an object such as {"profile": "work"}; set ${variable}=none to ignore the file`;
  if (text.trim() === '') throw new Failure('unreadable_file', `${path} is empty`, { hint });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    const { line } = jsonProblem(text);
    throw new Failure('unreadable_file', `${path}:${line}: not valid JSON`, { hint });
  }
  if (isObject(content)) return content;
  throw new Failure('unreadable_file', `${path}:1: not a JSON object`, { hint });
}
