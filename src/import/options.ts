import { Failure } from '../lib/failure.ts';
import type { TagsRule } from '../people/tags.ts';

/** Which row is sent of those that share an address: the first, the last, or all joined. */
export type DuplicateRule = 'merge' | 'first' | 'last';

/** What DNS has said about the domains of a list. */
export interface DomainCheck {
  /** Number of domains. */
  readonly asked: number;
  /** Domains that certainly take no mail. */
  readonly withoutMail: readonly string[];
  /** Number of domains of which nothing is known. */
  readonly unknown: number;
}
/** Whether the account is read before the import: when that is quick enough, always, or never. */
export type CompareMode = 'auto' | 'always' | 'never';

/** What a mapping file says of columns. The options of the same names come after it. */
export interface SavedAnswers {
  /** Where columns go, found without a question: `<column>=<target>`. It says nothing about consent. */
  readonly columns: readonly string[];
  readonly map: readonly string[];
  readonly decimalMark: readonly string[];
  readonly dateFormat: readonly string[];
  readonly optOutValues: readonly string[];
  readonly statusColumn: string | false | undefined;
}

/** The options with what a mapping file says, as far as the options about columns do not say otherwise. */
export function withAnswers<O extends Omit<SavedAnswers, 'columns'>>(
  options: O,
  saved: Omit<SavedAnswers, 'columns'>,
): O {
  return {
    ...options,
    map: [...saved.map, ...options.map],
    decimalMark: [...saved.decimalMark, ...options.decimalMark],
    dateFormat: [...saved.dateFormat, ...options.dateFormat],
    optOutValues: [...saved.optOutValues, ...options.optOutValues],
    statusColumn: options.statusColumn ?? saved.statusColumn,
  };
}

/** The options of an import. */
export interface ImportOptions {
  /** Paths, or `-` for standard input; later files win. */
  readonly files: readonly string[];
  readonly map: readonly string[];
  /** What a mapping file says; about columns that a file does not have, nothing. */
  readonly saved: SavedAnswers | undefined;
  /** The mapping file to read. */
  readonly mapping: string | undefined;
  /** The mapping file to write. */
  readonly saveMapping: string | undefined;
  /** The service that exported the file; `none`: do not detect it. */
  readonly from: string | undefined;
  readonly tags: readonly string[];
  readonly tagIds: readonly string[];
  readonly createFields: boolean;
  readonly strict: boolean;
  readonly encoding: string | undefined;
  /** Encodings that were chosen for single files, as `<path>=<encoding>`. */
  readonly chosenEncodings: readonly string[];
  /** The sheet of workbooks; undefined: the one with addresses. */
  readonly sheet: string | undefined;
  /** Sheets that were chosen for single workbooks, as `<path>=<sheet>`. */
  readonly chosenSheets: readonly string[];
  readonly delimiter: string | undefined;
  /** False: the file has no header. Undefined: detect it. */
  readonly header: boolean | undefined;
  /** `.` or `,`, of all columns or of one: `<column>=<mark>`. */
  readonly decimalMark: readonly string[];
  /** Forms of dates, of all columns or of one: `<column>=<format>`. */
  readonly dateFormat: readonly string[];
  readonly badValues: 'reject' | 'drop';
  readonly duplicates: DuplicateRule;
  /** What is done with risky addresses: `<what>` for all, `<cause>=<what>` for one cause. */
  readonly risky: readonly string[];
  /** Ask DNS whether the domains take mail. */
  readonly checkDomains: boolean;
  /** What DNS has said; undefined: not asked yet. */
  readonly dns: DomainCheck | undefined;
  readonly includeSuppressed: boolean;
  /** The column that says who must not be emailed; false: there is none; undefined: detect it. */
  readonly statusColumn: string | false | undefined;
  /** Values that mean that the person opted out: `<column>=<value>`. */
  readonly optOutValues: readonly string[];
  /** Files whose addresses must not be emailed. */
  readonly suppress: readonly string[];
  /** Files whose names are no marks, whatever they say. */
  readonly innocentNames: readonly string[];
  readonly compare: CompareMode;
  /** What the service does with imported tags, as the user says; undefined: it is found out. */
  readonly tagsRule: TagsRule | undefined;
  /** Whether everybody is read back, and not only a sample. */
  readonly verify: boolean;
  /** Maximum number of rows in a job. */
  readonly batchSize: number;
  /** Maximum number of bytes in a request. */
  readonly maxBody: number;
  /** Number of jobs in progress at a time. */
  readonly concurrency: number;
  readonly wait: boolean;
  /** Seconds to wait for one job. */
  readonly waitTimeout: number;
  /** Seconds that a share waits for the custom fields that the first one creates. */
  readonly fieldsTimeout: number;
  /** Undefined: no rejects file. */
  readonly rejects: string | undefined;
  readonly report: string | undefined;
  /** Where the summary goes as JSON, besides. */
  readonly summary: string | undefined;
  readonly allowRejects: boolean;
  readonly dryRun: boolean;
  /** The part of the rows to import: part `share` (from 1) of `of`. */
  readonly shard: { readonly share: number; readonly of: number } | undefined;
  /** Resume an interrupted import of the file. */
  readonly resume: boolean;
  /** Start again, and forget an interrupted import of the file. */
  readonly restart: boolean;
  /** Names of the options given on the command line. */
  readonly given: readonly string[];
}

/** The options that decide what is sent and written: with --resume those of the first run apply. */
const journaled = [
  'map',
  'saved',
  'from',
  'tags',
  'tagIds',
  'createFields',
  'strict',
  'encoding',
  'chosenEncodings',
  'sheet',
  'chosenSheets',
  'delimiter',
  'header',
  'decimalMark',
  'dateFormat',
  'badValues',
  'duplicates',
  'risky',
  'checkDomains',
  'dns',
  'includeSuppressed',
  'statusColumn',
  'optOutValues',
  'innocentNames',
  'suppress',
  'shard',
  'rejects',
  'report',
  'summary',
] as const satisfies readonly (keyof ImportOptions)[];

/** Where something is written. */
const writtenTo: readonly string[] = ['rejects', 'report', 'summary'];

/** Flags that differ from the names of their options. */
const flags: Readonly<Record<string, string>> = {
  tags: '--tag',
  tagIds: '--tag-id',
  header: '--no-header',
  optOutValues: '--opt-out-value',
};

/** The options as the journal records them. */
export function journaledOptions(options: ImportOptions): Record<string, unknown> {
  return Object.fromEntries(journaled.map(name => [name, options[name] ?? null]));
}

/**
 * The options of a resumed import: those it was started with.
 *
 * @param recorded the options in the journal
 *
 * @throws Failure usage when the command line gives one of them another value
 */
export function resumedOptions(
  options: ImportOptions,
  recorded: Readonly<Record<string, unknown>>,
): ImportOptions {
  const resumed: Record<string, unknown> = { ...options };
  for (const name of journaled) {
    // Where the rows go that are not sent may change: the old place may be gone.
    if (writtenTo.includes(name) && options.given.includes(name)) continue;
    const before = recorded[name] ?? (Array.isArray(options[name]) ? [] : undefined);
    if (options.given.includes(name) && JSON.stringify(options[name]) !== JSON.stringify(before)) {
      const flag = flags[name] ?? `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
      throw new Failure('usage', `${flag} differs from the import to resume`, {
        hint: 'leave it out, or start over with --restart',
      });
    }
    resumed[name] = before;
  }
  // The journal holds what journaledOptions has put there.
  return { ...options, ...(resumed as Partial<ImportOptions>) };
}
