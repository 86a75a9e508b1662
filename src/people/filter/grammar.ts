/**
 * The language of `--where`, described in `newsletter help filters`:
 *
 *     expression = term { "or" term }
 *     term       = factor { "and" factor }
 *     factor     = "not" factor | "(" expression ")" | test
 *     test       = field [ operator value | ["not"] "in" "(" value { "," value } ")" | "is" ["not"] "null" ]
 *     value      = word | quoted text | number unit ( "ago" | "from" "now" )
 *
 * Parsed by precedence (Pratt): `or` binds least, then `and`, then `not`.
 */
import { lastUnit } from '../../lib/time-range.ts';
import { FilterProblem } from './problem.ts';
import { type FilterOperator, isReserved, isValueWord, operators, type Token, tokensOf } from './tokens.ts';

/** A word or a text as typed, and its position. */
export interface Operand {
  readonly text: string;
  readonly at: number;
}

export interface FieldTest {
  readonly kind: 'test';
  readonly field: Operand;
  readonly operator: FilterOperator;
  /** The operator as it was typed, for messages. */
  readonly typed: Operand;
  readonly values: readonly Operand[];
}

export type Expression =
  | FieldTest
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly part: Expression };

/** The tests that an expression is made of. */
export function testsIn(expression: Expression): readonly FieldTest[] {
  if (expression.kind === 'test') return [expression];
  return (expression.kind === 'not' ? [expression.part] : expression.parts).flatMap(testsIn);
}

const expectedOperator = 'an operator (= != < <= > >= ~ !~ has contains in is)';

/** How deep parentheses and `not` may nest. */
const maxDepth = 100;

/** Parses an expression. Names of fields are not checked. @throws FilterProblem */
export function parseExpression(text: string): Expression {
  const parser = new Parser(tokensOf(text));
  const expression = parser.expression('or', 0);
  parser.expectEnd();
  return expression;
}

