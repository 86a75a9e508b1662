/** Conditions of `--fail-if`: `complaint_rate>0.1% and complaint_count>=3`. */

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

/** How a metric is compared: as a count, as a share with `%`, or as either. */
type MetricKind = 'count' | 'share' | 'either';

/** The metrics that a condition may name. */
export interface ConditionMetrics<M> {
  /** Undefined: there is no such metric. */
  readonly named: (name: string) => M | undefined;
  readonly kindOf: (metric: M) => MetricKind;
  /** What is wrong with a name. */
  readonly unknown: (name: string) => string;
  readonly example: string;
}

export interface MetricComparison<M> {
  readonly name: string;
  readonly metric: M;
  readonly operator: Operator;
  /** For a share a fraction, 0 to 1. */
  readonly limit: number;
  readonly isShare: boolean;
}

export interface ParsedCondition<M> {
  /** As typed. */
  readonly text: string;
  /** All must be true. */
  readonly all: readonly MetricComparison<M>[];
}

/** The message names the column, from 1. */
export class ConditionProblem extends Error {
  constructor(column: number, problem: string) {
    super(`column ${column}: ${problem}`);
  }
}

/** Parses `<metric> <operator> <value> [and …]`. @throws ConditionProblem */
export function parseCondition<M>(text: string, metrics: ConditionMetrics<M>): ParsedCondition<M> {
  const reader = new Reader(text);
  const all = [comparisonFrom(reader, metrics)];
  while (!reader.isAtEnd) {
    reader.take(/and\b|&&/iy, '"and" or the end');
    all.push(comparisonFrom(reader, metrics));
  }
  return { text, all };
}

function comparisonFrom<M>(reader: Reader, metrics: ConditionMetrics<M>): MetricComparison<M> {
  const name = reader.take(/[a-z_]\w*/iy, `a metric such as ${metrics.example}`);
  const metric = metrics.named(name.toLowerCase());
  if (metric === undefined) reader.reject(metrics.unknown(name));
  const operator = reader.take(/>=|<=|!=|==|>|<|=/y, 'one of > >= < <= = !=') as Operator;
  const kind = metrics.kindOf(metric);
  const value = reader.take(
    /[+-]?(?:\d+\.?\d*|\.\d+)(?:\s*%)?/y,
    kind === 'share' ? 'a percentage' : 'a number',
  );
  const limit = Number(value.replace('%', ''));
  const isShare = value.endsWith('%');
  if (isShare && kind === 'count') reader.reject(`${name} is a count: expected a number without %`);
  // 0.1 could mean 0.1% or 10%, and the user would not notice a wrong guess.
  if (!isShare && kind === 'share') {
    reader.reject(
      `expected a percentage: ${limit}%${limit <= 1 ? `, or ${round(limit * 100)}% for the fraction` : ''}`,
    );
  }
  return { name, metric, operator, limit: isShare ? round(limit / 100) : limit, isShare };
}

/** Removes errors of binary fractions: 0.1 / 100 becomes 0.001. */
const round = (value: number) => Number(value.toPrecision(12));

/** Whether a comparison is true of a value. */
export function isTrueOf(
  { operator, limit }: Pick<MetricComparison<unknown>, 'operator' | 'limit'>,
  value: number,
): boolean {
  return operators[operator](value, limit);
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
    throw new ConditionProblem([...this.#text.slice(0, this.#last)].length + 1, problem);
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }
}
