import type { ComparedCounts } from '../changes/runs.ts';
import type { PassedOver } from './consent/ignored-columns.ts';
import type { ImportOptions } from './options.ts';
import type { FileWarning } from './rows/file-counts.ts';
import type { RowCode } from './rows/parsed-row.ts';
import type { RiskCause } from './rows/risk/risk.ts';

/** The row counts of a summary, in printing order. */
export const summaryCounts = [
  'rows',
  'accepted',
  'duplicates',
  'rejected',
  'suppressed',
  'created',
  'updated',
  'skipped',
  'failed',
  'unknown',
  'not_sent',
  'unchanged',
] as const satisfies readonly (keyof ImportSummary)[];

/** Joins the texts whose count is not zero. */
export function nonZero(parts: readonly (readonly [n: number, text: string])[]): string {
  return parts.flatMap(([n, text]) => (n > 0 ? [text] : [])).join(', ');
}

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
  /** One for each layout of the imported files that has rows to fix or people who were left out. */
  readonly rejects_files: readonly string[];
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
export interface FileSummary {
  readonly file: string;
  readonly rows: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly suppressed: number;
  readonly mapping: Readonly<Record<string, string>>;
  readonly ignored_columns: readonly string[];
}

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
