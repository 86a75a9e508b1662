/**
 * Servers on loopback: checks of requests, limits, shutdown. Web pages can reach them too: by a name of their own that
 * resolves to this machine (DNS rebinding), or by posting to them.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure, type FailureDetails, systemCode } from './failure.ts';
import { isLoopback } from './loopback.ts';
import type { Page } from './page/page.ts';

/** A response with its whole body. */
export interface LocalResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LocalServerOptions {
  /** A loopback address, or `localhost`: 127.0.0.1 and ::1 (default 127.0.0.1). */
  readonly hostname?: string;
  /** 0: any free port. */
  readonly port: number;
  /** The response to requests whose `Host` or `Origin` is none of this machine, with the port. */
  readonly refusal: LocalResponse;
  /** Details of the failure if the port is in use. */
  readonly ifInUse?: FailureDetails;
  readonly limits?: ServerOptions;
  /** For tests (default: those of the hostname). */
  readonly addresses?: readonly string[];
}

export interface LocalServer {
  /** `http://127.0.0.1:8976` */
  readonly origin: string;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/** Headers of all responses, which a response may override. */
const safeHeaders = Object.entries({
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** Milliseconds for a whole request, and bytes of its head. */
const usualLimits: ServerOptions = { maxHeaderSize: 32_768, requestTimeout: 10_000, headersTimeout: 10_000 };

/**
 * Opens a server on loopback.
 *
 * @param serve handles requests from this machine; if it throws, the connection is closed
 * @throws Failure port_in_use, invalid_value
 */
export async function openLocalServer(
  options: LocalServerOptions,
  serve: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<LocalServer> {
  const { hostname = '127.0.0.1', refusal, ifInUse, limits } = options;
  const { addresses = hostname === 'localhost' ? ['127.0.0.1', '::1'] : [hostname] } = options;
  let { port } = options;
  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of safeHeaders) response.setHeader(name, value);
    if (checkHost(request.headers, port)) await serve(request, response);
    else send(response, refusal);
  }
  const opened: ReturnType<typeof closable>[] = [];
  let missing: unknown;
  try {
    for (const address of addresses) {
      const server = createServer({ ...usualLimits, ...limits }, (request, response) => {
        onRequest(request, response).catch(() => response.destroy());
      });
      const closing = closable(server);
      try {
        port = await listen(server, address.replace(/[[\]]/g, ''), port, ifInUse);
        opened.push(closing);
      } catch (error) {
        if (!lacksAddress(error)) throw error;
        missing = error;
      }
    }
    if (opened.length === 0) throw missing;
  } catch (error) {
    for (const server of opened) await server.close();
    throw error;
  }
  return {
    origin: `http://${hostname}:${port}`,
    async close() {
      await Promise.all(opened.map(server => server.close()));
    },
  };
}

/**
 * Whether a request names this machine and the port in its `Host`, and does not come from another site's page.
 *
 * @returns false also for `Origin: null`, which pages in sandboxed frames send
 */
export function checkHost({ host, origin }: IncomingHttpHeaders, port: number): boolean {
  const isOwn = (authority: string) => {
    const match = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(authority.toLowerCase());
    if (match === null) return false;
    const [, name = '', given = '80'] = match;
    return isLoopback(name) && Number(given) === port;
  };
  if (host === undefined || !isOwn(host)) return false;
  return origin === undefined || (origin.startsWith('http://') && isOwn(origin.slice('http://'.length)));
}

/** A response with a page. @param framedBy whose pages may show it in a frame */
export function pageResponse(
  status: number,
  { html, policy }: Page,
  framedBy: "'none'" | "'self'" = "'none'",
): LocalResponse {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${policy}; frame-ancestors ${framedBy}`,
      'x-frame-options': framedBy === "'none'" ? 'DENY' : 'SAMEORIGIN',
    },
    body: html,
  };
}

export function send(response: ServerResponse, { status, headers, body }: LocalResponse): void {
  response.writeHead(status, headers).end(body);
}

/**
 * Reads a body.
 *
 * @param most bytes
 * @param drain reads a too large body to its end, since a client that is still sending would not see the response
 * @returns undefined if it is too large
 */
export async function readBody(
  request: AsyncIterable<Buffer>,
  most: number,
  drain = false,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.byteLength;
    if (size <= most) parts.push(part);
    else if (!drain) return undefined;
  }
  return size <= most ? Buffer.concat(parts) : undefined;
}

/**
 * Has a server listen, on loopback or elsewhere.
 *
 * @returns the port, which the system chooses for port 0
 * @throws Failure port_in_use, invalid_value
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  ifInUse: FailureDetails = {},
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', cause => {
      const code = systemCode(cause);
      if (code === 'EADDRINUSE') {
        return reject(new Failure('port_in_use', `port ${port} of ${host} is in use`, { ...ifInUse, cause }));
      }
      const why = code === 'EACCES' ? 'permission denied' : code;
      reject(new Failure('invalid_value', `cannot listen on port ${port} of ${host}: ${why}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
  server.on('error', () => {});
  return (server.address() as AddressInfo).port;
}

/** As for ::1 on a machine without IPv6. */
const lacksAddress = (error: unknown) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(systemCode((error as Failure).cause) ?? '');

/**
 * Makes a server that can be closed; called before its first request.
 *
 * @returns `close`, which gives requests in progress some milliseconds to finish
 */
export function closable(server: Server): { close(grace?: number): Promise<void> } {
  const inProgress = new Set<ServerResponse>();
  let isClosing = false;
  server.prependListener('request', (_request, response) => {
    // The client may hang up.
    response.on('error', () => {});
    if (isClosing) response.setHeader('connection', 'close');
    inProgress.add(response);
    response.on('close', () => inProgress.delete(response));
  });
  return {
    async close(grace = 0) {
      const closed = new Promise(resolve => server.close(resolve));
      isClosing = true;
      for (const response of inProgress) if (!response.headersSent) response.setHeader('connection', 'close');
      const timer = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(timer);
    },
  };
}
