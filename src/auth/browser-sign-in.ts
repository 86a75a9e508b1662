/** The sign-in by browser, from its beginning to its end (RFC 8252; service.txt, "Flow"). */
import { hostname, userInfo } from 'node:os';
import type { HttpOptions } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import {
  type AuthorizationRequest,
  type AuthorizationServer,
  authorizationServer,
  type TokenResponse,
} from './authorization-server.ts';
import { listenForCallback } from './callback-server.ts';
import type { OAuthCredential } from './credentials/credential.ts';
import { openBrowser } from './open-browser.ts';
import { waitForPastedCallback } from './pasted-callback.ts';
import type { OAuthClient } from './token-endpoint.ts';

export interface BrowserSignInOptions {
  readonly client: OAuthClient;
  /** Undefined with a broker. */
  readonly clientSecret: string | undefined;
  readonly keepSecret: boolean;
  readonly redirectUri: string;
  /** Seconds to wait for the person. */
  readonly timeout: number;
  /** False: the address is only printed. */
  readonly browser: boolean;
  /** Where the redirected address may be pasted, if anywhere. */
  readonly stdin: NodeJS.ReadStream | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly http: HttpOptions;
  readonly say: (message: string) => void;
  /** Shows the address, even where other messages are silenced. */
  readonly showAddress: (address: string) => Promise<void>;
  readonly warn: (message: string) => void;
}

/**
 * Has the person approve in a browser, exchanges the code, and hands the credential to `finish` before the
 * browser is told how it ended. Whatever happens, no server is left behind.
 *
 * @throws Failure port_in_use before anything is shown; timeout, sign_in_refused, credentials_refused,
 * interrupted, what a request can end with, and what `finish` throws
 */
export async function signInByBrowser<T>(
  signIn: BrowserSignInOptions,
  finish: (credential: OAuthCredential) => Promise<T>,
): Promise<T> {
  const { client, clientSecret, redirectUri, warn } = signIn;
  const server = authorizationServer(client, clientSecret, signIn.http);
  const request = await server.createRequest(redirectUri);
  const loopback = await listenForCallback(redirectUri, request.state, () =>
    warn('a request that does not belong to this sign-in was ignored; still waiting'),
  );
  let signedIn = false;
  try {
    await invite(signIn, request);
    const parameters = await answered(signIn, request, loopback.callback);
    const asked = Date.now();
    const tokens = await server.exchangeCode(request, parameters);
    const result = await finished(server, tokens, () => finish(credentialOf(signIn, tokens, asked)));
    signedIn = true;
    return result;
  } finally {
    await loopback.close(signedIn);
  }
}

function credentialOf(
  { client, keepSecret, clientSecret }: BrowserSignInOptions,
  tokens: TokenResponse,
  asked: number,
): OAuthCredential {
  const { expiresIn } = tokens;
  return {
    kind: 'oauth',
    ...tokens,
    expiresAt: expiresIn === undefined ? undefined : asked + expiresIn * 1000,
    authUrl: client.authUrl,
    clientId: client.clientId,
    clientSecret: keepSecret ? clientSecret : undefined,
  };
}

/** Tokens that nobody keeps are not left valid, as far as that is possible. */
async function finished<T>(
  server: AuthorizationServer,
  tokens: TokenResponse,
  finish: () => Promise<T>,
): Promise<T> {
  try {
    return await finish();
  } catch (error) {
    await server.revoke(tokens.refreshToken ?? tokens.accessToken).catch(() => {});
    throw error;
  }
}

async function invite(signIn: BrowserSignInOptions, { url }: AuthorizationRequest): Promise<void> {
  const { browser, environment, say, showAddress, stdin } = signIn;
  const isFar = !browser || environment.SSH_CONNECTION !== undefined;
  say(browser ? 'to sign in, approve in your browser:' : 'to sign in, open this address in a browser:');
  await showAddress(url);
  if (isFar) say(`if the browser runs on another machine, first type there:\n  ${tunnel(signIn)}`);
  if (stdin !== undefined) say('or paste the address here that the browser ends on:');
  if (browser && !(await openBrowser(url, environment)))
    say('no browser could be opened: open the address yourself');
}

/** The line that makes this machine's port reachable from where the browser is. */
function tunnel({ redirectUri, environment }: BrowserSignInOptions): string {
  const { hostname: host, port } = new URL(redirectUri);
  // "client-address client-port server-address server-port"
  const reached = environment.SSH_CONNECTION?.split(' ')[2] ?? hostname();
  return `ssh -L ${port}:${host}:${port} ${userName()}@${reached}`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers run under numbers that have no name.
    return 'you';
  }
}

/** Whichever comes first: the browser, a pasted address, the end of patience, Ctrl-C. */
async function answered(
  { stdin, timeout, warn, http: { signal } }: BrowserSignInOptions,
  { state }: AuthorizationRequest,
  callback: Promise<URLSearchParams>,
): Promise<URLSearchParams> {
  const pasting = stdin && waitForPastedCallback(stdin, state, warn);
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(timeout)), timeout * 1000);
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([callback, ended, ...(pasting ? [pasting.answer] : [])]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    pasting?.stop();
  }
}

function tooLate(seconds: number): Failure {
  return new Failure('timeout', `the browser did not come back within ${seconds} s; nothing was stored`, {
    details: [
      'if its page said that the app or its address is not known, compare client-id and redirect-uri with',
      'what the operator of the service registered: newsletter config list',
    ],
    hint: 'newsletter login --login-timeout 900 waits longer; --no-browser lets you paste the address',
  });
}
