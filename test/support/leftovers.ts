/**
 * Timers that a run leaves behind: they would keep a real process from ending, and nobody would notice in a run that
 * shares the process of the tests.
 */
import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds for what is being closed, and for timers of the test's own. */
const grace = 1000;

let runs = 0;

const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length;

/**
 * Checks that work leaves no timer behind. Runs that are under way at once are not told apart, and not checked.
 *
 * @throws Error
 */
export async function leavingNoTimers<T>(work: () => Promise<T>): Promise<T> {
  runs++;
  const before = timers();
  let isAlone = runs === 1;
  try {
    const result = await work();
    isAlone &&= runs === 1;
    if (isAlone) await untilNoMoreThan(before);
    return result;
  } finally {
    runs--;
  }
}

async function untilNoMoreThan(before: number): Promise<void> {
  for (const end = performance.now() + grace; timers() > before; await turn()) {
    if (performance.now() > end)
      throw new Error('the run would keep its process from ending: a timer is left');
  }
}
