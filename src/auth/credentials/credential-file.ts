/** credentials.json: the entries of all profiles, for their owner only. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, systemCode } from '../../lib/failure.ts';
import { checkRegular, readJson, unreadable } from '../../lib/files/file-errors.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { closeToOthers, octal, type Warn } from '../../settings/config-dir.ts';
import { type ConfigPlace, changeKeptFile } from '../../settings/config-lock.ts';

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

/** Changes the entries, under the lock of the config dir. @throws Failure write_failed; as `readEntries` */
export async function changeEntries(
  place: ConfigPlace,
  change: (entries: Entries) => Entries,
): Promise<void> {
  await changeKeptFile(place, credentialFile(place.configDir), () => ({
    profiles: change(readEntries(place.configDir, place.warn)),
  }));
}

/** The entries of the file; none if there is no file. @throws as `profilesWithCredentials` */
export function readEntries(configDir: string, warn: Warn): Entries {
  const file = credentialFile(configDir);
  const hint = 'move it away, then: newsletter login';
  checkOwner(file);
  const open = closeToOthers(file, 0o600, warn);
  if (open !== undefined) {
    const why = `other users can read ${file} (mode ${octal(open)}), so it is not used`;
    throw new Failure('unreadable_file', why, { hint: `chmod 600 ${file}` });
  }
  const { profiles = {} } = readJson(file, hint) ?? {};
  if (isObject(profiles)) return profiles;
  throw new Failure('unreadable_file', `${file} is damaged: "profiles" is invalid`, { hint });
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
