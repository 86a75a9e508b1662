/** What is stored for a profile, in the keychain or in credentials.json. */
import { Failure } from '../../lib/failure.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { isBearerToken } from '../../lib/text/printable.ts';

interface StoredFor {
  /** The origin of the REST address it was stored for, the only one it is sent to; `login` adds it. */
  readonly origin?: string | undefined;
}

/** A personal API key (service.txt, "Credentials for the REST API"). */
interface ApiKeyCredential extends StoredFor {
  readonly kind: 'api-key';
  readonly key: string;
}

/** A browser sign-in (service.txt, "OAuth 2.0 for third-party apps"). */
export interface OAuthCredential extends StoredFor {
  readonly kind: 'oauth';
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Milliseconds since 1970, by this machine's clock; undefined when the service does not say. */
  readonly expiresAt?: number | undefined;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn?: number | undefined;
  /** The issuer of the tokens: they are sent nowhere else, even when the setting auth-url changes. */
  readonly authUrl: string;
  readonly clientId: string;
  /** The token address of the broker it was issued through. */
  readonly tokenUrl?: string | undefined;
  /** With `login --store-client-secret` only. */
  readonly clientSecret?: string | undefined;
}

/** An OAuth client, and the server that it is registered with: the {auth_url} of service.txt, or a broker. */
export interface OAuthClient extends Pick<OAuthCredential, 'authUrl' | 'clientId' | 'tokenUrl'> {
  readonly brokerToken?: string | undefined;
}

export type Credential = ApiKeyCredential | OAuthCredential;

/** The entry of credentials.json for a credential that is in the system's keychain under this name. */
export interface KeychainEntry {
  readonly kind: 'keychain';
  readonly account: string;
}

export type StoredEntry = Credential | KeychainEntry;

/** The fields that an entry must have; whatever else is in it was written by this program. */
const needed: Readonly<Record<string, readonly string[]>> = {
  keychain: ['account'],
  'api-key': ['key'],
  oauth: ['accessToken', 'authUrl', 'clientId'],
};

/** @returns undefined for an entry that cannot be used: of a later version, or edited by hand */
export function parseEntry(entry: unknown): StoredEntry | undefined {
  if (!isObject(entry)) return undefined;
  const isText = (name: string) => typeof entry[name] === 'string' && entry[name] !== '';
  return needed[String(entry.kind)]?.every(isText) ? (entry as unknown as StoredEntry) : undefined;
}

/**
 * Whether a credential, as JSON, fits into an entry of the system's keychain: the Credential Manager of Windows takes
 * 2,560 bytes of UTF-16 (CRED_MAX_CREDENTIAL_BLOB_SIZE), which tokens that are signed documents may exceed.
 */
export function fitsKeychain(secret: string, platform: string = process.platform): boolean {
  return platform !== 'win32' || secret.length <= 1280;
}

/** An access token is refreshed this many seconds before it expires, or after 80 % of a short lifetime. */
const margin = 60;

/** Whether the access token can be used without a refresh. @param now milliseconds since 1970 */
export function isFresh({ expiresAt, expiresIn = 0 }: OAuthCredential, now: number): boolean {
  if (expiresAt === undefined) return true;
  return now < expiresAt - Math.min(margin, expiresIn * 0.2) * 1000;
}

/**
 * Checks a personal API key. service.txt does not say what keys look like: whatever can be a bearer token is valid.
 *
 * @param from the source of the key, for the message, which never repeats the key
 * @returns the key without white space around it, which pasted text and files often have
 * @throws Failure invalid_value
 */
export function parseApiKey(text: string, from: string): string {
  const key = text.trim();
  if (key === '') throw new Failure('invalid_value', `${from} is empty`);
  if (isBearerToken(key)) return key;
  throw new Failure('invalid_value', `${from} contains spaces or characters that are invalid in an API key`, {
    hint: "copy only the key from the account's Settings › Apps",
  });
}
