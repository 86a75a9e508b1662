import { setTimeout as wait } from 'node:timers/promises';
import { endpoints, type SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import { Failure } from '../../lib/failure.ts';
import { fetchJob } from './fetch-job.ts';

/** Milliseconds between two polls of a job: at first, and at most. */
const firstInterval = 200;
const longestInterval = 5_000;
const growth = 1.5;

/** Number of rows of a job that the service has processed so far. */
export function rowsProcessed({ created_count, updated_count, skipped_count }: SubscriberImport): number {
  return (countOf(created_count) ?? 0) + (countOf(updated_count) ?? 0) + (countOf(skipped_count) ?? 0);
}

/** A count of a job; undefined when the service does not send a number. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * Polls a job with growing intervals until it has completed or failed (service.txt, "Subscriber import": status).
 *
 * @param timeout seconds
 * @param onPoll called with the record after each poll
 * @throws Failure unexpected_answer when a job has no status; still_running when the timeout has passed; any failure of a request
 */
export async function pollJob(
  api: Api,
  job: SubscriberImport,
  timeout: number,
  onPoll: (record: SubscriberImport) => void = () => {},
  signal?: AbortSignal,
): Promise<SubscriberImport> {
  const deadline = performance.now() + timeout * 1000;
  let pause = firstInterval;
  let record = job;
  requireFields(endpoints.getImport.response, record, ['id', 'status']);
  onPoll(record);
  while (record.status !== 'completed' && record.status !== 'failed') {
    const timeLeft = deadline - performance.now();
    if (timeLeft <= 0) {
      throw new Failure('still_running', `import ${record.id} is still ${record.status} after ${timeout} s`, {
        hint: `newsletter imports watch ${record.id}`,
      });
    }
    await wait(Math.min(pause, timeLeft), undefined, signal === undefined ? {} : { signal });
    pause = Math.min(pause * growth, longestInterval);
    record = await fetchJob(api, record.id, signal);
    requireFields(endpoints.getImport.response, record, ['id', 'status']);
    onPoll(record);
  }
  return record;
}
