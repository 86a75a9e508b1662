import { FilterProblem } from './problem.ts';

/** A word, a quoted text, or a sign of an expression. */
export interface Token {
  readonly kind: 'word' | 'text' | 'sign' | 'end';
  /** Without quotes. */
  readonly text: string;
  /** Where it begins and ends, counted in UTF-16 units. */
  readonly at: number;
  readonly end: number;
}

/** `isTrue` and `isEmpty` take no value; `in` takes several. */
export type FilterOperator =
  | 'equals'
  | 'less'
  | 'atMost'
  | 'greater'
  | 'atLeast'
  | 'matches'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'has'
  | 'in'
  | 'isEmpty'
  | 'isTrue';

/** Signs and words between a field and its value; `!` makes the opposite. */
export const operators: ReadonlyMap<string, FilterOperator | `!${FilterOperator}`> = new Map([
  ['=', 'equals'],
  ['==', 'equals'],
  ['!=', '!equals'],
  ['<>', '!equals'],
  ['<', 'less'],
  ['<=', 'atMost'],
  ['>', 'greater'],
  ['>=', 'atLeast'],
  ['~', 'matches'],
  ['!~', '!matches'],
  ['contains', 'contains'],
  ['has', 'has'],
  ['starts', 'startsWith'],
  ['ends', 'endsWith'],
  ['in', 'in'],
  ['is', 'isEmpty'],
]);

export const isReserved = (word: string) => /^(?:and|or|not|&&|\|\|)$/i.test(word);
export const isValueWord = (word: string) => !isReserved(word) && !operators.has(word.toLowerCase());

const sign = /!=|!~|<>|<=|>=|==|[=<>~(),]/y;
/** All but blanks, quotes and signs. An apostrophe may be in a name. */
const word = /[^\s"'“”„‘«»(),=<>!~](?:[^\s"'“”(),=<>!~]|(?<=\p{L})'(?=\p{L}))*/uy;
const oddQuotes = /[“”„‘’«»`]/y;

/** Cuts an expression into tokens; the last one is its end. @throws FilterProblem */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; ; ) {
    while (/\s/.test(expression[at] ?? '')) at++;
    const token = tokenAt(expression, at);
    tokens.push(token);
    if (token.kind === 'end') return tokens;
    at = token.end;
  }
}

function tokenAt(expression: string, at: number): Token {
  const first = expression[at];
  if (first === undefined) return { kind: 'end', text: '', at, end: at };
  if (first === '"' || first === "'") return quoted(expression, at, first);
  const found = matchAt(sign, expression, at);
  if (found !== undefined) return { kind: 'sign', text: found, at, end: at + found.length };
  const plain = matchAt(oddQuotes, expression, at) === undefined ? matchAt(word, expression, at) : undefined;
  if (plain !== undefined) return { kind: 'word', text: plain, at, end: at + plain.length };
  if (first === '!') throw new FilterProblem(at, 'unexpected "!"', 'write not, != or !~');
  throw new FilterProblem(at, `unexpected ${first}`, `use straight quotes: "text" or 'text'`);
}

/** A text in quotes; inside, a quote is written twice and a backslash is a backslash. */
function quoted(expression: string, at: number, quote: string): Token {
  let text = '';
  for (let from = at + 1; ; ) {
    const close = expression.indexOf(quote, from);
    if (close < 0) throw new FilterProblem(at, `unclosed quote ${quote}`);
    text += expression.slice(from, close);
    if (expression[close + 1] !== quote) return { kind: 'text', text, at, end: close + 1 };
    text += quote;
    from = close + 2;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
