/** Sends a request once, and looks at the service's state if the response does not tell the outcome. */
import { Failure } from '../lib/failure.ts';
import type { Api } from './api.ts';
import { interruption, onceFailure } from './errors/request-failure.ts';
import { type Came, type Outcome, outcomeAfterLook } from './outcome.ts';

/** Milliseconds before each look: a request whose response was lost may still be under way. */
const pauses = [0, 400, 1000, 2000, 3000];
const longestPause = 5000;
/** Milliseconds that a look which has begun in time may take beyond it. */
const grace = 10_000;

export interface LookOptions<S> {
  /** Finds proof that the request was carried out; undefined: none yet. */
  readonly look: () => Promise<S | undefined>;
  /** Seconds after which no further look begins; with 0 there is one look. */
  readonly patience: number;
  readonly limits: Pick<Api['limits'], 'signal' | 'clock'>;
}

/**
 * Looks at the service's state until it shows that a request was carried out, or patience ends.
 *
 * @returns the proof, if there is any
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

/** A request of class `once`, and how to learn its outcome. */
export interface OnceRequest<T, S> {
  readonly send: () => Promise<T>;
  /** As in `LookOptions`; undefined: the service shows no state. */
  readonly look?: (() => Promise<S | undefined>) | undefined;
  /** Seconds to look after an answer. */
  readonly patience: (came: Came) => number;
  readonly limits: LookOptions<S>['limits'];
}

export type Settled<T, S> =
  | { readonly answer: T }
  /** The state shows that it was carried out, though the response did not. */
  | { readonly seen: S; readonly failure: Failure }
  | {
      readonly outcome: Outcome;
      readonly failure: Failure;
      /** Why the state cannot be read. */
      readonly problem?: string;
    };

/** Sends a request once. Unless it is accepted, looks at the service's state. */
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
 * The failure if the credentials are refused. A 401 to a request of class `once` alone proves nothing; if a read is
 * refused as well, the request was not carried out.
 */
export async function refusedCredentials(api: Api, error: unknown): Promise<Failure | undefined> {
  if (onceFailure(error)?.status !== 401) return undefined;
  const refused = await api.call('getAccount', {}).catch((read: unknown) => read);
  return refused instanceof Failure && refused.code === 'credentials_refused' ? refused : undefined;
}
