import { Failure, type FailureDetails } from '../lib/failure.ts';
import type { RawResponse } from './api.ts';

/** A request of class `once` was sent, and nobody knows whether the service carried it out. */
export class LostResponse extends Failure {
  /** Why nobody knows: "the connection to … was cut off". */
  readonly reason: string;
  /** The response, where there was one that does not tell. */
  readonly response: RawResponse | undefined;

  constructor(
    request: { readonly method: string; readonly path: string },
    reason: string,
    more: FailureDetails & { readonly response?: RawResponse },
  ) {
    const { method, path } = request;
    super('outcome_unknown', `it is unknown whether ${method} ${path} was carried out: ${reason}`, {
      ...more,
      method,
      path,
    });
    this.reason = reason;
    this.response = more.response;
  }
}

/** Milliseconds before each look: a request whose response was lost may still be under way. */
const pauses = [0, 400, 1000];

/**
 * Looks at the service's state to learn whether a request of class `once` was carried out, and looks again a few times
 * when it does not seem so ("Retries" on the command-line page).
 *
 * @param look resolves to what shows that it was carried out, undefined while nothing does
 * @returns what was found, undefined when nothing was
 * @throws what `look` throws: when the state cannot be read, that is not tried again
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
