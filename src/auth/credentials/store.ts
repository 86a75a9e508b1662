/** Stores credentials: in the system's keychain if there is one, otherwise in credentials.json. */
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
  const text = await readFromKeychain(store, { do: 'get', account: entry.account }, profile);
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
    const unavailable = await putInKeychain(store, entry, credential);
    if (unavailable === undefined) {
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

async function putInKeychain(
  store: CredentialStore,
  { account }: KeychainEntry,
  credential: Credential,
): Promise<Failure | undefined> {
  try {
    await useKeychain({ do: 'set', account, secret: JSON.stringify(credential) }, store);
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === 'keychain_unavailable') return error;
    throw error;
  }
}

async function removeFromKeychain(store: CredentialStore, { account }: KeychainEntry): Promise<void> {
  try {
    await useKeychain({ do: 'delete', account }, store);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    store.warn(`${error.message}; an entry "newsletter-cli, ${account}" may be left in it`);
  }
}

async function readFromKeychain(
  store: CredentialStore,
  request: KeychainRequest,
  profile: string,
): Promise<string | null> {
  try {
    return await useKeychain(request, store);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw error.reworded(`${error.message}; the credentials of profile ${profile} are in it`, {
      hint: `unlock it, or: newsletter login --profile ${profile} with NEWSLETTER_CREDENTIAL_STORE=file`,
    });
  }
}

async function useKeychain(
  request: KeychainRequest,
  { environment, note, settings }: CredentialStore,
): Promise<string | null> {
  // Most credentials are in the file.
  const { keychain } = await import('./keychain.ts');
  return await keychain(request, { environment, note, timeout: settings.get('timeout') });
}
