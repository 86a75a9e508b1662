import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { HttpError } from './error.ts';
import { readRequest, type SandboxRequest } from './request.ts';
import { errorResponse, jsonResponse, type SandboxResponse } from './response.ts';

/** Bodies below this are not compressed, in bytes. */
const gzipFrom = 1024;
const compress = promisify(gzip);

type Handle = (request: SandboxRequest) => Promise<SandboxResponse>;

/**
 * Makes an HTTP server that reads each request, lets `handle` answer it, and writes the response. An HttpError becomes
 * its response, any other error a 500.
 */
export function createListener(handle: Handle): Server {
  const server = createServer((request, response) => {
    serve(handle, request, response).catch(() => response.destroy());
  });
  // Longer than any client keeps an idle connection: closing one first would break the request that is under way.
  server.keepAliveTimeout = 120_000;
  server.requestTimeout = 0;
  return server;
}

async function serve(handle: Handle, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let result: SandboxResponse;
  try {
    result = await handle(await readRequest(request));
  } catch (error) {
    result =
      error instanceof HttpError ? errorResponse(error) : jsonResponse(500, { message: String(error) });
  }
  await write(result, request.headers['accept-encoding'] ?? '', response);
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
