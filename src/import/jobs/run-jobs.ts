import { setTimeout as wait } from 'node:timers/promises';
import type { SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { type Batch, type BatchLimits, halve, requestBody } from './batch.ts';
import { findLostJob } from './find-lost-job.ts';
import type { BatchRange, Journal } from './journal.ts';
import { pollJob, rowsProcessed } from './poll-job.ts';

/** A batch's fate. */
export interface ImportJob extends BatchRange {
  readonly id: string | null;
  /** The service's word, or ours: `not_sent` never arrived, `unknown` may or may not have. */
  readonly status: SubscriberImport['status'] | 'not_sent' | 'unknown';
  /** How many subscribers are in it. */
  readonly rows: number;
  /** The service's own record, as last seen. */
  readonly record: SubscriberImport | undefined;
  readonly error: string | null;
  /** Lines of the rows that did not get in, or may not have. */
  readonly lines: readonly number[];
}

export interface JobOptions {
  readonly concurrency: number;
  readonly tagIds: readonly string[];
  /** Whether to wait for the jobs to end. */
  readonly wait: boolean;
  /** Seconds to wait for one job; then it is left to itself. */
  readonly waitTimeout: number;
  /** Set where other machines import other shares of the file. */
  readonly shard: object | undefined;
}

/** What the jobs of one import share. */
export interface JobContext {
  readonly api: Api;
  readonly options: JobOptions;
  readonly limits: BatchLimits;
  readonly journal: Journal;
  /** Milliseconds that the service's clock is ahead. */
  readonly skew: number;
  /** Ids of jobs whose batch is known. */
  readonly claimed: Set<string>;
  /** How many rows of a job the service has dealt with so far. */
  readonly progress: (job: BatchRange, rows: number) => void;
}

/** How often a batch is sent again when its answer is lost and the import list knows nothing of it. */
const resends = 4;
/** Milliseconds before the first of them; twice as many before each further one. */
const firstPause = 200;

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
  context: JobContext,
  batches: AsyncIterator<Batch>,
  ended: (job: ImportJob) => void,
  stop: AbortSignal,
): Promise<Failure | undefined> {
  const divided: Batch[] = [];
  const made = oneAhead(batches);
  const underWay: Batch[] = [];
  let failure: Failure | undefined;

  async function next(): Promise<Batch | undefined> {
    if (failure !== undefined || stop.aborted) return undefined;
    const batch = divided.shift();
    if (batch !== undefined) return batch;
    const { value, done } = await made();
    return done ? undefined : value;
  }

  async function work(batch: Batch): Promise<void> {
    const isAlone = () => !underWay.some(other => other !== batch && other.rows === batch.rows);
    underWay.push(batch);
    const outcome = await sendBatch(context, batch, isAlone);
    // One whose fate nobody knows goes on being in the way of others of its size.
    const isSettled = 'halves' in outcome || outcome.job.status !== 'unknown';
    if (isSettled) underWay.splice(underWay.indexOf(batch), 1);
    if ('halves' in outcome) divided.push(...outcome.halves);
    else {
      ended(outcome.job);
      failure ??= outcome.failure;
    }
  }

  async function worker(): Promise<void> {
    try {
      // Of a batch that it has divided, a worker takes the halves itself if nobody else does.
      for (let batch = await next(); batch !== undefined; batch = await next()) await work(batch);
    } catch (error) {
      failure ??= asFailure(error);
    }
  }

  await Promise.all(Array.from({ length: context.options.concurrency }, worker));
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

type SendResult =
  | { readonly halves: readonly Batch[] }
  | { readonly job: ImportJob; readonly failure?: Failure | undefined };

async function sendBatch(context: JobContext, batch: Batch, isAlone: () => boolean): Promise<SendResult> {
  const { limits, journal, claimed } = context;
  const halves = batch.rows > limits.rows ? halve(batch) : undefined;
  if (halves !== undefined) return { halves };
  let posted: SubscriberImport;
  try {
    posted = await post(context, batch, isAlone);
  } catch (error) {
    return await afterRefusal(asFailure(error), batch, limits, journal);
  }
  claimed.add(posted.id);
  const unwritten = await journal.posted(batch, posted.id).then(() => undefined, asFailure);
  const followed = await follow(context, posted, batch);
  return { ...followed, failure: unwritten ?? followed.failure };
}

/**
 * Posts a batch once. When the answer is lost, the import list tells whether it arrived; only if it did not is it
 * sent again.
 *
 * @throws Failure outcome_unknown when even then nobody knows, and what the service refuses it with
 */
async function post(context: JobContext, batch: Batch, isAlone: () => boolean): Promise<SubscriberImport> {
  const { api, options, journal, claimed, skew } = context;
  const at = Date.now();
  for (let attempt = 0; ; attempt++) {
    await journal.send(batch);
    const content = requestBody(batch, options.tagIds);
    try {
      return await api.call('createImport', { body: {} }, { content, repeat: 'once' });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'outcome_unknown') throw error;
      // Batches of one size, here or on a machine with another share, cannot be told apart in the list: sending
      // again does no harm, losing one would.
      const found =
        isAlone() && options.shard === undefined
          ? await findLostJob(api, { ...batch, at }, claimed, skew).catch(() => undefined)
          : undefined;
      if (found !== undefined) return found;
      if (attempt === resends) throw error;
    }
    await wait(firstPause * 2 ** attempt * (0.5 + Math.random()));
  }
}

