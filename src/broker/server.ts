/**
 * The token broker: a server that keeps the client secret, which must not be on users' devices (service.txt, "OAuth 2.0
 * for third-party apps"), and adds it to token and revocation requests. Limits of connections for each address, metrics
 * and client certificates are the work of a proxy in front of it.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { RawResponse } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { closable, listen, readBody } from '../lib/local-server.ts';
import { printable } from '../lib/text/printable.ts';
import type { IdentifyClient } from './client-tokens.ts';
import {
  BrokerError,
  type BrokerPath,
  brokerPaths,
  type ClientRegistration,
  forwardedRequest,
} from './request.ts';

export interface BrokerOptions extends ClientRegistration {
  readonly host: string;
  readonly port: number;
  /** In PEM form. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Whether the last address in X-Forwarded-For is the client's. */
  readonly behindProxy: boolean;
  /** Requests a minute that one address may make. */
  readonly rate: number;
  /** Undefined: no authentication. */
  readonly identifyClient?: IdentifyClient | undefined;
  /**
   * Sends a form to the service, once; Ctrl-C does not abort it, since a token that was issued would be lost.
   *
   * @returns the response, also one that says why a grant is refused
   * @throws Failure for every other response, and when there is none
   */
  readonly post: (path: BrokerPath, form: URLSearchParams) => Promise<RawResponse>;
  /** Takes a line of the audit log; none contains a secret. */
  readonly log: (line: string) => void;
}

export interface Broker {
  readonly url: string;
  /** Stops accepting requests, and gives those in progress some seconds to finish. */
  close(): Promise<void>;
}

interface BrokerResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the audit log, without secrets. */
  readonly kind?: string;
  readonly about: readonly string[];
}

/** Milliseconds that requests in progress may take when the broker is closed, and bytes of a body. */
const gracePeriod = 5000;
const largestBody = 16 * 1024;
const limits = { requestTimeout: 10_000, headersTimeout: 10_000, connectionsCheckingInterval: 1000 };
const mostConnections = 500;

/** @throws Failure port_in_use, invalid_value */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const rate = rateLimit(options.rate);
  const server = newServer(options, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const client = clientOf(request, options.behindProxy);
    const begin = performance.now();
    respond(options, request, { path, wait: () => rate(client) })
      .then(({ status, body, headers, kind, about }) => {
        response.writeHead(status, {
          'content-type': 'application/json',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...headers,
        });
        response.end(body);
        if (path === '/healthz') return;
        // Other paths may contain secrets.
        const what = [client, request.method, isBrokerPath(path) ? path : '(other)', kind, status];
        const line = `${new Date().toISOString()} ${what.filter(Boolean).join(' ')} ${Math.round(performance.now() - begin)} ms`;
        options.log([line, ...about].join(', '));
      })
      .catch(() => response.destroy());
  });
  server.maxConnections = mostConnections;
  const closing = closable(server);
  const port = await listen(server, options.host, options.port);
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    close: () => closing.close(gracePeriod),
  };
}

function newServer({ tls }: BrokerOptions, onRequest: RequestListener): Server {
  try {
    return tls === undefined
      ? createServer(limits, onRequest)
      : createTlsServer({ ...limits, ...tls }, onRequest);
  } catch (cause) {
    throw new Failure('invalid_value', 'invalid certificate or key in --tls-cert and --tls-key', { cause });
  }
}

const isBrokerPath = (path: string): path is BrokerPath => brokerPaths.some(known => known === path);

