/**
 * The settings of an import as text: flags of a command line, the mapping file, and the journal. Each has one name:
 * `optOutValue` is `--opt-out-value`, and `opt_out_value` in the file.
 */
import { Failure } from '../lib/failure.ts';
import { isObject } from '../lib/json/is-object.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { type Answers, type ImportOptions, noAnswers } from './options.ts';

const answerNames = Object.keys(noAnswers) as (keyof Answers)[];

/** The answers about columns: `<column>=<value>`, a value for all columns, or a column. */
export const columnAnswers = [
  'map',
  'optOutValue',
  'statusColumn',
  'dateFormat',
  'decimalMark',
  'badValues',
] as const satisfies readonly (keyof Answers)[];
export type ColumnAnswer = (typeof columnAnswers)[number];

export const otherAnswers = answerNames.filter(name => !columnAnswers.some(one => one === name));

/** Where the name of the column ends in an answer; -1: the text names none. */
export function endOfColumn(name: ColumnAnswer, text: string): number {
  if (name === 'statusColumn') return text.length;
  // A value that opts out may contain `=`; in others the name of the column may.
  return name === 'optOutValue' ? text.indexOf('=', 1) : text.lastIndexOf('=');
}

/** An answer as a list. */
export const textsOf = (answer: Answers[keyof Answers]): readonly string[] =>
  typeof answer === 'string' ? [answer] : answer || [];

/** About single files, which no flag can name. */
const flagless: readonly (keyof Answers)[] = ['chosenEncodings', 'chosenSheets'];

/** What decides what is sent and written: --resume takes it from the first run. */
const journaledOptions = [
  ...answerNames,
  'saved',
  'from',
  'tag',
  'tagId',
  'createFields',
  'strict',
  'encoding',
  'sheet',
  'delimiter',
  'header',
  'duplicates',
  'includeSuppressed',
  'review',
  'shard',
  'rejects',
  'report',
] as const satisfies readonly (keyof ImportOptions)[];

/** Options that name an output file. */
const writtenTo: readonly string[] = ['rejects', 'report'];

/** Answers after others: lists are joined, of others the later wins. */
export function joinAnswers(
  first: Answers,
  later: Partial<Answers>,
  names: readonly (keyof Answers)[] = answerNames,
): Partial<Answers> {
  const both = names.map(name => {
    const [one, other] = [first[name], later[name]];
    return [name, Array.isArray(one) ? [...one, ...textsOf(other)] : (other ?? one)];
  });
  return Object.fromEntries(both);
}

/** The flag of an option. */
export const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;

/** A setting as words of a command line. */
export function flagWords(name: string, value: unknown): string[] {
  const flag = flagOf(name);
  if (Array.isArray(value)) return value.map(one => `${flag} ${shellWord(String(one))}`);
  if (value === true) return [flag];
  if (value === false) return [flag.replace('--', '--no-')];
  if (isObject(value)) return [`${flag} ${value.share}/${value.of}`];
  return value === undefined || value === null ? [] : [`${flag} ${shellWord(String(value))}`];
}

/** The answers as flags. */
export function answerFlags(answers: Partial<Answers>): string[] {
  return answerNames.flatMap(name => (flagless.includes(name) ? [] : flagWords(name, answers[name])));
}

/** Whether no flag can say some of the answers: they are about one of several files. */
export function needsMappingFile(answers: Answers): boolean {
  return flagless.some(name => textsOf(answers[name]).length > 0);
}

/** The answers about a single file, which flags can say. */
export function singleFileFlags({ encoding, sheet, ...chosen }: ImportOptions): string[] {
  const value = (texts: readonly string[]) => texts.map(text => text.slice(text.lastIndexOf('=') + 1));
  return [
    ...(encoding === undefined ? flagWords('encoding', value(chosen.chosenEncodings)) : []),
    ...(sheet.length === 0 ? flagWords('sheet', value(chosen.chosenSheets)) : []),
  ];
}

/** The options that were typed, as flags. @param except names of options */
export function optionFlags(options: ImportOptions, except: readonly string[]): string[] {
  const left = new Set<string>([...except, ...answerNames, 'dryRun']);
  return options.given.flatMap(name =>
    left.has(name) || !(name in options)
      ? []
      : flagWords(name, options[name as keyof ImportOptions] ?? false),
  );
}

/** The command that resumes an import. The first run's journal has the options that decide what is sent. */
export function resumeCommand(options: ImportOptions, existingTags = options.existingTags): string {
  const given = existingTags === undefined ? options.given : [...new Set([...options.given, 'existingTags'])];
  const decided = journaledOptions.filter(name => name !== 'shard');
  const names = options.files.map(shellWord);
  return [
    'newsletter import',
    ...names,
    ...optionFlags({ ...options, existingTags, given }, [
      ...decided,
      ...['mapping', 'saveMapping', 'resume', 'restart'],
    ]),
    '--resume',
  ].join(' ');
}

/** The name of an answer in a mapping file. */
const keyOf = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The answers as they stand in a mapping file. */
export function savedAnswers(answers: Answers): Record<string, unknown> {
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    answerNames.flatMap(name => (isGiven(answers[name]) ? [[keyOf(name), answers[name]]] : [])),
  );
}

/** The answers of a mapping file. @throws Failure invalid_value */
export function answersOf(saved: Readonly<Record<string, unknown>>, path: string): Answers {
  const isText = (value: unknown) => typeof value === 'string';
  const read = answerNames.flatMap(name => {
    const value = saved[keyOf(name)];
    if (value === undefined) return [];
    const isRight = Array.isArray(noAnswers[name])
      ? Array.isArray(value) && value.every(isText)
      : value === false || isText(value);
    if (!isRight) throw invalidMapping(keyOf(name), path);
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
  const values = journaledOptions.map(name => [name, options[name] ?? null]);
  return { ...Object.fromEntries(values), given: options.given };
}

/** The options of the first run. @throws Failure usage if the command line gives one of them another value */
export function resumedOptions(
  options: ImportOptions,
  recorded: Readonly<Record<string, unknown>>,
): ImportOptions {
  const { given } = options;
  const then: Record<string, unknown> = {};
  for (const name of journaledOptions) {
    // Output files may change: the old path may no longer exist.
    if (writtenTo.includes(name) && given.includes(name)) continue;
    const before = recorded[name] ?? undefined;
    if (given.includes(name) && JSON.stringify(options[name]) !== JSON.stringify(before)) {
      const flag = flagOf(name).replace('--', options[name] === false ? '--no-' : '--');
      throw new Failure('usage', `${flag} differs from the import to resume`, {
        hint: 'leave it out, or start over with --restart',
      });
    }
    then[name] = before;
  }
  // journaledOptionsOf wrote this record.
  const first = (recorded as Pick<ImportOptions, 'given'>).given.filter(name => name in then);
  return { ...options, ...(then as Partial<ImportOptions>), given: [...new Set([...first, ...given])] };
}
