/** credentials.json: the credential of each profile, readable by its owner only. */
import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, systemCode } from '../../lib/failure.ts';
import { unreadable } from '../../lib/files/file-errors.ts';
import { linkTarget } from '../../lib/files/place-file.ts';
import { isObject, type UnknownRecord } from '../../lib/json/is-object.ts';
import { closeToOthers, octal, type Warn } from '../../settings/config-dir.ts';
import { type ConfigPlace, withConfigLock } from '../../settings/config-lock.ts';
import { checkRegular, readJson } from '../../settings/json-file.ts';
import { type FileEntry, parseFileEntry } from './credential.ts';

/** By profile. Entries that only a newer version can use are kept. */
type Entries = Readonly<Record<string, unknown>>;

export function credentialFile(configDir: string): string {
  return join(configDir, 'credentials.json');
}

/**
 * The profiles that have an entry. If others can read the file, it is closed to them, with a warning.
 *
 * @throws Failure unreadable_file when the file is damaged or cannot be closed to others; untrusted_file when it is
 *   another user's
 */
export function profilesWithCredentials(configDir: string, warn: Warn): string[] {
  return Object.keys(readEntries(configDir, warn));
}

/**
 * The entry of a profile; undefined if it has none.
 *
 * @throws Failure as `profilesWithCredentials`; unreadable_file for an entry that this version cannot use
 */
export function readFileEntry(configDir: string, profile: string, warn: Warn): FileEntry | undefined {
  const entries = readEntries(configDir, warn);
  if (!Object.hasOwn(entries, profile)) return undefined;
  const entry = parseFileEntry(entries[profile]);
  if (entry !== undefined) return entry;
  throw new Failure(
    'unreadable_file',
    `this version cannot read the credentials of profile ${profile} in ${credentialFile(configDir)}`,
    { hint: `newsletter login --profile ${profile}` },
  );
}

/**
 * Adds or replaces the entry of a profile. A damaged file is renamed first.
 *
 * @throws Failure write_failed
 */
export async function writeFileEntry(place: ConfigPlace, profile: string, entry: FileEntry): Promise<void> {
  const { configDir, warn } = place;
  await changeEntries(place, () => ({ ...readOrRename(configDir, warn), [profile]: entry }));
}

/**
 * Removes the entries of the profiles.
 *
 * @returns the profiles that had one
 * @throws Failure write_failed, unreadable_file
 */
export async function removeFileEntries(place: ConfigPlace, profiles: readonly string[]): Promise<string[]> {
  const { configDir, warn } = place;
  const found = profilesWithCredentials(configDir, warn).filter(name => profiles.includes(name));
  // Without credentials, the config dir may not exist, and must not be made.
  if (found.length === 0) return [];
  await changeEntries(place, () => {
    const entries = Object.entries(readEntries(configDir, warn));
    return Object.fromEntries(entries.filter(([name]) => !profiles.includes(name)));
  });
  return found;
}

/**
 * Copies the entry of profile `from` to profile `to`, if there is one. To rename a profile, copy, rename, then remove:
 * wherever that is interrupted, no credential is lost.
 *
 * @throws Failure write_failed, unreadable_file
 */
export async function copyFileEntry(place: ConfigPlace, from: string, to: string): Promise<void> {
  const { configDir, warn } = place;
  if (!profilesWithCredentials(configDir, warn).includes(from)) return;
  await changeEntries(place, () => {
    const entries = readEntries(configDir, warn);
    return { ...entries, [to]: entries[from] };
  });
}

async function changeEntries(place: ConfigPlace, change: () => Entries): Promise<void> {
  const { writeJson } = await import('../../settings/write-json.ts');
  const file = credentialFile(place.configDir);
  await withConfigLock(place, () => writeJson(file, { profiles: change() }, 0o600));
}

function readEntries(configDir: string, warn: Warn): Entries {
  const file = credentialFile(configDir);
  const remedy = 'newsletter login (keeps a copy of the damaged file)';
  checkOwner(file);
  const open = closeToOthers(file, 0o600, warn);
  if (open !== undefined) {
    const why = `other users can read ${file} (mode ${octal(open)}), so it is not used`;
    throw new Failure('unreadable_file', why, { hint: `chmod 600 ${file}` });
  }
  const { profiles = {} } = readDraft(file) ?? readJson(file, remedy) ?? {};
  if (isObject(profiles)) return profiles;
  throw new Failure('unreadable_file', `${file} is damaged: "profiles" is invalid`, {
    hint: remedy,
  });
}

/** The draft of `writeJson` that could not replace the file, if it is newer; undefined if it is incomplete. */
function readDraft(file: string): UnknownRecord | undefined {
  try {
    const draft = `${linkTarget(file)}.new`;
    const [newer, older = 0] = [draft, file].map(each => statSync(each, { throwIfNoEntry: false })?.mtimeMs);
    if (newer === undefined || newer < older) return undefined;
    checkOwner(draft);
    return readJson(draft, '');
  } catch {
    return undefined;
  }
}

function readOrRename(configDir: string, warn: Warn): Entries {
  try {
    return readEntries(configDir, warn);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'unreadable_file') throw error;
    const file = credentialFile(configDir);
    const backup = `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    renameSync(file, backup);
    warn(`${error.message}; a copy is kept in ${backup}`);
    return {};
  }
}

/**
 * Rejects another user's file, for root too: a write by root would take the file away from its owner.
 *
 * @throws Failure untrusted_file, unreadable_file
 */
function checkOwner(file: string): void {
  const user = process.getuid?.();
  const owner = ownerOf(file);
  // Windows has no user ids.
  if (user === undefined || owner === undefined || owner === user) return;
  const own = 'set NEWSLETTER_CONFIG_DIR to a folder of your own';
  throw new Failure('untrusted_file', `${file} belongs to another user (id ${owner}), so it is not used`, {
    hint: user === 0 ? `run it as that user (sudo -u '#${owner}' newsletter …), or ${own}` : own,
  });
}

/** Undefined if there is no file. @throws Failure unreadable_file for a folder, a device or a circular link */
function ownerOf(file: string): number | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined) checkRegular(file);
    return stats?.uid;
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') return undefined;
    throw error instanceof Failure ? error : unreadable(file, error);
  }
}
