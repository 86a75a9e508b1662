/** Sends subscribers as import jobs, or goes on with those of an interrupted run. */
import { asFailure } from '../../lib/as-failure.ts';
import type { Failure } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Batch, BatchLimits, BatchRange, FinishedRange } from './batch.ts';
import { type ImportJob, jobOf } from './job.ts';
import { type JobResult, type JournaledBatch, rowsDone } from './journal.ts';
import { followJob, type JobContext, sendBatch } from './send-batch.ts';

interface JobsToSend extends Pick<JobContext, 'api' | 'options' | 'journal'> {
  readonly terminal: Terminal;
  /** The batches of the run to go on with. */
  readonly previous: readonly JournaledBatch[];
  /** Number of subscribers, those of finished jobs included. */
  readonly rows: number;
  /** The batches, less the finished ranges. */
  readonly batches: (limits: BatchLimits, finished: readonly FinishedRange[]) => AsyncGenerator<Batch>;
  /** Finds those batches of the earlier run, of which the answer was lost, whose people are in the account as sent. */
  readonly findArrived: (lost: readonly BatchRange[]) => Promise<ReadonlySet<BatchRange>>;
  readonly onSend: () => void;
  /** Called with each batch of this run whose job is done, or was given up. */
  readonly onEnd: (batch: Batch) => void;
  /** Sent and checked before others are sent. */
  readonly first?: FirstBatches | undefined;
  /** The first Ctrl-C: start nothing new, finish jobs in progress. */
  readonly stop: AbortSignal;
  /** After this call the first Ctrl-C lets jobs in progress finish; the second clears the screen. */
  readonly deferExit: (clear: () => void) => void;
}

interface FirstBatches {
  /** They are the batches up to the one with the person at this position in the sending order. */
  readonly upTo: number;
  /** @returns the failure that ends the import, if any */
  readonly check: (jobs: readonly ImportJob[]) => Promise<Failure | undefined>;
}

/**
 * Sends batches as import jobs and polls each until it ends, several at a time. A batch that is too large for the
 * service is halved, and later batches keep to that size; a failed job loses only its own rows. If the service cannot
 * be reached, rejects the credentials, or `stop` is aborted, the jobs in progress finish and no further batch is sent.
 *
 * @returns the jobs in the sending order, and the failure that ended the import early, if any
 * @throws Failure write_failed; whatever making the batches throws
 */
export async function sendJobs(
  toSend: JobsToSend,
): Promise<{ readonly jobs: readonly ImportJob[]; readonly failure: Failure | undefined }> {
  const { terminal, options, previous, stop } = toSend;
  const { progress, stopProgress } = rowsProgress(terminal, toSend.rows, previous);
  const underWay = new Set<BatchRange>();
  const sayStopping = () => terminal.note(stoppingText(underWay.size, options.wait));
  const limits = { rows: options.batchSize, bytes: options.maxBody };
  const context = { ...toSend, limits, underWay, progress, sentAgain: 0 };
  toSend.deferExit(stopProgress);
  stop.addEventListener('abort', sayStopping, { once: true });
  try {
    const jobs = await recoverJobs(context);
    for (const job of jobs) progress(job, job.rows);
    // The journal does not hold the numbers of rows whose job failed: the second pass fills them in.
    const finished = jobs.map(({ from, to, status, rowNumbers }) =>
      status === 'failed' ? { from, to, rowNumbers } : { from, to },
    );
    const batches = toSend.batches(limits, finished);
    const failure = await sendAll(batches, jobs, context);
    await batches.return(undefined);
    return { jobs: jobs.sort((a, b) => a.from - b.from), failure };
  } finally {
    stop.removeEventListener('abort', sayStopping);
    stopProgress();
    if (context.sentAgain > 0) terminal.note(sentAgainText(context.sentAgain));
  }
}

/**
 * Polls the jobs of an earlier run that are in progress, and finds out which batches have arrived although their answer
 * was lost. The others are sent again, which does no harm: an import creates or updates.
 */
async function recoverJobs(context: JobContext & JobsToSend): Promise<ImportJob[]> {
  const { journal, previous: batches, findArrived } = context;
  const jobs = await Promise.all(batches.map(async batch => await earlierJob(batch, context)));
  const lost = batches.filter((_, i) => jobs[i] === undefined);
  const arrived = lost.length === 0 ? new Set() : await findArrived(lost);
  for (const [i, batch] of batches.entries()) {
    if (jobs[i] !== undefined) continue;
    if (arrived.has(batch)) {
      const end: JobResult = { status: 'completed', record: null, error: null };
      journal.note(batch, { type: 'end', ...end });
      jobs[i] = endedJob(batch, end);
    } else {
      journal.note(batch, { type: 'forget' });
      context.sentAgain += batch.to - batch.from;
    }
  }
  return jobs.filter(job => job !== undefined);
}

