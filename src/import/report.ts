import type { ComparedCounts } from './account/local-runs.ts';
import type { CheckedFile, CheckedImport } from './checked-file.ts';
import type { ComparedImport } from './compare-import.ts';
import type { ImportJob } from './jobs/job.ts';
import { countOf } from './jobs/poll-job.ts';
import type { ImportOptions } from './options.ts';
import { type ImportPlan, mappingSummary } from './plan.ts';
import type { RiskCause } from './risk/risk.ts';
import { actionText } from './risk/risk-rules.ts';
import type { FileWarning } from './rows/file-warnings.ts';
import type { RowCode } from './rows/parsed-row.ts';
import type { Places } from './rows/places.ts';
import type { SentImport } from './second-pass.ts';
import type { VerifiedImport } from './verify-import.ts';
import { warningsOf } from './warnings.ts';

/** What happened, as `--output json` prints it: a public shape (see docs/importing.md). */
export interface ImportSummary {
  /** The file; of several, their names. */
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
  /** Those of `failed` that were not sent yet: the import can be resumed. */
  readonly not_sent: number;
  /** People who were not sent, since they are in the account as the files have them: part of `skipped`. */
  readonly unchanged: number;
  /** What the account and the files have in common; null: they were not compared. */
  readonly compared: ComparedCounts | null;
  readonly not_compared: string | null;
  /** What was read back; null: nothing. */
  readonly verified: VerifiedCounts | null;
  /** Id of the run, for `imports undo`; null: nothing was sent. */
  readonly run: string | null;
  readonly jobs: readonly JobSummary[];
  readonly mapping: Readonly<Record<string, string>>;
  readonly ignored_columns: readonly string[];
  readonly reasons: readonly ReasonSummary[];
  readonly risks: readonly RiskSummary[];
  /** With `--check-domains`: how many DNS was asked about, how many take no mail, and of how many it did not say. */
  readonly domains: {
    readonly asked: number;
    readonly without_mail: number;
    readonly unknown: number;
  } | null;
  readonly warnings: readonly FileWarning[];
  readonly files: readonly FileSummary[];
  readonly rejects_file: string | null;
  readonly resumed: boolean;
  readonly dry_run: boolean;
  readonly elapsed_seconds: number;
}

/** How many people were read back and compared with what was sent. */
interface VerifiedCounts {
  readonly checked: number;
  readonly of: number;
  readonly different: number;
}

/** One of the files: a CSV, or a table in an archive. */
interface FileSummary {
  readonly file: string;
  readonly rows: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly suppressed: number;
  readonly mapping: Readonly<Record<string, string>>;
  readonly ignored_columns: readonly string[];
}

/** Rejected rows that have the same column and cause. */
interface ReasonSummary {
  /** Where several files are imported. */
  readonly file?: string;
  readonly code: RowCode;
  readonly column: string | null;
  readonly count: number;
  readonly example: string | null;
  readonly line: number;
}

/** Addresses that are risky for the same cause. */
interface RiskSummary {
  readonly cause: RiskCause;
  /** `keep`, `reject` or `tag:<name>`. */
  readonly action: string;
  readonly count: number;
  readonly example: string;
  readonly line: number;
  /** Where several files are imported. */
  readonly file?: string;
  /** The domain that was meant, where that is known. */
  readonly suggestion?: string;
}

interface JobSummary {
  readonly id: string | null;
  readonly status: string;
  readonly rows: number;
  readonly total_count: number | null;
  readonly created_count: number | null;
  readonly updated_count: number | null;
  readonly skipped_count: number | null;
  readonly error_message: string | null;
}

/** How many accepted rows came to which end. */
interface RowOutcomes {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly unknown: number;
}

const none: RowOutcomes = { created: 0, updated: 0, skipped: 0, failed: 0, unknown: 0 };
const outcomeNames = ['created', 'updated', 'skipped', 'failed', 'unknown'] as const;

/** What is known of the account, before and after. */
export interface AccountFindings {
  readonly compared: ComparedImport;
  readonly verified: VerifiedImport | undefined;
  readonly run: string | null;
}

/**
 * @param sent undefined in a dry run
 * @param rejectsFile its path, if there is one
 * @param resumed whether an earlier run was resumed
 * @param elapsed milliseconds
 */
