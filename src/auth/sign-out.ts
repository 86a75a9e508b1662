/** Signing out: revoking the tokens at the service, removing what is stored here. */
import { Failure } from '../lib/failure.ts';
import { withCredentialLock } from '../settings/config-lock.ts';
import type { Credential, OAuthCredential } from './credentials/credential.ts';
import {
  profilesWithCredentials,
  readCredential,
  removeCredential,
  type SessionSources,
} from './credentials/store.ts';

export const keyStaysValid = "an API key stays valid until it is removed in the account's Settings › Apps";

export interface SignOutResult {
  readonly kind: Credential['kind'] | 'unknown';
  /** Why the tokens may still be valid; undefined when they are revoked, or there were none. */
  readonly notRevoked?: Failure | undefined;
}

/**
 * Revokes the tokens of the profile, if it was signed in by browser, and removes what is stored for it, even when the
 * service cannot be reached.
 *
 * @returns undefined when nothing was stored
 * @throws Failure write_failed, unreadable_file
 */
export async function signOut(sources: SessionSources): Promise<SignOutResult | undefined> {
  const { profile } = sources.settings;
  // Without credentials, the config dir may not exist, and must not be made.
  if (!profilesWithCredentials(sources.configDir, sources.warn).includes(profile)) return undefined;
  return await withCredentialLock(sources, profile, sources.http.signal, async () => {
    const result = await revokeStored(sources);
    return (await removeCredential(sources, profile)) ? result : undefined;
  });
}

async function revokeStored(sources: SessionSources): Promise<SignOutResult> {
  try {
    const credential = (await readCredential(sources, sources.settings.profile))?.credential;
    if (credential?.kind === 'oauth') {
      return { kind: 'oauth', notRevoked: await revokeTokens(sources, credential) };
    }
    return { kind: credential?.kind ?? 'unknown' };
  } catch (error) {
    // A credential that cannot be read cannot be revoked, but it can be removed.
    if (!(error instanceof Failure) || error.code !== 'keychain_unavailable') throw error;
    return { kind: 'unknown', notRevoked: error };
  }
}

/** Tries both tokens, even if one fails. @returns why a token may still be valid */
async function revokeTokens(
  sources: SessionSources,
  credential: OAuthCredential,
): Promise<Failure | undefined> {
  const { http } = sources;
  const { accessToken, refreshToken } = credential;
  try {
    const { serverFor } = await import('./refresh.ts');
    // One retry at most: a sign-out must not take minutes.
    const server = await serverFor(sources, credential, { ...http, retries: Math.min(1, http.retries) });
    if (server === undefined) return new Failure('missing_setting', 'revoking requires the client secret');
    const tokens = [refreshToken, accessToken].filter(token => token !== undefined);
    const results = await Promise.allSettled(tokens.map(token => server.revoke(token)));
    const failed = results.find(result => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
