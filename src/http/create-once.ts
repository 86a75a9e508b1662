/** Creates a record once: a lost response never leads to a second record of that name. */
import { Failure } from '../lib/failure.ts';
import type { Api } from './api.ts';
import { reasonOf, responseBehind } from './errors/request-failure.ts';
import { refusedCredentials, settle } from './look.ts';
import { type Came, isRefusal } from './outcome.ts';
import { decideRetry, type RetryHistory, retryAfter } from './retry-policy.ts';

/** How to find out whether a record was created when the response does not tell. */
export interface CreateRecovery<T> {
  /** The record, for messages: `group "Book club"`. */
  readonly what: string;
  /** Lists the records that match; absent if the service has no such list. */
  readonly matching?: (api: Api) => Promise<readonly T[]>;
  /** What the user can do to find out. */
  readonly hint: string;
}

export interface CreateOptions<T> {
  readonly api: Api;
  /** Sends the request; of class `once`. */
  readonly send: () => Promise<T>;
  readonly recovery: CreateRecovery<T>;
  /** Called when the record exists although the response did not say so. */
  readonly warn: (message: string) => void;
}

/** Seconds to look for the record when the outcome is unknown. */
const patience = 5;

/**
 * Creates a record. Where the answer does not tell, the record is looked for by its name, and recognized by an id that
 * was not there before: names need not be unique. A busy service (429) is asked again if it has not appeared by then.
 *
 * @throws Failure outcome_unknown when the record does not appear, or several do; what any request can fail with
 */
export async function createOnce<T extends { readonly id: string }>(options: CreateOptions<T>): Promise<T> {
  const { api, send, recovery, warn } = options;
  const { matching, what } = recovery;
  const { limits } = api;
  const old = new Set((await matching?.(api))?.map(record => record.id));
  const history = { retries: 0, waited: 0 };
  let pause: number | undefined;
  const appeared = async () => {
    const found = ((await matching?.(api)) ?? []).filter(record => !old.has(record.id));
    return found.length === 0 ? undefined : found;
  };
  for (;;) {
    const settled = await settle({
      send: () =>
        send().catch((error: unknown) => {
          pause = pauseAfter(error, history, limits);
          throw error;
        }),
      look: matching && appeared,
      // The pause before a retry is used to look.
      patience: came => (isRefusal(came) ? (pause ?? 0) / 1000 : Math.min(patience, limits.maxWait)),
      limits,
    });
    if ('answer' in settled) return settled.answer;
    const { failure } = settled;
    if ('seen' in settled) {
      const [only, ...others] = settled.seen;
      if (only === undefined || others.length > 0) {
        throw unknown(failure, recovery, `found several: ${settled.seen.map(one => one.id).join(', ')}`);
      }
      warn(`${lossOf(failure)}, but the ${what} was created`);
      return only;
    }
    if (failure.code === 'interrupted') throw failure;
    if (settled.outcome === 'unknown') {
      const refused = await refusedCredentials(api, failure);
      if (refused !== undefined) throw refused;
      const { problem } = settled;
      const found = problem === undefined ? 'it was not found so far' : `it cannot be looked up: ${problem}`;
      throw unknown(failure, recovery, ...(matching ? [found] : []));
    }
    if (pause === undefined) throw failure;
    history.retries += 1;
    history.waited += pause;
  }
}

/** Milliseconds to wait after a 429; undefined when it is not to be repeated (any more). */
function pauseAfter(error: unknown, history: RetryHistory, limits: Api['limits']): number | undefined {
  const response = responseBehind(error);
  if (response?.status !== 429) return undefined;
  const { headers } = response;
  const came: Came = { status: 429, retryAfter: retryAfter(headers['retry-after'], headers.date) };
  const { retries, maxWait } = limits;
  const decision = decideRetry('upsert', came, history, { retries, maxWait: maxWait * 1000 });
  return 'wait' in decision ? decision.wait : undefined;
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
  const { status, method, path, requestId, details } = failure;
  return new Failure('outcome_unknown', `unknown whether the ${what} was created: ${reasonOf(failure)}`, {
    status,
    method,
    path,
    requestId,
    hint,
    cause: failure,
    details: [...details, ...found],
  });
}
