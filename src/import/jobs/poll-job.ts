import { endpoints, type SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/response-body.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';

/** Milliseconds before each look at a job. */
const pauses = [50, 100, 200, 400, 800, 1500, 3000];
const longestPause = 5000;

interface PollOptions {
  /** Seconds. */
  readonly timeout: number;
  /** Called with the record after each poll. */
  readonly onPoll?: (record: SubscriberImport) => void;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

type EndedJob = SubscriberImport & { readonly status: 'completed' | 'failed' };

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
): Promise<EndedJob> {
  const started = clock.now();
  let record = job;
  for (let look = 0; ; look++) {
    requireFields(endpoints.getImport.response, record, ['id', 'status']);
    onPoll(record);
    const { id, status } = record;
    if (status === 'completed' || status === 'failed') return { ...record, status };
    const timeLeft = timeout * 1000 - (clock.now() - started);
    if (timeLeft <= 0) {
      throw new Failure('still_running', `import ${id} is still ${status} after ${timeout} s`, {
        hint: `newsletter imports watch ${id}`,
      });
    }
    await clock.wait(Math.min(pauses[look] ?? longestPause, timeLeft), signal);
    signal?.throwIfAborted();
    record = await api.call('getImport', { id }, { signal });
  }
}
