/** Time for retries and polls: tests move it instead of waiting. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Resolves when so many milliseconds have passed, or as soon as the signal is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** What a promise resolves to, if it does so in time. @throws what `late` returns */
  within<T>(milliseconds: number, promise: Promise<T>, late: () => Error): Promise<T>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  async wait(milliseconds, signal) {
    const { setTimeout: sleep } = await import('node:timers/promises');
    await sleep(Math.max(0, milliseconds), undefined, signal && { signal }).catch(() => {});
  },
  async within(milliseconds, promise, late) {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(late()), Math.max(0, milliseconds));
    });
    try {
      return await Promise.race([promise, tooLate]);
    } finally {
      clearTimeout(timer);
      // It may still fail after the time limit.
      promise.catch(() => {});
    }
  },
};