export function summarize(
  { files, validation, options }: CheckedImport,
  sent: SentImport | undefined,
  { compared, verified, run }: AccountFindings,
  rejectsFile: string | null,
  resumed: boolean,
  elapsed: number,
): ImportSummary {
  const jobs = sent?.jobs ?? [];
  const plans = sent?.plans ?? files.map(({ plan }) => plan);
  const summaries = files.map((file, i) => fileSummary(file, plans[i] ?? file.plan));
  return {
    file: options.files.join(', '),
    rows: validation.rows,
    accepted: validation.accepted,
    duplicates: validation.duplicates,
    rejected: validation.rejected,
    suppressed: validation.suppressed,
    // Without waiting, or in a dry run, rows that are in no job have not failed.
    ...sumOutcomes(
      jobs,
      sent !== undefined && options.wait ? validation.accepted : 0,
      sent === undefined ? 0 : (compared.counts?.unchanged ?? 0),
    ),
    not_sent: sent === undefined ? 0 : notSent(jobs, validation.accepted - (compared.counts?.unchanged ?? 0)),
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
    ignored_columns: [...new Set(files.flatMap(({ plan }) => plan.ignored))],
    reasons: files.flatMap(file => reasonsOf(file, files.length > 1)).sort((a, b) => b.count - a.count),
    risks: validation.risks.list().map(({ action, suggestion, place, ...risk }) => ({
      ...whereOf(place, files, validation.places),
      ...risk,
      action: actionText(action),
      ...(suggestion !== undefined && { suggestion }),
    })),
    domains: domainSummary(options),
    warnings: warningsOf({ files }),
    files: summaries,
    rejects_file: rejectsFile,
    resumed,
    dry_run: options.dryRun,
    elapsed_seconds: Math.round(elapsed / 10) / 100,
  };
}

/** The line of a row, and its file where there are several. */
function whereOf(
  place: number,
  files: readonly CheckedFile[],
  places: Places,
): { readonly line: number; readonly file?: string } {
  const { file, line } = places.locate(place);
  const label = files[file]?.plan.label;
  return files.length === 1 || label === undefined ? { line } : { line, file: label };
}

function fileSummary({ source, counts }: CheckedFile, plan: ImportPlan): FileSummary {
  const { rows, accepted, duplicates, rejected, suppressed } = counts;
  return {
    file: source.name,
    ...{ rows, accepted, duplicates, rejected, suppressed },
    mapping: mappingSummary(plan),
    ignored_columns: plan.ignored,
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

/**
 * Divides one job's rows by outcome so that they add up to its rows, whatever the service counted. Rows that the
 * counts of a completed job leave out are unknown; those that a failed job leaves out have failed.
 */
function outcomesOf(job: ImportJob): RowOutcomes {
  if (job.status === 'pending' || job.status === 'processing') return none;
  if (job.status === 'not_sent') return { ...none, failed: job.rows };
  if (job.status === 'unknown') return { ...none, unknown: job.rows };
  let left = job.rows;
  const take = (count: unknown) => {
    const taken = Math.max(0, Math.min(left, Math.trunc(countOf(count) ?? 0)));
    left -= taken;
    return taken;
  };
  const created = take(job.record?.created_count);
  const updated = take(job.record?.updated_count);
  const skipped = take(job.record?.skipped_count);
  const rest = job.status === 'failed' ? { failed: left, unknown: 0 } : { failed: 0, unknown: left };
  return { created, updated, skipped, ...rest };
}

/** Adds up the outcomes of all jobs. Accepted rows that are in no job have failed, but for those that need none. */
function sumOutcomes(jobs: readonly ImportJob[], accepted: number, unchanged: number): RowOutcomes {
  const sum: Record<keyof RowOutcomes, number> = { ...none, skipped: unchanged };
  let inJobs = unchanged;
  for (const job of jobs) {
    inJobs += job.rows;
    const outcomes = outcomesOf(job);
    for (const outcome of outcomeNames) sum[outcome] += outcomes[outcome];
  }
  return { ...sum, failed: sum.failed + Math.max(0, accepted - inJobs) };
}

function domainSummary({ dns }: Pick<ImportOptions, 'dns'>): ImportSummary['domains'] {
  return dns === undefined
    ? null
    : { asked: dns.asked, without_mail: dns.withoutMail.length, unknown: dns.unknown };
}

/** Accepted rows that are in no job, and those of jobs that certainly did not arrive. */
function notSent(jobs: readonly ImportJob[], accepted: number): number {
  const sent = jobs.filter(({ status }) => status !== 'not_sent').reduce((sum, { rows }) => sum + rows, 0);
  return Math.max(0, accepted - sent);
}

/** Where the service's own counts differ from the rows sent: shown, not hidden. */
export function countMismatches(jobs: readonly ImportJob[]): string[] {
  return jobs.flatMap(({ record, rows }) => {
    if (record === undefined || (record.status !== 'completed' && record.status !== 'failed')) return [];
    const total = countOf(record.total_count);
    const created = countOf(record.created_count);
    const updated = countOf(record.updated_count);
    const skipped = countOf(record.skipped_count);
    const counted = (created ?? Number.NaN) + (updated ?? Number.NaN) + (skipped ?? Number.NaN);
    if (total === rows && (counted === rows || record.status === 'failed')) return [];
    const shown = (count: number | undefined) => count ?? 'an unknown number';
    return [
      `import ${record.id}: ${rows} rows sent, but the service counts ${shown(total)} in all: ` +
        `${shown(created)} created, ${shown(updated)} updated, ${shown(skipped)} skipped`,
    ];
  });
}

function jobSummary({ id, status, rows, record, error }: ImportJob): JobSummary {
  return {
    id,
    status,
    rows,
    total_count: countOf(record?.total_count) ?? null,
    created_count: countOf(record?.created_count) ?? null,
    updated_count: countOf(record?.updated_count) ?? null,
    skipped_count: countOf(record?.skipped_count) ?? null,
    error_message: record?.error_message ?? error,
  };
}
