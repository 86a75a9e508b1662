/** Milliseconds before the first poll if no job has ended yet, and the increment of each further pause. */
const firstPause = 200;
const growth = 1.5;
const longestPause = 5_000;
/** Minimum milliseconds between two polls of the same job. */
const shortestPause = 10;
/** Relative precision to which the duration of a job is narrowed down; more is not worth polls that come too early. */
const tolerance = 0.15;
/** Milliseconds of error in the service's own times. */
const serviceResolution = 1_000;
/** Number of jobs done at the first poll before a poll may come much earlier again. */
const trust = 4;

/**
 * When to poll a job: first at the estimated duration, found by bisection between the last poll that came too
 * early and the first that did not. All times are milliseconds since the job was accepted.
 */
export class JobPace {
  /** The last poll that found a job in progress, and the first that found it done. */
  #undone = 0;
  #done: number | undefined;
  #hits = 0;

  /** @param undone the last poll of the job; 0 before the first */
  nextLook(undone: number): number {
    const done = this.#done;
    if (done === undefined || undone >= done) {
      const pause = undone * (growth - 1) + Math.min(firstPause, done ?? firstPause);
      return undone + Math.min(longestPause, Math.max(shortestPause, pause));
    }
    const early = Math.max(undone, this.#undone);
    const doubt = done - early;
    const next = doubt > Math.max(shortestPause, done * tolerance) ? early + doubt / 2 : done;
    return undone > 0 ? Math.max(next, undone + shortestPause) : next;
  }

  /**
   * Learns from a finished job.
   *
   * @param undone the last poll before it was done; 0: the first poll found it done
   * @param done the poll that found it done
   * @param own the duration reported by the service, possibly in whole seconds
   */
  jobEnded(undone: number, done: number, own = done): void {
    if (undone > 0) {
      this.#undone = undone;
      this.#done = done;
      this.#hits = 0;
      return;
    }
    this.#done = Math.min(this.#done ?? done, done, own + serviceResolution);
    this.#hits++;
    // Jobs may have become faster.
    const isTrusted = this.#hits % trust !== 0 && this.#undone < this.#done;
    if (!isTrusted) this.#undone = Math.min(this.#undone, this.#done / 2);
  }
}
