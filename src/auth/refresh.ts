/** Refreshing, once across all processes. Imported only when it is due: it brings oauth4webapi. */
import { Failure } from '../lib/failure.ts';
import { type AuthorizationServer, authorizationServer, type TokenResponse } from './authorization-server.ts';
import { findClientSecret } from './credentials/client-secret.ts';
import { isFresh, type OAuthCredential } from './credentials/credential.ts';
import { withCredentialLock } from './credentials/lock.ts';
import { readCredential, replaceCredential } from './credentials/store.ts';
import type { SessionSources } from './session-sources.ts';

/** Milliseconds that a refresh under way is given after Ctrl-C: cut off, the new refresh token would be lost. */
const grace = 5000;

/**
 * A newer credential than the one that is ending or was refused: the one another process has got meanwhile,
 * else a refreshed one, which is on disk before anybody uses it.
 *
 * @throws Failure credentials_refused or not_signed_in when only a new sign-in helps; write_failed before
 * anything is sent; what a request can end with
 */
export async function refreshCredential(
  sources: SessionSources,
  old: OAuthCredential,
): Promise<OAuthCredential> {
  const { profile } = sources.settings;
  return await withCredentialLock(sources, profile, sources.http.signal, async () => {
    const kept = (await readCredential(sources, profile))?.credential;
    if (kept?.kind !== 'oauth') throw ended(profile, `profile ${profile} was signed out meanwhile`);
    if (kept.accessToken !== old.accessToken && isFresh(kept, Date.now())) return kept;
    const renewed = await refresh(sources, kept);
    try {
      await replaceCredential(sources, profile, renewed);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      sources.warn(`the renewed sign-in cannot be stored: ${error.message}. You may have to sign in again.`);
    }
    return renewed;
  });
}

async function refresh(sources: SessionSources, credential: OAuthCredential): Promise<OAuthCredential> {
  const { profile } = sources.settings;
  const { refreshToken } = credential;
  if (refreshToken === undefined) throw ended(profile, `the sign-in of profile ${profile} has ended`);
  const { signal, release } = afterGrace(sources.http.signal);
  try {
    const server = await serverOf(sources, credential, signal);
    // A store that takes nothing must show before the refresh token is spent, not after.
    await replaceCredential(sources, profile, credential);
    const asked = Date.now();
    return merged(credential, await tokens(server, profile, refreshToken), asked);
  } finally {
    release();
  }
}

async function serverOf(
  { settings, environment, http }: SessionSources,
  { authUrl, clientId, clientSecret }: OAuthCredential,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const found = await findClientSecret({ settings, environment, signal, stored: clientSecret });
  if (found === undefined) throw noSecret(settings.profile);
  const app = { authUrl, clientId, tokenUrl: settings.get('token-url') };
  const secret = found.from === 'broker' ? undefined : found.secret;
  return authorizationServer(app, secret, { ...http, signal });
}

async function tokens(
  server: AuthorizationServer,
  profile: string,
  refreshToken: string,
): Promise<TokenResponse> {
  try {
    return await server.refresh(refreshToken);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'credentials_refused') throw error;
    const { status, method, path, details, requestId } = error;
    throw new Failure(error.code, `the sign-in of profile ${profile} has ended: ${error.message}`, {
      status,
      method,
      path,
      details,
      requestId,
      cause: error,
      hint: error.hint === 'newsletter login' ? `newsletter login --profile ${profile}` : error.hint,
    });
  }
}

/** An answer without a refresh token leaves the old one in force (RFC 6749, section 6). */
function merged(
  old: OAuthCredential,
  { accessToken, refreshToken, expiresIn }: TokenResponse,
  asked: number,
): OAuthCredential {
  return {
    ...old,
    accessToken,
    refreshToken: refreshToken ?? old.refreshToken,
    expiresIn,
    expiresAt: expiresIn === undefined ? undefined : asked + expiresIn * 1000,
  };
}

function ended(profile: string, message: string): Failure {
  return new Failure('not_signed_in', message, { hint: `newsletter login --profile ${profile}` });
}

function noSecret(profile: string): Failure {
  return new Failure('not_signed_in', `the sign-in of profile ${profile} has to be refreshed`, {
    details: [
      'refreshing takes the client secret, and no source of it is set:',
      'token-url (a broker), client-secret-command, NEWSLETTER_CLIENT_SECRET, or login --store-client-secret',
    ],
    hint: `newsletter login --profile ${profile}`,
  });
}

function afterGrace(signal: AbortSignal): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(() => controller.abort(signal.reason), grace);
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  const release = () => {
    signal.removeEventListener('abort', begin);
    clearTimeout(timer);
  };
  return { signal: controller.signal, release };
}
