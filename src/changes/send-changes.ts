/** Sends changes of many subscribers, several at a time; can be interrupted and resumed. */
import { endpoints, type Subscriber } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { RequestFailure } from '../http/errors/request-failure.ts';
import { requireFields } from '../http/required-fields.ts';
import { decideRetry } from '../http/retry-policy.ts';
import { asFailure } from '../lib/as-failure.ts';
import type { Clock } from '../lib/clock.ts';
import type { Failure } from '../lib/failure.ts';
import type { PatchBody, Step } from './change.ts';
import type { ChangeJournal } from './journal.ts';

/** The parts of a step that are needed to send it. */
export type SentStep = Pick<Step, 'place' | 'id' | 'bodies'>;

/** The outcome of a change: the record as the service has it now, or the refusal. */
export type ChangeOutcome = { readonly record: Subscriber } | { readonly failure: Failure };

export interface SendingContext<S> {
  readonly api: Api;
  /** Number of changes in progress at a time. */
  readonly concurrency: number;
  /** The first Ctrl-C: start no further change. */
  readonly stop: AbortSignal;
  readonly journal: ChangeJournal;
  /** Called with the outcome of each change, in any order; changes made by earlier runs are left out. */
  readonly onOutcome: (step: S, outcome: ChangeOutcome) => void;
}

export interface SentChanges {
  /** Number of changes made by this run. */
  readonly done: number;
  /** Number of changes refused by the service. */
  readonly refused: number;
  /** The error that ended it early. */
  readonly failure: Failure | undefined;
}

/** Milliseconds of the first and of the longest pause while the service is busy. */
const firstPause = 1_000;
const longestPause = 30_000;

/**
 * Sends unfinished changes. The first one goes alone: its outcome may end the work (`onOutcome` throws).
 * A refused change is reported and the others go on. If the service is busy or failing, all of them
 * pause. If that lasts as long as requests may wait, the service cannot be reached, or it rejects the credentials,
 * the
 * work ends, and can be resumed.
 */
export async function sendChanges<S extends SentStep>(
  steps: AsyncIterable<S>,
  context: SendingContext<S>,
): Promise<SentChanges> {
  const { api, stop, journal, onOutcome, concurrency } = context;
  const pauses = new Pauses(api.limits);
  const queue = steps[Symbol.asyncIterator]();
  let [done, refused] = [0, 0];
  let failure: Failure | undefined;

  async function sendOne(step: S): Promise<void> {
    const outcome = await changed(api, step, pauses, stop);
    if (outcome === undefined) return;
    if ('failure' in outcome) refused++;
    else {
      done++;
      journal.done(step.place);
    }
    onOutcome(step, outcome);
  }

  async function worker(most = Number.POSITIVE_INFINITY): Promise<void> {
    try {
      for (let sent = 0; sent < most && failure === undefined && !stop.aborted; ) {
        const next = await take();
        if (next === undefined) return;
        if (journal.has(next.place)) continue;
        sent++;
        await sendOne(next);
      }
    } catch (error) {
      failure ??= asFailure(error);
    }
  }

  // An async generator serves one request after another.
  const take = async () => {
    const { value, done: isOver } = await queue.next();
    return isOver ? undefined : value;
  };

  try {
    await worker(1);
    await Promise.all(Array.from({ length: concurrency }, () => worker()));
  } finally {
    await queue.return?.();
  }
  return { done, refused, failure };
}

/**
 * Sends one body after the other until the service accepts one.
 *
 * @returns undefined if it was stopped before the change was made
 * @throws Failure any error that would affect the next change, too
 */
async function changed(
  api: Api,
  { id, bodies }: SentStep,
  pauses: Pauses,
  stop: AbortSignal,
): Promise<ChangeOutcome | undefined> {
  let first: Failure | undefined;
  for (let at = 0; at < bodies.length; ) {
    await pauses.over(stop);
    if (stop.aborted) return undefined;
    try {
      const record = await sent(api, id, bodies[at] ?? {});
      pauses.end();
      return { record };
    } catch (error) {
      const failure = asFailure(error);
      if (failure.exit === 4 || failure.exit === 5) {
        pauses.end();
        first ??= failure;
        // A person who is not found is not found with another body either.
        if (failure.exit === 4) break;
        at++;
      } else if (!isWorthRepeating(failure, api.limits.retries) || !pauses.begin()) throw failure;
    }
  }
  return first && { failure: first };
}

/**
 * Whether to send a change again after a pause: repeating it leaves the same state, so a busy service and a lost response
 * are worth it. A response that is no record, such as a web page, would only come again.
 *
 * @param retries as `--retries` says; with 0 nothing is repeated
 */
export function isWorthRepeating(failure: Failure, retries: number): boolean {
  if (failure.exit !== 6 && failure.code !== 'outcome_unknown') return false;
  const came = failure instanceof RequestFailure ? failure.end.came : { status: 503 };
  const first = { retries: 0, waited: 0 };
  return 'wait' in decideRetry('upsert', came, first, { retries, maxWait: Number.POSITIVE_INFINITY });
}

async function sent(api: Api, id: string, body: PatchBody): Promise<Subscriber> {
  const record = await (id === ''
    ? api.call('saveSubscriber', { body })
    : api.call('updateSubscriber', { id, body }));
  const needed = ['id', 'fields', 'tags', ...(body.email === undefined ? [] : (['email'] as const))] as const;
  requireFields(endpoints.updateSubscriber.response, record, needed);
  return record;
}

/** Pauses shared by all changes while the service is busy. */
class Pauses {
  /** Milliseconds without a successful change. */
  readonly #most: number;
  readonly #clock: Clock;
  #until = 0;
  #length = firstPause;
  #since: number | undefined;

  constructor({ maxWait, clock }: Pick<Api['limits'], 'maxWait' | 'clock'>) {
    this.#most = maxWait * 1000;
    this.#clock = clock;
  }

  /** Starts a pause, or joins the current one. @returns false after the maximum */
  begin(): boolean {
    const now = this.#clock.now();
    this.#since ??= now;
    if (now - this.#since > this.#most) return false;
    if (this.#until > now) return true;
    this.#until = now + this.#length * (0.5 + Math.random() / 2);
    this.#length = Math.min(longestPause, this.#length * 2);
    return true;
  }

  /** A change succeeded. */
  end(): void {
    this.#since = undefined;
    this.#length = firstPause;
  }

  async over(stop: AbortSignal): Promise<void> {
    const left = this.#until - this.#clock.now();
    if (left > 0) await this.#clock.wait(left, stop);
  }
}
