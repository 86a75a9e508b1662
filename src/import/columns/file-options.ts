import { Failure } from '../../lib/failure.ts';
import { flagOf } from '../codec.ts';
import { type Answers, columnAnswers } from '../options.ts';
import { normalizeName } from './header-names.ts';

type ColumnOptions = Pick<Answers, (typeof columnAnswers)[number] | 'statusColumn'>;

/** One of several files. */
export interface FileColumns {
  /** Options may have it before a column: `people.csv:Status`. */
  readonly label: string;
  readonly header: readonly string[];
}

/**
 * The options that name columns of one of several files. The label of a file before the column limits an option to that
 * file.
 */
export function optionsOfFile<O extends ColumnOptions>(options: O, file: FileColumns): O {
  const { statusColumn } = options;
  const own = columnAnswers.map(name => [
    name,
    options[name].flatMap(text => ofFile(text, cutOf(name), file)),
  ]);
  return {
    ...options,
    ...Object.fromEntries(own),
    statusColumn:
      typeof statusColumn === 'string' ? ofFile(statusColumn, text => text.length, file)[0] : statusColumn,
  };
}

/**
 * @throws Failure invalid_value when an option names a column that no file has
 */
export function refuseUnusedOptions(options: ColumnOptions, files: readonly FileColumns[]): void {
  const { statusColumn } = options;
  const uses: readonly (readonly [flag: string, texts: readonly string[], cut: Cut])[] = [
    ...columnAnswers.map(name => [flagOf(name), options[name], cutOf(name)] as const),
    ['--status-column', typeof statusColumn === 'string' ? [statusColumn] : [], text => text.length],
  ];
  for (const [flag, texts, cut] of uses) {
    const unused = texts.find(text => files.every(file => ofFile(text, cut, file).length === 0));
    if (unused === undefined) continue;
    const name = unused.slice(0, cut(unused)).trim();
    throw new Failure('invalid_value', `${flag}: none of the files has a column "${name}"`, {
      details: files.map(({ label, header }) => `${label}: ${header.join(', ')}`),
      hint: `a column of one file by its number: ${flag} "${files[0]?.label}:3…"`,
    });
  }
}

/** Where the name of the column ends; -1: the text names none. */
type Cut = (text: string) => number;
/** A value that opts out may contain `=`; in others the name of the column may. */
const cutOf = (name: (typeof columnAnswers)[number]): Cut =>
  name === 'optOutValues' ? text => text.indexOf('=', 1) : text => text.lastIndexOf('=');

/** The option's text without the label; empty if it is not about the file. */
function ofFile(text: string, cut: Cut, { label, header }: FileColumns): string[] {
  const end = cut(text);
  if (end === -1) return [text];
  const name = text.slice(0, end).trim();
  if (isColumn(name, header)) return [text];
  const prefix = `${label}:`;
  return name.startsWith(prefix) ? [name.slice(prefix.length) + text.slice(end)] : [];
}

function isColumn(name: string, header: readonly string[]): boolean {
  const wanted = normalizeName(name);
  return header.some(cell => cell === name || (wanted !== '' && normalizeName(cell) === wanted));
}
