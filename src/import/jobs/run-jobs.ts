import { asFailure } from '../../lib/as-failure.ts';
import type { Failure } from '../../lib/failure.ts';
import type { Batch } from './batch.ts';
import type { ImportJob, JobContext } from './job.ts';
import { sendBatch } from './send-batch.ts';

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
): Promise<Failure | undefined> {
  const queue = batchQueue(batches);
  const { observer, underWay } = context;
  let failure: Failure | undefined;

  async function send(batch: Batch): Promise<void> {
    underWay.add(batch);
    const result = await sendBatch(context, batch).finally(() => underWay.delete(batch));
    if ('halves' in result) queue.putBack(result.halves);
    else {
      onJobEnd(result.job);
      failure ??= result.failure;
      const objection = await observer?.ended(result.job);
      failure ??= objection;
      if (failure !== undefined) observer?.over();
    }
  }

  async function worker(): Promise<void> {
    try {
      while (failure === undefined && !stop.aborted) {
        const batch = await queue.next();
        if (batch === undefined) break;
        if ((await observer?.mayBeSent(batch)) === false || failure !== undefined || stop.aborted) break;
        await send(batch);
      }
      // Others may wait for this batch to end.
      if (stop.aborted) observer?.stopped();
    } catch (error) {
      failure ??= asFailure(error);
      observer?.over();
    }
  }

  await Promise.all(Array.from({ length: context.options.concurrency }, worker));
  return failure;
}

/** The batches to send: halves come first. */
function batchQueue(batches: AsyncIterator<Batch>) {
  const halves: Batch[] = [];
  const take = oneAhead(batches);
  return {
    async next(): Promise<Batch | undefined> {
      const half = halves.shift();
      if (half !== undefined) return half;
      const { value, done } = await take();
      return done ? undefined : value;
    },
    putBack(batch: readonly Batch[]): void {
      for (const each of batch) halves.push(each);
      // A batch may wait for an earlier one, never for a later one.
      halves.sort((a, b) => a.from - b.from);
    },
  };
}

/** Prepares the next batch while earlier ones are sent and polled. */
function oneAhead(batches: AsyncIterator<Batch>): () => Promise<IteratorResult<Batch>> {
  const start = () => {
    const promise = batches.next();
    // The consumer of this batch gets the error; until then it must not count as unhandled.
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
