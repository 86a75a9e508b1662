/** The server of `emails preview --watch`: one page on loopback, at an address that nobody can guess. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { openLocalServer, send } from '../../lib/local-server.ts';

export interface PreviewServer {
  readonly url: string;
  /** Tells open pages to load again. */
  changed(): void;
  close(): Promise<void>;
}

/** Milliseconds between signs of life, so that a page notices when the server is gone. */
const heartbeat = 15_000;

const nothing = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Nothing here\n' };

/**
 * Serves a page until it is closed.
 *
 * @param page makes the page; it is asked for each time. Gets the address of its events
 */
export async function servePreview(page: (events: string) => string): Promise<PreviewServer> {
  const path = `/${randomBytes(18).toString('base64url')}/`;
  const events = `${path}events`;
  const listeners = new Set<ServerResponse>();
  const tell = (text: string) => {
    for (const listener of listeners) listener.write(text);
  };
  const server = await openLocalServer({ port: 0, refusal: nothing }, ({ method, url }, response) => {
    if (method === 'GET' && url === path) {
      return send(response, {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: page(events),
      });
    }
    if (method !== 'GET' || url !== events) return send(response, nothing);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  });
  const timer = setInterval(() => tell(': alive\n\n'), heartbeat);
  return {
    url: `${server.origin}${path}`,
    changed: () => tell('event: change\ndata:\n\n'),
    async close() {
      clearInterval(timer);
      await server.close();
    },
  };
}