/** The job of a batch, polled until it ends; undefined if it is not known whether the batch arrived. */
async function earlierJob(batch: JournaledBatch, context: JobContext): Promise<ImportJob | undefined> {
  const { id, end } = batch;
  if (end !== undefined) return endedJob(batch, end);
  if (id === undefined) return undefined;
  context.underWay.add(batch);
  try {
    const { job, failure } = await followJob(context, await context.api.call('getImport', { id }), batch);
    if (failure !== undefined) throw failure;
    return job;
  } catch (error) {
    const { code } = asFailure(error);
    // The service does not know the job, or does not show it.
    if (code === 'not_found' || code === 'forbidden') return undefined;
    throw error;
  } finally {
    context.underWay.delete(batch);
  }
}

function endedJob({ from, to, id }: JournaledBatch, { record, ...end }: JobResult): ImportJob {
  return jobOf({ from, to }, { ...end, record: record ?? undefined, id: id ?? null });
}

/** Sends the batches, several at a time. @param jobs gets each job as it ends */
async function sendAll(
  batches: AsyncIterator<Batch>,
  jobs: ImportJob[],
  context: JobContext & JobsToSend,
): Promise<Failure | undefined> {
  const queue = new BatchQueue(batches);
  const { first, stop, onSend, onEnd, underWay, options, journal } = context;
  let failure: Failure | undefined;
  const isOver = () => (failure ?? journal.failure) !== undefined || stop.aborted;

  async function worker(upTo: number): Promise<void> {
    try {
      while (!isOver()) {
        const batch = await queue.next(upTo);
        if (batch === undefined || isOver()) return;
        underWay.add(batch);
        onSend();
        const result = await sendBatch(context, batch).finally(() => underWay.delete(batch));
        if ('halves' in result) queue.putBack(...result.halves);
        else {
          jobs.push(result.job);
          onEnd(batch);
          context.progress(result.job, result.job.rows);
          failure ??= result.failure;
        }
      }
    } catch (error) {
      failure ??= asFailure(error);
    }
  }

  const work = (upTo: number) => Promise.all(Array.from({ length: options.concurrency }, () => worker(upTo)));
  if (first !== undefined) {
    await work(first.upTo);
    if (!isOver()) failure = await first.check(jobs).catch(asFailure);
  }
  await work(Number.POSITIVE_INFINITY);
  return failure ?? journal.failure;
}

/** The batches to send, in their order; the next one is prepared while earlier ones are sent and polled. */
class BatchQueue {
  readonly #batches: AsyncIterator<Batch>;
  readonly #waiting: Batch[] = [];
  #upcoming: Promise<IteratorResult<Batch>> | undefined;

  constructor(batches: AsyncIterator<Batch>) {
    this.#batches = batches;
  }

  /** The next batch that begins at a position or before it. */
  async next(upTo: number): Promise<Batch | undefined> {
    if (this.#waiting.length === 0) {
      const taken = this.#upcoming ?? this.#prepare();
      this.#upcoming = this.#prepare();
      const { value, done } = await taken;
      if (!done) this.putBack(value);
    }
    const [first] = this.#waiting;
    return first !== undefined && first.from <= upTo ? this.#waiting.shift() : undefined;
  }

  putBack(...batches: readonly Batch[]): void {
    for (const batch of batches) this.#waiting.push(batch);
    this.#waiting.sort((a, b) => a.from - b.from);
  }

  #prepare(): Promise<IteratorResult<Batch>> {
    const promise = this.#batches.next();
    // The consumer of this batch gets the error; until then it must not count as unhandled.
    promise.catch(() => {});
    return promise;
  }
}

/** People who had arrived, and are sent again, are updated by the second job. */
function sentAgainText(people: number): string {
  const who = people === 1 ? 'It was' : 'They were';
  return `The answer about ${counted(people, 'subscriber')} was lost. ${who} sent again, and may count as updated.`;
}

function stoppingText(underWay: number, waits: boolean): string {
  if (underWay === 0) return 'Stopping; press Ctrl-C again to stop now.';
  const jobs = counted(underWay, waits ? 'job' : 'request');
  return `Stopping after the ${jobs} under way; press Ctrl-C again to stop now.`;
}

/** A progress bar of the rows in all jobs, with the rows per second of this run. */
function rowsProgress(terminal: Terminal, rows: number, previous: readonly JournaledBatch[]) {
  const bar = terminal.progress('importing', rows - rowsDone(previous));
  const started = performance.now();
  const done = previous.filter(({ end }) => end !== undefined);
  const processed = new Map(done.map(({ from, to }) => [from, to - from]));
  let sum = 0;
  const progress: JobContext['progress'] = ({ from }, done) => {
    sum += done - (processed.get(from) ?? 0);
    processed.set(from, done);
    const rate = Math.round(sum / ((performance.now() - started) / 1000));
    bar.update(sum, sum > 0 ? `${grouped(rate)} rows/s` : undefined);
  };
  return { progress, stopProgress: () => bar.stop() };
}
