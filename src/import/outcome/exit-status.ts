import { Failure } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import { type PlannedImport, peopleToSend } from '../account/compare-import.ts';
import type { ImportJob } from '../jobs/job.ts';
import type { ImportOptions } from '../options.ts';
import { nonZero } from '../screen/listed.ts';
import type { ImportSummary } from '../summary-fields.ts';

/** Whether there is nothing to resume: every accepted row is in a job that has ended (with --no-wait: that exists). */
export function isFinished(jobs: readonly ImportJob[], planned: PlannedImport): boolean {
  const needsNothing = ({ status }: ImportJob) =>
    status === 'completed' ||
    status === 'failed' ||
    (!planned.checked.options.wait && (status === 'pending' || status === 'processing'));
  const rows = jobs.filter(needsNothing).reduce((sum, job) => sum + job.rows, 0);
  return rows === peopleToSend(planned);
}

/** What decides the exit status besides the summary. */
interface ImportEnd {
  readonly failure?: Failure | undefined;
  readonly options: Pick<ImportOptions, 'allowRejects' | 'report'>;
  readonly isStopped?: boolean;
  /** The command that resumes the import, if anything is left. */
  readonly resume?: string | undefined;
  /** What to do with rejected rows. */
  readonly fixRows?: string | undefined;
  /** Number of people whom the service skipped because they have unsubscribed: `--allow-rejects` allows them, too. */
  readonly unsubscribed?: number;
  /** The first rows that the service skipped, with the reason. */
  readonly skippedRows?: readonly string[];
  /** Reasons of rejected rows, if the summary is not shown. */
  readonly reasons?: readonly string[];
}

/** The failure to exit with; undefined when every accepted row was imported and none was rejected. */
export function exitFailure(
  summary: ImportSummary,
  {
    failure,
    options,
    isStopped = false,
    resume,
    fixRows,
    unsubscribed = 0,
    skippedRows = [],
    reasons = [],
  }: ImportEnd,
): Failure | undefined {
  const hint = resume ?? fixRows;
  const missing = missingRowsText(summary, unsubscribed);
  const details = failure === undefined ? [] : [failure.message, ...failure.details];
  // A Ctrl-C after everything was sent changes nothing.
  if (isStopped && resume !== undefined)
    return new Failure('interrupted', `interrupted: ${missing}`, { hint });
  if (failure?.code === 'tags_replaced' || failure?.code === 'not_as_sent')
    return firstDiffer(failure, summary, resume);
  if (summary.unknown > 0) {
    const goOn = resume && `to find out, and send what is missing: ${resume}`;
    const message = `${counted(summary.unknown, 'row')} may or may not be in the account`;
    const why = { details, hint: goOn ?? 'newsletter imports list', cause: failure };
    return new Failure('outcome_unknown', message, why);
  }
  const skipped = summary.skipped - summary.unchanged;
  if (failure !== undefined && summary.created + summary.updated + skipped === 0) {
    return failure.reworded(failure.message, { hint: resume ?? failure.hint });
  }
  if (summary.failed > 0 || skipped > (options.allowRejects ? unsubscribed : 0)) {
    const code = summary.not_sent > 0 && resume !== undefined ? 'stopped_early' : 'partly_done';
    const who = summary.left_out_file && `who they are is in ${summary.left_out_file}`;
    const unknown = 'which rows is not known; newsletter imports list shows what the service counted';
    const why = hint ?? (skipped > 0 ? (who ?? unknown) : undefined);
    const all = [...details, ...skippedRows];
    return new Failure(code, missing, { details: all, hint: why, cause: failure });
  }
  if (failure !== undefined) return failure;
  // Shards are judged together: one of a short list may be left out as a whole.
  if (summary.accepted === 0 && summary.rows > 0 && summary.shard === null)
    return nothingAccepted(summary, reasons, fixRows);
  const different = summary.verified?.different ?? 0;
  if (different > 0) {
    return new Failure('partly_done', `${counted(different, 'subscriber')} not stored as sent`, {
      hint: options.report === undefined ? '--report <file> has a line for each' : `see ${options.report}`,
    });
  }
  if (summary.rejected > 0 && !options.allowRejects) {
    // The hint after a dry run names them.
    const names = summary.dry_run ? '' : summary.rejects_files.join(', ');
    const message = `${counted(summary.rejected, 'row')} to fix${names && `: ${names}`}`;
    return new Failure('partly_done', message, { details: reasons, hint, isWarning: true });
  }
  return undefined;
}

function nothingAccepted(
  summary: ImportSummary,
  reasons: readonly string[],
  fixRows: string | undefined,
): Failure {
  const { rejected, suppressed, left_out_file, dry_run } = summary;
  const parts = nonZero([
    [suppressed, `${counted(suppressed, 'row')} left out`],
    [rejected, `${counted(rejected, 'row')} to fix`],
  ]);
  const reasonsOfAll = left_out_file === null ? undefined : `the reasons are in ${left_out_file}`;
  const hint = rejected > 0 ? fixRows : reasonsOfAll;
  const message = `${dry_run ? 'nobody would be' : 'nobody was'} imported: ${parts}`;
  return new Failure('nothing_accepted', message, { details: reasons, hint });
}

/** The first people were not stored as expected, and no others were changed. */
function firstDiffer(failure: Failure, { run }: ImportSummary, resume: string | undefined): Failure {
  const goOn = resume === undefined ? '' : `to continue: ${resume}; `;
  return failure.reworded(failure.message, { hint: `${goOn}to restore them: newsletter undo ${run}` });
}

function missingRowsText(summary: ImportSummary, unsubscribed: number): string {
  const { failed, not_sent, rejected, accepted } = summary;
  const lost = failed - not_sent;
  const skipped = summary.skipped - summary.unchanged - unsubscribed;
  const parts = nonZero([
    [not_sent, `${counted(not_sent, 'row')} of ${grouped(accepted)} not sent yet`],
    [lost, `${counted(lost, 'row')} of ${grouped(accepted)} failed`],
    [skipped, `the service skipped ${counted(skipped, 'row')}`],
    [unsubscribed, `${counted(unsubscribed, 'person has', 'people have')} unsubscribed (nothing to fix)`],
    [rejected, `${counted(rejected, 'row')} rejected`],
  ]);
  return parts || 'every accepted row was imported';
}
