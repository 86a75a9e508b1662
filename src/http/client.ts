import type { ArgumentsOf, CallName, EndpointName, ListName, Page, RecordIn } from '../contract/index.ts';
import type { Api, ApiOptions, CallOptions, ListOptions, RawRequest } from './api.ts';
import { readPages } from './pages.ts';
import { callRequest, outgoing, pageQuery, shown } from './request.ts';
import { pageIn, recordIn } from './response-body.ts';
import type { Answer } from './response-error.ts';
import { type Delivery, deliver } from './retrying-request.ts';
import type { Wire } from './transport.ts';
import { serviceAddress } from './url.ts';

/** For tests: how long waits between repetitions are, in milliseconds. */
export interface Pace {
  readonly backoff?: { readonly base: number; readonly cap: number };
}

/**
 * The service, reached over HTTP.
 * @param options addresses, credentials, limits
 * @throws Failure invalid_value when the base address is not one, or not a safe one
 */
export function createApi(options: ApiOptions, pace: Pace = {}): Api {
  const base = serviceAddress(options.baseUrl);
  const running = new Running(options.signal);
  let wire: Promise<Wire> | undefined;
  const courier = {
    options,
    limits: {
      retries: options.retries,
      maxWait: options.maxWait * 1000,
      backoff: pace.backoff ?? { base: 250, cap: 20_000 },
    },
    wire: () => {
      wire ??= import('./undici-transport.ts').then(({ undiciWire }) =>
        undiciWire(Math.max(1, Math.round(options.timeout * 1000)), options.environment),
      );
      return wire;
    },
  };

  /** What went out, for messages about the answer, and the answer. */
  async function request(
    wanted: RawRequest,
    endpoint?: EndpointName,
  ): Promise<{ delivery: Delivery; answer: Answer }> {
    await options.beforeRequest?.(endpoint);
    return await running.track(wanted.signal, async signal => {
      const delivery: Delivery = { ...outgoing(base, options.userAgent, wanted), signal };
      return { delivery, answer: await deliver(courier, delivery) };
    });
  }

  /** The pages, each told to `onResponse` when its turn comes: pages asked for ahead may never be read. */
  async function* reported<T>(endpoint: ListName, pages: AsyncIterable<Page<T>>): AsyncGenerator<Page<T>> {
    let firstPage: number | undefined;
    let pagesRead = 0;
    for await (const page of pages) {
      firstPage ??= page.meta.current_page;
      pagesRead += 1;
      options.onResponse?.({ endpoint, page, firstPage, pagesRead });
      yield page;
    }
  }

  return {
    async call<N extends CallName>(
      name: N,
      args: ArgumentsOf<N>,
      more: CallOptions = {},
    ): Promise<RecordIn<N>> {
      const wanted = { ...callRequest(name, args, more), signal: more.signal };
      const { delivery, answer } = await request(wanted, name);
      const record = await recordIn(name, delivery, answer);
      options.onResponse?.({ endpoint: name, record });
      return record;
    },
    pages<N extends ListName>(name: N, args: ArgumentsOf<N>, list: ListOptions = {}) {
      const wanted = callRequest(name, args, {});
      const ask = async (page: number | undefined, signal: AbortSignal) => {
        const query = pageQuery(options, list, page);
        const { delivery, answer } = await request({ ...wanted, query, signal }, name);
        return await pageIn<RecordIn<N>>(delivery, answer);
      };
      return reported(name, readPages(ask, list.page, list.ahead ?? 2, options.pageParam));
    },
    send: async raw => (await request(raw)).answer,
    sendPages(raw, list = {}) {
      const ask = async (page: number | undefined, signal: AbortSignal) => {
        const query = { ...raw.query, ...pageQuery(options, {}, page) };
        const { delivery, answer } = await request({ ...raw, query, signal });
        return await pageIn<Readonly<Record<string, unknown>>>(delivery, answer);
      };
      return readPages(ask, list.page, list.ahead ?? 2, options.pageParam);
    },
    preview: (name, args, more = {}) =>
      shown(outgoing(base, options.userAgent, callRequest(name, args, more))),
    previewOf: raw => shown(outgoing(base, options.userAgent, raw)),
    async close() {
      running.end();
      await (await wire)?.close();
    },
  };
}

/** All requests under way: they end with the program's signal, or with their own. */
class Running {
  readonly #all = new Set<AbortController>();
  readonly #signal: AbortSignal;
  readonly #abortAll = () => {
    for (const controller of this.#all) controller.abort(this.#signal.reason);
  };

  // One listener for all: Node warns of a leak when many requests listen to the same signal.
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#abortAll);
  }

  async track<T>(own: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const abort = () => controller.abort(own?.reason);
    if (this.#signal.aborted) controller.abort(this.#signal.reason);
    if (own?.aborted) abort();
    own?.addEventListener('abort', abort);
    this.#all.add(controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#all.delete(controller);
      own?.removeEventListener('abort', abort);
    }
  }

  end(): void {
    this.#signal.removeEventListener('abort', this.#abortAll);
    for (const controller of this.#all) controller.abort();
  }
}
