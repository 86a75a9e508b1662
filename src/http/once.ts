/**
 * Requests of class `once`: sent once, and if the response does not tell the outcome, the service's state is looked at.
 */
import { Failure } from '../lib/failure.ts';
import type { Api } from './api.ts';
import { interruption, onceFailure, reasonOf } from './errors/request-failure.ts';
import { isRefusal, type Outcome, outcomeAfterLook, type Reply } from './outcome.ts';
import { decideRetry } from './retry-policy.ts';

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

interface OnceRequest<T, S> {
  readonly send: () => Promise<T>;
  /** As in `LookOptions`; undefined: the service shows no state. */
  readonly look?: (() => Promise<S | undefined>) | undefined;
  /** Seconds to look after an answer. */
  readonly patience: (reply: Reply) => number;
  readonly limits: LookOptions<S>['limits'];
}

type OnceResult<T, S> =
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
export async function sendAndLook<T, S>({
  send,
  look,
  patience,
  limits,
}: OnceRequest<T, S>): Promise<OnceResult<T, S>> {
  let failure: Failure;
  try {
    return { answer: await send() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    failure = error;
  }
  const end = onceFailure(failure)?.end;
  const hasLeft = end !== undefined && ('status' in end.reply || end.reply.sent);
  if (!hasLeft || look === undefined) {
    return { outcome: end?.outcome === 'unknown' ? 'unknown' : 'not done', failure };
  }
  try {
    const seen = await lookForOutcome({ look, patience: patience(end.reply), limits });
    if (seen !== undefined) return { seen, failure };
    const outcome = outcomeAfterLook(end.reply, 'not there');
    return { outcome, failure: outcome === 'unknown' ? failure : (end.refusal ?? failure) };
  } catch (error) {
    if (limits.signal.aborted)
      return { outcome: 'unknown', failure: interruption(end.request, undefined, 'unknown') };
    const problem = error instanceof Error ? error.message : String(error);
    return { outcome: outcomeAfterLook(end.reply, 'cannot tell'), failure, problem };
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

/** How to find out whether a record was created when the response does not tell. */
export interface CreateRecovery<T> {
  /** The record, for messages: `group "Book club"`. */
  readonly what: string;
  /** Lists the records that match; absent if the service has no such list. */
  readonly matching?: (api: Api) => Promise<readonly T[]>;
  /** What the user can do to find out. */
  readonly hint: string;
}

interface CreateOptions<T> {
  readonly api: Api;
  /** Sends the request; of class `once`. */
  readonly send: () => Promise<T>;
  readonly recovery: CreateRecovery<T>;
  /** Called when the record exists although the response did not say so. */
  readonly warn: (message: string) => void;
}

/** Seconds to look for the record when the outcome is unknown. */
const createPatience = 5;

/**
 * Creates a record. Where the answer does not tell, the record is looked for by its name, and recognized by an id that
 * was not there before: names need not be unique. A busy service (429) is asked again if it has not appeared by then.
 *
 * @throws Failure outcome_unknown when the record does not appear, or several do; what any request can fail with
 */
export async function createOnce<T extends { readonly id: string }>(options: CreateOptions<T>): Promise<T> {
  const { api, send, recovery, warn } = options;
  const { matching } = recovery;
  const { limits } = api;
  const old = new Set((await matching?.(api))?.map(record => record.id));
  const appeared = async () => {
    const found = ((await matching?.(api)) ?? []).filter(record => !old.has(record.id));
    return found.length === 0 ? undefined : found;
  };
  const history = { retries: 0, waited: 0 };
  for (;;) {
    /** Milliseconds until a busy service is asked again; undefined: it is not. */
    let pause: number | undefined;
    const patience = (reply: Reply) => {
      if ('status' in reply && reply.status === 429) {
        const decision = decideRetry('upsert', reply, history, { ...limits, maxWait: limits.maxWait * 1000 });
        pause = 'wait' in decision ? decision.wait : undefined;
      }
      // The pause before a retry is used to look.
      return isRefusal(reply) ? (pause ?? 0) / 1000 : Math.min(createPatience, limits.maxWait);
    };
    const result = await sendAndLook({ send, look: matching && appeared, patience, limits });
    if ('answer' in result) return result.answer;
    const { failure } = result;
    if ('seen' in result) {
      const [only, ...others] = result.seen;
      if (only === undefined || others.length > 0) {
        throw unknown(failure, recovery, `found several: ${result.seen.map(one => one.id).join(', ')}`);
      }
      warn(`${lossOf(failure)}, but the ${recovery.what} was created`);
      return only;
    }
    if (failure.code === 'interrupted') throw failure;
    if (result.outcome === 'unknown') {
      const refused = await refusedCredentials(api, failure);
      if (refused !== undefined) throw refused;
      const { problem } = result;
      const found = problem === undefined ? 'it was not found so far' : `it cannot be looked up: ${problem}`;
      throw unknown(failure, recovery, ...(matching ? [found] : []));
    }
    if (pause === undefined) throw failure;
    history.retries += 1;
    history.waited += pause;
  }
}

/** How the response was lost, as the beginning of a sentence. */
export function lossOf(failure: Failure): string {
  return failure.code === 'outcome_unknown'
    ? `the response was lost (${reasonOf(failure)})`
    : failure.message;
}

/** @param found results of looking for the record */
function unknown(
  failure: Failure,
  { what, hint }: Pick<CreateRecovery<unknown>, 'what' | 'hint'>,
  ...found: string[]
): Failure {
  return failure.reworded(`unknown whether the ${what} was created: ${reasonOf(failure)}`, {
    code: 'outcome_unknown',
    hint,
    details: [...failure.details, ...found],
  });
}
