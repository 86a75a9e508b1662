import { endpoints, type SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { JobPace } from './job-pace.ts';

/** Number of rows of a job that the service has processed so far. */
export function rowsProcessed({ created_count, updated_count, skipped_count }: SubscriberImport): number {
  return (countOf(created_count) ?? 0) + (countOf(updated_count) ?? 0) + (countOf(skipped_count) ?? 0);
}

/** A count of a job; undefined if the service does not send a number. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Milliseconds before the first retry for a job that the service does not show yet; doubled each time. */
const firstPause = 250;
/** Number of these retries: some 8 seconds in all. */
const retries = 5;

/**
 * Fetches an existing job. Services may show a new job with a short delay.
 *
 * @throws Failure not_found if the service no longer knows it; any failure of a request
 */
export async function fetchJob(
  api: Api,
  id: string,
  { signal, clock = systemClock }: Pick<PollOptions, 'signal' | 'clock'> = {},
): Promise<SubscriberImport> {
  for (let retry = 0; ; retry++) {
    try {
      return await api.call('getImport', { id }, { signal });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'not_found' || retry === retries) throw error;
    }
    await clock.wait(firstPause * 2 ** retry, signal);
    signal?.throwIfAborted();
  }
}

interface PollOptions {
  /** Seconds. */
  readonly timeout: number;
  /** Called with the record after each poll. */
  readonly onPoll?: (record: SubscriberImport) => void;
  readonly signal?: AbortSignal | undefined;
  /** Estimates durations from earlier jobs; learns from this one. */
  readonly pace?: JobPace;
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
  { timeout, onPoll = () => {}, signal, pace = new JobPace(), clock = systemClock }: PollOptions,
): Promise<SubscriberImport> {
  const started = clock.now();
  let record = job;
  let [undone, look] = [0, 0];
  requireFields(endpoints.getImport.response, record, ['id', 'status']);
  onPoll(record);
  while (record.status !== 'completed' && record.status !== 'failed') {
    undone = look;
    const elapsed = clock.now() - started;
    const timeLeft = timeout * 1000 - elapsed;
    if (timeLeft <= 0) {
      throw new Failure('still_running', `import ${record.id} is still ${record.status} after ${timeout} s`, {
        hint: `newsletter imports watch ${record.id}`,
      });
    }
    const pause = Math.max(0, pace.nextLook(undone) - elapsed);
    await clock.wait(Math.min(pause, timeLeft), signal);
    signal?.throwIfAborted();
    look = clock.now() - started;
    record = await fetchJob(api, record.id, { signal, clock });
    requireFields(endpoints.getImport.response, record, ['id', 'status']);
    onPoll(record);
  }
  if (look > 0) pace.jobEnded(undone, look, ownTime(record));
  return record;
}

/** The duration of a job in milliseconds by the service's own times, which may be whole seconds. */
function ownTime({ created_at: created, completed_at: completed }: SubscriberImport): number | undefined {
  const time = Date.parse(completed ?? '') - Date.parse(created);
  return time >= 0 ? time : undefined;
}
