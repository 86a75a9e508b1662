import type { Operand } from './grammar.ts';
import { FilterProblem } from './problem.ts';

/**
 * Characters that stand for themselves, dots, and signs with a backslash, bound to the beginning or the end if so
 * marked. There is only one way to try such a pattern, so that the engine of JavaScript may: it is ten times as fast.
 */
const plain = /^\^?(?:[\w@ %&,:;<=>~"'!#-]|\.|\\[.*+?()[\]{}|^$\\/])*\$?$/;

/** A longer regular expression takes noticeable time to compile. */
const maxLength = 1000;

/**
 * A regular expression in the syntax of RE2, without regard to case: it takes time in proportion to the text, whatever
 * is typed (the engine of JavaScript can take for ever).
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
