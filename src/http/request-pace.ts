import type { Clock } from '../lib/clock.ts';

/** Keeps requests apart, so that no more than a number of them leave in a second. */
export class RequestPace {
  readonly #interval: number;
  readonly #clock: Clock;
  /** When the next request may leave, in milliseconds of the clock. */
  #next = 0;

  /** @param rate requests per second */
  constructor(rate: number, clock: Clock) {
    this.#interval = 1000 / rate;
    this.#clock = clock;
  }

  /** Resolves when it is this request's turn, in the order of asking; earlier when `signal` is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#interval;
    if (at > now) await this.#clock.wait(at - now, signal);
  }
}
