/** A clock that stands still, but for waits: each moves it to its end at once, in the order in which they end. */
import type { Clock } from '../../src/lib/clock.ts';

export interface TestClock extends Clock {
  /** Moves it: what is due by then comes to its end. */
  move(milliseconds: number): void;
  /** The waits so far, in milliseconds. */
  readonly waits: readonly number[];
}

interface Due {
  readonly at: number;
  readonly end: () => void;
}

export function testClock(start = 0): TestClock {
  let time = start;
  const waits: number[] = [];
  /** Waits move the clock when nothing else is left to do; deadlines only come when it has moved past them. */
  const waiting = new Set<Due>();
  const deadlines = new Set<Due>();
  const moveTo = (to: number) => {
    time = Math.max(time, to);
    for (const due of [...waiting, ...deadlines].sort((a, b) => a.at - b.at)) {
      if (due.at > time) continue;
      waiting.delete(due);
      deadlines.delete(due);
      due.end();
    }
  };
  const moveToNext = () => {
    const [next] = [...waiting].sort((a, b) => a.at - b.at);
    if (next !== undefined) moveTo(next.at);
  };
  return {
    waits,
    now: () => time,
    move: milliseconds => moveTo(time + milliseconds),
    async wait(milliseconds, signal) {
      waits.push(milliseconds);
      if (signal?.aborted) return;
      await new Promise<void>(resolve => {
        const end = () => {
          waiting.delete(due);
          signal?.removeEventListener('abort', end);
          resolve();
        };
        const due = { at: time + milliseconds, end };
        waiting.add(due);
        signal?.addEventListener('abort', end);
        setImmediate(moveToNext);
      });
    },
    async within(milliseconds, promise, late) {
      promise.catch(() => {});
      let due: Due | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        due = { at: time + milliseconds, end: () => reject(late()) };
        deadlines.add(due);
        if (milliseconds <= 0) moveTo(time);
      });
      try {
        return await Promise.race([promise, tooLate]);
      } finally {
        if (due) deadlines.delete(due);
      }
    },
  };
}

/** For a sandbox: time goes on as it does, until `skip` is called; from then on each look at the clock is a step later. */
export function skippingClock(step: number) {
  let later = 0;
  let isSkipping = false;
  return {
    clock: () => {
      if (isSkipping) later += step;
      return Date.now() + later;
    },
    skip: () => {
      isSkipping = true;
    },
  };
}

/** For what tells the time of day, such as a sandbox. */
export const dayClock = () => testClock(Date.UTC(2025, 4, 31, 12));