async function afterRefusal(
  failure: Failure,
  batch: Batch,
  limits: BatchLimits,
  journal: Journal,
): Promise<SendResult> {
  if (failure.code === 'outcome_unknown') {
    return { job: jobOf(batch, { status: 'unknown', error: messageOf(failure) }), failure };
  }
  const halves = isTooLarge(failure) ? halve(batch) : undefined;
  const refused = failure.exit === 5;
  const written =
    refused && halves === undefined
      ? journal.end(batch, { status: 'failed', record: null, error: messageOf(failure) })
      : journal.forget(batch);
  const unwritten = await written.then(() => undefined, asFailure);
  if (halves !== undefined) {
    // What speaks of a size may mean that of one value: only this batch is divided then, until the row stands alone.
    if (isAboutTheRequest(failure)) limits.rows = Math.min(limits.rows, halves[0].rows);
    return { halves };
  }
  // A refused batch is its own rows' matter; anything else would befall the next one too.
  const job = jobOf(batch, { status: refused ? 'failed' : 'not_sent', error: messageOf(failure) });
  return { job, failure: refused ? unwritten : failure };
}

/** 413, or another 4xx whose message speaks of the size: the service's maximum is not shown. */
function isTooLarge(failure: Failure): boolean {
  if (failure.code === 'too_large') return true;
  return (
    failure.exit === 5 &&
    /too (?:many|large|big|long)|max(?:imum)?\b|at most|limit|exceed/i.test(messageOf(failure))
  );
}

function isAboutTheRequest(failure: Failure): boolean {
  if (failure.code === 'too_large') return true;
  return /too many|\b(?:subscribers|rows|records|items|entries|elements|batch|payload|body|request)\b/i.test(
    messageOf(failure),
  );
}

/** Follows a job to its end, and writes down how it ended. */
async function follow(
  context: JobContext,
  posted: SubscriberImport,
  batch: Batch,
): Promise<{ job: ImportJob; failure?: Failure }> {
  const { api, options, journal, progress } = context;
  if (!options.wait) return { job: jobOf(batch, { record: posted, status: posted.status }) };
  try {
    const seen = (record: SubscriberImport) => progress(batch, rowsProcessed(record));
    const record = await pollJob(api, posted, options.waitTimeout, seen);
    const { status, error_message: error } = record;
    if (status === 'completed' || status === 'failed') await journal.end(batch, { status, record, error });
    return { job: jobOf(batch, { record, status, error }) };
  } catch (thrown) {
    const failure = asFailure(thrown);
    const job = jobOf(batch, { record: posted, status: 'unknown', error: messageOf(failure) });
    // A job that takes too long says nothing about the others.
    return failure.code === 'still_running' ? { job } : { job, failure };
  }
}

function jobOf(batch: Batch, more: Partial<ImportJob> & Pick<ImportJob, 'status'>): ImportJob {
  const { from, to, rows } = batch;
  const record = more.record;
  const lines = more.status === 'completed' ? [] : batch.slices.flatMap(slice => slice.lines.flat());
  return { from, to, rows, id: record?.id ?? null, record, error: null, lines, ...more };
}

function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('unexpected', String(error), { cause: error });
}

function messageOf(failure: Failure): string {
  return [failure.message, ...failure.details].join('; ');
}
