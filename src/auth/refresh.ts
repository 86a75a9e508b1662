/** Refreshing tokens. Import it when a refresh is due: it loads oauth4webapi. */
import type { HttpOptions } from '../http/api.ts';
import { Failure, failures } from '../lib/failure.ts';
import { withCredentialLock } from '../settings/config-lock.ts';
import { type AuthorizationServer, authorizationServer } from './authorization-server.ts';
import { findClientSecret } from './credentials/client-secret.ts';
import { isFresh, type OAuthCredential } from './credentials/credential.ts';
import { readCredential, replaceCredential, type SessionSources } from './credentials/store.ts';
import { checkServiceOrigin, clientOf } from './origins.ts';

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
    if (stored?.kind !== 'oauth')
      throw signInEnded(profile, `profile ${profile} was signed out in the meantime`);
    // Another process may have signed the profile in elsewhere.
    checkServiceOrigin(stored, sources.settings);
    if (stored.accessToken !== old.accessToken && isFresh(stored, Date.now())) return stored;
    return await sources.unbroken(refreshAndStore(sources, stored));
  });
}

async function refreshAndStore(sources: SessionSources, stored: OAuthCredential): Promise<OAuthCredential> {
  const refreshed = await refresh(sources, stored);
  try {
    await replaceCredential(sources, sources.settings.profile, refreshed);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    sources.warn(`the renewed sign-in cannot be stored: ${error.message}. You may have to sign in again.`);
  }
  return refreshed;
}

async function refresh(sources: SessionSources, credential: OAuthCredential): Promise<OAuthCredential> {
  const { profile } = sources.settings;
  const { refreshToken } = credential;
  if (refreshToken === undefined) throw signInEnded(profile, `the sign-in of profile ${profile} has ended`);
  const http = { ...sources.http, signal: withGracePeriod(sources.http.signal) };
  const server = await serverFor(sources, credential, http);
  if (server === undefined)
    throw signInEnded(profile, `the sign-in of profile ${profile} has to be refreshed`, withoutSecret);
  // A refresh token may be valid only once: check that the store can be written to before it is used.
  await replaceCredential(sources, profile, credential);
  const tokens = await server.refresh(refreshToken).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'credentials_refused' ? ended(error, profile) : error;
  });
  // A response without a refresh token leaves the one that was used valid (RFC 6749, section 6).
  return { ...credential, ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
}

/**
 * The server that refreshes and revokes the tokens of a credential.
 *
 * @returns undefined without a client secret
 * @throws Failure wrong_origin; as `findClientSecret`
 */
export async function serverFor(
  { settings, environment }: SessionSources,
  credential: OAuthCredential,
  http: HttpOptions,
): Promise<AuthorizationServer | undefined> {
  const client = clientOf(credential, settings);
  const { clientSecret: stored } = credential;
  const found = await findClientSecret({ settings, environment, signal: http.signal, stored });
  return found && authorizationServer(client, found.secret, http);
}

function ended(failure: Failure, profile: string): Failure {
  // Or else it was the client that was refused.
  const isTokenRefused = failure.hint === failures.credentials_refused.hint;
  return failure.reworded(`the sign-in of profile ${profile} has ended: ${failure.message}`, {
    hint: isTokenRefused ? `newsletter login --profile ${profile}` : failure.hint,
  });
}

function signInEnded(profile: string, message: string, details: readonly string[] = []): Failure {
  return new Failure('not_signed_in', message, { details, hint: `newsletter login --profile ${profile}` });
}

const withoutSecret = [
  'refreshing requires the client secret; set one of:',
  'token-url (a broker), client-secret-command, NEWSLETTER_CLIENT_SECRET, or login --store-client-secret',
];

/** A signal that is aborted the grace period after the given one. */
function withGracePeriod(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(signal.reason), gracePeriod).unref();
  signal.addEventListener('abort', start, { once: true });
  return controller.signal;
}
