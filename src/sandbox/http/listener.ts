/** Reads requests and writes responses. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readBody } from '../../lib/local-server.ts';
import { HttpError } from './error.ts';
import { jsonResponse, type SandboxRequest, type SandboxResponse } from './message.ts';

/** The largest request body, in bytes. */
export const maxBodyBytes = 64 * 2 ** 20;
/** Bodies below this are not compressed, in bytes. */
const gzipFrom = 1024;
const compress = promisify(gzip);

/**
 * Reads a request, lets `handle` answer it, and writes the response. An HttpError becomes its response, any other error
 * a 500.
 */
export async function serve(
  handle: (request: SandboxRequest) => Promise<SandboxResponse>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let result: SandboxResponse;
  try {
    result = await handle(await readRequest(request));
  } catch (error) {
    const { status, body, headers } =
      error instanceof HttpError ? error : { status: 500, body: { message: String(error) }, headers: {} };
    result = jsonResponse(status, body, headers);
  }
  await write(result, request.headers['accept-encoding'] ?? '', response);
}

/** @throws HttpError 413 for a body above `maxBodyBytes`, 415 for a compressed body */
async function readRequest(request: IncomingMessage): Promise<SandboxRequest> {
  // Not through a URL parser, which would resolve `..` and `//host` in the path.
  const [path = '/', ...query] = (request.url ?? '/').split('?');
  const body = await readBody(request, maxBodyBytes, true);
  if (body === undefined) {
    throw new HttpError(413, `A body takes at most ${maxBodyBytes} bytes.`, { limit_bytes: maxBodyBytes });
  }
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = value?.toString();
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpError(415, 'The body must not be compressed.');
  }
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query.join('?')),
    headers,
    body: body.toString('utf8'),
  };
}

async function write(
  { status, headers, body, cut }: SandboxResponse,
  acceptEncoding: string,
  response: ServerResponse,
): Promise<void> {
  if (cut === 'before' || cut === 'after') {
    response.destroy();
    return;
  }
  const plain = Buffer.from(body);
  const isLarge = plain.length >= gzipFrom;
  const isCompressed = isLarge && /\bgzip\b(?!;\s*q=0(?!\.))/.test(acceptEncoding);
  const bytes = isCompressed ? await compress(plain, { level: 1 }) : plain;
  response.writeHead(status, {
    'x-request-id': randomUUID(),
    ...headers,
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    ...(isLarge ? { vary: 'accept-encoding' } : {}),
    'content-length': String(bytes.length),
  });
  if (cut === 'middle') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  else response.end(bytes);
}
