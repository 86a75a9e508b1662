/** How the broker responds: to the health check itself, to token and revocation requests by forwarding them. */
import type { IncomingMessage } from 'node:http';
import type { HttpOptions } from '../../http/api.ts';
import { postForm } from '../../http/form-post.ts';
import { serviceAddress } from '../../http/url.ts';
import { Failure } from '../../lib/failure.ts';
import {
  BrokerError,
  type BrokerPath,
  brokerPaths,
  type ClientRegistration,
  forwardedRequest,
} from './request.ts';

export interface ForwardingOptions extends ClientRegistration {
  /** The {auth_url} of service.txt. */
  readonly authUrl: string;
  /** For requests to the service; Ctrl-C does not abort them, since a token that was issued would be lost. */
  readonly http: HttpOptions;
  /** Writes one line, without secrets. */
  readonly log: (line: string) => void;
}

interface BrokerResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log. */
  readonly kind?: string;
}

/** Bytes. */
const largestBody = 16 * 1024;
const largestResponse = 64 * 1024;

/** Whether the path is an endpoint of the broker. */
export function isBrokerPath(path: string): path is BrokerPath {
  return brokerPaths.some(endpoint => endpoint === path);
}

/**
 * Handles a request.
 *
 * @param limit as `rateLimit` returns it
 * @param address of the client
 * @param path without the query
 */
export async function respond(
  options: ForwardingOptions,
  limit: (address: string) => number,
  address: string,
  path: string,
  request: IncomingMessage,
): Promise<BrokerResponse> {
  if (path === '/healthz') return { status: 200, body: '{"status":"ok"}' };
  const wait = limit(address);
  if (wait > 0) {
    return {
      ...errorResponse(429, 'slow_down', 'too many requests'),
      headers: { 'retry-after': String(wait) },
    };
  }
  try {
    if (!isBrokerPath(path)) throw new BrokerError(404, 'invalid_request', 'there is nothing here');
    checkRequest(request);
    return await forward(options, path, await readBody(request));
  } catch (error) {
    if (error instanceof BrokerError) return errorResponse(error.status, error.error, error.message);
    if (!(error instanceof Failure)) throw error;
    options.log(`the service could not be asked: ${error.message}`);
    const status = error.code === 'overloaded' ? 503 : 502;
    return errorResponse(status, 'temporarily_unavailable', 'the broker cannot reach the service');
  }
}

function checkRequest({ method, headers }: IncomingMessage): void {
  if (method !== 'POST') throw new BrokerError(405, 'invalid_request', 'only POST is taken');
  // Browsers send an origin; the broker is for programs only.
  if (headers.origin !== undefined) throw new BrokerError(403, 'invalid_request', 'not for web pages');
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new BrokerError(415, 'invalid_request', 'the body must be application/x-www-form-urlencoded');
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
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

async function forward(options: ForwardingOptions, path: BrokerPath, body: string): Promise<BrokerResponse> {
  const { kind, form } = forwardedRequest(path, body, options);
  const url = new URL(`${serviceAddress(options.authUrl).href.replace(/\/$/, '')}${path}`);
  const upstream = await postForm(options.http, url, form, [400, 401, 403, 429, 503]);
  const text = upstream.body.toString('utf8');
  if (upstream.body.byteLength > largestResponse || text.includes(options.clientSecret)) {
    throw new Failure('unexpected_answer', 'its answer is not one to pass on');
  }
  const wait = upstream.headers['retry-after'];
  const headers = {
    ...(wait === undefined ? {} : { 'retry-after': wait }),
    ...(upstream.headers['content-type'] === undefined
      ? {}
      : { 'content-type': upstream.headers['content-type'] }),
  };
  return { status: upstream.status, body: text, headers, kind };
}

function errorResponse(status: number, error: string, description: string): BrokerResponse {
  return { status, body: JSON.stringify({ error, error_description: description }) };
}
