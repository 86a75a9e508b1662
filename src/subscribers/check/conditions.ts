/** Conditions of `subscribers check --fail-if`: `misspelt>0 and no_domain>2%`. */
import { Failure } from '../../lib/failure.ts';
import { nearest } from '../../lib/text/nearest.ts';
import { type CheckName, checkNames, isOfAccount } from './finding.ts';

const operators = {
  '>=': (value: number, limit: number) => value >= limit,
  '<=': (value: number, limit: number) => value <= limit,
  '!=': (value: number, limit: number) => value !== limit,
  '==': (value: number, limit: number) => value === limit,
  '>': (value: number, limit: number) => value > limit,
  '<': (value: number, limit: number) => value < limit,
  '=': (value: number, limit: number) => value === limit,
} as const;
type Operator = keyof typeof operators;

interface Comparison {
  readonly finding: CheckName;
  readonly operator: Operator;
  /** For a share a fraction, 0 to 1. */
  readonly limit: number;
  readonly isShare: boolean;
}

export interface CheckCondition {
  /** As typed. */
  readonly text: string;
  /** All must be true. */
  readonly all: readonly Comparison[];
}

/** Parses conditions: `<finding> <operator> <value> [and …]`. @throws Failure invalid_value, with the column of the problem */
export function parseConditions(texts: readonly string[]): readonly CheckCondition[] {
  return texts.map(text => {
    const reader = new Reader(text);
    const all = [comparisonFrom(reader)];
    while (!reader.isAtEnd) {
      reader.take(/and\b|&&/iy, '"and" or the end');
      all.push(comparisonFrom(reader));
    }
    return { text, all };
  });
}

function comparisonFrom(reader: Reader): Comparison {
  const name = reader.take(/[a-z_]\w*/iy, 'a finding such as misspelt');
  const finding = checkNames.find(each => each === name.toLowerCase());
  if (finding === undefined) {
    const near = nearest(name, [...checkNames]);
    reader.reject(
      `unknown finding "${name}"${near === undefined ? ` (${checkNames.join(', ')})` : `: did you mean ${near}?`}`,
    );
  }
  const operator = reader.take(/>=|<=|!=|==|>|<|=/y, 'one of > >= < <= = !=') as Operator;
  const value = reader.take(/[+-]?(?:\d+\.?\d*|\.\d+)(?:\s*%)?/y, 'a number');
  const limit = Number(value.replace('%', ''));
  const isShare = value.endsWith('%');
  if (isShare && isOfAccount(finding)) reader.reject(`${name} is a count: expected a number without %`);
  return { finding, operator, limit: isShare ? round(limit / 100) : limit, isShare };
}

/** Removes errors of binary fractions: 0.1 / 100 becomes 0.001. */
const round = (value: number) => Number(value.toPrecision(12));

/** @param people number of people checked; percentages are of them */
export function isMet(
  { all }: CheckCondition,
  counts: ReadonlyMap<CheckName, number>,
  people: number,
): boolean {
  return all.every(({ finding, operator, limit, isShare }) => {
    const count = counts.get(finding) ?? 0;
    return operators[operator](isShare ? count / Math.max(people, 1) : count, limit);
  });
}

/** Reads a text from left to right, and knows its position. */
class Reader {
  readonly #text: string;
  #at = 0;
  #last = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipBlanks();
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** @param pattern sticky; @param expected for the message */
  take(pattern: RegExp, expected: string): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#last = this.#at;
    if (found === undefined) {
      const rest = this.#text.slice(this.#at).split(/\s/)[0] ?? '';
      this.reject(`expected ${expected}, ${rest === '' ? 'but it ends here' : `not "${rest}"`}`);
    }
    this.#at += found.length;
    this.#skipBlanks();
    return found;
  }

  /** Rejects the last word. */
  reject(problem: string): never {
    const column = [...this.#text.slice(0, this.#last)].length + 1;
    throw new Failure('invalid_value', `--fail-if "${this.#text}", column ${column}: ${problem}`, {
      hint: "for example: --fail-if 'misspelt>0'",
    });
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }
}
