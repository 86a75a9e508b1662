/** How the broker responds: to the health check itself, to token and revocation requests by forwarding them. */
import type { IncomingMessage } from 'node:http';
import type { RawResponse } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { readBody } from '../lib/local-server.ts';
import { printable } from '../lib/text/printable.ts';
import type { FoundClient } from './client-address.ts';
import type { IdentifyClient } from './client-tokens.ts';
import type { Metrics } from './metrics.ts';
import {
  BrokerError,
  type BrokerPath,
  brokerPaths,
  type ClientRegistration,
  forwardedRequest,
} from './request.ts';
import { containsSecret } from './secret-search.ts';

export interface ForwardingOptions extends ClientRegistration {
  /**
   * Sends a form to the service, once; Ctrl-C does not abort it, since a token that was issued would be lost.
   *
   * @returns the response, also one that says why a grant is refused
   * @throws Failure for every other response, and when there is none
   */
  readonly post: (path: BrokerPath, form: URLSearchParams) => Promise<RawResponse>;
  /** Undefined: no authentication. */
  readonly identifyClient?: IdentifyClient | undefined;
}

export interface RequestGuards {
  readonly metrics: Metrics;
  /** As `rateLimit` returns it. */
  readonly rate: (network: string) => number;
  /** As `openRequestLimit` returns it. */
  readonly open: (network: string) => (() => void) | undefined;
}

interface ReceivedRequest {
  readonly message: IncomingMessage;
  readonly client: FoundClient;
  /** Without the query. */
  readonly path: string;
  /** Called when the whole body has been received; it returns a function to call when the response is ready. */
  readonly onReceived: () => () => void;
}

interface BrokerResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the audit log. */
  readonly kind?: string | undefined;
  /** For the audit log: the name of the client's token. */
  readonly clientName?: string | undefined;
  /** For the audit log, without secrets. */
  readonly reason?: string | undefined;
}

/** Bytes. */
const largestBody = 16 * 1024;
const largestResponse = 64 * 1024;

/** The endpoint for the audit log and the metrics: other paths may contain secrets. */
export function endpointOf(path: string): string {
  return isBrokerPath(path) || path === '/healthz' || path === '/metrics' ? path : '(other)';
}

function isBrokerPath(path: string): path is BrokerPath {
  return brokerPaths.some(endpoint => endpoint === path);
}

export async function respond(
  options: ForwardingOptions,
  guards: RequestGuards,
  request: ReceivedRequest,
): Promise<BrokerResponse> {
  if (request.path === '/healthz') return { status: 200, body: '{"status":"ok"}' };
  const { path, message, client } = request;
  const closing: (() => void)[] = [];
  let clientName: string | undefined;
  try {
    // Only whole requests count for the limits: a client that sends slowly uses up nothing.
    const body = isBrokerPath(path) && isForm(message) ? await formOf(message) : '';
    closing.push(request.onReceived());
    const wait = guards.rate(client.network);
    if (wait > 0) throw busy('rate', 'too many requests', wait);
    const done = guards.open(client.network);
    if (done === undefined) throw busy('open_requests', 'too many requests at once', 1);
    closing.push(done);
    clientName = authenticate(options, message);
    if (path === '/metrics') return { ...(await metricsPage(guards.metrics)), clientName };
    if (!isBrokerPath(path)) throw new BrokerError(404, 'invalid_request', 'not found');
    checkRequest(message);
    return { ...(await forward(options, path, body)), clientName };
  } catch (error) {
    return { ...errorResponse(options, guards.metrics, error), clientName };
  } finally {
    for (const close of closing) close();
  }
}

/** It closes the connection: the requests that wait on it need not be refused one by one. */
function busy(refusal: 'rate' | 'open_requests', description: string, wait: number): BrokerError {
  const headers = { 'retry-after': String(wait), connection: 'close' };
  return new BrokerError(429, 'slow_down', description, { refusal, headers });
}

/** @returns the name of the client; undefined when no authentication is asked for */
function authenticate({ identifyClient }: ForwardingOptions, { headers }: IncomingMessage) {
  if (identifyClient === undefined) return undefined;
  const name = identifyClient(headers.authorization);
  if (name !== undefined) return name;
  const description = 'client token required (newsletter config set broker-token-file <file>)';
  throw new BrokerError(401, 'invalid_client', description, {
    refusal: 'unauthorized',
    headers: { 'www-authenticate': 'Bearer' },
  });
}

async function metricsPage(metrics: Metrics): Promise<BrokerResponse> {
  return { status: 200, body: await metrics.text(), headers: { 'content-type': metrics.contentType } };
}

function isForm({ headers }: IncomingMessage): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
}

function checkRequest(request: IncomingMessage): void {
  const { method, headers } = request;
  if (method !== 'POST') {
    throw new BrokerError(405, 'invalid_request', 'method not allowed: use POST', {
      headers: { allow: 'POST' },
    });
  }
  // Browsers send an origin; the broker is for programs only.
  if (headers.origin !== undefined)
    throw new BrokerError(403, 'invalid_request', 'requests from web pages are not allowed');
  if (!isForm(request)) {
    throw new BrokerError(415, 'invalid_request', 'the body must be application/x-www-form-urlencoded');
  }
}

async function formOf(request: IncomingMessage): Promise<string> {
  const body = await readBody(request, largestBody);
  if (body !== undefined) return body.toString('utf8');
  throw new BrokerError(413, 'invalid_request', `the body is larger than ${largestBody} bytes`);
}

async function forward(options: ForwardingOptions, path: BrokerPath, body: string): Promise<BrokerResponse> {
  const { kind, form } = forwardedRequest(path, body, options);
  const upstream = await options.post(path, form);
  const passedOn = ['retry-after', 'content-type'].flatMap(name => {
    const value = upstream.headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const everything = [...passedOn.flat(), upstream.body.toString('latin1')].join('\n');
  if (upstream.body.byteLength > largestResponse || containsSecret(everything, options.clientSecret)) {
    throw new Failure('unexpected_answer', 'invalid response');
  }
  return {
    status: upstream.status,
    body: upstream.body.toString('utf8'),
    headers: Object.fromEntries(passedOn),
    kind,
  };
}

/** @throws what is neither the broker's own nor the service's failure */
function errorResponse(
  { clientSecret }: ForwardingOptions,
  metrics: Metrics,
  error: unknown,
): BrokerResponse {
  if (error instanceof BrokerError) {
    metrics.refused(error.refusal);
    const body = JSON.stringify({ error: error.error, error_description: error.message });
    return { status: error.status, body, headers: error.headers, reason: error.message };
  }
  if (!(error instanceof Failure)) throw error;
  metrics.upstreamFailed(error.code);
  const why = containsSecret(error.message, clientSecret) ? error.code : printable(error.message);
  const description = 'the broker cannot reach the service';
  return {
    status: error.code === 'overloaded' ? 503 : 502,
    body: JSON.stringify({ error: 'temporarily_unavailable', error_description: description }),
    reason: `the request to the service failed: ${why}`,
  };
}