async function respond(
  options: BrokerOptions,
  request: IncomingMessage,
  { path, wait }: { readonly path: string; readonly wait: () => number },
): Promise<BrokerResponse> {
  if (path === '/healthz') return { status: 200, body: '{"status":"ok"}', about: [] };
  const about: string[] = [];
  try {
    const seconds = wait();
    if (seconds > 0)
      throw new BrokerError(429, 'slow_down', 'too many requests', { 'retry-after': String(seconds) });
    if (options.identifyClient !== undefined) {
      const who = options.identifyClient(request.headers.authorization);
      if (who === undefined) {
        const description = 'client token required (newsletter config set broker-token-file <file>)';
        throw new BrokerError(401, 'invalid_client', description, { 'www-authenticate': 'Bearer' });
      }
      about.push(`client ${who}`);
    }
    if (!isBrokerPath(path)) throw new BrokerError(404, 'invalid_request', 'not found');
    const { kind, form } = forwardedRequest(path, await formOf(request), options);
    const { status, body, headers } = await options.post(path, form);
    const passedOn = ['retry-after', 'content-type'].flatMap(name => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const text = body.toString('utf8');
    if (repeats([text, ...passedOn.flat()].join('\n'), options.clientSecret))
      throw new Failure('unexpected_answer', 'invalid response');
    return { status, body: text, headers: Object.fromEntries(passedOn), kind, about };
  } catch (error) {
    return errorResponse(error, options.clientSecret, about);
  }
}

async function formOf(request: IncomingMessage): Promise<string> {
  const { method, headers } = request;
  if (method !== 'POST')
    throw new BrokerError(405, 'invalid_request', 'method not allowed: use POST', { allow: 'POST' });
  // Browsers send an origin; the broker is for programs only.
  if (headers.origin !== undefined)
    throw new BrokerError(403, 'invalid_request', 'requests from web pages are not allowed');
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new BrokerError(415, 'invalid_request', 'the body must be application/x-www-form-urlencoded');
  const body = await readBody(request, largestBody);
  if (body !== undefined) return body.toString('utf8');
  throw new BrokerError(413, 'invalid_request', `the body is larger than ${largestBody} bytes`, {
    connection: 'close',
  });
}

/** Whether a response repeats the secret: error pages of Rails and Laravel in debug mode print the form they received. */
function repeats(text: string, secret: string): boolean {
  const formEncoded = new URLSearchParams([['', secret]]).toString().slice(1);
  return [secret, encodeURIComponent(secret), formEncoded].some(form => text.includes(form));
}

/** @throws what is neither the broker's own nor the service's failure */
function errorResponse(error: unknown, secret: string, about: readonly string[]): BrokerResponse {
  if (error instanceof BrokerError) {
    const body = JSON.stringify({ error: error.error, error_description: error.message });
    return { status: error.status, body, headers: error.headers, about: [...about, error.message] };
  }
  if (!(error instanceof Failure)) throw error;
  const why = repeats(error.message, secret) ? error.code : printable(error.message);
  const description = 'the broker cannot reach the service';
  return {
    status: error.code === 'overloaded' ? 503 : 502,
    body: JSON.stringify({ error: 'temporarily_unavailable', error_description: description }),
    about: [...about, `the request to the service failed: ${why}`],
  };
}

function clientOf({ socket, headers }: IncomingMessage, behindProxy: boolean): string {
  const addresses = String(headers['x-forwarded-for'] ?? '').split(',');
  return (behindProxy && addresses.at(-1)?.trim()) || (socket.remoteAddress ?? '?');
}

/**
 * Limits the requests of each address, with a token bucket for each.
 *
 * @returns a function that counts a request; it returns the seconds that the address must wait, 0 when it need not
 */
function rateLimit(perMinute: number): (address: string) => number {
  const buckets = new Map<string, { left: number; at: number }>();
  return address => {
    const time = Date.now();
    const { left, at } = buckets.get(address) ?? { left: perMinute, at: time };
    const filled = Math.min(perMinute, left + ((time - at) / 60_000) * perMinute);
    // The oldest are removed, so that requests from very many addresses cannot fill the memory.
    buckets.delete(address);
    const [oldest] = buckets.keys();
    if (buckets.size >= 10_000 && oldest !== undefined) buckets.delete(oldest);
    buckets.set(address, { left: filled >= 1 ? filled - 1 : filled, at: time });
    return filled >= 1 ? 0 : Math.ceil(((1 - filled) * 60) / perMinute);
  };
}
