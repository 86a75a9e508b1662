/** Refreshing tokens. Import it when a refresh is due: it loads oauth4webapi. */
import { Failure, failures } from '../lib/failure.ts';
import { type AuthorizationServer, authorizationServer, type TokenSet } from './authorization-server.ts';
import { findClientSecret } from './credentials/client-secret.ts';
import { isFresh, type OAuthCredential } from './credentials/credential.ts';
import { withCredentialLock } from './credentials/lock.ts';
import { readCredential, replaceCredential } from './credentials/store.ts';
import { checkServiceOrigin, clientOf } from './origins.ts';
import type { SessionSources } from './session-sources.ts';

/** Milliseconds that a refresh may take after Ctrl-C: a refresh token that was issued but not stored would be lost. */
const gracePeriod = 5000;

/**
 * Replaces a credential whose access token expires or was refused: by the one that another process has stored in the
 * meantime, or else by refreshing it. Of several processes only one refreshes. The result is stored before it is
 * returned.
 *
 * @throws Failure credentials_refused or not_signed_in when only a new sign-in helps; wrong_origin; write_failed, before the refresh
 *   token is used; what any request can fail with
 */
export async function refreshCredential(
  sources: SessionSources,
  old: OAuthCredential,
): Promise<OAuthCredential> {
  const { profile } = sources.settings;
  return await withCredentialLock(sources, profile, sources.http.signal, async () => {
    const stored = (await readCredential(sources, profile))?.credential;
    if (stored?.kind !== 'oauth') throw signInEnded(profile, `profile ${profile} was signed out meanwhile`);
    // Another process may have signed the profile in elsewhere.
    checkServiceOrigin(stored, sources);
    if (stored.accessToken !== old.accessToken && isFresh(stored, Date.now())) return stored;
    const refreshed = await refresh(sources, stored);
    try {
      await replaceCredential(sources, profile, refreshed);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      sources.warn(`the renewed sign-in cannot be stored: ${error.message}. You may have to sign in again.`);
    }
    return refreshed;
  });
}

async function refresh(sources: SessionSources, credential: OAuthCredential): Promise<OAuthCredential> {
  const { profile } = sources.settings;
  const { refreshToken } = credential;
  if (refreshToken === undefined) throw signInEnded(profile, `the sign-in of profile ${profile} has ended`);
  const { signal, release } = withGracePeriod(sources.http.signal);
  try {
    const server = await serverFor(sources, credential, signal);
    // A refresh token may be valid only once: check that the store can be written to before it is used.
    await replaceCredential(sources, profile, credential);
    const requestedAt = Date.now();
    return updated(credential, await requestTokens(server, profile, refreshToken), requestedAt);
  } finally {
    release();
  }
}

async function serverFor(
  sources: SessionSources,
  credential: OAuthCredential,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const { settings, environment, http } = sources;
  const client = clientOf(credential, sources);
  const found = await findClientSecret({ settings, environment, signal, stored: credential.clientSecret });
  if (found === undefined) throw noClientSecret(settings.profile);
  const secret = found.from === 'broker' ? undefined : found.secret;
  return authorizationServer(client, secret, { ...http, signal });
}

async function requestTokens(
  server: AuthorizationServer,
  profile: string,
  refreshToken: string,
): Promise<TokenSet> {
  try {
    return await server.refresh(refreshToken);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'credentials_refused') throw error;
    const isDefaultHint = error.hint === failures.credentials_refused.hint;
    throw error.reworded(`the sign-in of profile ${profile} has ended: ${error.message}`, {
      hint: isDefaultHint ? `newsletter login --profile ${profile}` : error.hint,
    });
  }
}

/** A response without a refresh token leaves the old one valid (RFC 6749, section 6). */
function updated(
  old: OAuthCredential,
  { accessToken, refreshToken, expiresIn }: TokenSet,
  requestedAt: number,
): OAuthCredential {
  return {
    ...old,
    accessToken,
    refreshToken: refreshToken ?? old.refreshToken,
    expiresIn,
    expiresAt: expiresIn === undefined ? undefined : requestedAt + expiresIn * 1000,
  };
}

function signInEnded(profile: string, message: string): Failure {
  return new Failure('not_signed_in', message, { hint: `newsletter login --profile ${profile}` });
}

function noClientSecret(profile: string): Failure {
  return new Failure('not_signed_in', `the sign-in of profile ${profile} has to be refreshed`, {
    details: [
      'refreshing takes the client secret, and no source of it is set:',
      'token-url (a broker), client-secret-command, NEWSLETTER_CLIENT_SECRET, or login --store-client-secret',
    ],
    hint: `newsletter login --profile ${profile}`,
  });
}

/** A signal that is aborted the grace period after the given one; to be released when the work is done. */
function withGracePeriod(signal: AbortSignal): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = setTimeout(() => controller.abort(signal.reason), gracePeriod);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  const release = () => {
    signal.removeEventListener('abort', start);
    clearTimeout(timer);
  };
  return { signal: controller.signal, release };
}
