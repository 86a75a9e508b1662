/**
 * The project file, `.newsletterrc.json`: settings for a folder and all folders in it, often shared in a repository. It
 * may name the profile and the account, and set defaults. It cannot hold credentials, or say where they are sent.
 */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { Failure, ignoringErrors } from '../lib/failure.ts';
import { readJson, unreadable } from '../lib/files/file-errors.ts';
import type { UnknownRecord } from '../lib/json/is-object.ts';
import { didYouMean } from '../lib/text/nearest.ts';
import { writeJson } from './config-lock.ts';
import { parseSetting } from './parse.ts';
import { checkProfileName } from './profiles.ts';
import { isSettingName, namesInProjectFiles, type SettingName } from './schema.ts';

const fileName = '.newsletterrc.json';

export interface ProjectFile {
  /** Absolute. */
  readonly path: string;
  /** The profile that the file names; it need not exist. */
  readonly profile: string | undefined;
  readonly values: ReadonlyMap<SettingName, string | number>;
}

/**
 * Reads the project files of a folder and of those above it, up to the root: the first that names a profile, and those
 * below it, set profile and defaults; all of them set rails.
 *
 * @param workingFolder absolute
 * @param environment for PWD, the path by which a shell came to the working folder: the files above a symbolic link
 *   apply, too.
 * @throws Failure untrusted_file, unreadable_file, invalid_value, which name the file
 */
export function readProjectFiles(
  workingFolder: string,
  environment: NodeJS.ProcessEnv,
): readonly ProjectFile[] {
  const { PWD: typed = '' } = environment;
  const isSame = isAbsolute(typed) && realPath(typed) === realPath(workingFolder);
  const folders = [realPath(workingFolder), ...(isSame ? [typed] : [])].flatMap(withAbove);
  return [...new Set(folders)].flatMap(folder => projectFileIn(folder) ?? []);
}

/**
 * Those of a file's folder and above it, by its path as typed and without symbolic links; the file need not exist.
 *
 * @throws as `readProjectFiles`
 */
export function projectFilesOf(path: string): readonly (readonly ProjectFile[])[] {
  const folders = new Set([dirname(path), dirname(realPath(path)), realPath(dirname(path))]);
  return [...folders].map(each => withAbove(each).flatMap(folder => projectFileIn(folder) ?? []));
}

function withAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return folder === above ? [folder] : [folder, ...withAbove(above)];
}

const realPath = (path: string) => ignoringErrors(() => realpathSync.native(path)) ?? path;

/** The project file in a folder itself, if it has one. @throws as `readProjectFiles` */
export function projectFileIn(folder: string): ProjectFile | undefined {
  const path = join(folder, fileName);
  checkTrusted(path);
  const content = readJson(path, 'expected an object such as {"profile": "work"}');
  if (content === undefined) return undefined;
  const values = new Map<SettingName, string | number>();
  let profile: string | undefined;
  for (const [key, value] of Object.entries(content)) {
    const where = `${path}: ${key}`;
    checkKey(key, where);
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Failure('invalid_value', `${where} must be a string or a number`);
    }
    if (isSettingName(key)) values.set(key, parseSetting(key, String(value), where));
    else profile = checkProfileName(String(value).trim(), where);
  }
  return { path, profile, values };
}

/** Replaces the project file of a folder. @returns its path @throws Failure write_failed */
export async function writeProjectFile(folder: string, content: UnknownRecord): Promise<string> {
  const path = join(folder, fileName);
  // Only the owner may change the file, since it decides where commands go; others may read it.
  await writeJson(path, content, 0o644);
  return path;
}

/** @throws Failure invalid_value, which never repeats the value: it may be a secret */
function checkKey(key: string, where: string): void {
  const keys = ['profile', ...namesInProjectFiles];
  if (keys.includes(key)) return;
  if (isSettingName(key)) {
    throw new Failure('invalid_value', `${where} is not allowed in ${fileName}`, {
      details: ['others may have written it: it cannot set where credentials go, or which commands run'],
      hint: `to set it in the profile: newsletter config set ${key} <value>`,
    });
  }
  throw new Failure('invalid_value', `${where} is not a key of ${fileName}`, {
    details: [`keys: ${keys.join(', ')}`],
    hint: didYouMean(key, keys, 'newsletter help environment'),
  });
}

/**
 * Only this user or root may be able to change the file, since it decides which account commands change.
 *
 * @throws Failure untrusted_file, unreadable_file
 */
function checkTrusted(path: string): void {
  const untrusted = (why: string, fix: string) =>
    new Failure('untrusted_file', `untrusted file: ${path} ${why}`, { hint: `read it first; then ${fix}` });
  // Windows has no user ids.
  const user = process.getuid?.();
  try {
    const link = lstatSync(path, { throwIfNoEntry: false });
    if (link === undefined) return;
    // Of a symbolic link, the link itself is checked too: another user may have made it.
    for (const file of user === undefined ? [] : [link, statSync(path)]) {
      // root is trusted: it could change everything anyway.
      if (file.uid !== user && file.uid !== 0)
        throw untrusted('belongs to another user', `make it yours: chown ${user} ${path}`);
      if (file.isFile() && (file.mode & 0o002) !== 0)
        throw untrusted('can be changed by every user of this machine', `chmod o-w ${path}`);
    }
  } catch (cause) {
    throw cause instanceof Failure ? cause : unreadable(path, cause);
  }
}
