/** Finding the job of a batch whose response was lost, in the list of imports. */
import type { SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import type { JournaledBatch } from './journal-contents.ts';

/** Milliseconds by which the clocks may differ beyond the measured skew. */
const clockTolerance = 5_000;

/**
 * Finds the job that the service made of a batch when the response to it was lost.
 * service.txt says neither how the list is sorted nor offers a name for a job. So the whole list is read; a job
 * belongs to the batch when it was created since the batch was sent, has as many rows, and is nobody else's. The
 * caller makes sure that no other batch of the same size is waiting for its job.
 *
 * @param claimed ids of the jobs that belong to other batches
 * @param skew milliseconds that the service's clock is ahead
 * @returns undefined when the list shows none
 */
export async function findLostJob(
  api: Api,
  batch: JournaledBatch,
  claimed: ReadonlySet<string>,
  skew: number,
): Promise<SubscriberImport | undefined> {
  const since = batch.at + skew - clockTolerance;
  const found: SubscriberImport[] = [];
  for await (const page of api.pages('listImports', {})) {
    for (const job of page.data) {
      const createdAt = Date.parse(job.created_at);
      if (job.total_count === batch.to - batch.from && createdAt >= since && !claimed.has(job.id))
        found.push(job);
    }
  }
  // A batch that was sent twice may have become two jobs: a completed one is preferred.
  return found.find(job => job.status === 'completed') ?? found[0];
}

/** The state of the service before the first batch is sent. */
export interface ServiceBaseline {
  /** Milliseconds that its clock is ahead of this machine's. */
  readonly skew: number;
  /** Ids of the jobs it already has: none of them belongs to this import, whatever the clocks say. */
  readonly jobs: readonly string[];
}

/** Pages of jobs to read: service.txt does not say where the newest are, and reading all could take long. */
const baselinePages = 2;

/** Reads the service's clock, and the jobs that other imports may just have created. */
export async function readBaseline(api: Api): Promise<ServiceBaseline> {
  const [skew, jobs] = await Promise.all([clockSkew(api), latestJobs(api).catch(() => [])]);
  return { skew, jobs };
}

async function latestJobs(api: Api): Promise<string[]> {
  const ids: string[] = [];
  let pages = 0;
  for await (const page of api.pages('listImports', {})) {
    ids.push(...page.data.map(job => job.id));
    if (++pages === baselinePages) break;
  }
  return ids;
}

/**
 * How far the service's clock is ahead, by the Date header of a response (RFC 9110, section 6.6.1).
 *
 * @returns milliseconds; 0 when there is no Date header
 */
async function clockSkew(api: Api): Promise<number> {
  const { headers } = await api.send({ method: 'GET', path: '/v1/account', repeat: 'read' });
  const there = Date.parse(headers.date ?? '');
  // The header counts whole seconds: the middle of that second is the best guess.
  return Number.isNaN(there) ? 0 : there + 500 - Date.now();
}
