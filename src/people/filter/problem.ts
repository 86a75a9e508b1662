import { Failure } from '../../lib/failure.ts';
import { likely } from '../../lib/text/nearest.ts';

export class FilterProblem extends Error {
  /** Position in UTF-16 units from 0. */
  readonly at: number;
  /** Undefined: that of the failure code. */
  readonly hint: string | undefined;

  /** @param problem continues `column 7: ` */
  constructor(at: number, problem: string, hint?: string) {
    super(problem);
    this.at = at;
    this.hint = hint;
  }
}

/** `: did you mean …?`, or nothing. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const near = likely(word, candidates);
  return near === undefined ? '' : `: did you mean ${near}?`;
}

/** Characters of an expression that are shown: a line of 80, indented. */
const shownLength = 74;

/** The failure that shows the expression with a caret below the problem. @param text the expression */
export async function filterFailure({ at, message, hint }: FilterProblem, text: string): Promise<Failure> {
  const column = [...text.slice(0, at)].length + 1;
  const from = at < shownLength - 10 ? 0 : at - Math.floor(shownLength / 2);
  const line = text.replaceAll(/\s/g, ' ');
  const start = from === 0 ? '' : '…';
  const rest = line.slice(from, from + shownLength);
  const end = from + rest.length < line.length ? '…' : '';
  const { default: stringWidth } = await import('string-width');
  const indent = stringWidth(start + line.slice(from, at));
  return new Failure('invalid_filter', `--where, column ${column}: ${message}`, {
    details: [`${start}${rest}${end}`, `${' '.repeat(indent)}^`],
    hint,
  });
}
