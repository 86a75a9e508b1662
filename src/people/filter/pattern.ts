import type { Operand } from './grammar.ts';
import { FilterProblem } from './problem.ts';

/**
 * Literal characters, dots and escaped signs, perhaps with ^ and $. Such a pattern never backtracks, so the engine of
 * JavaScript may run it, which is ten times as fast.
 */
const plain = /^\^?(?:[\w@ %&,:;<=>~"'!#-]|\.|\\[.*+?()[\]{}|^$\\/])*\$?$/;

/** A longer regular expression takes noticeable time to compile. */
const maxLength = 1000;

/**
 * A regular expression in the syntax of RE2, ignoring case: its time is proportional to the text, whereas the engine of
 * JavaScript can take for ever.
 *
 * @returns whether it is found anywhere in a text
 * @throws FilterProblem
 */
export async function patternOf({ text, at }: Operand): Promise<(text: string) => boolean> {
  if (text.length > maxLength)
    throw new FilterProblem(at, `a regular expression has at most ${maxLength} characters`);
  if (plain.test(text)) {
    const pattern = new RegExp(withDotOfRe2(text), 'iu');
    return value => pattern.test(value);
  }
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    const pattern = RE2JS.compile(text, RE2JS.CASE_INSENSITIVE);
    return value => pattern.test(value);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const why = error.message.replace(/^error parsing regexp: /, '').replace('`(?i)', '`');
    throw new FilterProblem(
      at,
      `not a regular expression: ${why}`,
      'the syntax is that of RE2: no look-around, no back-references',
    );
  }
}

/** Like the dot of RE2, which is all but a line feed. */
function withDotOfRe2(text: string): string {
  return text.replace(/\\.|\./g, part => (part === '.' ? '[^\\n]' : part));
}
