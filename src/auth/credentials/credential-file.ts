/** credentials.json: the entries of all profiles, for their owner only. */
import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, systemCode } from '../../lib/failure.ts';
import { checkRegular, readJson, unreadable } from '../../lib/files/file-errors.ts';
import { linkTarget } from '../../lib/files/place-file.ts';
import { isObject, type UnknownRecord } from '../../lib/json/is-object.ts';
import { closeToOthers, octal, type Warn } from '../../settings/config-dir.ts';
import { type ConfigPlace, withConfigLock } from '../../settings/config-lock.ts';

/** By profile. Entries that only a later version can use are kept. */
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
 * Removes the entry of a profile; one in the keychain stays there.
 *
 * @returns whether the profile had one
 * @throws Failure write_failed, unreadable_file
 */
export async function removeEntry(place: ConfigPlace, profile: string): Promise<boolean> {
  // Without credentials, the config dir may not exist, and must not be made.
  if (!profilesWithCredentials(place.configDir, place.warn).includes(profile)) return false;
  await changeEntries(place, ({ [profile]: _, ...others }) => others);
  return true;
}

/**
 * Copies the entry of profile `from` to profile `to`, if there is one. To rename a profile, copy, rename, then remove:
 * wherever that is interrupted, no credential is lost.
 *
 * @throws Failure write_failed, unreadable_file
 */
export async function copyEntry(place: ConfigPlace, from: string, to: string): Promise<void> {
  if (!profilesWithCredentials(place.configDir, place.warn).includes(from)) return;
  await changeEntries(place, entries => ({ ...entries, [to]: entries[from] }));
}

/**
 * Changes the entries, under the lock of the config dir. A damaged file is renamed first.
 *
 * @throws Failure write_failed, untrusted_file
 */
export async function changeEntries(
  place: ConfigPlace,
  change: (entries: Entries) => Entries,
): Promise<void> {
  const { writeJson } = await import('../../settings/write-json.ts');
  const file = credentialFile(place.configDir);
  await withConfigLock(place, () => writeJson(file, { profiles: change(readOrRename(place)) }, 0o600));
}

/** The entries of the file; none if there is no file. @throws as `profilesWithCredentials` */
export function readEntries(configDir: string, warn: Warn): Entries {
  const file = credentialFile(configDir);
  const hint = 'newsletter login (keeps a copy of the damaged file)';
  checkOwner(file);
  const open = closeToOthers(file, 0o600, warn);
  if (open !== undefined) {
    const why = `other users can read ${file} (mode ${octal(open)}), so it is not used`;
    throw new Failure('unreadable_file', why, { hint: `chmod 600 ${file}` });
  }
  const { profiles = {} } = readDraft(file) ?? readJson(file, hint) ?? {};
  if (isObject(profiles)) return profiles;
  throw new Failure('unreadable_file', `${file} is damaged: "profiles" is invalid`, { hint });
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

/** The entries; a damaged file is renamed, with a warning. @throws Failure untrusted_file */
function readOrRename({ configDir, warn }: ConfigPlace): Entries {
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
 * @throws Failure untrusted_file; unreadable_file for a folder, a device or a circular link
 */
function checkOwner(file: string): void {
  const user = process.getuid?.();
  try {
    const owner = statSync(file, { throwIfNoEntry: false })?.uid;
    if (owner !== undefined) checkRegular(file);
    // Windows has no user ids.
    if (user === undefined || owner === undefined || owner === user) return;
    const other = 'set NEWSLETTER_CONFIG_DIR to a folder of your own';
    throw new Failure('untrusted_file', `${file} belongs to another user (id ${owner}), so it is not used`, {
      hint: user === 0 ? `run it as that user (sudo -u '#${owner}' newsletter …), or ${other}` : other,
    });
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') return;
    throw error instanceof Failure ? error : unreadable(file, error);
  }
}