type Binding = 'or' | 'and' | 'not';

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** @param binding words that bind less are left to the caller */
  expression(binding: Binding, depth: number): Expression {
    if (depth > maxDepth) throw new FilterProblem(this.#token.at, 'it is nested too deeply');
    if (binding === 'not') return this.#factor(depth);
    const parts = [this.expression(binding === 'or' ? 'and' : 'not', depth)];
    while (this.#takeWord(binding, binding === 'or' ? '||' : '&&')) {
      parts.push(this.expression(binding === 'or' ? 'and' : 'not', depth));
    }
    const [first] = parts;
    if (first !== undefined && parts.length === 1) return first;
    return { kind: binding === 'or' ? 'any' : 'all', parts };
  }

  expectEnd(): void {
    const { kind, text, at } = this.#token;
    if (kind === 'end') return;
    const before = this.#tokens[this.#next - 1];
    const follows = kind === 'word' && before?.kind === 'word' && isValueWord(before.text);
    const words = follows ? `${before.text} ${text}` : '';
    const hint = /^\d+ \p{L}/u.test(words)
      ? 'write a time like 30 days ago'
      : `text with spaces needs quotes: "${words}"`;
    throw new FilterProblem(
      at,
      `expected and, or, or the end, not ${shown(this.#token)}`,
      follows ? hint : undefined,
    );
  }

  #factor(depth: number): Expression {
    if (this.#takeWord('not')) return { kind: 'not', part: this.expression('not', depth + 1) };
    if (!this.#takeSign('(')) return this.#test();
    const inner = this.expression('or', depth + 1);
    if (!this.#takeSign(')')) this.#unexpected('and, or, or )');
    return inner;
  }

  #test(): Expression {
    const field = this.#field();
    const opposite = this.#takeWord('not');
    const typed = this.#token;
    const known =
      typed.kind === 'sign' || typed.kind === 'word' ? operators.get(typed.text.toLowerCase()) : undefined;
    if (known === undefined) {
      if (opposite || !this.#isAfterTest()) this.#unexpected(expectedOperator);
      return { kind: 'test', field, operator: 'isTrue', typed: field, values: [] };
    }
    if (opposite && typed.kind === 'sign') this.#unexpected('has, contains, starts with, ends with or in');
    this.#next++;
    const operator = known.replace('!', '') as FilterOperator;
    const test = this.#rest(field, typed, operator);
    return known.startsWith('!') !== opposite ? { kind: 'not', part: test } : test;
  }

  #rest(field: Operand, typed: Token, operator: FilterOperator): Expression {
    const test = { kind: 'test', field, operator, typed } as const;
    if (operator === 'isEmpty') return this.#is(test);
    if (operator === 'in') return { ...test, values: this.#list() };
    if (operator === 'startsWith' || operator === 'endsWith') {
      if (!this.#takeWord('with')) this.#unexpected('with');
    }
    const { at } = this.#token;
    const value = this.#value();
    if (value !== undefined) return { ...test, values: [value] };
    if (operator === 'equals') return { ...test, operator: 'isEmpty', values: [] };
    throw new FilterProblem(at, `${typed.text} needs a value`, 'people without a value: <field> is null');
  }

  #is(test: Omit<FieldTest, 'values'>): Expression {
    const opposite = this.#takeWord('not');
    const value = this.#token;
    let made: Expression;
    if (this.#takeWord('null', 'empty')) made = { ...test, values: [] };
    else if (this.#takeWord('true', 'false')) made = { ...test, operator: 'equals', values: [value] };
    else return this.#notEmpty(test.field, opposite);
    return opposite ? { kind: 'not', part: made } : made;
  }

  /** `country is PT`: a value is compared by a sign. */
  #notEmpty({ text: field }: Operand, opposite: boolean): never {
    const { kind, text, at } = this.#token;
    if (kind !== 'word' && kind !== 'text') return this.#unexpected('null, empty, true or false');
    const value = kind === 'text' ? `"${text.replaceAll('"', '""')}"` : text;
    throw new FilterProblem(
      at,
      `expected null, empty, true or false, not ${shown(this.#token)}`,
      `to compare with a value: ${field} ${opposite ? '!=' : '='} ${value}`,
    );
  }

  #list(): Operand[] {
    if (!this.#takeSign('(')) this.#unexpected('a list such as (one, "two words")');
    const values: Operand[] = [];
    do {
      const { at } = this.#token;
      const value = this.#value();
      if (value === undefined)
        throw new FilterProblem(at, 'a list cannot contain null', 'write … or <field> is null');
      values.push(value);
    } while (this.#takeSign(','));
    if (!this.#takeSign(')')) this.#unexpected(', or )');
    return values;
  }

  /** A name; one with blanks has them in quotes: `fields."first name"`. */
  #field(): Operand {
    const { kind, text, at, end } = this.#token;
    if (kind !== 'word' || isReserved(text)) return this.#unexpected('a field such as email or tags');
    this.#next++;
    const rest = this.#token;
    if (!text.endsWith('.') || rest.kind !== 'text' || rest.at !== end) return { text, at };
    this.#next++;
    return { text: text + rest.text, at };
  }

  /** @returns undefined for `null` and for an empty text */
  #value(): Operand | undefined {
    const { kind, text, at } = this.#token;
    if ((kind !== 'word' && kind !== 'text') || (kind === 'word' && isReserved(text))) {
      return this.#unexpected('a value');
    }
    this.#next++;
    if (text === '' || (kind === 'word' && text.toLowerCase() === 'null')) return undefined;
    return kind === 'text' ? { text, at } : { text: text + this.#distance(text), at };
  }

  /** The rest of `30 days ago` and of `last week`. */
  #distance(count: string): string {
    const next = this.#token;
    if (/^last$/i.test(count) && next.kind === 'word' && lastUnit.test(next.text.toLowerCase())) {
      this.#next++;
      return ` ${next.text}`;
    }
    if (/^\d+[dwmy]$/i.test(count)) return this.#takeWord('ago') ? ' ago' : '';
    if (!/^\d+$/.test(count) || next.kind !== 'word') return '';
    if (!/^(?:minute|hour|day|week|month|year)s?$/i.test(next.text)) return '';
    this.#next++;
    if (this.#takeWord('ago')) return ` ${next.text} ago`;
    if (this.#takeWord('from') && this.#takeWord('now')) return ` ${next.text} from now`;
    return this.#unexpected('ago or from now');
  }

  get #token(): Token {
    // The last token is the end, and nothing goes past it.
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0, end: 0 };
  }

  #isAfterTest(): boolean {
    const { kind, text } = this.#token;
    return kind === 'end' || text === ')' || (kind === 'word' && /^(?:and|or|&&|\|\|)$/i.test(text));
  }

  #takeWord(...words: readonly string[]): boolean {
    const { kind, text } = this.#token;
    const isOne = kind === 'word' && words.includes(text.toLowerCase());
    if (isOne) this.#next++;
    return isOne;
  }

  #takeSign(sign: string): boolean {
    const isOne = this.#token.kind === 'sign' && this.#token.text === sign;
    if (isOne) this.#next++;
    return isOne;
  }

  #unexpected(expected: string): never {
    const { kind, at } = this.#token;
    const hint =
      kind === 'word' && isReserved(this.#token.text)
        ? `to use it as text, quote it: "${this.#token.text}"`
        : undefined;
    throw new FilterProblem(
      at,
      `expected ${expected}, ${kind === 'end' ? 'but it ends here' : `not ${shown(this.#token)}`}`,
      hint,
    );
  }
}

function shown({ kind, text }: Token): string {
  const short = text.length > 30 ? `${text.slice(0, 29)}…` : text;
  return kind === 'sign' ? short : `"${short}"`;
}
