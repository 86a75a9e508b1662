/** HTTP in and out: bodies are read whole, answers are written whole, gzipped where asked for. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Refusal } from './error.ts';
import type { Cut } from './fault-injection.ts';
import { type Answer, type Incoming, json, refused } from './response.ts';

/** Request bodies above this are refused. */
export const maxBodyBytes = 64 * 2 ** 20;
const gzipFrom = 1024;
const compress = promisify(gzip);

/** An answer, or how the connection is to be cut instead. */
export type Outcome = { readonly answer: Answer; readonly cut?: Cut | undefined };
export type Work = (request: Incoming) => Promise<Outcome>;

/**
 * Makes a server that reads each request, has `work` done, and writes the answer. A Refusal thrown on the way
 * becomes its answer, anything else a 500.
 */
export function listener(work: Work): Server {
  const server = createServer((request, response) => {
    serve(work, request, response).catch(() => response.destroy());
  });
  // Longer than any client keeps an idle connection, so that none is closed under a request.
  server.keepAliveTimeout = 120_000;
  server.requestTimeout = 0;
  return server;
}

async function serve(work: Work, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let outcome: Outcome;
  try {
    outcome = await work(await read(request));
  } catch (error) {
    outcome = { answer: error instanceof Refusal ? refused(error) : json(500, { message: String(error) }) };
  }
  await write(outcome, request, response);
}

async function read(request: IncomingMessage): Promise<Incoming> {
  // The target is taken as it stands: a URL parser would resolve dots and hosts in it.
  const [path = '/', ...query] = (request.url ?? '/').split('?');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // What is too much is still read, so that the client gets to see the answer.
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  if (size > maxBodyBytes) {
    throw new Refusal(413, `A body takes at most ${maxBodyBytes} bytes.`, { limit_bytes: maxBodyBytes });
  }
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = value?.toString();
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Refusal(415, 'The body must not be compressed.');
  }
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query.join('?')),
    headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

async function write(
  { answer, cut }: Outcome,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (cut === 'before' || cut === 'after') {
    response.destroy();
    return;
  }
  const zipped = /\bgzip\b(?!;\s*q=0(?!\.))/.test(request.headers['accept-encoding'] ?? '');
  const plain = Buffer.from(answer.body);
  const small = plain.length < gzipFrom;
  const bytes = zipped && !small ? await compress(plain, { level: 1 }) : plain;
  response.writeHead(answer.status, {
    'x-request-id': randomUUID(),
    ...answer.headers,
    ...(bytes === plain ? {} : { 'content-encoding': 'gzip' }),
    ...(small ? {} : { vary: 'accept-encoding' }),
    'content-length': String(bytes.length),
  });
  if (cut === 'middle') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  else response.end(bytes);
}
