/**
 * The settings of an import as text: flags of a command line, the mapping file, and the journal. One table says what
 * each is called.
 */
import { Failure } from '../lib/failure.ts';
import { isObject } from '../lib/json/is-object.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { type Answers, type ImportOptions, noAnswers } from './options.ts';

interface Setting {
  /** Its name in the mapping file. */
  readonly saved: string;
  /** Undefined: it is about one of several files, which no flag can name. */
  readonly flag?: string;
}

const answerSettings: Readonly<Record<keyof Answers, Setting>> = {
  map: { flag: '--map', saved: 'map' },
  optOutValues: { flag: '--opt-out-value', saved: 'opt_out_values' },
  statusColumn: { flag: '--status-column', saved: 'status_column' },
  dateFormat: { flag: '--date-format', saved: 'date_format' },
  decimalMark: { flag: '--decimal-mark', saved: 'decimal_mark' },
  risky: { flag: '--risky', saved: 'risky' },
  badValues: { flag: '--bad-values', saved: 'bad_values' },
  innocentNames: { saved: 'not_opted_out' },
  chosenEncodings: { saved: 'encodings' },
  chosenSheets: { saved: 'sheets' },
};
const answerNames = Object.keys(answerSettings) as (keyof Answers)[];

/** What decides what is sent and written: --resume takes it from the first run. */
const journaledOptions = [
  ...answerNames,
  'saved',
  'from',
  'tags',
  'tagIds',
  'createFields',
  'strict',
  'encoding',
  'sheet',
  'delimiter',
  'header',
  'duplicates',
  'includeSuppressed',
  'review',
  'suppress',
  'shard',
  'rejects',
  'report',
] as const satisfies readonly (keyof ImportOptions)[];

/** Options that name an output file. */
const writtenTo: readonly string[] = ['rejects', 'report'];

/** Flags that differ from the names of their options. */
const otherFlags: Readonly<Record<string, string>> = {
  tags: '--tag',
  tagIds: '--tag-id',
  tagsRule: '--existing-tags',
  optOutValues: '--opt-out-value',
};

/** The flag of an option. */
export const flagOf = (name: string) =>
  otherFlags[name] ?? `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;

/** A setting as words of a command line. */
function flagWords(flag: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.map(one => `${flag} ${shellWord(String(one))}`);
  if (value === true) return [flag];
  if (value === false) return [flag.replace('--', '--no-')];
  if (isObject(value)) return [`${flag} ${value.share}/${value.of}`];
  return value === undefined || value === null ? [] : [`${flag} ${shellWord(String(value))}`];
}

/** The answers as flags. */
export function answerFlags(answers: Partial<Answers>): string[] {
  return answerNames.flatMap(name => {
    const { flag } = answerSettings[name];
    const isSet = answers[name] !== undefined && answers[name] !== noAnswers[name];
    return flag === undefined || !isSet ? [] : flagWords(flag, answers[name]);
  });
}

/** Whether no flag can say some of the answers: they are about one of several files. */
export function needsMappingFile({ innocentNames, chosenEncodings, chosenSheets }: Answers): boolean {
  return innocentNames.length + chosenEncodings.length + chosenSheets.length > 0;
}

/** The answers about a single file, which flags can say. */
export function singleFileFlags(options: ImportOptions): string[] {
  const { chosenEncodings, chosenSheets } = options;
  const value = (texts: readonly string[]) => texts.map(text => text.slice(text.lastIndexOf('=') + 1));
  return [
    ...(options.encoding === undefined ? flagWords('--encoding', value(chosenEncodings)) : []),
    ...(options.sheet === undefined ? flagWords('--sheet', value(chosenSheets)) : []),
  ];
}

/** The options that were typed, as flags. @param except names of options */
export function optionFlags(options: ImportOptions, except: readonly string[]): string[] {
  const left = new Set<string>([...except, ...answerNames, 'dryRun']);
  return options.given.flatMap(name => {
    if (left.has(name) || !(name in options)) return [];
    const value = options[name as keyof ImportOptions];
    return flagWords(flagOf(name), value === undefined ? false : value);
  });
}

/** The answers as they stand in a mapping file. */
export function savedAnswers(answers: Answers): Record<string, unknown> {
  return Object.fromEntries(
    answerNames.flatMap(name => {
      const value = answers[name];
      const isEmpty =
        value === undefined || (Array.isArray(value) ? value.length === 0 : value === noAnswers[name]);
      return isEmpty ? [] : [[answerSettings[name].saved, value] as const];
    }),
  );
}

const isText = (value: unknown) => typeof value === 'string';

/**
 * The answers of a mapping file.
 *
 * @throws Failure invalid_value
 */
export function answersOf(saved: Readonly<Record<string, unknown>>, path: string): Answers {
  const read = answerNames.flatMap(name => {
    const { saved: key } = answerSettings[name];
    const value = saved[key];
    if (value === undefined) return [];
    const usual = noAnswers[name];
    const isRight = Array.isArray(usual)
      ? Array.isArray(value) && value.every(isText)
      : value === false || isText(value);
    if (!isRight) throw invalidMapping(key, path);
    return [[name, value] as const];
  });
  return { ...noAnswers, ...(Object.fromEntries(read) as Partial<Answers>) };
}

export function invalidMapping(key: string, path: string): Failure {
  return new Failure('invalid_value', `${path}: "${key}" is invalid in a mapping file`, {
    hint: '--save-mapping <file> writes one',
  });
}

/** The options as one record for the journal. */
export function journaledOptionsOf(options: ImportOptions): Record<string, unknown> {
  return Object.fromEntries(journaledOptions.map(name => [name, options[name] ?? null]));
}

/**
 * The options of a resumed import: those of its first run.
 *
 * @param recorded the options in the journal
 * @throws Failure usage when the command line gives one of them another value
 */
export function resumedOptions(
  options: ImportOptions,
  recorded: Readonly<Record<string, unknown>>,
): ImportOptions {
  const { given } = options;
  const then: Record<string, unknown> = {};
  for (const name of journaledOptions) {
    // Output files may change: the old path may no longer exist.
    if (writtenTo.includes(name) && given.includes(name)) continue;
    const before = recorded[name] ?? (Array.isArray(options[name]) ? [] : undefined);
    if (given.includes(name) && JSON.stringify(options[name]) !== JSON.stringify(before)) throw differs(name);
    then[name] = before;
  }
  // journaledOptionsOf wrote this record.
  return { ...options, ...(then as Partial<ImportOptions>) };
}

function differs(name: string): Failure {
  const flag = name === 'header' ? '--no-header' : flagOf(name);
  return new Failure('usage', `${flag} differs from the import to resume`, {
    hint: 'leave it out, or start over with --restart',
  });
}
