/** The server on this machine that receives the callback of the browser (RFC 8252, section 7.3). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Failure, systemCode } from '../lib/failure.ts';
import { type CallbackPage, callbackPages } from './callback-page.ts';

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
 * Listens at the redirect URI, on loopback addresses only; `localhost` means 127.0.0.1 and ::1. Requests that are not
 * the callback are ignored and get a 404 page.
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
  const { hostname, port } = new URL(redirectUri);
  const handler = new CallbackHandler(new URL(redirectUri), state, onForged);
  const servers: Server[] = [];
  try {
    for (const address of addressesOf(hostname)) {
      const server = await listen(handler, address, Number(port));
      if (server !== undefined) servers.push(server);
    }
    if (servers.length === 0) throw unusable(Number(port), 'this machine has no such address');
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return {
    callback: handler.callback,
    async close(signedIn) {
      await handler.respond(signedIn ? callbackPages.signedIn : callbackPages.failed);
      await Promise.all(servers.map(closeServer));
    },
  };
}

function addressesOf(hostname: string): readonly string[] {
  if (hostname === 'localhost') return ['127.0.0.1', '::1'];
  return [hostname.replace(/^\[|\]$/g, '')];
}

/** Accepts one callback, and refuses all other requests. */
class CallbackHandler {
  readonly callback: Promise<URLSearchParams>;
  readonly #redirect: URL;
  readonly #state: string;
  readonly #onForged: () => void;
  #accept: (parameters: URLSearchParams) => void = () => {};
  #response: ServerResponse | undefined;
  #hasWarned = false;
  #isDone = false;

  constructor(redirect: URL, state: string, onForged: () => void) {
    this.#redirect = redirect;
    this.#state = state;
    this.#onForged = onForged;
    this.callback = new Promise(resolve => {
      this.#accept = resolve;
    });
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    // The browser may hang up.
    response.on('error', () => {});
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const parameters = new URLSearchParams(query);
    const isCallback =
      request.method === 'GET' &&
      path === this.#redirect.pathname &&
      request.headers.host === this.#redirect.host;
    if (!isCallback || this.#isDone) {
      write(response, callbackPages.elsewhere);
      return;
    }
    // Without the right state, nothing else in the request can be trusted (RFC 6749, section 10.12).
    const states = parameters.getAll('state');
    if (states.length !== 1 || states[0] !== this.#state) {
      write(response, callbackPages.elsewhere);
      if (!this.#hasWarned) this.#onForged();
      this.#hasWarned = true;
      return;
    }
    this.#isDone = true;
    this.#response = response;
    this.#accept(parameters);
  }

  /** Responds to the callback, and waits until the browser has received the page. */
  async respond(page: CallbackPage): Promise<void> {
    this.#isDone = true;
    const response = this.#response;
    if (response === undefined || response.destroyed) return;
    await new Promise<void>(resolve => {
      response.once('close', resolve);
      response.setTimeout(2000, () => response.destroy());
      write(response, page);
    });
  }
}

function write(response: ServerResponse, page: CallbackPage): void {
  response.writeHead(page.status, page.headers).end(page.body);
}

/** @returns undefined when this machine does not have the address, as without IPv6 */
async function listen(handler: CallbackHandler, address: string, port: number): Promise<Server | undefined> {
  const server = createServer(
    { maxHeaderSize: 32_768, requestTimeout: 10_000, headersTimeout: 10_000 },
    (request, response) => handler.receive(request, response),
  );
  return await new Promise((resolve, reject) => {
    server.once('error', error => {
      const code = systemCode(error);
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') resolve(undefined);
      else if (code === 'EADDRINUSE') reject(inUse(address, port));
      else reject(unusable(port, code === 'EACCES' ? 'permission denied' : String(code), error));
    });
    server.listen({ host: address, port, exclusive: true }, () => {
      server.on('error', () => {});
      resolve(server);
    });
  });
}

function inUse(address: string, port: number): Failure {
  return new Failure('port_in_use', `another program listens on port ${port} of ${address}`, {
    details: ['the browser returns to the port in redirect-uri, which must be registered for the app'],
    hint: `stop that program (another sign-in?), or: newsletter config set redirect-uri <another registered one>`,
  });
}

function unusable(port: number, why: string, cause?: unknown): Failure {
  return new Failure('invalid_value', `cannot listen on port ${port} of the redirect-uri: ${why}`, { cause });
}

function closeServer(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
