/** Services on loopback that end with the test: one that gives scripted responses, and the sandbox. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Server as SocketServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import type { Cleanup } from './home.ts';

export type Plain = Record<string, unknown>;

/** A request that has arrived whole. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Responder = (request: IncomingMessage, response: ServerResponse, seen: Seen) => void;

export interface Service {
  readonly url: string;
  readonly port: number;
  readonly seen: readonly Seen[];
  /** Takes no further connections. */
  readonly stop: () => void;
}

/** A service that responds as told, one request after another; the last responder is for all that follow. */
export async function service(...responders: Responder[]): Promise<Service> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const one = await seenOf(request);
    const respond = responders[Math.min(seen.length, responders.length - 1)];
    seen.push(one);
    respond?.(request, response, one);
  });
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}`, port, seen, stop: () => void server.close() };
}

export async function seenOf(request: IncomingMessage): Promise<Seen> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body: Buffer.concat(parts).toString() };
}

/** Opens a server on a free port of loopback. */
export async function listening(
  server: Server | SocketServer,
  cleanup: Cleanup = onTestFinished,
): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanup(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Responds with a JSON body; `headers` on top. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Responder {
  return text(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });
}

export function text(body: string | Buffer, status = 200, headers: Record<string, string> = {}): Responder {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Hangs up after the request, before any response. */
export const hangUp: Responder = request => request.socket.destroy();

/** What the sandbox responded, its JSON read. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Plain;
  /** The records of a page; empty for anything else. */
  readonly data: Plain[];
}

/** A sandbox, and requests to it with its key. */
export async function sandboxService(options: SandboxOptions = {}, cleanup: Cleanup = onTestFinished) {
  const sandbox = await startSandbox(options);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await sandbox.close();
    isOpen = false;
  };
  cleanup(close);
  const request = (method: string, path: string, init: RequestInit = {}) =>
    fetch(sandbox.baseUrl + path, {
      method,
      redirect: 'manual',
      ...init,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, ...init.headers },
    });
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return read(await request(method, path, body === undefined ? {} : sent));
  };
  return { sandbox, request, call, close };
}

export async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Plain;
  const data = Array.isArray(body.data) ? (body.data as Plain[]) : [];
  return { status: response.status, headers: response.headers, body, data };
}

/** A request that gets into trouble on its way to the sandbox. */
export interface Trouble {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Lets the sandbox carry the request out; resolves when it has. */
  readonly carryOut: () => Promise<{ readonly status: number; readonly text: string }>;
  /** Hangs up without a response. */
  readonly hangUp: () => void;
}

/**
 * Stands between the program and the sandbox: everything passes, but for one kind of request, which gets into
 * trouble. (The faults that the sandbox injects itself come at random.)
 *
 * @param name `POST /v1/groups`
 * @returns the environment that leads through it, and how many such requests came
 */
export async function troubled(
  { sandbox }: { readonly sandbox: Sandbox },
  name: string,
  trouble: (about: Trouble) => void | Promise<void>,
) {
  let count = 0;
  const { url } = await service(async (request, response, { method, url, headers, body }) => {
    const carryOut = async () => {
      const sent = body === '' ? {} : { body };
      const answer = await fetch(sandbox.baseUrl + url, {
        method,
        headers: {
          authorization: headers.authorization ?? '',
          ...(body === '' ? {} : { 'content-type': 'application/json' }),
        },
        ...sent,
      });
      return { status: answer.status, text: await answer.text() };
    };
    if (`${method} ${url}` === name) {
      count++;
      return await trouble({ request, response, carryOut, hangUp: () => request.socket.destroy() });
    }
    const { status, text } = await carryOut();
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  return { env: { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: sandbox.apiKey }, came: () => count };
}
