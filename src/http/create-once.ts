/** Creates a record once: whatever becomes of the request, there is no second record of that name because of it. */
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../lib/failure.ts';
import type { Api } from './api.ts';
import { fateOf, InterruptedRequest, LostResponse, lookForOutcome } from './errors/lost-response.ts';
import { responseBehind } from './errors/response-error.ts';
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

/** What creating a record works with. */
export interface CreateOptions<T> {
  readonly api: Api;
  /** Path of the request. */
  readonly path: string;
  /** Sends the request; of class `once`. */
  readonly send: () => Promise<T>;
  readonly recovery: CreateRecovery<T>;
  /** Told when the record is there although the response did not say so. */
  readonly warn: (message: string) => void;
}

/** Seconds to look for the record. */
const patience = 5;
const backoff = { base: 250, cap: 20_000 };

/**
 * Creates a record. When the response was lost, or is a 5xx, the record is looked for by its name; if it is not there,
 * nobody knows, since a list may lag behind. A busy service (429) has refused the request: that is repeated, but only
 * after the record was looked for as well.
 *
 * @throws Failure outcome_unknown when the record does not appear, or several do; what any request can fail with
 */
export async function createOnce<T extends { readonly id: string }>(options: CreateOptions<T>): Promise<T> {
  const { api, send, recovery, path } = options;
  const { signal } = api.limits;
  const old = new Set((await recovery.matching?.(api))?.map(record => record.id));
  const history = { retries: 0, waited: 0 };
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'interrupted') throw error;
      const isBusy = error.status === 429;
      const fate = fateOf(error, path);
      if (fate === 'unsent' || (fate === 'refused' && !isBusy)) throw error;
      if (recovery.matching === undefined) throw isBusy ? error : unknown(error, recovery);
      const pause = isBusy ? pauseAfter(error, history, api.limits) : undefined;
      await wait(pause ?? 0, undefined, { signal }).catch(() => {});
      const found = await appeared(options, old, error);
      if (found !== undefined) return found;
      if (!isBusy) throw unknown(error, recovery, 'it was not found so far');
      if (pause === undefined) throw error;
      history.retries += 1;
      history.waited += pause;
    }
  }
}

/** Milliseconds to wait after a 429; undefined when it is not to be repeated any more. */
function pauseAfter(
  failure: Failure,
  history: RetryHistory,
  { retries, maxWait }: Api['limits'],
): number | undefined {
  const headers = responseBehind(failure)?.headers ?? {};
  const attempt = { status: 429, retryAfter: retryAfter(headers['retry-after'], headers.date) };
  const decision = decideRetry('upsert', attempt, history, { retries, maxWait: maxWait * 1000, backoff });
  return 'wait' in decision ? decision.wait : undefined;
}

/**
 * The record that a request created, if it has appeared. It is recognized by an id that was not there before: names
 * need not be unique, and the clocks of the service and this machine may differ.
 *
 * @throws Failure outcome_unknown when several have appeared, or the list cannot be read
 */
async function appeared<T extends { readonly id: string }>(
  { api, recovery, warn }: CreateOptions<T>,
  old: ReadonlySet<string>,
  failure: Failure,
): Promise<T | undefined> {
  const { maxWait, signal } = api.limits;
  const look = async () => {
    const found = ((await recovery.matching?.(api)) ?? []).filter(record => !old.has(record.id));
    return found.length === 0 ? undefined : found;
  };
  const seconds = failure.status === 429 ? 0 : Math.min(patience, maxWait);
  const found = await lookForOutcome(look, { patience: seconds, signal }).catch((error: unknown) => {
    const { method = '', path = '' } = failure;
    if (signal.aborted) throw new InterruptedRequest({ method, path, repeat: 'once' }, true);
    const why = error instanceof Error ? error.message : String(error);
    throw unknown(failure, recovery, `and it cannot be looked up: ${why}`);
  });
  const [only, ...others] = found ?? [];
  if (others.length > 0) {
    throw unknown(failure, recovery, `found several: ${found?.map(one => one.id).join(', ')}`);
  }
  if (only !== undefined) {
    const why =
      failure instanceof LostResponse ? `the response was lost (${failure.reason})` : failure.message;
    warn(`${why}, but the ${recovery.what} was created`);
  }
  return only;
}

/** @param found what the looking has shown */
function unknown(
  failure: Failure,
  { what, hint }: Pick<CreateRecovery<never>, 'what' | 'hint'>,
  ...found: string[]
): Failure {
  const reason = failure instanceof LostResponse ? failure.reason : failure.message;
  const { status, method, path, requestId, details } = failure;
  return new Failure('outcome_unknown', `unknown whether the ${what} was created: ${reason}`, {
    status,
    method,
    path,
    requestId,
    hint,
    cause: failure,
    details: [...details, ...found],
  });
}
