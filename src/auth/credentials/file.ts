/** credentials.json: what each profile signs in with, apart from the settings, for its owner's eyes alone. */
import { chmodSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceByDraft } from '../../lib/atomic-file.ts';
import { Failure, systemCode } from '../../lib/failure.ts';
import { unreadable } from '../../lib/file-errors.ts';
import { isObject, type UnknownRecord } from '../../lib/is-object.ts';
import { octal, type Warn } from '../../settings/config-dir.ts';
import { withConfigLock } from '../../settings/config-lock.ts';
import { readJson } from '../../settings/json-file.ts';
import { type FileEntry, parseFileEntry } from './credential.ts';

/** By profile. Entries of a kind that only a newer version knows are kept as they are. */
type Entries = Readonly<Record<string, unknown>>;

/** The path of credentials.json. */
export function credentialFile(configDir: string): string {
  return join(configDir, 'credentials.json');
}

/**
 * The profiles that something is stored for. A file that others can read is closed to them, with a warning.
 * @throws Failure unreadable_file when the file is damaged or cannot be closed to others
 */
export function profilesWithCredentials(configDir: string, warn: Warn): string[] {
  return Object.keys(readEntries(configDir, warn));
}

/**
 * What the file holds for a profile, or undefined.
 * @throws Failure unreadable_file as `profilesWithCredentials`, and for an entry this version cannot use
 */
export function readFileEntry(configDir: string, profile: string, warn: Warn): FileEntry | undefined {
  const entries = readEntries(configDir, warn);
  if (!Object.hasOwn(entries, profile)) return undefined;
  const entry = parseFileEntry(entries[profile]);
  if (entry !== undefined) return entry;
  throw new Failure(
    'unreadable_file',
    `this version cannot use what ${credentialFile(configDir)} holds for profile ${profile}`,
    { hint: `newsletter login --profile ${profile}` },
  );
}

/**
 * Stores a credential for a profile, in place of the one there was. A damaged file is kept aside.
 * @throws Failure write_failed
 */
export async function writeFileEntry(
  configDir: string,
  profile: string,
  credential: FileEntry,
  warn: Warn,
): Promise<void> {
  await withConfigLock(configDir, warn, async () => {
    const entries = readOrSetAside(configDir, warn);
    writeEntries(configDir, { ...entries, [profile]: credential });
  });
}

/**
 * Forgets what is stored for the profiles.
 * @returns those that something was stored for
 * @throws Failure write_failed, unreadable_file
 */
export async function removeFileEntries(
  configDir: string,
  profiles: 'all' | readonly string[],
  warn: Warn,
): Promise<string[]> {
  // Signing out where nothing is stored must not make a folder, nor fail for want of one.
  if (profilesWithCredentials(configDir, warn).length === 0) return [];
  return await withConfigLock(configDir, warn, async () => {
    const entries = Object.entries(readEntries(configDir, warn));
    const forgotten = entries.filter(([name]) => profiles === 'all' || profiles.includes(name));
    if (forgotten.length > 0) {
      writeEntries(configDir, Object.fromEntries(entries.filter(entry => !forgotten.includes(entry))));
    }
    return forgotten.map(([name]) => name);
  });
}

/**
 * Stores under `to` what is stored under `from` too, if anything. (A rename copies, renames the profile,
 * then forgets: interrupted anywhere, no credential is lost.)
 * @throws Failure write_failed, unreadable_file
 */
export async function copyFileEntry(configDir: string, from: string, to: string, warn: Warn): Promise<void> {
  if (!profilesWithCredentials(configDir, warn).includes(from)) return;
  await withConfigLock(configDir, warn, async () => {
    const entries = readEntries(configDir, warn);
    writeEntries(configDir, { ...entries, [to]: entries[from] });
  });
}

function readEntries(configDir: string, warn: Warn): Entries {
  const file = credentialFile(configDir);
  const mend = 'newsletter login (keeps the damaged file aside)';
  closeToOthers(file, warn);
  const { profiles = {} } = readJson(file, mend) ?? {};
  if (isObject(profiles)) return profiles;
  throw new Failure('unreadable_file', `${file} is damaged: "profiles" is not as it should be`, {
    hint: mend,
  });
}

function writeEntries(configDir: string, profiles: UnknownRecord): void {
  const text = `${JSON.stringify({ profiles }, null, 2)}\n`;
  replaceByDraft(credentialFile(configDir), draft =>
    writeFileSync(draft, text, { mode: 0o600, flush: true }),
  );
}

function readOrSetAside(configDir: string, warn: Warn): Entries {
  try {
    return readEntries(configDir, warn);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const file = credentialFile(configDir);
    const aside = `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    renameSync(file, aside);
    warn(`${error.message}; it was kept aside as ${aside}`);
    return {};
  }
}

function closeToOthers(file: string, warn: Warn): void {
  const mode = modeOf(file);
  if (process.platform === 'win32' || mode === undefined || (mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (cause) {
    throw new Failure('unreadable_file', `others can read ${file} (mode ${octal(mode)}): it is not used`, {
      cause,
      hint: `chmod 600 ${file}`,
    });
  }
  warn(`others could read ${file} (mode ${octal(mode)}); it is now open to you alone (mode 600)`);
}

function modeOf(file: string): number | undefined {
  try {
    return statSync(file).mode;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(file, error);
  }
}
