/** The server on this machine that receives the callback of the browser (RFC 8252, section 7.3). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LocalResponse, openLocalServer, send } from '../lib/local-server.ts';
import { callbackPages } from './callback-page.ts';

export interface CallbackServer {
  /** The query of the first request for the redirect URI that has the state of the authorization request. */
  readonly callback: Promise<URLSearchParams>;
  /**
   * Responds to the callback, if one came, and closes all connections.
   *
   * @param signedIn which page the browser shows
   */
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
  const { hostname, port, host, pathname } = new URL(redirectUri);
  const handler = new CallbackHandler(pathname, state, onForged);
  const server = await openLocalServer(
    {
      hostname,
      port: Number(port),
      onlyHost: host,
      refusal: callbackPages.elsewhere,
      ifInUse: {
        details: ['the browser returns to the port in redirect-uri, which must be registered for the app'],
        hint: 'stop the program on that port (another sign-in?), or: newsletter config set redirect-uri <another registered one>',
      },
    },
    (request, response) => handler.receive(request, response),
  );
  return {
    callback: handler.callback,
    async close(signedIn) {
      await handler.respond(signedIn ? callbackPages.signedIn : callbackPages.failed);
      await server.close();
    },
  };
}

/** Accepts one callback, and refuses all other requests. */
class CallbackHandler {
  readonly callback: Promise<URLSearchParams>;
  readonly #path: string;
  readonly #state: string;
  readonly #onForged: () => void;
  #accept: (parameters: URLSearchParams) => void = () => {};
  #response: ServerResponse | undefined;
  #hasWarned = false;
  #isDone = false;

  constructor(path: string, state: string, onForged: () => void) {
    this.#path = path;
    this.#state = state;
    this.#onForged = onForged;
    this.callback = new Promise(resolve => {
      this.#accept = resolve;
    });
  }

  receive({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
    // A code may contain further question marks.
    const [path, ...query] = url.split('?');
    const parameters = new URLSearchParams(query.join('?'));
    if (method !== 'GET' || path !== this.#path || this.#isDone) {
      send(response, callbackPages.elsewhere);
      return;
    }
    // Without the right state, nothing else in the request can be trusted (RFC 6749, section 10.12).
    const states = parameters.getAll('state');
    if (states.length !== 1 || states[0] !== this.#state) {
      send(response, callbackPages.elsewhere);
      if (!this.#hasWarned) this.#onForged();
      this.#hasWarned = true;
      return;
    }
    this.#isDone = true;
    this.#response = response;
    this.#accept(parameters);
  }

  /** Responds to the callback, and waits until the browser has received the page. */
  async respond(page: LocalResponse): Promise<void> {
    this.#isDone = true;
    const response = this.#response;
    if (response === undefined || response.destroyed) return;
    await new Promise<void>(resolve => {
      response.once('close', resolve);
      response.setTimeout(2000, () => response.destroy());
      send(response, page);
    });
  }
}
