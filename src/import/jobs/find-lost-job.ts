/** Finds the job of a batch whose response was lost, in the list of imports. */
import type { SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { hasOwnSize, isJobOf, type LostBatch, likeliestJob } from './decide.ts';
import type { JobContext } from './job.ts';

/**
 * Finds the job of a batch whose response was lost. service.txt does not document the order of the list, so all of
 * it
 * is read.
 *
 * @returns undefined if the list shows none, or if another batch, or an earlier import, could be the job's
 */
export async function findLostJob(
  batch: LostBatch,
  { api, options, inDoubt, claimed, knowsJobs, recognized, skew }: JobContext,
): Promise<SubscriberImport | undefined> {
  if (!knowsJobs || !hasOwnSize(batch, inDoubt, options.shard)) return undefined;
  const found: SubscriberImport[] = [];
  for await (const page of api.pages('listImports', {}))
    for (const each of page.data.filter(job => isJobOf(job, batch, { claimed, skew }))) found.push(each);
  const job = likeliestJob(found);
  if (job !== undefined) recognized.add(job.id);
  return job;
}

/** The state of the service before the first batch is sent. */
export interface ServiceBaseline {
  /** Milliseconds that the service's clock is ahead of this machine's. */
  readonly skew: number;
  /** Ids of existing jobs: none belongs to this import, whatever the clocks say; null: they could not be listed. */
  readonly jobs: readonly string[] | null;
}

/** Pages of jobs to read: service.txt does not say where the newest are, and reading all could take long. */
const baselinePages = 2;

/** Reads the service's clock, and the jobs that other imports may just have created. */
export async function readBaseline(api: Api): Promise<ServiceBaseline> {
  const [skew, jobs] = await Promise.all([clockSkew(api), latestJobs(api).catch(() => null)]);
  return { skew, jobs };
}

async function latestJobs(api: Api): Promise<string[]> {
  const ids: string[] = [];
  let pages = 0;
  for await (const page of api.pages('listImports', {})) {
    for (const each of page.data.map(job => job.id)) ids.push(each);
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
  // The header counts whole seconds: the middle of that second is the best estimate.
  return Number.isNaN(there) ? 0 : there + 500 - Date.now();
}
