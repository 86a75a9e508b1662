import { Failure } from '../lib/failure.ts';
import { isFresh, type OAuthCredential } from './credentials/credential.ts';
import type { SessionSources } from './session-sources.ts';

/** A browser sign-in in use: its token is renewed shortly before its end, and when the service refuses it. */
export interface OAuthSession {
  /** @throws Failure credentials_refused when the sign-in has ended; what a request can end with */
  bearer(): Promise<string>;
  renew(refused: string): Promise<string | undefined>;
  endsAt(): number | undefined;
}

/** Milliseconds before a refresh that failed is tried again, while the token is still good. */
const pause = 15_000;

export function oauthSession(stored: OAuthCredential, sources: SessionSources): OAuthSession {
  let credential = stored;
  let renewal: Promise<void> | undefined;
  let notBefore = 0;

  /** Many requests may ask at once: one refresh serves them all. */
  async function renewed(): Promise<string> {
    renewal ??= (async () => {
      const { refreshCredential } = await import('./refresh.ts');
      credential = await refreshCredential(sources, credential);
    })().finally(() => {
      renewal = undefined;
    });
    await renewal;
    return credential.accessToken;
  }

  return {
    async bearer() {
      const now = Date.now();
      if (isFresh(credential, now) || credential.refreshToken === undefined || now < notBefore) {
        return credential.accessToken;
      }
      try {
        return await renewed();
      } catch (error) {
        const lives = credential.expiresAt !== undefined && now < credential.expiresAt;
        const lasts = error instanceof Failure && (error.exit === 6 || error.exit === 7);
        if (!lives || !lasts) throw error;
        // The token is good for a moment yet: a service that can't be reached for refreshing may be there then.
        notBefore = now + pause;
        return credential.accessToken;
      }
    },
    async renew(refused) {
      if (credential.accessToken !== refused) return credential.accessToken;
      return credential.refreshToken === undefined ? undefined : await renewed();
    },
    endsAt: () => credential.expiresAt,
  };
}
