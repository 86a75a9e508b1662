/** What leaves once: sends it, and looks at the service's state where the answer does not tell. */
import { Failure } from '../lib/failure.ts';
import type { Api } from './api.ts';
import { interruption, onceFailure } from './errors/request-failure.ts';
import { type Came, type Outcome, outcomeAfterLook } from './outcome.ts';

/** Milliseconds before each look: a request whose response was lost may still be under way. */
const pauses = [0, 400, 1000, 2000, 3000];
const longestPause = 5000;
/** Milliseconds that a look which has begun in time may take beyond it. */
const grace = 10_000;

/** How to look for what became of a request. */
export interface LookOptions<S> {
  /** What shows that it was carried out; undefined while nothing does. */
  readonly look: () => Promise<S | undefined>;
  /** Seconds after which no further look begins; with 0 there is one. */
  readonly patience: number;
  readonly limits: Pick<Api['limits'], 'signal' | 'clock'>;
}

/**
 * Looks at the service's state again and again, while it does not show that a request was carried out.
 *
 * @returns what shows it, undefined when nothing does
 * @throws what the last look threw, when the state cannot be read; the reason of the signal
 */
export async function lookForOutcome<S>({ look, patience, limits }: LookOptions<S>): Promise<S | undefined> {
  const { signal, clock } = limits;
  const end = clock.now() + patience * 1000;
  const late = () => new Failure('timeout', 'the service was too busy to respond');
  for (let n = 0; ; n++) {
    const pause = pauses[n] ?? longestPause;
    await clock.wait(n < 2 ? pause : Math.min(pause, Math.max(0, end - clock.now())), signal);
    signal.throwIfAborted();
    const isLast = patience === 0 || (n > 0 && clock.now() >= end);
    try {
      const found = await clock.within(end + grace - clock.now(), look(), late);
      if (found !== undefined || isLast) return found;
    } catch (error) {
      signal.throwIfAborted();
      // Without credentials or settings no further look can succeed.
      if (isLast || !(error instanceof Failure) || error.exit === 2 || error.exit === 3) throw error;
    }
  }
}

/** A request of class `once`, and how to learn what became of it. */
export interface OnceRequest<T, S> {
  readonly send: () => Promise<T>;
  /** As in `LookOptions`; undefined: nothing can show it. */
  readonly look?: (() => Promise<S | undefined>) | undefined;
  /** Seconds to look after an answer. */
  readonly patience: (came: Came) => number;
  readonly limits: LookOptions<S>['limits'];
}

/** What became of it. */
export type Settled<T, S> =
  | { readonly answer: T }
  /** The state shows it, though the answer did not. */
  | { readonly seen: S; readonly failure: Failure }
  | {
      readonly outcome: Outcome;
      readonly failure: Failure;
      /** Why the state cannot be read. */
      readonly problem?: string;
    };

/** Sends a request once. After any answer but an accepted one, or none, the service's state is looked at. */
export async function settle<T, S>({
  send,
  look,
  patience,
  limits,
}: OnceRequest<T, S>): Promise<Settled<T, S>> {
  let failure: Failure;
  try {
    return { answer: await send() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    failure = error;
  }
  const end = onceFailure(failure)?.end;
  const hasLeft = end !== undefined && ('status' in end.came || end.came.sent);
  if (!hasLeft || failure.code === 'interrupted' || look === undefined) {
    return { outcome: end?.outcome === 'unknown' ? 'unknown' : 'not done', failure };
  }
  try {
    const seen = await lookForOutcome({ look, patience: patience(end.came), limits });
    if (seen !== undefined) return { seen, failure };
    const outcome = outcomeAfterLook(end.came, 'not there');
    return { outcome, failure: outcome === 'unknown' ? failure : (end.refusal ?? failure) };
  } catch (error) {
    if (limits.signal.aborted)
      return { outcome: 'unknown', failure: interruption(end.request, undefined, 'unknown') };
    const problem = error instanceof Error ? error.message : String(error);
    return { outcome: outcomeAfterLook(end.came, 'cannot tell'), failure, problem };
  }
}

/**
 * The failure to end with where the credentials themselves are refused: a 401 to what must leave once proves nothing
 * alone, but credentials that are refused for a read as well have not let it in.
 */
export async function refusedCredentials(api: Api, error: unknown): Promise<Failure | undefined> {
  if (onceFailure(error)?.status !== 401) return undefined;
  const refused = await api.call('getAccount', {}).catch((read: unknown) => read);
  return refused instanceof Failure && refused.code === 'credentials_refused' ? refused : undefined;
}
