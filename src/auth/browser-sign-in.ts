/** The sign-in in a browser, from start to end (RFC 8252; service.txt, "Flow"). */
import { createInterface } from 'node:readline';
import type { HttpOptions } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { type AuthorizationRequest, authorizationServer } from './authorization-server.ts';
import { listenForCallback } from './callback-server.ts';
import type { OAuthClient, OAuthCredential } from './credentials/credential.ts';
import { openBrowser } from './open-browser.ts';

export interface BrowserSignInOptions {
  readonly client: OAuthClient;
  /** Undefined when a broker adds it. */
  readonly clientSecret: string | undefined;
  /** Whether the client secret is stored with the tokens. */
  readonly keepSecret: boolean;
  readonly redirectUri: string;
  /** Seconds to wait for the callback. */
  readonly timeout: number;
  /** False: the URL is only printed. */
  readonly browser: boolean;
  /** Where the redirect URL may be pasted; undefined: nowhere. */
  readonly stdin: NodeJS.ReadStream | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly http: HttpOptions;
  readonly say: (message: string) => void;
  /** Shows the URL of the authorization request, even under `--quiet`. */
  readonly showAddress: (address: string) => Promise<void>;
  readonly warn: (message: string) => void;
}

/**
 * Opens the authorization request in a browser, waits for the callback, exchanges the code, and passes the credential
 * to `finish`, before the browser shows whether the sign-in succeeded. The callback server is always closed.
 *
 * @returns what `finish` returns
 * @throws Failure port_in_use, before anything is shown; timeout, sign_in_refused, credentials_refused, interrupted,
 *   what any request can fail with, and what `finish` throws
 */
export async function signInByBrowser<T>(
  options: BrowserSignInOptions,
  finish: (credential: OAuthCredential) => Promise<T>,
): Promise<T> {
  const { client, clientSecret, redirectUri, warn } = options;
  const server = authorizationServer(client, clientSecret, options.http);
  const request = await server.createRequest(redirectUri);
  const callbackServer = await listenForCallback(redirectUri, request.state, () =>
    warn('a request that does not belong to this sign-in was ignored; still waiting'),
  );
  let signedIn = false;
  try {
    await showRequest(options, request);
    const parameters = await waitForCallback(options, request, callbackServer.callback);
    const tokens = await server.exchangeCode(request, parameters);
    const { authUrl, clientId, tokenUrl } = client;
    const kept = { authUrl, clientId, tokenUrl, clientSecret: options.keepSecret ? clientSecret : undefined };
    const result = await finish({ kind: 'oauth', ...tokens, ...kept }).catch(async (error: unknown) => {
      // The tokens are stored nowhere.
      await server.revoke(tokens.refreshToken ?? tokens.accessToken).catch(() => {});
      throw error;
    });
    signedIn = true;
    return result;
  } finally {
    await callbackServer.close(signedIn);
  }
}

async function showRequest(options: BrowserSignInOptions, { url }: AuthorizationRequest): Promise<void> {
  const { browser, environment, say, showAddress, stdin } = options;
  say(browser ? 'to sign in, approve in your browser:' : 'to sign in, open this URL in a browser:');
  await showAddress(url);
  if (stdin !== undefined) say('or paste the URL here that the browser was redirected to:');
  if (browser && !(await openBrowser(url, environment))) {
    say('could not open a browser: open the URL yourself');
  }
}

/**
 * Waits for the browser's callback or a pasted one, whichever comes first.
 *
 * @returns the query of the redirect
 * @throws Failure timeout, interrupted
 */
async function waitForCallback(
  { stdin, timeout, warn, http: { signal, clock } }: BrowserSignInOptions,
  { state }: AuthorizationRequest,
  callback: Promise<URLSearchParams>,
): Promise<URLSearchParams> {
  const pasted = stdin && waitForPastedCallback(stdin, state, warn);
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const first = Promise.race([callback, aborted, ...(pasted ? [pasted.parameters] : [])]);
  try {
    return await clock.within(timeout * 1000, first, () => timedOut(timeout));
  } finally {
    pasted?.stop();
  }
}

function timedOut(seconds: number): Failure {
  return new Failure('timeout', `the sign-in was not completed within ${seconds} s; nothing was stored`, {
    details: [
      'if the page said that the app or redirect URI is unknown, compare client-id and redirect-uri with',
      'what the service registered for the app: newsletter config list',
    ],
    hint: 'to wait longer: newsletter login --login-timeout 900; to paste the URL, add --no-browser',
  });
}

/**
 * Parses a pasted callback: the redirect URL, or its query.
 *
 * @param state that of the authorization request
 * @returns the query when it has this state; otherwise what is wrong, to be shown
 */
export function parsePastedCallback(line: string, state: string): URLSearchParams | string {
  const parameters = new URLSearchParams(line.trim().slice(line.trim().indexOf('?') + 1));
  const states = parameters.getAll('state');
  if (states.length !== 1 || !(parameters.has('code') || parameters.has('error'))) {
    return 'That is not the redirect URL: paste the whole URL that the browser was redirected to, with code and state';
  }
  if (states[0] !== state) return 'that URL belongs to another sign-in (its state differs)';
  return parameters;
}

/**
 * Reads lines from stdin until a callback is pasted.
 *
 * @param state that of the authorization request
 * @param complain shows why a line is not a callback
 * @returns the query of the first valid callback, which never comes if stdin ends before; and what stops reading
 */
export function waitForPastedCallback(
  stdin: NodeJS.ReadStream,
  state: string,
  complain: (why: string) => void,
): { readonly parameters: Promise<URLSearchParams>; readonly stop: () => void } {
  const lines = createInterface({ input: stdin, terminal: false });
  const parameters = new Promise<URLSearchParams>(resolve => {
    lines.on('line', line => {
      if (line.trim() === '') return;
      const parsed = parsePastedCallback(line, state);
      if (typeof parsed === 'string') complain(parsed);
      else resolve(parsed);
    });
  });
  return {
    parameters,
    stop() {
      lines.close();
      stdin.pause();
    },
  };
}
