/** Changing many subscribers, several at a time, in a way that can be interrupted and continued. */
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints, type Subscriber } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { requireFields } from '../http/required-fields.ts';
import { asFailure, type Failure } from '../lib/failure.ts';
import type { PatchBody, Step } from './change.ts';
import type { ChangeJournal } from './journal.ts';

/** What of a step is sent. */
export type SentStep = Pick<Step, 'place' | 'id' | 'bodies'>;

/** What became of one change: the record as the service has it now, or why it refused the change. */
export type ChangeOutcome = { readonly record: Subscriber } | { readonly failure: Failure };

export interface SendingContext<S> {
  readonly api: Api;
  /** Changes under way at a time. */
  readonly concurrency: number;
  /** The first Ctrl-C: no further change is begun. */
  readonly stop: AbortSignal;
  readonly journal: ChangeJournal;
  /** Told what became of each change, in any order; those that earlier runs have made are not told. */
  readonly onOutcome: (step: S, outcome: ChangeOutcome) => void;
}

/** How it ended. */
export interface SentChanges {
  /** Changes that this run has made. */
  readonly done: number;
  /** Changes that the service has refused. */
  readonly refused: number;
  /** What ended it before all changes were made. */
  readonly failure: Failure | undefined;
}

/** Milliseconds of the first pause when the service is busy, and the longest. */
const firstPause = 1_000;
const longestPause = 30_000;

/**
 * Sends changes that are not done yet. The first one goes alone: what it shows may end the others (`onOutcome` throws).
 * A change that the service refuses is told and the others go on; when the service is busy or failing, all of them
 * pause. When it stays so for as long as requests may wait, cannot be reached or does not accept the credentials, the
 * work ends, and can be continued.
 */
export async function sendChanges<S extends SentStep>(
  steps: AsyncIterable<S>,
  context: SendingContext<S>,
): Promise<SentChanges> {
  const { api, stop, journal, onOutcome, concurrency } = context;
  const pauses = new Pauses(api.limits.maxWait * 1000);
  const queue = steps[Symbol.asyncIterator]();
  let [done, refused] = [0, 0];
  let failure: Failure | undefined;

  async function carryOut(step: S): Promise<void> {
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
        await carryOut(next);
      }
    } catch (error) {
      failure ??= asFailure(error);
    }
  }

  // An async generator answers one request after another.
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
 * Sends one body after the other, until the service accepts one.
 *
 * @returns undefined when it was stopped before the change was made
 * @throws Failure what would befall the next change, too
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
        // Who is not there is not there for another body either.
        if (failure.exit === 4) break;
        at++;
      } else if (!canRepeat(failure) || !pauses.begin()) throw failure;
    }
  }
  return first && { failure: first };
}

/** A busy service, or a lost response: a change that is made twice leaves the same state. */
const canRepeat = ({ exit, code }: Failure) => exit === 6 || code === 'outcome_unknown';

async function sent(api: Api, id: string, body: PatchBody): Promise<Subscriber> {
  const record = await api.call('updateSubscriber', { id, body });
  requireFields(endpoints.updateSubscriber.response, record, ['id', 'fields', 'tags']);
  return record;
}

/** Pauses that all changes make together while the service is busy. */
class Pauses {
  readonly #most: number;
  #until = 0;
  #length = firstPause;
  #since: number | undefined;

  /** @param most milliseconds without a change that succeeds */
  constructor(most: number) {
    this.#most = most;
  }

  /** Begins one, or joins the one that has begun. @returns false when there were enough */
  begin(): boolean {
    const now = performance.now();
    this.#since ??= now;
    if (now - this.#since > this.#most) return false;
    if (this.#until > now) return true;
    this.#until = now + this.#length * (0.5 + Math.random() / 2);
    this.#length = Math.min(longestPause, this.#length * 2);
    return true;
  }

  /** The service answers again. */
  end(): void {
    this.#since = undefined;
    this.#length = firstPause;
  }

  async over(stop: AbortSignal): Promise<void> {
    const left = this.#until - performance.now();
    if (left > 0) await wait(left, undefined, { signal: stop }).catch(() => {});
  }
}
