import { Failure } from '../lib/failure.ts';
import type { ImportJob } from './jobs/run-jobs.ts';
import { dataRows } from './mapping/dialect.ts';
import type { ImportPlan } from './plan.ts';
import type { Rejects } from './rows/rejects.ts';
import type { Source } from './source/source.ts';

/**
 * Adds the rows of jobs that failed to the rejects, and puts the files in their place. What cannot be written by now
 * is told when the summary is out: the sending cannot be undone.
 */
export async function finishRejects(
  rejects: Rejects,
  source: Source,
  plan: ImportPlan,
  jobs: readonly ImportJob[],
): Promise<{ path: string | null; failure?: Failure }> {
  try {
    await addRowsOfFailedJobs(rejects, source, plan, jobs);
    return { path: rejects.commit() };
  } catch (error) {
    if (error instanceof Failure) return { path: null, failure: error };
    throw error;
  }
}

async function addRowsOfFailedJobs(
  rejects: Rejects,
  source: Source,
  plan: ImportPlan,
  jobs: readonly ImportJob[],
): Promise<void> {
  const reasons = new Map<number, string>();
  for (const job of jobs) {
    if (job.status !== 'failed') continue;
    const reason = `the import job failed: ${job.error ?? 'the service gave no reason'}`;
    for (const line of job.lines) reasons.set(line, reason);
  }
  if (reasons.size > 0) {
    for await (const rows of dataRows(source, plan.dialect)) {
      for (const row of rows) {
        const reason = reasons.get(row.line);
        if (reason !== undefined) rejects.add(row, 'job_failed', reason);
      }
    }
  }
}
