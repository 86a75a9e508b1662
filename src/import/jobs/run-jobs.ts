import { asFailure } from '../../lib/as-failure.ts';
import type { Failure } from '../../lib/failure.ts';
import type { Batch } from './batch.ts';
import type { ImportJob, JobContext } from './job.ts';
import { sendBatch } from './send-batch.ts';

/** The batches that are sent first; the others only if nothing speaks against it. */
export interface FirstBatches {
  /** The batches up to the one with the person at this position in the sending order. */
  readonly upTo: number;
  /** @returns the failure that ends the import, if any */
  readonly check: () => Promise<Failure | undefined>;
}

/**
 * Sends batches as import jobs and polls each until it ends, several at a time. A batch that is too large for the
 * service is halved, and later batches keep to that size; a failed job loses only its own rows. If the
 * service cannot be reached, rejects the credentials, or `stop` is aborted, the jobs in progress finish and no
 * further batch is sent.
 *
 * @param onJobEnd called with each job as it ends, in any order
 * @returns the failure that ended the import early, if any
 */
export async function runJobs(
  context: JobContext,
  batches: AsyncIterator<Batch>,
  onJobEnd: (job: ImportJob) => void,
  stop: AbortSignal,
  first?: FirstBatches,
): Promise<Failure | undefined> {
  const queue = new BatchQueue(batches);
  const { underWay } = context;
  let failure: Failure | undefined;
  const isOver = () => failure !== undefined || stop.aborted;

  async function send(batch: Batch): Promise<void> {
    underWay.add(batch);
    const result = await sendBatch(context, batch).finally(() => underWay.delete(batch));
    if ('halves' in result) return queue.putBack(...result.halves);
    onJobEnd(result.job);
    failure ??= result.failure;
  }

  async function worker(upTo: number): Promise<void> {
    try {
      while (!isOver()) {
        const batch = await queue.next(upTo);
        if (batch === undefined) break;
        if (isOver()) break;
        await send(batch);
      }
    } catch (error) {
      failure ??= asFailure(error);
    }
  }

  async function work(upTo: number): Promise<void> {
    await Promise.all(Array.from({ length: context.options.concurrency }, async () => await worker(upTo)));
  }

  if (first !== undefined) {
    await work(first.upTo);
    if (!isOver()) failure = await first.check().catch(asFailure);
  }
  await work(Number.POSITIVE_INFINITY);
  return failure;
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
      const { value, done } = await this.#take();
      if (!done) this.putBack(value);
    }
    const [first] = this.#waiting;
    return first !== undefined && first.from <= upTo ? this.#waiting.shift() : undefined;
  }

  putBack(...batches: readonly Batch[]): void {
    for (const batch of batches) this.#waiting.push(batch);
    this.#waiting.sort((a, b) => a.from - b.from);
  }

  #take(): Promise<IteratorResult<Batch>> {
    const taken = this.#upcoming ?? this.#start();
    this.#upcoming = taken.then(
      () => this.#start(),
      () => taken,
    );
    this.#upcoming.catch(() => {});
    return taken;
  }

  #start(): Promise<IteratorResult<Batch>> {
    const promise = this.#batches.next();
    // The consumer of this batch gets the error; until then it must not count as unhandled.
    promise.catch(() => {});
    return promise;
  }
}
