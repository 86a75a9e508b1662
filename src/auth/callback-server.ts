/** The server on this machine that receives the callback of the browser (RFC 8252, section 7.3). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LocalResponse, openLocalServer, pageResponse, send } from '../lib/local-server.ts';
import { htmlPage } from '../lib/page/page.ts';

export interface CallbackServer {
  /** The query of the first request for the redirect URI that has the state of the authorization request. */
  readonly callback: Promise<URLSearchParams>;
  /** Responds to the callback, if one came, and closes all connections. @param signedIn which page to show */
  close(signedIn: boolean): Promise<void>;
}

/**
 * Listens at the redirect URI. Requests that are not the callback are ignored and get a 404 page.
 *
 * @param redirectUri a value of the setting `redirect-uri`
 * @param state that of the authorization request
 * @param onForged called once, at the first callback with another state
 * @throws Failure port_in_use; invalid_value when the port cannot be opened
 */
export async function listenForCallback(
  redirectUri: string,
  state: string,
  onForged: () => void,
): Promise<CallbackServer> {
  const { hostname, port, pathname } = new URL(redirectUri);
  let accept: (parameters: URLSearchParams) => void = () => {};
  const callback = new Promise<URLSearchParams>(resolve => {
    accept = resolve;
  });
  /** Held until the sign-in has ended. */
  let held: ServerResponse | undefined;
  let isDone = false;
  let hasWarned = false;
  function receive({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
    // A code may contain further question marks.
    const [path, ...query] = url.split('?');
    const parameters = new URLSearchParams(query.join('?'));
    const isCallback = method === 'GET' && path === pathname && !isDone;
    // Without the right state, nothing else in the request can be trusted (RFC 6749, section 10.12).
    const states = parameters.getAll('state');
    const isForged = states.length !== 1 || states[0] !== state;
    if (isCallback && isForged && !hasWarned) {
      hasWarned = true;
      onForged();
    }
    if (!isCallback || isForged) {
      send(response, callbackPages.elsewhere);
      return;
    }
    isDone = true;
    held = response;
    accept(parameters);
  }
  const server = await openLocalServer(
    {
      hostname,
      port: Number(port),
      refusal: callbackPages.elsewhere,
      ifInUse: {
        details: ['the browser returns to the port in redirect-uri, which must be registered for the app'],
        hint: 'stop the program on that port (another sign-in?), or: newsletter config set redirect-uri <another registered one>',
      },
    },
    receive,
  );
  return {
    callback,
    async close(signedIn) {
      isDone = true;
      if (held !== undefined) await sendWhole(held, signedIn ? callbackPages.signedIn : callbackPages.failed);
      await server.close();
    },
  };
}

/** Resolves when the browser has received the page, or is gone. */
async function sendWhole(response: ServerResponse, page: LocalResponse): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>(resolve => {
    response.once('close', resolve);
    response.setTimeout(2000, () => response.destroy());
    send(response, page);
  });
}

function page(status: number, title: string, text: string): LocalResponse {
  const body = `<main class="box centered">\n<h1>${title}</h1>\n${text}\n</main>`;
  const response = pageResponse(status, htmlPage({ title: `${title} · newsletter`, body, layout: 'card' }));
  return { ...response, headers: { ...response.headers, connection: 'close' } };
}

/** Constant: nothing of the request is repeated. */
export const callbackPages = {
  signedIn: page(
    200,
    'You are signed in',
    '<p class="soft">The terminal has what it needs.<br>You can close this tab.</p>\n<code>newsletter whoami</code>',
  ),
  failed: page(
    200,
    'You are not signed in',
    '<p class="soft">Nothing was stored. The terminal says what happened; from there you can try again.</p>\n<code>newsletter login</code>',
  ),
  elsewhere: page(
    404,
    'Nothing here',
    '<p class="soft">A sign-in is waiting on this computer, but not for this request.</p>',
  ),
} as const;
