import type { ComparedCounts } from '../changes/run.ts';
import type { FileWarning } from './rows/file-warnings.ts';
import type { RowCode } from './rows/parsed-row.ts';
import type { RiskCause } from './rows/risk/risk.ts';

/** The counts of rows in a summary, in the order in which they are printed. */
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

/** Joins the texts about what there is any of. */
export function nonZero(parts: readonly (readonly [n: number, text: string])[]): string {
  return parts.flatMap(([n, text]) => (n > 0 ? [text] : [])).join(', ');
}

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
  /** The share of the addresses that was imported; null: all. */
  readonly shard: ShardSummary | null;
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

/** What tells whether summaries of shares belong together. */
export interface ShardSummary {
  readonly share: number;
  readonly of: number;
  /** Rows of all shares. */
  readonly rows: number;
  /** A digest of what is in the files. */
  readonly digest: string;
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

/** Rejected rows that have the same column and cause. */
export interface ReasonSummary {
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
