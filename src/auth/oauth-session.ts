import { Failure } from '../lib/failure.ts';
import { isFresh, type OAuthCredential } from './credentials/credential.ts';
import type { SessionSources } from './session-sources.ts';

/** A browser sign-in that is refreshed shortly before its access token expires, and when the service refuses it. */
export interface OAuthSession {
  /**
   * The access token.
   *
   * @throws Failure credentials_refused when only a new sign-in helps; what any request can fail with
   */
  bearer(): Promise<string>;
  /**
   * The access token that replaces a refused one.
   *
   * @returns undefined when there is no refresh token
   * @throws Failure as `bearer`
   */
  renew(refused: string): Promise<string | undefined>;
  /** When the access token expires, in milliseconds since 1970; undefined when the service does not say. */
  endsAt(): number | undefined;
}

/** Milliseconds until the next attempt after a refresh that failed while the access token is still valid. */
const retryAfter = 15_000;

export function oauthSession(stored: OAuthCredential, sources: SessionSources): OAuthSession {
  let credential = stored;
  let refreshing: Promise<void> | undefined;
  let noRefreshBefore = 0;

  /** One refresh serves all requests that are waiting for it. */
  async function refreshed(): Promise<string> {
    refreshing ??= (async () => {
      const { refreshCredential } = await import('./refresh.ts');
      credential = await refreshCredential(sources, credential);
    })().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
    return credential.accessToken;
  }

  return {
    async bearer() {
      const now = Date.now();
      if (isFresh(credential, now) || credential.refreshToken === undefined || now < noRefreshBefore) {
        return credential.accessToken;
      }
      try {
        return await refreshed();
      } catch (error) {
        const isValid = credential.expiresAt !== undefined && now < credential.expiresAt;
        // Exit statuses 6 and 7: the service is busy, failing or not reachable.
        const isTemporary = error instanceof Failure && (error.exit === 6 || error.exit === 7);
        if (!isValid || !isTemporary) throw error;
        noRefreshBefore = now + retryAfter;
        return credential.accessToken;
      }
    },
    async renew(refused) {
      if (credential.accessToken !== refused) return credential.accessToken;
      return credential.refreshToken === undefined ? undefined : await refreshed();
    },
    endsAt: () => credential.expiresAt,
  };
}
