import { mapTexts, replaceAddresses } from '../lib/text/addresses.ts';
import type { ComparedImport } from './account/compare-import.ts';
import type { VerifiedImport } from './account/verify.ts';
import { passedOver } from './consent/ignored-columns.ts';
import { type ImportJob, jobCount, rowsNotSent, sumOutcomes } from './jobs/job.ts';
import { mappingSummary } from './plan.ts';
import type { RowNumbers } from './rows/row-numbers.ts';
import { importedFiles } from './screen/files-text.ts';
import type { SentImport } from './send-import.ts';
import type { CheckedFile, CheckedImport, ImportPlan } from './state.ts';
import type { FileSummary, ImportSummary, JobSummary, ReasonSummary } from './summary.ts';
import { warningsOf } from './warnings.ts';

/** A finished import. */
export interface EndedImport {
  readonly checked: CheckedImport;
  readonly compared: ComparedImport;
  /** Undefined in a dry run. */
  readonly sent: SentImport | undefined;
  /** Whether this run resumed an earlier one. */
  readonly resumed: boolean;
  /** Milliseconds. */
  readonly elapsed: () => number;
  readonly verified: VerifiedImport | undefined;
  readonly run: string | null;
}

export function summarize(
  { checked, compared, sent, verified, run, resumed, elapsed }: EndedImport,
  rejectsFiles: readonly string[],
): ImportSummary {
  const { files, validation, options } = checked;
  const jobs = sent?.jobs ?? [];
  const plans = sent?.plans ?? files.map(({ plan }) => plan);
  const summaries = files.map((file, i) => fileSummary(file, plans[i] ?? file.plan));
  const imported = importedFiles(files);
  const summary: ImportSummary = {
    file: options.files.join(', '),
    rows: validation.rows,
    accepted: validation.accepted,
    duplicates: validation.duplicates,
    rejected: validation.rejected,
    suppressed: validation.suppressed,
    // With --no-wait or --dry-run, rows that are in no job have not failed.
    ...sumOutcomes(
      jobs,
      sent !== undefined && options.wait ? validation.accepted : 0,
      sent === undefined ? 0 : (compared.counts?.unchanged ?? 0),
    ),
    not_sent:
      sent === undefined ? 0 : rowsNotSent(jobs, validation.accepted - (compared.counts?.unchanged ?? 0)),
    unchanged: compared.counts?.unchanged ?? 0,
    compared: compared.counts,
    not_compared: compared.notCompared,
    verified:
      verified === undefined || (verified.notRead !== undefined && verified.checked === 0)
        ? null
        : { checked: verified.checked, of: verified.of, different: verified.different.length },
    run,
    jobs: jobs.map(jobSummary),
    mapping: Object.assign({}, ...summaries.map(({ mapping }) => mapping)),
    ignored_columns: [...new Set(imported.flatMap(({ plan }) => plan.ignored.map(({ name }) => name)))],
    ignored: passedOver(imported.map(({ plan }) => plan.ignored)),
    reasons: files.flatMap(file => reasonsOf(file, files.length > 1)).sort((a, b) => b.count - a.count),
    suppressions: files
      .flatMap(file => suppressionsOf(file, files.length > 1))
      .sort((a, b) => b.count - a.count),
    risks: validation.risks.list().map(({ action, suggestion, rowNumber, ...risk }) => ({
      ...whereOf(rowNumber, files, validation.rowNumbers),
      ...risk,
      action,
      ...(suggestion !== undefined && { suggestion }),
    })),
    warnings: warningsOf(checked),
    files: summaries,
    rejects_file: rejectsFiles[0] ?? null,
    rejects_files: rejectsFiles,
    shard: options.shard ?? null,
    resumed,
    dry_run: options.dryRun,
    elapsed_seconds: Math.round(elapsed() / 10) / 100,
  };
  return options.showAddresses ? summary : withoutAddresses(summary);
}

/** The line of a row, and its file if there are several. */
function whereOf(
  rowNumber: number,
  files: readonly CheckedFile[],
  rowNumbers: RowNumbers,
): { readonly line: number; readonly file?: string } {
  const { file, line } = rowNumbers.locate(rowNumber);
  const label = files[file]?.plan.label;
  return files.length === 1 || label === undefined ? { line } : { line, file: label };
}

function fileSummary({ source, counts }: CheckedFile, plan: ImportPlan): FileSummary {
  const { rows, accepted, duplicates, rejected, suppressed } = counts;
  return {
    file: source.name,
    ...{ rows, accepted, duplicates, rejected, suppressed },
    mapping: mappingSummary(plan),
    ignored_columns: plan.ignored.map(({ name }) => name),
  };
}

function reasonsOf({ plan, counts }: CheckedFile, isOneOfSeveral: boolean): ReasonSummary[] {
  return counts.reasons.sorted().map(({ code, column, count, example, line }) => ({
    ...(isOneOfSeveral && { file: plan.label }),
    code,
    column: column === undefined ? null : (plan.dialect.names[column] ?? null),
    count,
    example: example ?? null,
    line,
  }));
}

function suppressionsOf(
  { plan, counts }: CheckedFile,
  isOneOfSeveral: boolean,
): ImportSummary['suppressions'] {
  return counts.suppressions.map(({ cause, column, count }) => ({
    ...(isOneOfSeveral && { file: plan.label }),
    cause,
    column: column === undefined ? null : (plan.dialect.names[column] ?? null),
    count,
  }));
}

/** The summary without addresses. Names of files stay, so that they can be used. */
function withoutAddresses(summary: ImportSummary): ImportSummary {
  const unnamed = <T extends { readonly example?: string | null }>(one: T): T =>
    one.example === undefined ? one : { ...one, example: null };
  const isAddress = ({ code, column }: ReasonSummary) =>
    code !== 'bad_value' || (column !== null && summary.mapping[column] === 'email');
  const { file: _, files: __, rejects_file: ___, rejects_files: ____, ...others } = summary;
  const hidden = {
    ...others,
    reasons: summary.reasons.map(one => (isAddress(one) ? unnamed(one) : one)),
    risks: summary.risks.map(unnamed),
  };
  const hide = (text: string) => replaceAddresses(text, () => '(address)');
  return { ...summary, ...(mapTexts(hidden, hide) as typeof hidden) };
}

function jobSummary({ id, status, rows, record, error }: ImportJob): JobSummary {
  return {
    id,
    status,
    rows,
    total_count: jobCount(record?.total_count) ?? null,
    created_count: jobCount(record?.created_count) ?? null,
    updated_count: jobCount(record?.updated_count) ?? null,
    skipped_count: jobCount(record?.skipped_count) ?? null,
    error_message: record?.error_message ?? error,
  };
}
