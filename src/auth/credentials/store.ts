/** Stores credentials: in the system's keychain if there is one, otherwise in credentials.json, for its owner only. */
import type { HttpOptions } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { parseObject } from '../../lib/json/is-object.ts';
import type { ConfigPlace } from '../../settings/config-lock.ts';
import type { Settings } from '../../settings/schema.ts';
import {
  type Credential,
  fitsKeychain,
  type KeychainEntry,
  parseEntry,
  type StoredEntry,
} from './credential.ts';
import { changeEntries, credentialFile, readEntries, removeEntry } from './credential-file.ts';
import type { KeychainRequest } from './keychain.ts';

/** Its config dir need not exist. */
export interface CredentialStore extends ConfigPlace {
  readonly environment: NodeJS.ProcessEnv;
  /** For `timeout`, the seconds to wait for the keychain. */
  readonly settings: Pick<Settings, 'get'>;
  /** Shows that the keychain is slow or missing. */
  readonly note: (message: string) => void;
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

/** @returns the secret, if it is asked for; the failure when the keychain is not available */
async function useKeychain(
  request: KeychainRequest,
  { environment, note, settings }: CredentialStore,
): Promise<string | null | Failure> {
  // Most credentials are in the file.
  const { keychain } = await import('./keychain.ts');
  try {
    return await keychain(request, { environment, note, timeout: settings.get('timeout') });
  } catch (error) {
    if (error instanceof Failure && error.code === 'keychain_unavailable') return error;
    throw error;
  }
}
