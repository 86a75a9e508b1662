/** Milliseconds until the first look at a job when nothing is known of such jobs, and what each further pause adds. */
const firstPause = 200;
const growth = 1.5;
const longestPause = 5_000;
/** Milliseconds that are at least between two looks at the same job. */
const shortestPause = 10;
/** How exactly the time of a job is found out, as part of it; looks that come too early are not worth more. */
const tolerance = 0.15;
/** Milliseconds that the service's own times may be wrong. */
const serviceResolution = 1_000;
/** Jobs that were done at the first look, before a look dares to come much earlier again. */
const trust = 4;

/**
 * When to look at a job: the first time when the jobs before suggest that it is done, found out by halving between the
 * last look that came too early and the first that did not. All times are milliseconds since the job was accepted.
 */
export class JobPace {
  /** The last look at a job that was not done, and the one that was. */
  #undone = 0;
  #done: number | undefined;
  #hits = 0;

  /** @param undone the last look at the job; 0 before the first */
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
   * Learns from a job.
   *
   * @param undone the last look before it was done; 0: the first one found it done
   * @param done the look that found it done
   * @param own how long it took as the service says; it may count in whole seconds
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
