/**
 * Stores credentials: in the system's keychain if there is one, otherwise in credentials.json, for its owner only. That file
 * has an entry for every profile that is signed in.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpOptions } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { readJson, readText } from '../../lib/files/file-errors.ts';
import { isObject, parseObject } from '../../lib/json/is-object.ts';
import { closeToOthers, octal, type Warn } from '../../settings/config-dir.ts';
import { type ConfigPlace, changeKeptFile } from '../../settings/config-lock.ts';
import type { Settings } from '../../settings/resolve.ts';
import {
  type Credential,
  fitsKeychain,
  type KeychainEntry,
  parseEntry,
  type StoredEntry,
} from './credential.ts';
import type { KeychainOptions, KeychainRequest } from './keychain.ts';

/** Its config dir need not exist. */
export interface CredentialStore extends ConfigPlace, KeychainOptions {
  /** The operating system (default: this machine's). */
  readonly platform?: string | undefined;
}

/** The context of signing in, refreshing and signing out. */
export interface SessionSources extends CredentialStore {
  readonly settings: Settings;
  /** Lets work come to its end before Ctrl-C ends the process. */
  readonly unbroken: <T>(work: Promise<T>) => Promise<T>;
  /** Whether a person can sign in now. */
  readonly interactive?: boolean | undefined;
  /** Sends the requests to the token endpoint. */
  readonly http: HttpOptions;
}

export type StorePlace = 'keychain' | 'file';

/**
 * The credential of a profile, and where it is stored.
 *
 * @returns undefined when there is none
 * @throws Failure keychain_unavailable; unreadable_file for an entry that this version cannot use; as
 *   `profilesWithCredentials`
 */
export async function readCredential(
  store: CredentialStore,
  profile: string,
): Promise<{ readonly credential: Credential; readonly place: StorePlace } | undefined> {
  const entries = readEntries(store.configDir, store.warn);
  if (!Object.hasOwn(entries, profile)) return undefined;
  const entry = parseEntry(entries[profile]);
  if (entry === undefined) throw unusable(profile, credentialFile(store.configDir));
  if (entry.kind !== 'keychain') return { credential: entry, place: 'file' };
  const text = await useKeychain({ do: 'get', account: entry.account }, store);
  if (text instanceof Failure) {
    throw text.reworded(`${text.message}; the credentials of profile ${profile} are in it`, {
      hint: `unlock it, or store them in a file: NEWSLETTER_CREDENTIAL_STORE=file newsletter login --profile ${profile}`,
    });
  }
  // Another program removed it from the keychain: the profile is signed out.
  if (text === null) return undefined;
  const credential = parseEntry(parseObject(text));
  if (credential === undefined || credential.kind === 'keychain') throw unusable(profile, 'the keychain');
  return { credential, place: 'keychain' };
}

function unusable(profile: string, place: string): Failure {
  const message = `this version cannot read the credentials of profile ${profile} in ${place}`;
  return new Failure('unreadable_file', message, { hint: `newsletter login --profile ${profile}` });
}

/**
 * Stores the credential of a profile, and removes the previous one.
 *
 * @param wanted value of the setting `credential-store`
 * @returns where it is stored
 * @throws Failure keychain_unavailable when only the keychain is wanted; write_failed, unreadable_file
 */
export async function storeCredential(
  store: CredentialStore,
  profile: string,
  credential: Credential,
  wanted: string,
): Promise<StorePlace> {
  const before = keychainEntry(store, profile);
  const write = (entry: StoredEntry) => changeEntries(store, others => ({ ...others, [profile]: entry }));
  if (wanted !== 'file') {
    const entry = before ?? { kind: 'keychain', account: `${profile} ${crypto.randomUUID()}` };
    const secret = JSON.stringify(credential);
    const unavailable = fitsKeychain(secret, store.platform)
      ? await useKeychain({ do: 'set', account: entry.account, secret }, store)
      : new Failure('keychain_unavailable', 'the credentials are too long for the system keychain');
    if (!(unavailable instanceof Failure)) {
      await write(entry);
      return 'keychain';
    }
    if (wanted === 'keychain') throw unavailable;
    const place = `credentials are saved in ${credentialFile(store.configDir)}, readable only by you`;
    store.note(`${place}: ${unavailable.message}`);
  }
  await write(credential);
  if (before !== undefined) await removeFromKeychain(store, before);
  return 'file';
}

/**
 * Stores a refreshed credential in the same place; one that has become too long for the keychain as a new one.
 *
 * @throws Failure as `storeCredential`
 */
export async function replaceCredential(
  store: CredentialStore,
  profile: string,
  credential: Credential,
): Promise<void> {
  const fits = fitsKeychain(JSON.stringify(credential), store.platform);
  const ifFound = fits ? 'keychain' : store.settings.get('credential-store');
  await storeCredential(store, profile, credential, keychainEntry(store, profile) ? ifFound : 'file');
}

/**
 * Removes the credential of a profile. When the keychain cannot remove it, that is a warning.
 *
 * @returns whether the profile had one
 * @throws Failure write_failed, unreadable_file
 */
export async function removeCredential(store: CredentialStore, profile: string): Promise<boolean> {
  const entry = keychainEntry(store, profile);
  const isRemoved = await removeEntry(store, profile);
  if (entry !== undefined) await removeFromKeychain(store, entry);
  return isRemoved;
}

function keychainEntry({ configDir }: CredentialStore, profile: string): KeychainEntry | undefined {
  // No warnings here: reading the credential shows them.
  const entry = parseEntry(readEntries(configDir, () => {})[profile]);
  return entry?.kind === 'keychain' ? entry : undefined;
}

async function removeFromKeychain(store: CredentialStore, { account }: KeychainEntry): Promise<void> {
  const failed = await useKeychain({ do: 'delete', account }, store);
  if (failed instanceof Failure)
    store.warn(`${failed.message}; an entry "newsletter-cli, ${account}" may be left in it`);
}

// Loaded when it is needed: most credentials are in the file.
const useKeychain = async (request: KeychainRequest, store: CredentialStore) =>
  await (await import('./keychain.ts')).keychain(request, store);

/** The entries of credentials.json, by profile. */
type Entries = Readonly<Record<string, unknown>>;

export const credentialFile = (configDir: string) => join(configDir, 'credentials.json');

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

/** @throws Failure write_failed; as `readEntries` */
async function changeEntries(place: ConfigPlace, change: (entries: Entries) => Entries): Promise<void> {
  await changeKeptFile(place, credentialFile(place.configDir), () => ({
    profiles: change(readEntries(place.configDir, place.warn)),
  }));
}

/** The entries of the file; none if there is no file. @throws as `profilesWithCredentials` */
function readEntries(configDir: string, warn: Warn): Entries {
  const file = credentialFile(configDir);
  const hint = 'move it away, then: newsletter login';
  // Throws for a folder or a device, whose mode must stay.
  if (readText(file) === undefined) return {};
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

/** Rejects another user's file, for root too: a write by root would take the file away from its owner. */
function checkOwner(file: string): void {
  // Windows has no user ids.
  const [owner, user] = [statSync(file).uid, process.getuid?.()];
  if (user === undefined || owner === user) return;
  const other = 'set NEWSLETTER_CONFIG_DIR to a folder of your own';
  throw new Failure('untrusted_file', `${file} belongs to another user (id ${owner}), so it is not used`, {
    hint: user === 0 ? `run it as that user (sudo -u '#${owner}' newsletter …), or ${other}` : other,
  });
}
