import { Failure } from '../lib/failure.ts';
import type { CheckedImport } from './checked-file.ts';
import type { ImportJob } from './jobs/job.ts';
import { dataRows } from './mapping/dialect.ts';

/**
 * Adds the rows of failed jobs to the rejects, and puts the rejects file and the report in their place.
 *
 * @returns the path of the rejects file, if there is one. A failure is returned, not thrown, so that the summary is
 *   still printed: the rows have been sent
 */
export async function finishRejects(
  checked: CheckedImport,
  jobs: readonly ImportJob[],
): Promise<{ path: string | null; failure?: Failure }> {
  try {
    await addRowsOfFailedJobs(checked, jobs);
    return { path: checked.rejects.commit() };
  } catch (error) {
    if (error instanceof Failure) return { path: null, failure: error };
    throw error;
  }
}

async function addRowsOfFailedJobs(
  { rejects, files, validation: { places } }: CheckedImport,
  jobs: readonly ImportJob[],
): Promise<void> {
  const reasons = new Map<number, string>();
  for (const job of jobs) {
    if (job.status !== 'failed') continue;
    const reason = `the import job failed: ${job.error ?? 'the service gave no reason'}`;
    for (const place of job.places) reasons.set(place, reason);
  }
  if (reasons.size === 0) return;
  for (const [file, { source, plan }] of files.entries()) {
    const start = places.startOf(file);
    for await (const rows of dataRows(source, plan.dialect)) {
      for (const row of rows) {
        const reason = reasons.get(start + row.line);
        if (reason !== undefined) rejects.add(file, row, 'job_failed', reason);
      }
    }
  }
}
