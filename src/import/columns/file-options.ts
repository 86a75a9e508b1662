import { Failure } from '../../lib/failure.ts';
import { normalizeName } from './header-names.ts';

interface ColumnOptions {
  readonly map: readonly string[];
  readonly decimalMark: readonly string[];
  readonly dateFormat: readonly string[];
  readonly badValues: readonly string[];
  readonly optOutValues: readonly string[];
  /** False: no column is about consent. */
  readonly statusColumn: string | false | undefined;
}

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
  const own = (texts: readonly string[], cut: Cut) => texts.flatMap(text => ofFile(text, cut, file));
  const { statusColumn } = options;
  return {
    ...options,
    map: own(options.map, lastEquals),
    decimalMark: own(options.decimalMark, lastEquals),
    dateFormat: own(options.dateFormat, lastEquals),
    badValues: own(options.badValues, lastEquals),
    optOutValues: own(options.optOutValues, firstEquals),
    statusColumn:
      typeof statusColumn === 'string' ? ofFile(statusColumn, text => text.length, file)[0] : statusColumn,
  };
}

/**
 * @throws Failure invalid_value when an option names a column that no file has
 */
export function refuseUnusedOptions(options: ColumnOptions, files: readonly FileColumns[]): void {
  const { map, decimalMark, dateFormat, badValues, optOutValues, statusColumn } = options;
  const uses: readonly (readonly [flag: string, texts: readonly string[], cut: Cut])[] = [
    ['--map', map, lastEquals],
    ['--decimal-mark', decimalMark, lastEquals],
    ['--date-format', dateFormat, lastEquals],
    ['--bad-values', badValues, lastEquals],
    ['--opt-out-value', optOutValues, firstEquals],
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
const lastEquals: Cut = text => text.lastIndexOf('=');
const firstEquals: Cut = text => text.indexOf('=', 1);

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
