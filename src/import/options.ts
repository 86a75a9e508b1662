import { Failure } from '../lib/failure.ts';

/** Which of the rows that share an address is sent: all of them joined, or one. */
export type DuplicateRule = 'merge' | 'first' | 'last';

/** What the command line says about an import. */
export interface ImportOptions {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly map: readonly string[];
  /** The service whose export the file is; `none`: do not guess. */
  readonly from: string | undefined;
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
  /** Which rows this machine takes: share `share` (from 1) of `of`. */
  readonly shard: { readonly share: number; readonly of: number } | undefined;
  /** Go on with an interrupted import of the file. */
  readonly resume: boolean;
  /** Forget an interrupted import of the file. */
  readonly restart: boolean;
  /** Names of the options that the user gave. */
  readonly given: readonly string[];
}

/** The options that decide what is sent and recorded: with --resume they are those of the first start. */
const journaled = [
  'map',
  'from',
  'tags',
  'tagIds',
  'createFields',
  'strict',
  'encoding',
  'delimiter',
  'header',
  'decimalMark',
  'dateFormat',
  'badValues',
  'duplicates',
  'includeSuppressed',
  'statusColumn',
  'shard',
  'rejects',
  'report',
] as const satisfies readonly (keyof ImportOptions)[];

/** Flags that are not called like their options. */
const flags: Readonly<Record<string, string>> = { tags: '--tag', tagIds: '--tag-id', header: '--no-header' };

/** What the journal keeps of the options. */
export function journaledOptions(options: ImportOptions): Record<string, unknown> {
  return Object.fromEntries(journaled.map(name => [name, options[name] ?? null]));
}

/**
 * The options of an import that is continued: those it was started with.
 *
 * @throws Failure usage when the user gave one of them anew, with another value
 */
export function resumedOptions(
  options: ImportOptions,
  recorded: Readonly<Record<string, unknown>>,
): ImportOptions {
  const resumed: Record<string, unknown> = { ...options };
  for (const name of journaled) {
    const before = recorded[name] ?? undefined;
    if (options.given.includes(name) && JSON.stringify(options[name]) !== JSON.stringify(before)) {
      const flag = flags[name] ?? `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
      throw new Failure('usage', `${flag} is not what the import that is to be continued was started with`, {
        hint: 'leave it out, or start anew with --restart',
      });
    }
    resumed[name] = before;
  }
  // The journal is this program's own, and holds what decisiveOptions put there.
  return { ...options, ...(resumed as Partial<ImportOptions>) };
}
