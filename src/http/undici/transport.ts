import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { type FailedConnection, NetworkError, ResponseTooLarge } from '../errors/network-error.ts';
import { proxyFor } from '../proxy-env.ts';
import { largestBody, type Transport, type TransportRequest, type TransportResponse } from '../transport.ts';

const chunkSize = 64 * 1024;

/**
 * A transport whose connections stay open and are used again. It loads undici: import this file when it is needed.
 *
 * @param seconds of silence after which a request fails
 * @param environment for HTTPS_PROXY, HTTP_PROXY and NO_PROXY
 */
export function undiciTransport(seconds: number, environment: NodeJS.ProcessEnv): Transport {
  keepParserSimple();
  const timeout = Math.max(1, Math.round(seconds * 1000));
  const direct = new Agent({ connectTimeout: timeout });
  const proxies = new Map<string, Promise<Dispatcher>>();
  const through = (proxy: string) => {
    const agent =
      proxies.get(proxy) ?? import('./proxy.ts').then(({ proxyAgent }) => proxyAgent(proxy, timeout));
    proxies.set(proxy, agent);
    return agent;
  };
  return {
    async send(request) {
      const { method, url, headers, content, bytes } = request;
      const proxy = proxyFor(url, environment);
      const dispatcher = proxy === undefined ? direct : await through(proxy);
      const connection = { url, proxied: proxy !== undefined, seconds };
      const collector = new ResponseCollector(request, connection);
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method,
          headers: { ...headers, 'content-length': String(bytes) },
          body: bodyOf(content, bytes),
          headersTimeout: timeout,
          bodyTimeout: timeout,
        },
        collector,
      );
      return await collector.response;
    },
    async close() {
      await direct.destroy();
      // An agent that could not be made has failed its request already.
      const agents = await Promise.allSettled(proxies.values());
      for (const agent of agents) if (agent.status === 'fulfilled') await agent.value.destroy();
    },
  };
}

/**
 * undici's parser is WebAssembly. Node 20 compiles it a second time for speed and cannot end before that is done: 70 ms,
 * more than the rest of a short command. The first form is fast enough for a command line; later versions of Node are
 * faster without the flag.
 */
function keepParserSimple(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--liftoff-only');
}

// Small bodies leave in one packet with the headers. Large ones go in pieces, because undici's timer for the response
// starts again with each piece that is written: an upload that moves never times out.
function bodyOf(content: readonly Uint8Array[], bytes: number): Buffer | Readable {
  return bytes <= chunkSize ? Buffer.concat(content) : Readable.from(chunks(content));
}

function* chunks(content: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of content) {
    for (let at = 0; at < part.byteLength; at += chunkSize) yield part.subarray(at, at + chunkSize);
  }
}

type Connection = Pick<FailedConnection, 'url' | 'proxied' | 'seconds'>;

/** Collects one response, and knows whether its request had begun to leave. */
class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #largest: number;
  readonly #connection: Connection;
  #resolve: (response: TransportResponse) => void = () => {};
  #reject: (error: NetworkError) => void = () => {};
  /** Fails with a NetworkError. */
  readonly response = new Promise<TransportResponse>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });
  readonly #onAbort = () => this.#cutOff(this.#signal.reason);
  readonly #parts: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #size = 0;
  #head: Omit<TransportResponse, 'body'> | undefined;

  constructor({ signal, largest = largestBody }: TransportRequest, connection: Connection) {
    this.#signal = signal;
    this.#largest = largest;
    this.#connection = connection;
    signal.addEventListener('abort', this.#onAbort);
  }

  /** Called by undici right before the request is written to an open connection. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#signal.aborted) {
      controller.abort(new Error('aborted'));
      return;
    }
    this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    statusText = '',
  ): void {
    // undici waits for ever after one of these, which HTTP does not have (RFC 9110, section 15).
    if (status < 100) controller.abort(new Error(`invalid status ${String(status).padStart(3, '0')}`));
    if (status < 200) return;
    const joined: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) joined[name] = String(value ?? '');
    this.#head = { status, statusText, headers: joined };
    if (Number(joined['content-length']) > this.#largest) controller.abort(new ResponseTooLarge());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.byteLength;
    if (this.#size > this.#largest) controller.abort(new ResponseTooLarge());
    else this.#parts.push(chunk);
  }

  onResponseEnd(): void {
    this.#end();
    const head = this.#head;
    if (head === undefined) return;
    const response = { ...head, body: Buffer.concat(this.#parts) };
    // undici takes a connection for free one round of the event loop later. A request that follows at once should get
    // that one, not open another.
    queueMicrotask(() => setImmediate(() => this.#resolve(response)));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #end(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  #cutOff(cause: unknown): void {
    // While it connects, undici has nothing to abort yet.
    this.#fail(cause);
    this.#controller?.abort(new Error('aborted'));
  }

  #fail(cause: unknown): void {
    this.#end();
    const sent = this.#controller !== undefined;
    this.#reject(new NetworkError(cause, { ...this.#connection, sent, status: this.#head?.status }));
  }
}
