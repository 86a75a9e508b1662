import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Api, ApiOptions } from '../../src/http/api.ts';
import { createApi, type Pace } from '../../src/http/client.ts';
import { Failure } from '../../src/lib/failure.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (request: IncomingMessage, response: ServerResponse, seen: Seen) => void;

export interface Service {
  readonly url: string;
  readonly port: number;
  /** What arrived, whole requests only. */
  readonly seen: readonly Seen[];
}

/** A service on loopback that gives the answers one after another, the last one for ever. */
export async function service(...answers: Answer[]): Promise<Service> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const one = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    };
    const answer = answers[Math.min(seen.length, answers.length - 1)];
    seen.push(one);
    answer?.(request, response, one);
  });
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}`, port, seen };
}

/** Opens a server on a free port of loopback until the test ends. */
export async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** An answer with a JSON body; `headers` on top. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return text(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });
}

export function text(body: string | Buffer, status = 200, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Hangs up after the request, before any answer. */
export const hangUp: Answer = request => request.socket.destroy();

export const account = { id: '0b9e6a4e-2f4b-4a54-9a0b-6a9d7c1f2e30', name: 'Acme' };

/** An API on `url` with a patient clock for requests, and quick waits between repetitions. */
export function api(url: string, more: Partial<ApiOptions> = {}, pace: Pace = {}): Api {
  const made = createApi(
    {
      baseUrl: url,
      credentials: { bearer: async () => 'secret-bearer', renew: async () => undefined },
      timeout: 20,
      retries: 4,
      maxWait: 300,
      pageParam: 'page',
      perPageParam: 'per_page',
      environment: {},
      userAgent: 'newsletter/test',
      signal: new AbortController().signal,
      ...more,
    },
    { backoff: { base: 1, cap: 2 }, ...pace },
  );
  onTestFinished(() => made.close());
  return made;
}

/** The failure that a promise ends with; anything else is an error of the test. */
export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const ended = await work.then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in ended && ended.error instanceof Failure) return ended.error;
  throw new Error('expected a Failure', { cause: ended });
}
