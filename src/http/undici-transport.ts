import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { proxyFor } from './proxy-env.ts';
import { AnswerTooLarge, Broken, type Wire, type WireAnswer, type WireRequest } from './transport.ts';

const largestAnswer = 256 * 1024 * 1024;
const chunkSize = 64 * 1024;

/**
 * Connections kept open and used again, by undici. Loads undici: import this file when it is needed.
 * @param timeout milliseconds of silence after which a request is given up
 * @param environment for HTTPS_PROXY, HTTP_PROXY and NO_PROXY (lower case first, as curl does)
 */
export function undiciWire(timeout: number, environment: NodeJS.ProcessEnv): Wire {
  keepParserSimple();
  const direct = new Agent({ connectTimeout: timeout });
  const proxied = new Map<string, Promise<Dispatcher>>();
  const through = (proxy: string) => {
    const agent =
      proxied.get(proxy) ?? import('./proxy.ts').then(({ proxyAgent }) => proxyAgent(proxy, timeout));
    proxied.set(proxy, agent);
    return agent;
  };
  return {
    async send(request) {
      const proxy = proxyFor(request.url, environment);
      const dispatcher = proxy === undefined ? direct : await through(proxy);
      return dispatch(dispatcher, request, timeout, proxy !== undefined);
    },
    async close() {
      await direct.destroy();
      // A proxy variable that is no address has failed its request already.
      for (const agent of proxied.values()) await (await agent.catch(() => undefined))?.destroy();
    },
  };
}

/**
 * undici's parser is WebAssembly. Node 20 compiles it a second time for speed and cannot end before that
 * is done: 70 ms, more than all the rest of a short command. The parser's first form is fast enough for a
 * command line; later versions of Node are quicker without the flag.
 */
function keepParserSimple(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--liftoff-only');
}

function dispatch(dispatcher: Dispatcher, request: WireRequest, timeout: number, proxied: boolean) {
  const { method, url, headers } = request;
  return new Promise<WireAnswer>((resolve, reject) => {
    const collector = new Collector(request, proxied, resolve, reject);
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers: { ...headers, ...lengthOf(request.content) },
        body: bodyOf(request.content),
        headersTimeout: timeout,
        bodyTimeout: timeout,
      },
      collector,
    );
  });
}

function size(content: readonly Uint8Array[]): number {
  return content.reduce((sum, part) => sum + part.byteLength, 0);
}

function lengthOf(content: readonly Uint8Array[]): Record<string, string> {
  return content.length > 0 ? { 'content-length': String(size(content)) } : {};
}

// Small bodies leave in one packet with the header. Large ones go in pieces, because undici's clock for
// the answer starts anew with each piece written: an upload that moves never times out.
function bodyOf(content: readonly Uint8Array[]): Buffer | Readable | null {
  if (content.length === 0) return null;
  return size(content) <= chunkSize ? Buffer.concat(content) : Readable.from(chunks(content));
}

function* chunks(content: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of content) {
    for (let at = 0; at < part.byteLength; at += chunkSize) yield part.subarray(at, at + chunkSize);
  }
}

/** Gathers one answer, and knows whether the request had begun to leave. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #request: WireRequest;
  readonly #proxied: boolean;
  readonly #resolve: (answer: WireAnswer) => void;
  readonly #reject: (error: Broken) => void;
  readonly #onAbort = () => this.#abort();
  readonly #parts: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #size = 0;
  #head: Omit<WireAnswer, 'body'> | undefined;

  constructor(
    request: WireRequest,
    proxied: boolean,
    resolve: (answer: WireAnswer) => void,
    reject: (error: Broken) => void,
  ) {
    this.#request = request;
    this.#proxied = proxied;
    this.#resolve = resolve;
    this.#reject = reject;
    request.signal.addEventListener('abort', this.#onAbort);
  }

  /** Called by undici right before the request is written to an open connection. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#request.signal.aborted) controller.abort(new Error('aborted'));
    else this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    statusText = '',
  ): void {
    if (status < 200) return;
    const joined: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) joined[name] = String(value ?? '');
    this.#head = { status, statusText, headers: joined };
    if (Number(joined['content-length']) > largestAnswer) controller.abort(new AnswerTooLarge());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.byteLength;
    if (this.#size > largestAnswer) controller.abort(new AnswerTooLarge());
    else this.#parts.push(chunk);
  }

  onResponseEnd(): void {
    this.#request.signal.removeEventListener('abort', this.#onAbort);
    const head = this.#head;
    if (head === undefined) return;
    const answer = { ...head, body: Buffer.concat(this.#parts) };
    // undici takes a connection for free one round of the event loop later. Whoever asks again at once
    // should get that one, not open another.
    queueMicrotask(() => setImmediate(() => this.#resolve(answer)));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #abort(): void {
    this.#controller?.abort(new Error('aborted'));
    // Still connecting: undici has nothing to abort yet, but nobody waits for it any more.
    this.#fail(this.#request.signal.reason);
  }

  #fail(cause: unknown): void {
    this.#request.signal.removeEventListener('abort', this.#onAbort);
    const sent = this.#controller !== undefined;
    this.#reject(
      new Broken(cause, this.#request.url, { sent, status: this.#head?.status, proxied: this.#proxied }),
    );
  }
}
