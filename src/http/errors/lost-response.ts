import { Failure, type FailureDetails } from '../../lib/failure.ts';
import type { RawResponse } from '../api.ts';
import { isRefusal } from '../retry-policy.ts';

interface AnyRequest {
  readonly method: string;
  readonly path: string;
}

/** A request that must leave once was sent, and nobody knows whether the service carried it out. */
export class LostResponse extends Failure {
  /** Why nobody knows: "the connection to … was cut off". */
  readonly reason: string;
  /** The response, where there was one that does not tell. */
  readonly response: RawResponse | undefined;

  constructor(
    request: AnyRequest,
    reason: string,
    more: FailureDetails & { readonly response?: RawResponse },
  ) {
    const { method, path } = request;
    super('outcome_unknown', `unknown whether ${method} ${path} was carried out: ${reason}`, {
      ...more,
      method,
      path,
    });
    this.reason = reason;
    this.response = more.response;
  }
}

/** Ctrl-C or SIGTERM ended a request. */
export class InterruptedRequest extends Failure {
  /** Whether some of the request may have left. */
  readonly sent: boolean;

  constructor({ method, path, repeat }: AnyRequest & { readonly repeat: string }, sent: boolean) {
    const details =
      sent && repeat !== 'read' ? [`${method} ${path} may or may not have been carried out`] : [];
    super('interrupted', 'interrupted', { method, path, details });
    this.sent = sent;
  }
}

/** What a failure says about a request: it never left, the service refused it, or nobody knows. */
export type Fate = 'unsent' | 'refused' | 'unknown';

/**
 * What became of a request that must leave once, by its failure.
 *
 * @param path of the request; a failure of another one (of the account, of the tokens) came before it left
 */
export function fateOf(failure: Failure, path: string): Fate {
  if (failure instanceof InterruptedRequest)
    return failure.sent && failure.path === path ? 'unknown' : 'unsent';
  if (failure instanceof LostResponse) return 'unknown';
  if (failure.path !== path || failure.status === undefined) return 'unsent';
  return isRefusal(failure.status) ? 'refused' : 'unknown';
}

/** Milliseconds before each look: a request whose response was lost may still be under way. */
const pauses = [0, 400, 1000, 2000, 3000];
const longestPause = 5000;
/** Milliseconds that a look which has begun in time may take beyond it. */
const grace = 10_000;

/** How long to look, and what ends it. */
export interface LookOptions {
  /** Seconds after which no further look begins; there are two at least. */
  readonly patience: number;
  /** Ends the looking (Ctrl-C). */
  readonly signal: AbortSignal;
}

/**
 * Looks at the service's state to learn whether a request was carried out, again and again while it does not seem so
 * ("Retries" on the command-line page).
 *
 * @param look resolves to what shows that it was carried out, undefined while nothing does
 * @returns what was found, undefined when nothing was
 * @throws what the last look threw, when the state cannot be read; the reason of the signal
 */
export async function lookForOutcome<T>(
  look: () => Promise<T | undefined>,
  { patience, signal }: LookOptions,
): Promise<T | undefined> {
  const { setTimeout: wait } = await import('node:timers/promises');
  const end = performance.now() + patience * 1000;
  for (let n = 0; ; n++) {
    const pause = pauses[n] ?? longestPause;
    await wait(n < 2 ? pause : within(pause, end), undefined, { signal }).catch(() => {});
    signal.throwIfAborted();
    const isLast = n > 0 && performance.now() >= end;
    try {
      const found = await before(end + grace, look());
      if (found !== undefined || isLast) return found;
    } catch (error) {
      signal.throwIfAborted();
      // Without credentials or settings no further look can succeed.
      if (isLast || !(error instanceof Failure) || error.exit === 2 || error.exit === 3) throw error;
    }
  }
}

/** Milliseconds of a pause that are left before a time on the clock of `performance.now()`. */
function within(pause: number, end: number): number {
  return Math.min(pause, Math.max(0, end - performance.now()));
}

/** What a promise resolves to, if it does so in time. @throws Failure timeout */
async function before<T>(end: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Failure('timeout', 'the service was too busy to respond'));
    timer = setTimeout(fail, within(Number.POSITIVE_INFINITY, end));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => {});
  }
}
