import { Failure } from '../lib/failure.ts';
import type { TagsRule } from '../people/tags.ts';
import type { Answers, Findings } from './answers.ts';

/** Which row is sent of those that share an address: the first, the last, or all joined. */
export type DuplicateRule = 'merge' | 'first' | 'last';

/** Whether the account is read before the import: when that is quick enough, always, or never. */
export type CompareMode = 'auto' | 'always' | 'never';

/** What the command line says, less what `Answers` hold. Frozen. */
export interface ImportOptions {
  /** Paths, or `-` for standard input; later files win. */
  readonly files: readonly string[];
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
  /** The sheet of workbooks; undefined: the one with addresses. */
  readonly sheet: string | undefined;
  readonly delimiter: string | undefined;
  /** False: the file has no header. Undefined: detect it. */
  readonly header: boolean | undefined;
  readonly badValues: 'reject' | 'drop';
  readonly duplicates: DuplicateRule;
  /** Ask DNS whether the domains take mail. */
  readonly checkDomains: boolean;
  readonly includeSuppressed: boolean;
  /** Files whose addresses must not be emailed. */
  readonly suppress: readonly string[];
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

/** An import of files of which nothing else is said. */
export function importDefaults(files: readonly string[]): ImportOptions {
  return {
    files,
    mapping: undefined,
    saveMapping: undefined,
    from: undefined,
    tags: [],
    tagIds: [],
    createFields: false,
    strict: false,
    encoding: undefined,
    sheet: undefined,
    delimiter: undefined,
    header: undefined,
    badValues: 'reject',
    duplicates: 'merge',
    checkDomains: false,
    includeSuppressed: false,
    suppress: [],
    compare: 'auto',
    tagsRule: undefined,
    verify: false,
    batchSize: 5000,
    maxBody: 16 * 1024 * 1024,
    concurrency: 4,
    wait: true,
    waitTimeout: 3600,
    fieldsTimeout: 900,
    rejects: undefined,
    report: undefined,
    summary: undefined,
    allowRejects: false,
    dryRun: false,
    shard: undefined,
    resume: false,
    restart: false,
    given: [],
  };
}

/** All that decides how the files are read and what is sent. */
export interface Choices {
  readonly options: ImportOptions;
  readonly answers: Answers;
  readonly findings: Findings;
}

/** The options that decide what is sent and written: with --resume those of the first run apply. */
const journaledOptions = [
  'from',
  'tags',
  'tagIds',
  'createFields',
  'strict',
  'encoding',
  'sheet',
  'delimiter',
  'header',
  'badValues',
  'duplicates',
  'checkDomains',
  'includeSuppressed',
  'suppress',
  'shard',
  'rejects',
  'report',
  'summary',
] as const satisfies readonly (keyof ImportOptions)[];

const journaledAnswers = [
  'map',
  'saved',
  'chosenEncodings',
  'chosenSheets',
  'decimalMark',
  'dateFormat',
  'risky',
  'statusColumn',
  'optOutValues',
  'innocentNames',
] as const satisfies readonly (keyof Answers)[];

/** Where something is written. */
const writtenTo: readonly string[] = ['rejects', 'report', 'summary'];

/** Flags that differ from the names of their options. */
const flags: Readonly<Record<string, string>> = {
  tags: '--tag',
  tagIds: '--tag-id',
  header: '--no-header',
  optOutValues: '--opt-out-value',
};

/** The choices as the journal records them, in one record. */
export function journaledChoices({ options, answers, findings }: Choices): Record<string, unknown> {
  return Object.fromEntries([
    ...journaledOptions.map(name => [name, options[name] ?? null]),
    ...journaledAnswers.map(name => [name, answers[name] ?? null]),
    ['dns', findings.dns ?? null],
  ]);
}

/**
 * The choices of a resumed import: those it was started with.
 *
 * @param recorded the choices in the journal
 * @throws Failure usage when the command line gives one of them another value
 */
export function resumedChoices(
  { options, answers }: Choices,
  recorded: Readonly<Record<string, unknown>>,
): Choices {
  const { given } = options;
  function resumed<T extends object>(now: T, names: readonly (keyof T & string)[]): T {
    const then: Record<string, unknown> = {};
    for (const name of names) {
      // Where the rows go that are not sent may change: the old place may be gone.
      if (writtenTo.includes(name) && given.includes(name)) continue;
      const before = recorded[name] ?? (Array.isArray(now[name]) ? [] : undefined);
      if (given.includes(name) && JSON.stringify(now[name]) !== JSON.stringify(before)) throw differs(name);
      then[name] = before;
    }
    // The journal holds what journaledChoices has put there.
    return { ...now, ...(then as Partial<T>) };
  }
  return {
    options: Object.freeze(resumed(options, journaledOptions)),
    answers: resumed(answers, journaledAnswers),
    findings: resumed<Findings>({ dns: undefined }, ['dns']),
  };
}

function differs(name: string): Failure {
  const flag = flags[name] ?? `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
  return new Failure('usage', `${flag} differs from the import to resume`, {
    hint: 'leave it out, or start over with --restart',
  });
}
