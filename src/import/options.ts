import type { TagsRule } from '../people/tags.ts';

/** Which row of an address is sent: the first, the last, or all merged. */
export type DuplicateRule = 'merge' | 'first' | 'last';

/** Whether to read the account before the import: if that is quick enough, always, or never. */
export type CompareMode = 'auto' | 'always' | 'never';

const none: readonly string[] = [];

/** The value of `--suppress` that says that a rejects file needs no list of people left out. */
export const noList = 'none';

/**
 * What prompts answer: starts as the flags of the command line, and each answer is added. Answers about columns are
 * `<column>=<value>`, or a value for all columns.
 */
export const noAnswers = {
  map: none,
  /** Values that mean that the person opted out. */
  optOutValue: none,
  /** The column that says who must not be emailed; false: there is none; undefined: detect it. */
  statusColumn: undefined as string | false | undefined,
  dateFormat: none,
  decimalMark: none,
  /** `reject` the row of a value that does not fit, or `drop` the value. */
  badValues: none,
  /** How to handle risky addresses: `<action>` for all, `<cause>=<action>` for one cause. */
  risky: none,
  /** Lists of people who must not be emailed. */
  suppress: none,
  /** Encodings of single files, as `<path>=<encoding>`. */
  chosenEncodings: none,
  /** Sheets of single workbooks, as `<path>=<sheet>`. */
  chosenSheets: none,
};
export type Answers = Readonly<typeof noAnswers>;

/** A mapping file. Answers of a command line or a prompt override it. */
interface SavedAnswers extends Answers {
  /** Detected targets of columns: `<column>=<target>`. They do not decide consent. */
  readonly columns: readonly string[];
}

const defaults = {
  tag: none,
  tagId: none,
  createFields: false,
  strict: false,
  header: true,
  /** Sheets of a workbook to import. */
  sheet: none,
  duplicates: 'merge' as DuplicateRule,
  includeSuppressed: false,
  /** Whether to ask about ignored columns that may tell people apart. */
  review: false,
  compare: 'auto' as CompareMode,
  batchSize: 5000,
  /** Bytes of a request. */
  maxBody: 16 * 1024 * 1024,
  concurrency: 4,
  wait: true,
  /** Seconds for one job. */
  waitTimeout: 3600,
  allowRejects: false,
  /** In the summary. */
  showAddresses: false,
  dryRun: false,
  resume: false,
  restart: false,
  /** Names of the options that were typed. */
  given: none,
};

/** All settings of an import, by the names of their flags: its command line, a mapping file, and the answers at prompts. */
export interface ImportOptions extends Answers, Readonly<typeof defaults> {
  /** Paths, or `-` for standard input; later files win. */
  readonly files: readonly string[];
  readonly mapping?: string | undefined;
  /** Columns that a file does not have are ignored. */
  readonly saved?: SavedAnswers | undefined;
  readonly saveMapping?: string | undefined;
  /** The service that exported the file; `none`: do not detect it. */
  readonly from?: string | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  /** What the service does with imported tags, according to the user; undefined: detect it. */
  readonly existingTags?: TagsRule | undefined;
  /** Requests per second, of all shards together. */
  readonly rate?: number | undefined;
  readonly rejects?: string | undefined;
  readonly report?: string | undefined;
  readonly minRows?: number | undefined;
  /** `share` counts from 1. */
  readonly shard?: { readonly share: number; readonly of: number } | undefined;
}

export function importDefaults(files: readonly string[]): ImportOptions {
  return { ...noAnswers, ...defaults, files };
}
