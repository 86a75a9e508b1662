/** Signing out: revoking at the service, forgetting here. */
import { Failure } from '../lib/failure.ts';
import type { Credential, OAuthCredential } from './credentials/credential.ts';
import { profilesWithCredentials } from './credentials/file.ts';
import { withCredentialLock } from './credentials/lock.ts';
import { readCredential, removeCredentials } from './credentials/store.ts';
import type { SessionSources } from './session-sources.ts';

export interface SignOutResult {
  readonly kind: Credential['kind'] | 'unknown';
  /** Why the tokens may still be valid; undefined when they are revoked, or there were none. */
  readonly notRevoked?: Failure | undefined;
}

/**
 * Revokes the tokens of the profile, if it was signed in by browser, and forgets what is stored for it: that
 * even when the service can't be reached.
 *
 * @returns undefined when nothing was stored
 * @throws Failure write_failed, unreadable_file
 */
export async function signOut(sources: SessionSources): Promise<SignOutResult | undefined> {
  const { profile } = sources.settings;
  // Signing out where nothing is stored must not make a folder, nor fail for want of one.
  if (!profilesWithCredentials(sources.configDir, sources.warn).includes(profile)) return undefined;
  return await withCredentialLock(sources, profile, sources.http.signal, async () => {
    let signedOut: SignOutResult = { kind: 'unknown' };
    try {
      const credential = (await readCredential(sources, profile))?.credential;
      if (credential?.kind === 'api-key') signedOut = { kind: 'api-key' };
      if (credential?.kind === 'oauth')
        signedOut = { kind: 'oauth', notRevoked: await revoked(sources, credential) };
    } catch (error) {
      // What cannot be read cannot be revoked, but can be forgotten.
      if (!(error instanceof Failure) || error.code !== 'keychain_unavailable') throw error;
      signedOut = { kind: 'unknown', notRevoked: error };
    }
    const forgotten = await removeCredentials(sources, [profile]);
    return forgotten.length > 0 ? signedOut : undefined;
  });
}

/** Both tokens are tried: one that cannot be revoked says nothing about the other. */
async function revoked(
  { settings, environment, http }: SessionSources,
  { accessToken, refreshToken, authUrl, clientId, clientSecret }: OAuthCredential,
): Promise<Failure | undefined> {
  try {
    const [{ authorizationServer }, { findClientSecret }] = await Promise.all([
      import('./authorization-server.ts'),
      import('./credentials/client-secret.ts'),
    ]);
    const { signal } = http;
    const found = await findClientSecret({ settings, environment, signal, stored: clientSecret });
    if (found === undefined) return new Failure('missing_setting', 'revoking takes the client secret');
    const app = { authUrl, clientId, tokenUrl: settings.get('token-url') };
    const secret = found.from === 'broker' ? undefined : found.secret;
    // Nobody waits for minutes to sign out.
    const server = authorizationServer(app, secret, {
      ...http,
      retries: Math.min(1, http.retries),
    });
    const tokens = [refreshToken, accessToken].filter(token => token !== undefined);
    const outcomes = await Promise.allSettled(tokens.map(token => server.revoke(token)));
    const failed = outcomes.find(outcome => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
