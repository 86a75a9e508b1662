/** Stores credentials: in the system's keychain if there is one, otherwise in credentials.json. */
import type { HttpOptions } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { parseObject } from '../../lib/json/is-object.ts';
import type { ConfigPlace } from '../../settings/config-lock.ts';
import type { Settings } from '../../settings/schema.ts';
import { type Credential, type KeychainEntry, parseCredential } from './credential.ts';
import { credentialFile, readFileEntry, removeFileEntries, writeFileEntry } from './file.ts';
import type { KeychainRequest } from './keychain.ts';

/** Its config dir need not exist. */
export interface CredentialStore extends ConfigPlace {
  readonly environment: NodeJS.ProcessEnv;
  /** For `timeout`, the seconds to wait for the keychain. */
  readonly settings: Pick<Settings, 'get'>;
  /** Shows that the keychain is slow or missing. */
  readonly note: (message: string) => void;
}

/** The context of signing in, refreshing and signing out. */
export interface SessionSources extends CredentialStore {
  readonly settings: Settings;
  /** Origins that stored credentials may be sent to besides their own (`--allow-origin`). */
  readonly allowedOrigins: readonly string[];
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
 * @throws Failure unreadable_file, keychain_unavailable
 */
export async function readCredential(
  store: CredentialStore,
  profile: string,
): Promise<{ readonly credential: Credential; readonly place: StorePlace } | undefined> {
  const entry = readFileEntry(store.configDir, profile, store.warn);
  if (entry === undefined) return undefined;
  if (entry.kind !== 'keychain') return { credential: entry, place: 'file' };
  const text = await useKeychain({ do: 'get', account: entry.account }, store);
  if (text instanceof Failure) {
    throw text.reworded(`${text.message}; the credentials of profile ${profile} are in it`, {
      hint: `unlock it, or: newsletter login --profile ${profile} with NEWSLETTER_CREDENTIAL_STORE=file`,
    });
  }
  // Another program removed it from the keychain: the profile is signed out.
  if (text === null) return undefined;
  const credential = parseCredential(parseObject(text));
  if (credential !== undefined) return { credential, place: 'keychain' };
  throw new Failure(
    'unreadable_file',
    `this version cannot read the credentials of profile ${profile} in the keychain`,
    { hint: `newsletter login --profile ${profile}` },
  );
}

/**
 * Stores the credential of a profile, and removes the previous one.
 *
 * @param wanted value of the setting `credential-store`
 * @returns where it is stored
 * @throws Failure keychain_unavailable when only the keychain is wanted; write_failed
 */
export async function storeCredential(
  store: CredentialStore,
  profile: string,
  credential: Credential,
  wanted: string,
): Promise<StorePlace> {
  const before = keychainEntry(store, profile);
  if (wanted !== 'file') {
    const entry = before ?? { kind: 'keychain', account: `${profile} ${crypto.randomUUID()}` };
    const request = { do: 'set', account: entry.account, secret: JSON.stringify(credential) } as const;
    const unavailable = await useKeychain(request, store);
    if (!(unavailable instanceof Failure)) {
      await writeFileEntry(store, profile, entry);
      return 'keychain';
    }
    if (wanted === 'keychain') throw unavailable;
    const place = `credentials are saved in ${credentialFile(store.configDir)}, readable only by you`;
    store.note(`${place}: ${unavailable.message}`);
  }
  await writeFileEntry(store, profile, credential);
  if (before !== undefined) await removeFromKeychain(store, before);
  return 'file';
}

/** Stores a refreshed credential in the same place. @throws Failure as `storeCredential` */
export async function replaceCredential(
  store: CredentialStore,
  profile: string,
  credential: Credential,
): Promise<void> {
  await storeCredential(store, profile, credential, keychainEntry(store, profile) ? 'keychain' : 'file');
}

/**
 * Removes the credentials of the profiles. When the keychain cannot remove one, that is a warning.
 *
 * @returns the profiles that had one
 * @throws Failure write_failed, unreadable_file
 */
export async function removeCredentials(
  store: CredentialStore,
  profiles: readonly string[],
): Promise<string[]> {
  const entries = profiles.map(profile => keychainEntry(store, profile));
  const removed = await removeFileEntries(store, profiles);
  for (const entry of entries) if (entry !== undefined) await removeFromKeychain(store, entry);
  return removed;
}

function keychainEntry({ configDir }: CredentialStore, profile: string): KeychainEntry | undefined {
  try {
    // No warnings here: reading the credential shows them.
    const entry = readFileEntry(configDir, profile, () => {});
    return entry?.kind === 'keychain' ? entry : undefined;
  } catch {
    // The file is damaged: what it refers to is unknown.
    return undefined;
  }
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
