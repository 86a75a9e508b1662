import { setTimeout as sleep } from 'node:timers/promises';

/** Keeps requests apart, so that no more than a number of them leave in a second. */
export class RequestPace {
  readonly #interval: number;
  /** When the next request may leave, by `performance.now()`. */
  #next = 0;

  /** @param rate requests per second */
  constructor(rate: number) {
    this.#interval = 1000 / rate;
  }

  /** Resolves when it is this request's turn, in the order of asking; earlier when `signal` is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#interval;
    if (at > now) await sleep(at - now, undefined, { signal }).catch(() => {});
  }
}
