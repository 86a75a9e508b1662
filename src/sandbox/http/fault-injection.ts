import type { ResolvedOptions, Trouble } from '../options.ts';
import { HttpError } from './error.ts';

/** When the connection is cut: before the request is carried out, after that, or in the middle of the response. */
export type ConnectionCut = 'before' | 'after' | 'middle';

/** `fail after`: the request is carried out, and answered with a 503. */
type Fault = ConnectionCut | 'fail after';

/** Makes requests fail, to try a client against a service that is busy or failing. */
export class FaultInjector {
  readonly #options: ResolvedOptions;
  readonly #random: () => number;
  #second = 0;
  #requestsThisSecond = 0;

  /** @param random returns numbers in [0, 1), which decide which requests fail, and how */
  constructor(options: ResolvedOptions, random: () => number) {
    this.#options = options;
    this.#random = random;
  }

  /**
   * The fault of the next request; undefined for one that succeeds.
   *
   * @param isOnce whether it sends or creates something
   * @throws HttpError 429 above the rate limit; 500, or 503 with or without Retry-After, at the failure rate; as
   *   `inTrouble`
   */
  next(isOnce: boolean): Fault | undefined {
    const { clock, rateLimit, failRate, trouble } = this.#options;
    const second = Math.floor(clock() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#requestsThisSecond = 0;
    }
    if (++this.#requestsThisSecond > rateLimit) {
      const message = `Too many requests: at most ${rateLimit} in one second.`;
      throw new HttpError(429, message, {}, { 'retry-after': '1' });
    }
    if (isOnce && trouble !== undefined) return inTrouble(trouble);
    return this.#random() < failRate ? this.#fail() : undefined;
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

const soon = { 'retry-after': '1' };

/** @throws HttpError 429, 503 */
function inTrouble(trouble: Trouble): Fault {
  switch (trouble) {
    case 'lost':
      return 'after';
    case 'dropped':
      return 'before';
    case 'failing':
      return 'fail after';
    case 'busy':
      throw new HttpError(429, 'Too many requests.', {}, soon);
    case 'unavailable':
      throw new HttpError(503, 'The service is busy.', {}, soon);
  }
}
