/**
 * A small server for a team's own machine, which holds the client secret that must not be on a user's device
 * (service.txt, "OAuth 2.0 for third-party apps"), and adds it to token, refresh and revoke requests.
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
import type { HttpOptions } from '../../http/api.ts';
import { postForm } from '../../http/form-post.ts';
import { serviceAddress } from '../../http/url.ts';
import { Failure, systemCode } from '../../lib/failure.ts';
import { rateLimit } from './rate-limit.ts';
import {
  BrokerError,
  type BrokerPath,
  brokerPaths,
  type ClientRegistration,
  forwardedRequest,
} from './request.ts';

export interface BrokerOptions extends ClientRegistration {
  /** The document's {auth_url}. */
  readonly authUrl: string;
  readonly host: string;
  readonly port: number;
  /** PEM. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Addresses of clients are taken from X-Forwarded-For. */
  readonly behindProxy: boolean;
  /** Requests a minute from one address. */
  readonly rate: number;
  /** How requests to the service travel; never ended by Ctrl-C, so that no new token gets lost. */
  readonly http: HttpOptions;
  /** One line a request, without anything secret. */
  readonly log: (line: string) => void;
}

export interface Broker {
  readonly url: string;
  /** Stops listening, lets requests under way end, for some seconds. */
  close(): Promise<void>;
}

interface BrokerResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly kind?: string;
}

const largestBody = 16 * 1024;
const largestAnswer = 64 * 1024;
/** Milliseconds. */
const grace = 5000;

/** @throws Failure port_in_use, invalid_value */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  serviceAddress(options.authUrl, '--auth-url');
  const limit = rateLimit(options.rate);
  const under = new Set<ServerResponse>();
  let stopping = false;
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => {});
    if (stopping) response.setHeader('connection', 'close');
    under.add(response);
    response.on('close', () => under.delete(response));
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
      for (const response of under) response.setHeader('connection', 'close');
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(late);
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
  options: BrokerOptions,
  limit: (address: string) => number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const begin = performance.now();
  const address = clientOf(request, options.behindProxy);
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const reply = await replyTo(options, limit, address, path, request);
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(reply.status === 413 ? { connection: 'close' } : {}),
    ...reply.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
  if (path === '/healthz') return;
  // Other paths may hold anything.
  const shown = isEndpoint(path) ? path : '(other)';
  const what = [address, request.method, shown, reply.kind, reply.status].filter(Boolean).join(' ');
  options.log(`${new Date().toISOString()} ${what} ${Math.round(performance.now() - begin)} ms`);
}

function clientOf(request: IncomingMessage, behindProxy: boolean): string {
  const direct = request.socket.remoteAddress ?? '?';
  if (!behindProxy) return direct;
  // The last is what our own proxy saw; those before it may be invented.
  const seen =
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  return /^[\da-fA-F.:]{2,45}$/.test(seen) ? seen : direct;
}

function isEndpoint(path: string): path is BrokerPath {
  return brokerPaths.some(endpoint => endpoint === path);
}

async function replyTo(
  options: BrokerOptions,
  limit: (address: string) => number,
  address: string,
  path: string,
  request: IncomingMessage,
): Promise<BrokerResponse> {
  if (path === '/healthz') return { status: 200, body: '{"status":"ok"}' };
  const wait = limit(address);
  if (wait > 0) {
    return { ...refused(429, 'slow_down', 'too many requests'), headers: { 'retry-after': String(wait) } };
  }
  try {
    if (!isEndpoint(path)) throw new BrokerError(404, 'invalid_request', 'there is nothing here');
    check(request);
    return await forward(options, path, await read(request));
  } catch (error) {
    if (error instanceof BrokerError) return refused(error.status, error.error, error.message);
    if (!(error instanceof Failure)) throw error;
    options.log(`the service could not be asked: ${error.message}`);
    const status = error.code === 'overloaded' ? 503 : 502;
    return refused(status, 'temporarily_unavailable', 'the broker cannot reach the service');
  }
}

function check({ method, headers }: IncomingMessage): void {
  if (method !== 'POST') throw new BrokerError(405, 'invalid_request', 'only POST is taken');
  // Browsers name themselves so; this is for programs.
  if (headers.origin !== undefined) throw new BrokerError(403, 'invalid_request', 'not for web pages');
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new BrokerError(415, 'invalid_request', 'the body must be application/x-www-form-urlencoded');
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.byteLength;
    if (size > largestBody)
      throw new BrokerError(413, 'invalid_request', `a body takes at most ${largestBody} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function forward(options: BrokerOptions, path: BrokerPath, body: string): Promise<BrokerResponse> {
  const { kind, form } = forwardedRequest(path, body, options);
  const url = new URL(`${serviceAddress(options.authUrl).href.replace(/\/$/, '')}${path}`);
  const answer = await postForm(options.http, url, form, [400, 401, 403, 429, 503]);
  const text = answer.body.toString('utf8');
  if (answer.body.byteLength > largestAnswer || text.includes(options.clientSecret)) {
    throw new Failure('unexpected_answer', 'its answer is not one to pass on');
  }
  const wait = answer.headers['retry-after'];
  const headers = {
    ...(wait === undefined ? {} : { 'retry-after': wait }),
    ...(answer.headers['content-type'] === undefined
      ? {}
      : { 'content-type': answer.headers['content-type'] }),
  };
  return { status: answer.status, body: text, headers, kind };
}

function refused(status: number, error: string, description: string): BrokerResponse {
  return { status, body: JSON.stringify({ error, error_description: description }) };
}
