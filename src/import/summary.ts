import type { ComparedCounts } from '../changes/run-facts.ts';
import { mapTexts, replaceAddresses } from '../lib/text/addresses.ts';
import { type ComparedImport, peopleToSend } from './account/compare-import.ts';
import type { VerifiedImport } from './account/verify.ts';
import type { PassedOver } from './consent/ignored-columns.ts';
import { passedOver } from './consent/ignored-columns.ts';
import { type ImportJob, jobCount, rowsNotSent, sumOutcomes } from './jobs/job.ts';
import type { ImportOptions } from './options.ts';
import { mappingSummary } from './plan.ts';
import type { FileWarning } from './rows/file-counts.ts';
import type { RowCode } from './rows/parsed-row.ts';
import type { WrittenFiles } from './rows/rejects.ts';
import type { RiskCause } from './rows/risk/risk.ts';
import type { RowNumbers } from './rows/row-numbers.ts';
import { importedFiles } from './screen/files-text.ts';
import type { SentImport } from './send-import.ts';
import type { CheckedFile, CheckedImport, ImportPlan } from './state.ts';
import { warningsOf } from './warnings.ts';

/** The summary of `--output json`: a public format (see docs/importing.md). */
export interface ImportSummary {
  /** The file, or the names of several. */
  readonly file: string;
  readonly rows: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly suppressed: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly unknown: number;
  /** The part of `failed` that was not sent yet: the import can be resumed. */
  readonly not_sent: number;
  /** People who are up to date in the account and were not sent: part of `skipped`. */
  readonly unchanged: number;
  /** The comparison with the account; null: not compared. */
  readonly compared: ComparedCounts | null;
  readonly not_compared: string | null;
  /** The result of reading back; null: nothing was read back. */
  readonly verified: VerifiedCounts | null;
  /** Id of the run, for `undo`; null: nothing was sent. */
  readonly run: string | null;
  /** Its name and slug; null: not signed in. */
  readonly account: string | null;
  readonly jobs: readonly JobSummary[];
  readonly mapping: Readonly<Record<string, string>>;
  readonly ignored_columns: readonly string[];
  /** Those of two to six values, or of dates and blanks, with their values: they may say who must not be emailed. */
  readonly ignored: readonly PassedOver[];
  readonly reasons: readonly ReasonSummary[];
  readonly suppressions: readonly SuppressionSummary[];
  readonly risks: readonly RiskSummary[];
  readonly warnings: readonly FileWarning[];
  readonly files: readonly FileSummary[];
  /** The first of `rejects_files`. */
  readonly rejects_file: string | null;
  /** One for each layout of the imported files that has rows to fix. */
  readonly rejects_files: readonly string[];
  /** People who were left out; null: none. */
  readonly left_out_file: string | null;
  /** The shard that was imported; null: all rows. */
  readonly shard: ImportOptions['shard'] | null;
  readonly resumed: boolean;
  readonly dry_run: boolean;
  readonly elapsed_seconds: number;
}

/** How many people were read back and compared with the sent values. */
interface VerifiedCounts {
  readonly checked: number;
  readonly of: number;
  readonly different: number;
}

/** One of the files: a CSV, or a table in an archive. */
type FileSummary = Pick<
  ImportSummary,
  'file' | 'rows' | 'accepted' | 'duplicates' | 'rejected' | 'suppressed' | 'mapping' | 'ignored_columns'
>;

/** Rejected rows with the same column and cause. */
export interface ReasonSummary {
  /** If several files are imported. */
  readonly file?: string;
  readonly code: RowCode;
  readonly column: string | null;
  readonly count: number;
  /** Null for addresses without `--show-addresses`. */
  readonly example: string | null;
  readonly line: number;
}

/** People who are left out for the same cause. */
interface SuppressionSummary {
  /** If several files are imported. */
  readonly file?: string;
  readonly cause: string;
  /** Null: no column says so. */
  readonly column: string | null;
  readonly count: number;
}

/** Addresses with the same cause of risk. */
interface RiskSummary {
  readonly cause: RiskCause;
  /** `keep` or `reject`. */
  readonly action: string;
  readonly count: number;
  /** Null without `--show-addresses`. */
  readonly example: string | null;
  readonly line: number;
  /** If several files are imported. */
  readonly file?: string;
  /** The likely intended domain, if known. */
  readonly suggestion?: string;
}

