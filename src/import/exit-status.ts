import { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { CheckedImport } from './checked-file.ts';
import type { ImportJob } from './jobs/job.ts';
import type { ImportOptions } from './options.ts';
import type { ImportSummary } from './report.ts';

/** Whether nothing is left to resume: every accepted row is in a job that has ended (with --no-wait: that exists). */
export function isFinished(
  jobs: readonly ImportJob[],
  { validation, options }: Pick<CheckedImport, 'validation' | 'options'>,
): boolean {
  const needsNothing = ({ status }: ImportJob) =>
    status === 'completed' ||
    status === 'failed' ||
    (!options.wait && (status === 'pending' || status === 'processing'));
  return jobs.filter(needsNothing).reduce((sum, { rows }) => sum + rows, 0) === validation.accepted;
}

/**
 * The failure to exit with after the summary.
 *
 * @param failure what ended the import early
 * @param resume the command that resumes it, if there is something left
 * @param reasons why rows were rejected, if the summary is not shown
 * @returns undefined when every accepted row was imported and none was rejected
 */
export function exitFailure(
  summary: ImportSummary,
  failure: Failure | undefined,
  options: ImportOptions,
  stop: AbortSignal,
  resume: string | undefined,
  reasons: readonly string[],
): Failure | undefined {
  const fixRows =
    summary.rejects_file === null
      ? undefined
      : `mend the rows in ${summary.rejects_file} and import that file`;
  const hint = resume ?? fixRows;
  const details = failure === undefined ? [] : [failure.message, ...failure.details];
  // A Ctrl-C after everything was sent has changed nothing.
  if (stop.aborted && resume !== undefined)
    return new Failure('interrupted', `interrupted: ${missingRowsText(summary)}`, { hint });
  if (summary.unknown > 0) return unknownRows(summary, failure, details, resume);
  if (failure !== undefined && summary.created + summary.updated + summary.skipped === 0) {
    return failure.reworded(failure.message, { hint: resume ?? failure.hint });
  }
  if (summary.failed > 0 || summary.skipped > 0) {
    return new Failure('partly_done', missingRowsText(summary), { details, hint, cause: failure });
  }
  if (failure !== undefined) return failure;
  if (summary.rejected > 0 && !options.allowRejects) {
    return new Failure('partly_done', `${counted(summary.rejected, 'row')} rejected`, {
      details: reasons,
      hint,
    });
  }
  return undefined;
}

function unknownRows(
  { unknown }: ImportSummary,
  cause: Failure | undefined,
  details: readonly string[],
  resume: string | undefined,
): Failure {
  const hint =
    resume === undefined ? 'newsletter imports list' : `${resume} finds out, and sends what is missing`;
  const message = `${counted(unknown, 'row')} may or may not be in the account`;
  return new Failure('outcome_unknown', message, { details, hint, cause });
}

function missingRowsText({ failed, not_sent, skipped, rejected, accepted }: ImportSummary): string {
  const lost = failed - not_sent;
  const parts = [
    not_sent > 0 ? `${counted(not_sent, 'row')} of ${grouped(accepted)} not sent yet` : '',
    lost > 0 ? `${counted(lost, 'row')} of ${grouped(accepted)} did not get in` : '',
    skipped > 0 ? `the service skipped ${counted(skipped, 'row')}` : '',
    rejected > 0 ? `${counted(rejected, 'row')} rejected` : '',
  ];
  return parts.filter(part => part !== '').join(', ') || 'every accepted row is in';
}
