/** The server on this machine to which the browser comes back (RFC 8252, section 7.3). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Failure, systemCode } from '../lib/failure.ts';
import { type CallbackPage, callbackPages } from './callback-page.ts';

export interface CallbackServer {
  /** The query of the first request to the redirect URI that carries the right state. */
  readonly callback: Promise<URLSearchParams>;
  /**
   * Tells the browser that waits, if one does, how it ended, stops listening and closes every connection.
   * @param signedIn what the page says
   */
  close(signedIn: boolean): Promise<void>;
}

/**
 * Listens at the redirect URI, on loopback alone: `localhost` is both of its addresses. Everything but the
 * callback with the right state is answered with a constant page and otherwise ignored.
 *
 * @param redirectUri as the setting `redirect-uri` takes it
 * @param onForged told once, when a callback with a wrong state came
 * @throws Failure port_in_use; invalid_value when the port cannot be opened at all
 */
export async function listenForCallback(
  redirectUri: string,
  state: string,
  onForged: () => void,
): Promise<CallbackServer> {
  const { hostname, port } = new URL(redirectUri);
  const door = new CallbackHandler(new URL(redirectUri), state, onForged);
  const servers: Server[] = [];
  try {
    for (const address of addressesOf(hostname)) {
      const server = await listen(door, address, Number(port));
      if (server !== undefined) servers.push(server);
    }
    if (servers.length === 0) throw unusable(Number(port), 'this machine has no such address');
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return {
    callback: door.callback,
    async close(signedIn) {
      await door.answer(signedIn ? callbackPages.signedIn : callbackPages.failed);
      await Promise.all(servers.map(closed));
    },
  };
}

function addressesOf(hostname: string): readonly string[] {
  if (hostname === 'localhost') return ['127.0.0.1', '::1'];
  return [hostname.replace(/^\[|\]$/g, '')];
}

/** Looks at each request and lets one in. */
class CallbackHandler {
  readonly callback: Promise<URLSearchParams>;
  readonly #redirect: URL;
  readonly #state: string;
  readonly #onForged: () => void;
  #enter: (parameters: URLSearchParams) => void = () => {};
  #waiting: ServerResponse | undefined;
  #warned = false;
  #entered = false;

  constructor(redirect: URL, state: string, onForged: () => void) {
    this.#redirect = redirect;
    this.#state = state;
    this.#onForged = onForged;
    this.callback = new Promise(resolve => {
      this.#enter = resolve;
    });
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    // Whoever hangs up is no trouble of ours.
    response.on('error', () => {});
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const parameters = new URLSearchParams(query);
    const isCallback =
      request.method === 'GET' &&
      path === this.#redirect.pathname &&
      request.headers.host === this.#redirect.host;
    if (!isCallback || this.#entered) {
      write(response, callbackPages.elsewhere);
      return;
    }
    // Believed before nothing else is looked at.
    const states = parameters.getAll('state');
    if (states.length !== 1 || states[0] !== this.#state) {
      write(response, callbackPages.elsewhere);
      if (!this.#warned) this.#onForged();
      this.#warned = true;
      return;
    }
    this.#entered = true;
    this.#waiting = response;
    this.#enter(parameters);
  }

  /** Answers the request that was let in, and waits until the browser has it. */
  async answer(page: CallbackPage): Promise<void> {
    this.#entered = true;
    const response = this.#waiting;
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

/** @returns undefined when this machine lacks the address (no IPv6) */
async function listen(door: CallbackHandler, address: string, port: number): Promise<Server | undefined> {
  const server = createServer(
    { maxHeaderSize: 32_768, requestTimeout: 10_000, headersTimeout: 10_000 },
    (q, r) => door.receive(q, r),
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
    details: [
      'the browser comes back to the port of the setting redirect-uri, which must be one registered for the app',
    ],
    hint: `end that program (another newsletter login?), or: newsletter config set redirect-uri <another registered one>`,
  });
}

function unusable(port: number, why: string, cause?: unknown): Failure {
  return new Failure('invalid_value', `cannot listen on port ${port} of the redirect-uri: ${why}`, { cause });
}

function closed(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
