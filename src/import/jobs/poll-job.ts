import { setTimeout as wait } from 'node:timers/promises';
import type { SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';

/** Milliseconds between two looks at a job: at first, and at the most. */
const firstInterval = 200;
const longestInterval = 5_000;
const growth = 1.5;

/** How many rows of a job the service has counted so far. */
export function rowsProcessed({ created_count, updated_count, skipped_count }: SubscriberImport): number {
  return created_count + updated_count + skipped_count;
}

/**
 * Looks at a job with growing intervals until it has completed or failed.
 *
 * @param timeout seconds
 * @param seen told of each look
 * @throws Failure still_running when it has not ended by then, and whatever the looks throw
 */
export async function pollJob(
  api: Api,
  job: SubscriberImport,
  timeout: number,
  seen: (record: SubscriberImport) => void = () => {},
  signal?: AbortSignal,
): Promise<SubscriberImport> {
  const deadline = performance.now() + timeout * 1000;
  let pause = firstInterval;
  let record = job;
  seen(record);
  while (record.status !== 'completed' && record.status !== 'failed') {
    const left = deadline - performance.now();
    if (left <= 0) {
      throw new Failure('still_running', `import ${record.id} is still ${record.status} after ${timeout} s`, {
        hint: `newsletter imports watch ${record.id}`,
      });
    }
    await wait(Math.min(pause, left), undefined, signal === undefined ? {} : { signal });
    pause = Math.min(pause * growth, longestInterval);
    record = await api.call('getImport', { id: record.id }, { signal });
    seen(record);
  }
  return record;
}
