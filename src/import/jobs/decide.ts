/** What an import decides about its batches and jobs, from what is known: without requests and without files. */
import type { SubscriberImport } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import type { BatchRange } from './batch.ts';

/** Milliseconds by which the clocks may differ beyond the measured skew. */
const clockTolerance = 5_000;
/** Single subscribers that are refused as too many before the import ends: the account is full, or closed to imports. */
const mostAlone = 20;

/** A batch of which it is not known whether it arrived. */
export interface LostBatch extends BatchRange {
  /** When it was about to be sent, by this machine's clock (milliseconds). */
  readonly at: number;
}

/** What is known of the service's jobs. */
export interface KnownJobs {
  /** Ids of jobs that there were before the import, or that belong to other batches. */
  readonly claimed: ReadonlySet<string>;
  /** Milliseconds that the service's clock is ahead. */
  readonly skew: number;
}

const size = ({ from, to }: BatchRange) => to - from;

/**
 * Whether a job can be that of a batch. service.txt offers no name for a job: it was created since the batch was sent,
 * has as many rows, and is no other's.
 */
export function isJobOf(job: SubscriberImport, batch: LostBatch, { claimed, skew }: KnownJobs): boolean {
  const since = batch.at + skew - clockTolerance;
  return job.total_count === size(batch) && Date.parse(job.created_at) >= since && !claimed.has(job.id);
}

/** The job of a batch, of those that can be it: one that was sent twice may have become two, of which one has completed. */
export function likeliestJob(jobs: readonly SubscriberImport[]): SubscriberImport | undefined {
  return jobs.find(job => job.status === 'completed') ?? jobs[0];
}

/**
 * Whether the job of a batch could be recognized by its size. Batches of the same size cannot be told apart, sent from
 * here or from a machine with another shard: then the batch is sent again. Twice does no harm, losing it would.
 *
 * @param others batches whose jobs are not known either; this one may be among them
 */
export function hasOwnSize(
  batch: BatchRange,
  others: Iterable<BatchRange>,
  shard: object | undefined,
): boolean {
  const isTwin = (other: BatchRange) => other.from !== batch.from && size(other) === size(batch);
  return shard === undefined && ![...others].some(isTwin);
}

/** What follows when a batch was not accepted. */
interface AfterRefusal {
  /** What the journal gets; `keep`: nothing, the batch stays in doubt. */
  readonly journal: 'keep' | 'forget' | 'end';
  readonly batch: 'unknown' | 'halve' | 'failed' | 'not_sent';
  readonly endsImport: boolean;
  /** Whether later batches must not be larger than these halves. */
  readonly isLimit: boolean;
}

/**
 * Decides about a batch that was not accepted: halve it, give up its rows, or end the import.
 *
 * @param rows of the batch
 * @param refusedAlone single subscribers refused before as if they were too many
 */
export function afterRefusal(failure: Failure, rows: number, refusedAlone: number): AfterRefusal {
  if (failure.code === 'outcome_unknown')
    return { journal: 'keep', batch: 'unknown', endsImport: true, isLimit: false };
  // A refusal concerns the rows of this batch; any other failure would hit the next batch, too.
  if (failure.exit !== 5) return { journal: 'forget', batch: 'not_sent', endsImport: true, isLimit: false };
  const isLarge = isTooLarge(failure);
  // A message that may be about the size of one value halves this batch only, until that row stands alone.
  if (isLarge && rows > 1)
    return { journal: 'forget', batch: 'halve', endsImport: false, isLimit: isAboutTheRequest(failure) };
  const endsImport = refusedAlone + (isLarge ? 1 : 0) >= mostAlone;
  return { journal: 'end', batch: 'failed', endsImport, isLimit: false };
}

/** 413, or another 4xx whose message is about size: service.txt does not say the maximum, nor how it is reported. */
export function isTooLarge(failure: Failure): boolean {
  if (failure.code === 'too_large') return true;
  const message = messageOf(failure);
  return (
    failure.exit === 5 && /too (?:many|large|big|long)|max(?:imum)?\b|at most|limit|exceed/i.test(message)
  );
}

function isAboutTheRequest(failure: Failure): boolean {
  if (failure.code === 'too_large') return true;
  return /too many|\b(?:subscribers|rows|records|items|entries|elements|batch|payload|body|request)\b/i.test(
    messageOf(failure),
  );
}

/** Whether what went wrong with a job says nothing about the others: it takes too long, or the service has lost it. */
export function isAboutOneJob({ code }: Failure): boolean {
  return code === 'still_running' || code === 'not_found';
}

/** What a resumed import does with a batch of an earlier run: count it, look at its job, or look for its job. */
export function resumeStep(batch: {
  readonly id?: string | undefined;
  readonly end?: object | undefined;
}): 'count' | 'look at' | 'look for' {
  if (batch.end !== undefined) return 'count';
  return batch.id === undefined ? 'look for' : 'look at';
}

/**
 * What a resumed import does when it cannot see the job of a batch: go on without it, send the batch again since asking
 * again would not help (the service does not know, or does not say), or stop.
 */
export function withoutJob(error: unknown): 'go on' | 'send again' | 'stop' {
  if (!(error instanceof Failure) || error.code === 'write_failed') return 'stop';
  // A job that takes too long says nothing about the others.
  if (error.code === 'still_running') return 'go on';
  return error.code === 'forbidden' || [1, 4, 5, 6].includes(error.exit) ? 'send again' : 'stop';
}

export function messageOf(failure: Failure): string {
  return [failure.message, ...failure.details].join('; ');
}
