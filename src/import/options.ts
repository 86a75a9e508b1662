import type { DuplicateRule } from './batches.ts';

/** What the command line says about an import. */
export interface ImportOptions {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly map: readonly string[];
  readonly tags: readonly string[];
  readonly tagIds: readonly string[];
  readonly createFields: boolean;
  readonly strict: boolean;
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  /** False: the file has no header. Undefined: find out. */
  readonly header: boolean | undefined;
  readonly decimalMark: '.' | ',' | undefined;
  readonly dateFormat: string | undefined;
  readonly badValues: 'reject' | 'drop';
  readonly duplicates: DuplicateRule;
  readonly includeSuppressed: boolean;
  /** A column that says who must not be mailed; false: none does; undefined: find out. */
  readonly statusColumn: string | false | undefined;
  /** Rows in a job, at the most. */
  readonly batchSize: number;
  /** Bytes in a request, at the most. */
  readonly maxBody: number;
  /** Jobs under way at a time. */
  readonly concurrency: number;
  readonly wait: boolean;
  /** Seconds to wait for one job. */
  readonly waitTimeout: number;
  /** Undefined: no rejects file. */
  readonly rejects: string | undefined;
  readonly report: string | undefined;
  readonly allowRejects: boolean;
  readonly dryRun: boolean;
}
