/** What goes wrong on purpose, so that a client can be tried against a service that is busy or failing. */
import type { Rules } from '../options.ts';
import { Refusal } from './error.ts';

/** The connection is cut instead of answering: before the request is carried out, after it, or mid-answer. */
export type Cut = 'before' | 'after' | 'middle';

/** Decides, for each REST request, what becomes of it. */
export class Trouble {
  readonly #rules: Rules;
  readonly #random: () => number;
  #second = 0;
  #answered = 0;

  /** @param random numbers in [0, 1): which requests fail, and how */
  constructor(rules: Rules, random: () => number) {
    this.#rules = rules;
    this.#random = random;
  }

  /**
   * @returns how to cut the connection, or undefined to answer properly
   * @throws Refusal 429 above the rate limit; 500, or 503 with or without Retry-After, at the failure rate
   */
  next(): Cut | undefined {
    const second = Math.floor(this.#rules.clock() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#answered = 0;
    }
    if (++this.#answered > this.#rules.rateLimit) {
      const message = `Too many requests: at most ${this.#rules.rateLimit} in one second.`;
      throw new Refusal(429, message, {}, { 'retry-after': '1' });
    }
    return this.#random() < this.#rules.failRate ? this.#fail() : undefined;
  }

  #fail(): Cut {
    const cuts: readonly Cut[] = ['before', 'after', 'middle'];
    const kind = Math.floor(this.#random() * (3 + cuts.length));
    if (kind === 0) throw new Refusal(500, 'Something went wrong.');
    if (kind === 1) throw new Refusal(503, 'The service is busy.');
    if (kind === 2) throw new Refusal(503, 'The service is busy.', {}, { 'retry-after': '1' });
    return cuts[kind - 3] ?? 'before';
  }
}
