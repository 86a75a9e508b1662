/** What is stored for a profile: the shapes, in the keychain and in the file. */
import { isObject } from '../../lib/is-object.ts';

/** A personal API key (service.txt, "Credentials for the REST API"). */
interface ApiKeyCredential {
  readonly kind: 'api-key';
  readonly key: string;
}

/** A browser sign-in (service.txt, "OAuth 2.0 for third-party apps"). */
export interface OAuthCredential {
  readonly kind: 'oauth';
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** By this machine's clock, in milliseconds since 1970; undefined when the service did not say. */
  readonly expiresAt?: number | undefined;
  /** The life of the access token in seconds. */
  readonly expiresIn?: number | undefined;
  /** The tokens are sent to nobody else than who issued them, whatever the settings say later. */
  readonly authUrl: string;
  readonly clientId: string;
  /** Only on request. */
  readonly clientSecret?: string | undefined;
}

export type Credential = ApiKeyCredential | OAuthCredential;

/** Stands in the file for a credential that is in the system's keychain, under this name. */
export interface KeychainEntry {
  readonly kind: 'keychain';
  readonly account: string;
}

export type FileEntry = Credential | KeychainEntry;

/** Reads an entry of the file; undefined when this version cannot use it. */
export function parseFileEntry(entry: unknown): FileEntry | undefined {
  if (isObject(entry) && entry.kind === 'keychain' && typeof entry.account === 'string') {
    return { kind: 'keychain', account: entry.account };
  }
  return parseCredential(entry);
}

/** Reads a credential; undefined when this version cannot use it. */
export function parseCredential(entry: unknown): Credential | undefined {
  if (!isObject(entry)) return undefined;
  if (entry.kind === 'api-key') {
    return typeof entry.key === 'string' ? { kind: 'api-key', key: entry.key } : undefined;
  }
  const { accessToken, refreshToken, expiresAt, expiresIn, authUrl, clientId, clientSecret } = entry;
  const isUsable = [accessToken, authUrl, clientId].every(isText);
  if (entry.kind !== 'oauth' || !isUsable) return undefined;
  return {
    kind: 'oauth',
    accessToken: String(accessToken),
    refreshToken: isText(refreshToken) ? refreshToken : undefined,
    expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined,
    expiresIn: typeof expiresIn === 'number' ? expiresIn : undefined,
    authUrl: String(authUrl),
    clientId: String(clientId),
    clientSecret: isText(clientSecret) ? clientSecret : undefined,
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** What requests carry as their bearer. */
export function bearerOf(credential: Credential): string {
  return credential.kind === 'api-key' ? credential.key : credential.accessToken;
}

/** Seconds before its end that a token is renewed, for tokens that live long enough. */
const margin = 60;

/** Whether an access token can be used for a while yet, as far as this machine's clock knows. */
export function isFresh({ expiresAt, expiresIn = 0 }: OAuthCredential, now: number): boolean {
  if (expiresAt === undefined) return true;
  return now < expiresAt - Math.min(margin, expiresIn * 0.2) * 1000;
}
