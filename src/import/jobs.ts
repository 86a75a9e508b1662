import { setTimeout as wait } from 'node:timers/promises';
import type { SubscriberImport } from '../contract/index.ts';
import { Failure } from '../failure.ts';
import type { Api } from '../http/api.ts';
import { type Batch, type BatchLimits, halve, requestBody } from './batches.ts';

/** A batch's fate. `rows` are the subscribers in it. */
export interface Job {
  readonly id: string | null;
  /** The service's word, or ours: `not_sent` never left, `unknown` may or may not have arrived. */
  readonly status: SubscriberImport['status'] | 'not_sent' | 'unknown';
  readonly rows: number;
  /** The service's own record, as last seen. */
  readonly record: SubscriberImport | undefined;
  readonly error: string | null;
  /** Lines of the rows that did not get in, or may not have. */
  readonly lines: readonly number[];
}

export interface JobRules {
  readonly concurrency: number;
  readonly tagIds: readonly string[];
  /** Whether to wait for the jobs to end. */
  readonly wait: boolean;
  /** Seconds to wait for one job; then it is left to itself. */
  readonly waitTimeout: number;
}

/** Milliseconds between two looks at a job: at first, and at the most. */
const firstLook = 200;
const longestLook = 5_000;
const growth = 1.5;

/**
 * Sends batches as import jobs and follows each to its end, several at a time. A batch that the service finds
 * too large is halved and the size remembered; a job that fails costs its own rows only. When the service can't
 * be reached, refuses the credentials or `stop` is aborted, what is under way is brought to an end and no
 * further batch is taken.
 *
 * @param ended told of each job as it ends, in any order
 * @returns the failure that stopped it early, if any
 */
export async function runJobs(
  api: Api,
  batches: AsyncIterator<Batch>,
  limits: BatchLimits,
  rules: JobRules,
  ended: (job: Job) => void,
  stop: AbortSignal,
): Promise<Failure | undefined> {
  const divided: Batch[] = [];
  const made = oneAhead(batches);
  let failure: Failure | undefined;

  async function next(): Promise<Batch | undefined> {
    if (failure !== undefined || stop.aborted) return undefined;
    const batch = divided.shift();
    if (batch !== undefined) return batch;
    const { value, done } = await made();
    return done ? undefined : value;
  }

  async function worker(): Promise<void> {
    for (let batch = await next(); batch !== undefined; batch = await next()) {
      const outcome = await send(api, batch, rules, limits);
      if ('halves' in outcome) divided.push(...outcome.halves);
      else {
        ended(outcome.job);
        failure ??= outcome.failure;
      }
    }
    // A batch divided by another worker after this one found nothing left is taken by that worker itself.
  }

  await Promise.all(Array.from({ length: rules.concurrency }, worker));
  return failure;
}

/** Makes the next batch while those before it are sent and followed. */
function oneAhead(batches: AsyncIterator<Batch>): () => Promise<IteratorResult<Batch>> {
  const start = () => {
    const promise = batches.next();
    // A failure is thrown to whoever takes this batch, not to nobody.
    promise.catch(() => {});
    return promise;
  };
  let upcoming: Promise<IteratorResult<Batch>> | undefined;
  return () => {
    const taken = upcoming ?? start();
    upcoming = taken.then(start, () => taken);
    upcoming.catch(() => {});
    return taken;
  };
}

type Outcome =
  | { readonly halves: readonly Batch[] }
  | { readonly job: Job; readonly failure?: Failure | undefined };

async function send(api: Api, batch: Batch, rules: JobRules, limits: BatchLimits): Promise<Outcome> {
  if (batch.rows > limits.rows) {
    const halves = halve(batch);
    if (halves !== undefined) return { halves };
  }
  let posted: SubscriberImport;
  try {
    posted = await api.call('createImport', { body: {} }, { content: requestBody(batch, rules.tagIds) });
  } catch (error) {
    return afterRefusal(asFailure(error), batch, limits);
  }
  return { job: await follow(api, posted, batch, rules) };
}

function afterRefusal(failure: Failure, batch: Batch, limits: BatchLimits): Outcome {
  if (isTooLarge(failure)) {
    const halves = halve(batch);
    if (halves !== undefined) {
      limits.rows = Math.min(limits.rows, halves[0].rows);
      return { halves };
    }
  }
  const rejected = failure.exit === 5;
  const unsure = ['timeout', 'cut_off', 'service_failing', 'unexpected_answer', 'outcome_unknown'].includes(
    failure.code,
  );
  const status = rejected ? 'failed' : unsure ? 'unknown' : 'not_sent';
  const job = jobOf(batch, { status, error: messageOf(failure) });
  // A refused batch is its own rows' matter; anything else would befall the next one too.
  return { job, failure: rejected ? undefined : failure };
}

/** 413, or another 4xx whose message speaks of the size: the service's maximum is not shown. */
function isTooLarge(failure: Failure): boolean {
  if (failure.code === 'too_large') return true;
  const message = [failure.message, ...failure.details].join('\n');
  return (
    failure.exit === 5 && /too (?:many|large|big|long)|max(?:imum)?\b|at most|limit|exceed/i.test(message)
  );
}

async function follow(api: Api, posted: SubscriberImport, batch: Batch, rules: JobRules): Promise<Job> {
  if (!rules.wait) return jobOf(batch, { record: posted, status: posted.status });
  try {
    const record = await watchImport(api, posted, rules.waitTimeout);
    return jobOf(batch, {
      record,
      status: record.status,
      error: record.error_message,
    });
  } catch (error) {
    return jobOf(batch, {
      record: posted,
      status: 'unknown',
      error: messageOf(asFailure(error)),
    });
  }
}

/**
 * Looks at a job with growing intervals until it has completed or failed.
 *
 * @param timeout seconds
 * @param seen told of each look
 * @throws Failure timeout when it has not ended by then, and whatever the looks throw
 */
export async function watchImport(
  api: Api,
  job: SubscriberImport,
  timeout: number,
  seen: (record: SubscriberImport) => void = () => {},
  signal?: AbortSignal,
): Promise<SubscriberImport> {
  const deadline = performance.now() + timeout * 1000;
  let pause = firstLook;
  let record = job;
  seen(record);
  while (record.status !== 'completed' && record.status !== 'failed') {
    const left = deadline - performance.now();
    if (left <= 0) {
      throw new Failure('timeout', `import ${record.id} is still ${record.status} after ${timeout} s`, {
        hint: `newsletter imports watch ${record.id}`,
      });
    }
    await wait(Math.min(pause, left), undefined, signal === undefined ? {} : { signal });
    pause = Math.min(pause * growth, longestLook);
    record = await api.call('getImport', { id: record.id }, { signal });
    seen(record);
  }
  return record;
}

function jobOf(batch: Batch, more: Partial<Job> & Pick<Job, 'status'>): Job {
  const record = more.record;
  const lines = more.status === 'completed' ? [] : batch.slices.flatMap(slice => slice.lines);
  return {
    id: record?.id ?? null,
    record,
    error: null,
    rows: batch.rows,
    lines,
    ...more,
  };
}

function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('unexpected', String(error), { cause: error });
}

function messageOf(failure: Failure): string {
  return [failure.message, ...failure.details].join('; ');
}
