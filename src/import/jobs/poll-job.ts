import { endpoints, type SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';

/** Milliseconds before each look at a job. */
const pauses = [50, 100, 200, 400, 800, 1500, 3000];
const longestPause = 5000;

/** Number of rows of a job that the service has processed so far. */
export function rowsProcessed({ created_count, updated_count, skipped_count }: SubscriberImport): number {
  return (countOf(created_count) ?? 0) + (countOf(updated_count) ?? 0) + (countOf(skipped_count) ?? 0);
}

/** A count of a job; undefined if the service does not send a number. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

interface PollOptions {
  /** Seconds. */
  readonly timeout: number;
  /** Called with the record after each poll. */
  readonly onPoll?: (record: SubscriberImport) => void;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Polls an accepted job until it has completed or failed (service.txt, "Subscriber import": status).
 *
 * @throws Failure unexpected_answer if a job has no status; still_running after the timeout; any failure of a
 * request
 */
export async function pollJob(
  api: Api,
  job: SubscriberImport,
  { timeout, onPoll = () => {}, signal, clock = systemClock }: PollOptions,
): Promise<SubscriberImport> {
  const started = clock.now();
  let record = job;
  for (let look = 0; ; look++) {
    requireFields(endpoints.getImport.response, record, ['id', 'status']);
    onPoll(record);
    if (record.status === 'completed' || record.status === 'failed') return record;
    const timeLeft = timeout * 1000 - (clock.now() - started);
    if (timeLeft <= 0) {
      throw new Failure('still_running', `import ${record.id} is still ${record.status} after ${timeout} s`, {
        hint: `newsletter imports watch ${record.id}`,
      });
    }
    await clock.wait(Math.min(pauses[look] ?? longestPause, timeLeft), signal);
    signal?.throwIfAborted();
    try {
      record = await api.call('getImport', { id: record.id }, { signal });
    } catch (error) {
      // A service may not show a new job at once.
      const isNew = look < pauses.length && error instanceof Failure && error.code === 'not_found';
      if (!isNew) throw error;
    }
  }
}
