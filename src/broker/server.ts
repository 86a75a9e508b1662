/**
 * The token broker: a server that keeps the client secret, which must not be on users' devices (service.txt, "OAuth 2.0
 * for third-party apps"), and adds it to token and revocation requests.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { Failure } from '../lib/failure.ts';
import { closable, listen } from '../lib/local-server.ts';
import { printable } from '../lib/text/printable.ts';
import { clientAddress, type TrustedProxies } from './client-address.ts';
import { type GuardedConnections, guardConnections } from './guard-connections.ts';
import { mostWaiting, openRequestLimit, rateLimit, takeTurns } from './limits.ts';
import { brokerMetrics } from './metrics.ts';
import { endpointOf, type ForwardingOptions, type RequestGuards, respond } from './respond.ts';

/** In PEM form; with `clientCa`, clients must have a certificate of that authority. */
interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly clientCa?: Buffer | undefined;
}

export interface BrokerServerOptions extends ForwardingOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  readonly proxies: TrustedProxies;
  /** Requests a minute that one address may make; for IPv6, one /64. */
  readonly rate: number;
  /** Connections, and requests, that one address may have open at once. */
  readonly mostOpen: number;
  /** Seconds in which a request must have arrived, headers and body. */
  readonly requestTimeout: number;
  /** Takes a line of the audit log; none contains a secret. */
  readonly log: (line: string) => void;
}

export interface Broker {
  readonly url: string;
  /** Stops accepting requests, and gives those in progress some seconds to finish. */
  close(): Promise<void>;
}

/** Milliseconds that requests in progress may take when the broker is closed. */
const gracePeriod = 5000;

/** @throws Failure port_in_use, invalid_value */
export async function startBroker(options: BrokerServerOptions): Promise<Broker> {
  const turn = takeTurns();
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const next = turn(socket, () => serve({ ...options, guards, connections }, request, response));
    if (next === undefined) connections.close(socket, `more than ${mostWaiting} requests wait on it`);
    next?.catch(() => response.destroy());
  };
  const server = newServer(options, onRequest);
  const closing = closable(server);
  const metrics = brokerMetrics(() => connections.size);
  const connections: GuardedConnections = guardConnections(server, options, metrics);
  const guards = { metrics, rate: rateLimit(options.rate), open: openRequestLimit(options.mostOpen) };
  const port = await listen(server, options.host, options.port);
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    close: () => closing.close(gracePeriod),
  };
}

function newServer({ tls, requestTimeout }: BrokerServerOptions, onRequest: RequestListener): Server {
  const limit = requestTimeout * 1000;
  // The default interval of Node is 30 seconds.
  const limits = { headersTimeout: limit, requestTimeout: limit, connectionsCheckingInterval: 1000 };
  if (tls === undefined) return createServer(limits, onRequest);
  const { cert, key, clientCa } = tls;
  const clients = clientCa && { ca: clientCa, requestCert: true, rejectUnauthorized: true };
  try {
    return createTlsServer({ ...limits, handshakeTimeout: limit, cert, key, ...clients }, onRequest);
  } catch (cause) {
    const files = clientCa === undefined ? '--tls-cert and --tls-key' : 'the options --tls-…';
    throw new Failure('invalid_value', `invalid certificate or key in ${files}`, { cause });
  }
}

interface Serving extends BrokerServerOptions {
  readonly guards: RequestGuards;
  readonly connections: GuardedConnections;
}

/** @returns whether the connection stays open */
async function serve(
  { guards, connections, ...options }: Serving,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const begin = performance.now();
  const { socket, headers, method } = message;
  const client = clientAddress(socket.remoteAddress, header(headers['x-forwarded-for']), options.proxies);
  const path = (message.url ?? '').split('?', 1)[0] ?? '';
  const onReceived = () => connections.answering(socket);
  const result = await respond(options, guards, { message, client, path, onReceived });
  const own: Readonly<Record<string, string>> = {
    ...(result.status === 413 ? { connection: 'close' } : {}),
    ...result.headers,
  };
  response.writeHead(result.status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...own,
  });
  response.end(method === 'HEAD' ? undefined : result.body);
  const goesOn = ![own.connection, response.getHeader('connection')].includes('close');
  const endpoint = endpointOf(path);
  const took = performance.now() - begin;
  guards.metrics.answered(endpoint, result.status, took / 1000);
  if (path === '/healthz') return goesOn;
  const what = [client.address, method, endpoint, result.kind, result.status].filter(Boolean).join(' ');
  const who = result.clientName ?? certificateName(socket as TLSSocket);
  const details = [
    ...(who === undefined ? [] : [`client ${who}`]),
    ...(client.malformed ? ['X-Forwarded-For is malformed'] : []),
    ...(result.reason === undefined ? [] : [result.reason]),
  ];
  options.log([`${new Date().toISOString()} ${what} ${Math.round(took)} ms`, ...details].join(', '));
  return goesOn;
}

function header(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value ?? []).join(',');
}

/** The common name of the client's certificate. */
function certificateName(socket: TLSSocket): string | undefined {
  if (!socket.authorized) return undefined;
  const name: unknown = socket.getPeerCertificate().subject?.CN;
  return name === undefined ? undefined : printable(String(name));
}
