import type { Failure } from '../lib/failure.ts';

/** Milliseconds before each look: a request whose answer was lost may still be under way. */
const pauses = [0, 400, 1000];

/**
 * Looks at the service's state to learn whether a request of class `once` was carried out after all, a few times
 * when it does not seem so ("Retries" on the command-line page).
 *
 * @param look resolves to what shows that it was, undefined while nothing does
 * @returns what was found, undefined when nothing was
 * @throws what `look` throws: the state cannot be read, and that is not tried again
 */
export async function lookForOutcome<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  const { setTimeout: wait } = await import('node:timers/promises');
  for (const pause of pauses) {
    await wait(pause);
    const found = await look();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Why the answer was lost, without what every such failure says: "the connection to … was cut off". */
export function lossOf(failure: Failure): string {
  return failure.message.replace(/^it is unknown whether \S+ \S+ was carried out: /, '');
}
