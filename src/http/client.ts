import type { Endpoint } from '../contract/endpoint.ts';
import {
  type ArgumentsOf,
  type CallName,
  type EndpointName,
  endpoints,
  type ListName,
  type RecordIn,
} from '../contract/index.ts';
import { Failure } from '../failure.ts';
import { exactOf, jsonText, keepExact } from '../json/exact.ts';
import { fillPath, requestUrl, serviceAddress } from './address.ts';
import type { Answer } from './answer-failure.ts';
import type { Api, ApiOptions, CallOptions, ListOptions, Preview, RawAnswer, RawRequest } from './api.ts';
import { type Delivery, deliver } from './deliver.ts';
import { readPages } from './pages.ts';
import { pageIn, recordIn } from './success-body.ts';
import type { Wire } from './wire.ts';

/** For tests: how long waits between repetitions are, in milliseconds. */
export interface Pace {
  readonly backoff?: { readonly base: number; readonly cap: number };
}

type Query = Readonly<Record<string, string>>;

/** Set by the program itself; a caller that sets them as well is mistaken. */
const ownHeaders = new Set(['authorization', 'host', 'connection', 'content-length', 'transfer-encoding']);

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
      wire ??= import('./undici.ts').then(({ undiciWire }) =>
        undiciWire(Math.max(1, Math.round(options.timeout * 1000)), options.environment),
      );
      return wire;
    },
  };

  /** What went out, for messages about the answer, and the answer. */
  async function request(wanted: RawRequest): Promise<{ delivery: Delivery; answer: Answer }> {
    return running.track(wanted.signal, async signal => {
      const delivery: Delivery = { ...outgoing(base, options.userAgent, wanted), signal };
      return { delivery, answer: await deliver(courier, delivery) };
    });
  }

  return {
    async call<N extends CallName>(
      name: N,
      args: ArgumentsOf<N>,
      more: CallOptions = {},
    ): Promise<RecordIn<N>> {
      const { delivery, answer } = await request({ ...callRequest(name, args, more), signal: more.signal });
      return await recordIn(name, delivery, answer);
    },
    pages<N extends ListName>(name: N, list: ListOptions = {}) {
      const { method, path, repeat }: Endpoint = endpoints[name];
      const ask = async (page: number | undefined, signal: AbortSignal) => {
        const query = pageQuery(options, list, page);
        const { delivery, answer } = await request({ method, path, query, repeat, signal });
        return await pageIn<RecordIn<N>>(delivery, answer);
      };
      return readPages<RecordIn<N>>(ask, list.page, list.ahead ?? 2, options.pageParam);
    },
    async send(raw: RawRequest): Promise<RawAnswer> {
      const { answer } = await request(raw);
      return { status: answer.status, headers: answer.headers, body: answer.body };
    },
    preview(name, args, more = {}) {
      const { method, path, query, content } = callRequest(name, args, more);
      return { method, url: requestUrl(base, path, query).href, ...shownBody(content) };
    },
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

function outgoing(base: URL, userAgent: string, wanted: RawRequest): Omit<Delivery, 'signal'> {
  const url = requestUrl(base, wanted.path, wanted.query);
  const content = wanted.content ?? [];
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
  };
  if (wanted.content) headers['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const lower = name.toLowerCase();
    if (ownHeaders.has(lower))
      throw new Failure('invalid_value', `the header ${lower} is set by the program itself`);
    headers[lower] = value;
  }
  const bytes = content.reduce((sum, part) => sum + part.byteLength, 0);
  const path = wanted.path.replace(/[?#].*$/s, '');
  return { method: wanted.method, url, path, headers, content, bytes, repeat: wanted.repeat };
}

function callRequest<N extends EndpointName>(name: N, args: ArgumentsOf<N>, more: CallOptions): RawRequest {
  const { method, path, repeat }: Endpoint = endpoints[name];
  const id = argument(args, 'id');
  const body = argument(args, 'body');
  const content = more.content ?? (body === undefined ? undefined : [Buffer.from(jsonText(body))]);
  const filled = fillPath(path, typeof id === 'string' ? id : undefined);
  return { method, path: filled, query: more.query, content, repeat: more.repeat ?? repeat };
}

function argument(args: unknown, name: 'id' | 'body'): unknown {
  return typeof args === 'object' && args !== null ? Reflect.get(args, name) : undefined;
}

function pageQuery(options: ApiOptions, list: ListOptions, page: number | undefined): Query {
  return {
    ...list.query,
    ...(page === undefined ? {} : { [options.pageParam]: String(page) }),
    ...(list.perPage === undefined ? {} : { [options.perPageParam]: String(list.perPage) }),
  };
}

function shownBody(content: readonly Uint8Array[] | undefined): Pick<Preview, 'body'> {
  if (content === undefined) return {};
  const text = Buffer.concat(content).toString('utf8');
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return { body };
    keepExact(text, body);
    return { body: exactOf(body) };
  } catch {
    return { body: text };
  }
}
