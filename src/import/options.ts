import type { TagsRule } from '../people/tags.ts';

/** Which row of an address is sent: the first, the last, or all merged. */
export type DuplicateRule = 'merge' | 'first' | 'last';

/** Whether to read the account before the import: if that is quick enough, always, or never. */
export type CompareMode = 'auto' | 'always' | 'never';

/**
 * What prompts answer: starts as the flags of the command line, and each answer is added. Answers about columns are
 * `<column>=<value>`, or a value for all columns.
 */
export interface Answers {
  readonly map: readonly string[];
  /** Values that mean that the person opted out. */
  readonly optOutValue: readonly string[];
  /** The column that says who must not be emailed; false: there is none; undefined: detect it. */
  readonly statusColumn: string | false | undefined;
  readonly dateFormat: readonly string[];
  readonly decimalMark: readonly string[];
  /** `reject` the row of a value that does not fit, or `drop` the value. */
  readonly badValues: readonly string[];
  /** How to handle risky addresses: `<action>` for all, `<cause>=<action>` for one cause. */
  readonly risky: readonly string[];
  /** Encodings of single files, as `<path>=<encoding>`. */
  readonly chosenEncodings: readonly string[];
  /** Sheets of single workbooks, as `<path>=<sheet>`. */
  readonly chosenSheets: readonly string[];
}

export const noAnswers: Answers = {
  map: [],
  optOutValue: [],
  statusColumn: undefined,
  dateFormat: [],
  decimalMark: [],
  badValues: [],
  risky: [],
  chosenEncodings: [],
  chosenSheets: [],
};

/** A mapping file. Answers of a command line or a prompt override it. */
interface SavedAnswers extends Answers {
  /** Detected targets of columns: `<column>=<target>`. They do not decide consent. */
  readonly columns: readonly string[];
}

/** All settings of an import, by the names of their flags: its command line, a mapping file, and the answers at prompts. */
export interface ImportOptions extends Answers {
  /** Paths, or `-` for standard input; later files win. */
  readonly files: readonly string[];
  readonly mapping?: string | undefined;
  /** Columns that a file does not have are ignored. */
  readonly saved?: SavedAnswers | undefined;
  readonly saveMapping?: string | undefined;
  /** The service that exported the file; `none`: do not detect it. */
  readonly from?: string | undefined;
  readonly tag: readonly string[];
  readonly tagId: readonly string[];
  readonly createFields: boolean;
  readonly strict: boolean;
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly header: boolean;
  readonly duplicates: DuplicateRule;
  readonly includeSuppressed: boolean;
  /** Whether to ask about ignored columns that may tell people apart. */
  readonly review: boolean;
  readonly suppress: readonly string[];
  readonly compare: CompareMode;
  /** What the service does with imported tags, according to the user; undefined: detect it. */
  readonly existingTags?: TagsRule | undefined;
  readonly batchSize: number;
  /** Bytes of a request. */
  readonly maxBody: number;
  readonly concurrency: number;
  /** Requests per second, of all shards together. */
  readonly rate?: number | undefined;
  readonly wait: boolean;
  /** Seconds for one job. */
  readonly waitTimeout: number;
  readonly rejects?: string | undefined;
  readonly report?: string | undefined;
  readonly allowRejects: boolean;
  readonly minRows?: number | undefined;
  /** In the summary. */
  readonly showAddresses: boolean;
  readonly dryRun: boolean;
  /** `share` counts from 1. */
  readonly shard?: { readonly share: number; readonly of: number } | undefined;
  readonly resume: boolean;
  readonly restart: boolean;
  /** Names of the options that were typed. */
  readonly given: readonly string[];
}

export function importDefaults(files: readonly string[]): ImportOptions {
  return {
    ...noAnswers,
    files,
    tag: [],
    tagId: [],
    createFields: false,
    strict: false,
    header: true,
    duplicates: 'merge',
    includeSuppressed: false,
    review: false,
    suppress: [],
    compare: 'auto',
    batchSize: 5000,
    maxBody: 16 * 1024 * 1024,
    concurrency: 4,
    wait: true,
    waitTimeout: 3600,
    allowRejects: false,
    showAddresses: false,
    dryRun: false,
    resume: false,
    restart: false,
    given: [],
  };
}
