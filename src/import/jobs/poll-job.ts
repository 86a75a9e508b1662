import { setTimeout as wait } from 'node:timers/promises';
import { endpoints, type SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import { Failure } from '../../lib/failure.ts';
import { fetchJob } from './fetch-job.ts';
import { JobPace } from './job-pace.ts';

/** Number of rows of a job that the service has processed so far. */
export function rowsProcessed({ created_count, updated_count, skipped_count }: SubscriberImport): number {
  return (countOf(created_count) ?? 0) + (countOf(updated_count) ?? 0) + (countOf(skipped_count) ?? 0);
}

/** A count of a job; undefined when the service does not send a number. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * Polls a job that has just been accepted until it has completed or failed (service.txt, "Subscriber import": status).
 *
 * @param timeout seconds
 * @param onPoll called with the record after each poll
 * @param pace of the jobs before; learns from this one
 * @throws Failure unexpected_answer when a job has no status; still_running when the timeout has passed; any failure of a request
 */
export async function pollJob(
  api: Api,
  job: SubscriberImport,
  timeout: number,
  onPoll: (record: SubscriberImport) => void = () => {},
  signal?: AbortSignal,
  pace = new JobPace(),
): Promise<SubscriberImport> {
  const started = performance.now();
  let record = job;
  let [undone, look] = [0, 0];
  requireFields(endpoints.getImport.response, record, ['id', 'status']);
  onPoll(record);
  while (record.status !== 'completed' && record.status !== 'failed') {
    undone = look;
    const elapsed = performance.now() - started;
    const timeLeft = timeout * 1000 - elapsed;
    if (timeLeft <= 0) {
      throw new Failure('still_running', `import ${record.id} is still ${record.status} after ${timeout} s`, {
        hint: `newsletter imports watch ${record.id}`,
      });
    }
    const pause = Math.max(0, pace.nextLook(undone) - elapsed);
    await wait(Math.min(pause, timeLeft), undefined, signal === undefined ? {} : { signal });
    look = performance.now() - started;
    record = await fetchJob(api, record.id, signal);
    requireFields(endpoints.getImport.response, record, ['id', 'status']);
    onPoll(record);
  }
  if (look > 0) pace.jobEnded(undone, look, ownTime(record));
  return record;
}

/** Milliseconds that a job took, as the service says, which may count in seconds. */
function ownTime({ created_at: created, completed_at: completed }: SubscriberImport): number | undefined {
  const time = Date.parse(completed ?? '') - Date.parse(created);
  return time >= 0 ? time : undefined;
}
