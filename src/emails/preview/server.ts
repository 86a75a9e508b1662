/** `emails preview --watch`: one page on loopback, at a URL that cannot be guessed, and the file that it shows. */
import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import { openLocalServer, send } from '../../lib/local-server.ts';

export interface PreviewServer {
  readonly url: string;
  /** Reloads open pages. */
  changed(): void;
  close(): Promise<void>;
}

/** Milliseconds between heartbeats, by which a page notices that the server is gone. */
const heartbeat = 15_000;

const nothing = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Nothing here\n' };

/**
 * Serves a page until it is closed.
 *
 * @param page called for each request, with the URL of the events
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

/** Milliseconds without changes after which a file counts as saved: editors write in several steps. */
const quiet = 80;

/**
 * Calls back each time a file was saved. Watches the folder, because editors replace files.
 *
 * @param onSaved called again only after its last call has ended
 * @returns stops watching
 */
export function watchFile(path: string, onSaved: () => Promise<void>): () => void {
  const name = basename(path);
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const watcher = watch(dirname(path), (_event, changed) => {
    if (changed !== null && changed !== name) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(onSaved);
    }, quiet);
  });
  // The folder was removed.
  watcher.on('error', () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