export interface JobSummary {
  readonly id: string | null;
  readonly status: string;
  readonly rows: number;
  readonly total_count: number | null;
  readonly created_count: number | null;
  readonly updated_count: number | null;
  readonly skipped_count: number | null;
  readonly error_message: string | null;
}

/** A finished import. */
interface EndedImport {
  readonly checked: CheckedImport;
  readonly compared: ComparedImport;
  /** Undefined in a dry run. */
  readonly sent: SentImport | undefined;
  /** Whether this run resumed an earlier one. */
  readonly resumed: boolean;
  /** Milliseconds. */
  readonly elapsed: number;
  readonly verified: VerifiedImport | undefined;
  readonly run: string | null;
  readonly account: string | null;
}

export function summarize(
  { checked, compared, sent, verified, run, account, resumed, elapsed }: EndedImport,
  { rejects, leftOut }: WrittenFiles,
): ImportSummary {
  const { files, validation, options } = checked;
  const jobs = sent?.jobs ?? [];
  const summaries = files.map((file, i) => fileSummary(file, sent?.files[i]?.plan ?? file.plan));
  const imported = importedFiles(files);
  const rejectsFiles = rejects.map(({ path }) => path);
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
    not_sent: sent === undefined ? 0 : rowsNotSent(jobs, peopleToSend(checked, compared)),
    unchanged: compared.counts?.unchanged ?? 0,
    compared: compared.counts,
    not_compared: compared.notCompared,
    verified:
      verified === undefined || (verified.notRead !== undefined && verified.checked === 0)
        ? null
        : { checked: verified.checked, of: verified.of, different: verified.different.length },
    run,
    account,
    jobs: jobs.map(jobSummary),
    mapping: Object.assign({}, ...summaries.map(({ mapping }) => mapping)),
    ignored_columns: [...new Set(imported.flatMap(({ plan }) => plan.ignored.map(({ name }) => name)))],
    ignored: passedOver(imported.map(({ plan }) => plan.ignored)),
    reasons: files
      .flatMap(file =>
        file.counts.reasons.sorted().map(({ code, column, count, example = null, line }) => ({
          ...labelOf(file, files),
          ...{ code, column: nameOf(file, column), count, example, line },
        })),
      )
      .sort((a, b) => b.count - a.count),
    suppressions: files
      .flatMap(file =>
        file.counts.suppressions.map(({ cause, column, count }) => ({
          ...labelOf(file, files),
          ...{ cause, column: nameOf(file, column), count },
        })),
      )
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
    left_out_file: leftOut ?? null,
    shard: options.shard ?? null,
    resumed,
    dry_run: options.dryRun,
    elapsed_seconds: Math.round(elapsed / 10) / 100,
  };
  return options.showAddresses ? summary : withoutAddresses(summary);
}

/** The file, if there are several. */
const labelOf = (file: CheckedFile | undefined, files: readonly CheckedFile[]) =>
  files.length > 1 && file !== undefined ? { file: file.plan.label } : {};

const nameOf = ({ plan }: CheckedFile, column = -1): string | null => plan.dialect.names[column] ?? null;

/** The line of a row, and its file if there are several. */
function whereOf(rowNumber: number, files: readonly CheckedFile[], rowNumbers: RowNumbers) {
  const { file, line } = rowNumbers.locate(rowNumber);
  return { line, ...labelOf(files[file], files) };
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

/** The summary without addresses. Names of files stay, so that they can be used. */
function withoutAddresses(summary: ImportSummary): ImportSummary {
  const unnamed = <T extends { readonly example?: string | null }>(one: T): T =>
    one.example === undefined ? one : { ...one, example: null };
  const isAddress = ({ code, column }: ReasonSummary) =>
    code !== 'bad_value' || (column !== null && summary.mapping[column] === 'email');
  const hidden = {
    ...summary,
    reasons: summary.reasons.map(one => (isAddress(one) ? unnamed(one) : one)),
    risks: summary.risks.map(unnamed),
  };
  const { file, files, rejects_file, rejects_files, left_out_file } = summary;
  return {
    ...(mapTexts(hidden, text => replaceAddresses(text, () => '(address)')) as ImportSummary),
    ...{ file, files, rejects_file, rejects_files, left_out_file },
  };
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
