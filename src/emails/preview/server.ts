/** The server of `emails preview --watch`: one page on loopback, at an address that nobody can guess. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PreviewServer {
  readonly url: string;
  /** Tells open pages to load again. */
  changed(): void;
  close(): Promise<void>;
}

/** Milliseconds between signs of life, so that a page notices when the server is gone. */
const heartbeat = 15_000;

/**
 * Serves a page until it is closed.
 *
 * @param page makes the page; it is asked for each time. Gets the address of its events
 */
export async function servePreview(page: (events: string) => string): Promise<PreviewServer> {
  const path = `/${randomBytes(18).toString('base64url')}/`;
  const events = `${path}events`;
  const listeners = new Set<ServerResponse>();
  let hosts: readonly string[] = [];
  const server = createServer((request, response) => {
    response.on('error', () => {});
    // Another name for this machine is the way of a page from elsewhere that wants in (DNS rebinding).
    if (!hosts.includes(request.headers.host ?? '') || request.method !== 'GET') return refuse(response);
    if (request.url === path) return sendPage(response, page(events));
    if (request.url === events) return subscribe(request, response, listeners);
    refuse(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const timer = setInterval(() => send(listeners, ': alive\n\n'), heartbeat);
  return {
    url: `http://127.0.0.1:${port}${path}`,
    changed: () => send(listeners, 'event: change\ndata:\n\n'),
    async close() {
      clearInterval(timer);
      await new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

function refuse(response: ServerResponse): void {
  response.writeHead(404, { ...headers, 'content-type': 'text/plain' }).end('Nothing here\n');
}

function sendPage(response: ServerResponse, html: string): void {
  response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(html);
}

function subscribe(request: IncomingMessage, response: ServerResponse, listeners: Set<ServerResponse>): void {
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
  response.write('retry: 1000\n\n');
  listeners.add(response);
  request.on('close', () => listeners.delete(response));
}

function send(listeners: ReadonlySet<ServerResponse>, text: string): void {
  for (const listener of listeners) listener.write(text);
}
