import { Failure } from '../../lib/failure.ts';
import { dataRows } from '../columns/dialect.ts';
import type { ImportJob } from '../jobs/job.ts';
import type { CheckedImport } from '../plan/checked-file.ts';
import type { RowCode } from '../rows/parsed-row.ts';
import type { VerifiedImport } from '../sending/verify-import.ts';

/** What became of a row that was sent. */
interface RowEnd {
  readonly code: RowCode;
  readonly reason: string;
  readonly email?: string;
}

/**
 * Adds the rows of failed jobs, and those that reading back has found, to the rejects, and puts the rejects file and the report in their place.
 *
 * @returns the path of the rejects file, if there is one. A failure is returned, not thrown, so that the summary is
 *   still printed: the rows have been sent
 */
export async function finishRejects(
  checked: CheckedImport,
  jobs: readonly ImportJob[],
  verified: VerifiedImport | undefined,
): Promise<{ path: string | null; failure?: Failure }> {
  try {
    await addRowsOfJobs(checked, jobs, verified);
    return { path: checked.rejects.commit() };
  } catch (error) {
    if (error instanceof Failure) return { path: null, failure: error };
    throw error;
  }
}

async function addRowsOfJobs(
  { rejects, files, validation: { places } }: CheckedImport,
  jobs: readonly ImportJob[],
  verified: VerifiedImport | undefined,
): Promise<void> {
  const reasons = new Map<number, RowEnd>();
  for (const job of jobs) {
    if (job.status !== 'failed') continue;
    const reason = `the import job failed: ${job.error ?? 'the service gave no reason'}`;
    for (const place of job.places) reasons.set(place, { code: 'job_failed', reason });
  }
  for (const { places: own, email, reason } of verified?.skipped ?? [])
    for (const place of [own].flat()) reasons.set(place, { code: 'job_skipped', reason, email });
  for (const { places: own, email, fields } of verified?.different ?? []) {
    const reason =
      fields === null ? 'not in the account' : `differs from what was sent: ${fields.join(', ')}`;
    const all = [own].flat();
    for (const place of all) reasons.set(place, { code: 'not_as_sent', reason, email });
    // Of some people the row is not known.
    if (all.length === 0) rejects.remark('not_as_sent', reason, email);
  }
  if (reasons.size === 0) return;
  for (const [file, { source, plan }] of files.entries()) {
    const start = places.startOf(file);
    for await (const rows of dataRows(source, plan.dialect)) {
      for (const row of rows) {
        const end = reasons.get(start + row.line);
        if (end === undefined) continue;
        const { code, reason, email = '' } = end;
        if (code === 'not_as_sent') rejects.note(file, row, code, reason, email);
        else rejects.add(file, row, code, reason, end.email);
      }
    }
  }
}
