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
import type { AddressInfo } from 'node:net';
import { serviceAddress } from '../../http/url.ts';
import { Failure, systemCode } from '../../lib/failure.ts';
import { rateLimit } from './rate-limit.ts';
import { type ForwardingOptions, isBrokerPath, respond } from './respond.ts';

export interface BrokerServerOptions extends ForwardingOptions {
  readonly host: string;
  readonly port: number;
  /** In PEM form. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Whether the addresses of clients are read from X-Forwarded-For. */
  readonly behindProxy: boolean;
  /** Requests a minute that one address may make. */
  readonly rate: number;
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
  serviceAddress(options.authUrl, '--auth-url');
  const limit = rateLimit(options.rate);
  const inProgress = new Set<ServerResponse>();
  let stopping = false;
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => {});
    if (stopping) response.setHeader('connection', 'close');
    inProgress.add(response);
    response.on('close', () => inProgress.delete(response));
    serve(options, limit, request, response).catch(() => response.destroy());
  };
  const server = options.tls === undefined ? createServer(onRequest) : tlsServer(options.tls, onRequest);
  server.headersTimeout = 10_000;
  server.requestTimeout = 15_000;
  server.maxConnections = 500;
  await listen(server, options.host, options.port);
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    async close() {
      const closed = new Promise(resolve => server.close(resolve));
      stopping = true;
      for (const response of inProgress) response.setHeader('connection', 'close');
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), gracePeriod);
      await closed;
      clearTimeout(timer);
    },
  };
}

function tlsServer(pem: { cert: Buffer; key: Buffer }, onRequest: RequestListener): Server {
  try {
    return createTlsServer(pem, onRequest);
  } catch (cause) {
    throw new Failure('invalid_value', 'the files of --tls-cert and --tls-key do not make a certificate', {
      cause,
    });
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => {
      const code = systemCode(error);
      if (code === 'EADDRINUSE')
        reject(new Failure('port_in_use', `another program listens on port ${port}`));
      else
        reject(
          new Failure('invalid_value', `cannot listen on port ${port} of ${host} (${code})`, {
            cause: error,
          }),
        );
    });
    server.listen(port, host, resolve);
  });
}

async function serve(
  options: BrokerServerOptions,
  limit: (address: string) => number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const begin = performance.now();
  const address = clientOf(request, options.behindProxy);
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const result = await respond(options, limit, address, path, request);
  response.writeHead(result.status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(result.status === 413 ? { connection: 'close' } : {}),
    ...result.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : result.body);
  if (path === '/healthz') return;
  // Paths other than the broker's own are not logged: they may contain secrets.
  const shown = isBrokerPath(path) ? path : '(other)';
  const what = [address, request.method, shown, result.kind, result.status].filter(Boolean).join(' ');
  options.log(`${new Date().toISOString()} ${what} ${Math.round(performance.now() - begin)} ms`);
}

function clientOf(request: IncomingMessage, behindProxy: boolean): string {
  const direct = request.socket.remoteAddress ?? '?';
  if (!behindProxy) return direct;
  // The last address is from our own proxy; the client may have invented the others.
  const seen =
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  return /^[\da-fA-F.:]{2,45}$/.test(seen) ? seen : direct;
}
