/** What became of batches whose answer was lost: the import list knows. */
import type { SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import type { JournaledBatch } from './journal.ts';

/** How far the times of two clocks may be apart, beyond what is known of them. */
const slack = 5_000;

/**
 * Finds the job that the service made of a batch, if its answer got lost on the way.
 * service.txt shows neither how the list is sorted nor a way to name a job, so the whole list is read, and a job is
 * taken for the batch's own when it was made since then, is nobody else's, and counts as many rows as no other
 * batch in doubt.
 *
 * @param claimed ids of the jobs that belong to other batches
 * @param skew milliseconds that the service's clock is ahead
 * @returns undefined when there is no such job
 */
export async function findLostJob(
  api: Api,
  batch: JournaledBatch,
  claimed: ReadonlySet<string>,
  skew: number,
): Promise<SubscriberImport | undefined> {
  const since = batch.at + skew - slack;
  const found: SubscriberImport[] = [];
  for await (const page of api.pages('listImports', {})) {
    for (const job of page.data) {
      const createdAt = Date.parse(job.created_at);
      if (job.total_count === batch.to - batch.from && createdAt >= since && !claimed.has(job.id))
        found.push(job);
    }
  }
  // Sent again after all, the same rows may have made two jobs: any that went well will do.
  return found.find(job => job.status === 'completed') ?? found[0];
}

/** What is known of the service before the first batch leaves. */
export interface ServiceBaseline {
  /** Milliseconds that its clock is ahead of this machine's. */
  readonly skew: number;
  /** Ids of jobs that it has already: none of them is a batch's own, whatever the clocks say. */
  readonly jobs: readonly string[];
}

/** Where the newest jobs are in the list is not shown: so many pages are looked at, to be quick where there are many. */
const pagesBefore = 2;

/** Looks at the service's clock, and at jobs that may have been made a moment ago by other imports. */
export async function readBaseline(api: Api): Promise<ServiceBaseline> {
  const [skew, jobs] = await Promise.all([clockSkew(api), latestJobs(api).catch(() => [])]);
  return { skew, jobs };
}

async function latestJobs(api: Api): Promise<string[]> {
  const ids: string[] = [];
  let pages = 0;
  for await (const page of api.pages('listImports', {})) {
    ids.push(...page.data.map(job => job.id));
    if (++pages === pagesBefore) break;
  }
  return ids;
}

/**
 * How far the service's clock is ahead, by the Date header of an answer (RFC 9110, section 6.6.1).
 *
 * @returns milliseconds; 0 when the service does not tell
 */
async function clockSkew(api: Api): Promise<number> {
  const { headers } = await api.send({ method: 'GET', path: '/v1/account', repeat: 'read' });
  const there = Date.parse(headers.date ?? '');
  // The header counts whole seconds: the middle of that second is the best guess.
  return Number.isNaN(there) ? 0 : there + 500 - Date.now();
}
