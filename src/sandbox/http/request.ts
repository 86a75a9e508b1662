import type { IncomingMessage } from 'node:http';
import { HttpError } from './error.ts';

/** A request with its whole body. */
export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** The largest request body, in bytes. */
export const maxBodyBytes = 64 * 2 ** 20;

/**
 * Reads a request to its end.
 *
 * @throws HttpError 413 for a body above `maxBodyBytes`, 415 for a compressed body
 */
export async function readRequest(request: IncomingMessage): Promise<SandboxRequest> {
  // Not through a URL parser, which would resolve `..` and `//host` in the path.
  const [path = '/', ...query] = (request.url ?? '/').split('?');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // A body that is too large is still read: a client that is still sending would not see the response.
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  if (size > maxBodyBytes) {
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
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
