/** Decisions about batches and jobs: pure functions, without requests and files. */
import { Failure } from '../../lib/failure.ts';

/** Single subscribers refused as too many before the import ends: the account is full, or closed to imports. */
const mostAlone = 20;

/** The next step after a batch was not accepted. */
interface AfterRefusal {
  /** The journal entry; `keep`: none, the batch stays in doubt. */
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
 * @param refusedAlone single subscribers refused before as too many
 */
export function afterRefusal(failure: Failure, rows: number, refusedAlone: number): AfterRefusal {
  if (failure.code === 'outcome_unknown')
    return { journal: 'keep', batch: 'unknown', endsImport: true, isLimit: false };
  // A refusal concerns the rows of this batch; any other failure would affect the next batch, too.
  if (failure.exit !== 5) return { journal: 'forget', batch: 'not_sent', endsImport: true, isLimit: false };
  const isLarge = isTooLarge(failure);
  // The message may be about the size of one value: halve this batch only, until that row stands alone.
  if (isLarge && rows > 1)
    return { journal: 'forget', batch: 'halve', endsImport: false, isLimit: isAboutTheRequest(failure) };
  const endsImport = refusedAlone + (isLarge ? 1 : 0) >= mostAlone;
  return { journal: 'end', batch: 'failed', endsImport, isLimit: false };
}

/** 413, or another 4xx whose message is about size: service.txt documents neither the maximum nor the error. */
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

/** Whether a job's failure says nothing about other jobs: it takes too long, or the service has lost it. */
export function isAboutOneJob({ code }: Failure): boolean {
  return code === 'still_running' || code === 'not_found';
}

/**
 * What a resumed import does if it cannot see the job of a batch: go on without it, send the batch again (if the
 * service does not know the job, or does not show jobs), or stop.
 */
export function withoutJob(error: unknown): 'go on' | 'send again' | 'stop' {
  if (!(error instanceof Failure) || error.code === 'write_failed') return 'stop';
  // A slow job says nothing about other jobs.
  if (error.code === 'still_running') return 'go on';
  return error.code === 'forbidden' || [1, 4, 5, 6].includes(error.exit) ? 'send again' : 'stop';
}

export function messageOf(failure: Failure): string {
  return [failure.message, ...failure.details].join('; ');
}
