import type { ResolvedOptions } from '../options.ts';
import { HttpError } from './error.ts';

/** When the connection is cut: before the request is carried out, after that, or in the middle of the response. */
export type ConnectionCut = 'before' | 'after' | 'middle';

/** Makes requests fail, to try a client against a service that is busy or failing. */
export class FaultInjector {
  readonly #options: ResolvedOptions;
  readonly #random: () => number;
  /** Share of requests that fail. */
  failRate: number;
  #second = 0;
  #requestsThisSecond = 0;

  /** @param random returns numbers in [0, 1), which decide which requests fail, and how */
  constructor(options: ResolvedOptions, random: () => number) {
    this.#options = options;
    this.#random = random;
    this.failRate = options.failRate;
  }

  /**
   * The fault of the next request; undefined for one that succeeds.
   *
   * @throws HttpError 429 above the rate limit; 500, or 503 with or without Retry-After, at the failure rate
   */
  next(): ConnectionCut | undefined {
    const { clock, rateLimit } = this.#options;
    const second = Math.floor(clock() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#requestsThisSecond = 0;
    }
    if (++this.#requestsThisSecond > rateLimit) {
      const message = `Too many requests: at most ${rateLimit} in one second.`;
      throw new HttpError(429, message, {}, { 'retry-after': '1' });
    }
    return this.#random() < this.failRate ? this.#fail() : undefined;
  }

  #fail(): ConnectionCut {
    const cuts: readonly ConnectionCut[] = ['before', 'after', 'middle'];
    const kind = Math.floor(this.#random() * (3 + cuts.length));
    if (kind === 0) throw new HttpError(500, 'Something went wrong.');
    if (kind === 1) throw new HttpError(503, 'The service is busy.');
    if (kind === 2) throw new HttpError(503, 'The service is busy.', {}, { 'retry-after': '1' });
    return cuts[kind - 3] ?? 'before';
  }
}
