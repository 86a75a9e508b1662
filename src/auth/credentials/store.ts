/** Where credentials are kept: in the system's keychain where there is one, else in a file. */
import { Failure } from '../../lib/failure.ts';
import type { Warn } from '../../settings/config-dir.ts';
import type { Settings } from '../../settings/schema.ts';
import { type Credential, type KeychainEntry, parseCredential } from './credential.ts';
import { credentialFile, readFileEntry, removeFileEntries, writeFileEntry } from './file.ts';
import type { KeychainRequest } from './keychain.ts';

export interface CredentialStore {
  /** The folder of credentials.json; it need not exist. */
  readonly configDir: string;
  readonly warn: Warn;
  readonly environment: NodeJS.ProcessEnv;
  /** `timeout` is how long the keychain may take. */
  readonly settings: Pick<Settings, 'get'>;
  /** Told what the person may wonder about: a keychain that is slow or missing. */
  readonly note: (message: string) => void;
}

export type StorePlace = 'keychain' | 'file';

/**
 * What is stored for a profile, and where; undefined when nothing is.
 * @throws Failure unreadable_file, keychain_unavailable
 */
export async function readCredential(
  store: CredentialStore,
  profile: string,
): Promise<{ readonly credential: Credential; readonly place: StorePlace } | undefined> {
  const entry = readFileEntry(store.configDir, profile, store.warn);
  if (entry === undefined) return undefined;
  if (entry.kind !== 'keychain') return { credential: entry, place: 'file' };
  const text = await call(store, { do: 'get', account: entry.account }, profile);
  // Somebody took it out of the keychain: the person is signed out.
  if (text === null) return undefined;
  const credential = parseCredential(parsed(text));
  if (credential !== undefined) return { credential, place: 'keychain' };
  throw new Failure(
    'unreadable_file',
    `this version cannot use what the keychain holds for profile ${profile}`,
    {
      hint: `newsletter login --profile ${profile}`,
    },
  );
}

/**
 * Stores a credential for a profile, in place of the one there was.
 *
 * @param wanted the setting `credential-store`
 * @returns where it is now
 * @throws Failure keychain_unavailable when nothing but a keychain is wanted; write_failed
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
    const missing = await put(store, entry, credential);
    if (missing === undefined) {
      await writeFileEntry(store.configDir, profile, entry, store.warn);
      return 'keychain';
    }
    if (wanted === 'keychain') throw missing;
    const place = `credentials are kept in ${credentialFile(store.configDir)}, for you alone`;
    store.note(`${place}: ${missing.message}`);
  }
  await writeFileEntry(store.configDir, profile, credential, store.warn);
  if (before !== undefined) await removed(store, before);
  return 'file';
}

/** Stores a newer credential of the same sign-in where the older one is. @throws as `keepCredential` */
export async function replaceCredential(
  store: CredentialStore,
  profile: string,
  credential: Credential,
): Promise<void> {
  await storeCredential(store, profile, credential, keychainEntry(store, profile) ? 'keychain' : 'file');
}

/**
 * Forgets what is stored for the profiles. What a keychain doesn't give up is told as a warning.
 * @returns those that something was stored for
 * @throws Failure write_failed, unreadable_file
 */
export async function removeCredentials(
  store: CredentialStore,
  profiles: readonly string[],
): Promise<string[]> {
  const entries = profiles.map(profile => keychainEntry(store, profile));
  const forgotten = await removeFileEntries(store.configDir, profiles, store.warn);
  for (const entry of entries) if (entry !== undefined) await removed(store, entry);
  return forgotten;
}

function keychainEntry({ configDir }: CredentialStore, profile: string): KeychainEntry | undefined {
  try {
    // Its warnings are for those who read the credential itself.
    const entry = readFileEntry(configDir, profile, () => {});
    return entry?.kind === 'keychain' ? entry : undefined;
  } catch {
    // Damaged: there is nothing to go by.
    return undefined;
  }
}

async function put(
  store: CredentialStore,
  { account }: KeychainEntry,
  credential: Credential,
): Promise<Failure | undefined> {
  try {
    await ask({ do: 'set', account, secret: JSON.stringify(credential) }, store);
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === 'keychain_unavailable') return error;
    throw error;
  }
}

async function removed(store: CredentialStore, { account }: KeychainEntry): Promise<void> {
  try {
    await ask({ do: 'delete', account }, store);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    store.warn(`${error.message}; an entry "newsletter-cli, ${account}" may be left in it`);
  }
}

async function call(
  store: CredentialStore,
  request: KeychainRequest,
  profile: string,
): Promise<string | null> {
  try {
    return await ask(request, store);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, `${error.message}; the credentials of profile ${profile} are in it`, {
      details: error.details,
      cause: error,
      hint: `unlock it, or: newsletter login --profile ${profile} with NEWSLETTER_CREDENTIAL_STORE=file`,
    });
  }
}

/** Most people's commands find a file: the process that asks the keychain is loaded only for it. */
async function ask(
  request: KeychainRequest,
  { environment, note, settings }: CredentialStore,
): Promise<string | null> {
  const { keychain } = await import('./keychain.ts');
  return await keychain(request, { environment, note, timeout: settings.get('timeout') });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
