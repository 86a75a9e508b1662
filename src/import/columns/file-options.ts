import { type ColumnAnswer, columnAnswers, endOfColumn, flagOf, textsOf } from '../codec.ts';
import type { Answers } from '../options.ts';
import { noColumn } from './columns.ts';
import { normalizeName } from './header-names.ts';

export interface FileColumns {
  /** Options may have it before a column: `people.csv:Status`. */
  readonly label: string;
  readonly header: readonly string[];
}

/**
 * The answers about columns of one of several files. The label of a file before the column limits an answer to that
 * file.
 */
export function optionsOfFile<A extends Answers>(answers: A, file: FileColumns): A {
  const own = columnAnswers.map(name => {
    const answer = answers[name];
    const texts = textsOf(answer).flatMap(text => ofFile(name, text, file));
    return [name, typeof answer === 'object' ? texts : answer && texts[0]];
  });
  return { ...answers, ...Object.fromEntries(own) };
}

/** @throws Failure invalid_value when an answer names a column that no file has */
export function refuseUnusedOptions(answers: Answers, files: readonly FileColumns[]): void {
  for (const name of columnAnswers) {
    const unused = textsOf(answers[name]).find(text =>
      files.every(file => ofFile(name, text, file).length === 0),
    );
    if (unused === undefined) continue;
    const flag = flagOf(name);
    const column = unused.slice(0, endOfColumn(name, unused)).trim();
    const of = files.find(({ label }) => column.startsWith(`${label}:`));
    throw noColumn(
      `${flag}: none of the files has a column "${column}"`,
      of === undefined ? column : column.slice(of.label.length + 1),
      [...new Set((of === undefined ? files : [of]).flatMap(({ header }) => header))],
      `a column of one file by its number: ${flag} "${files[0]?.label}:3…"`,
    );
  }
}

/** The answer's text without the label; empty if it is not about the file. */
function ofFile(answer: ColumnAnswer, text: string, { label, header }: FileColumns): string[] {
  const end = endOfColumn(answer, text);
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
