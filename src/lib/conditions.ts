/** Conditions of `--fail-if`: `misspelt>0 and no_domain>2%`. */
import { Failure } from './failure.ts';
import { nearest } from './text/nearest.ts';

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

/** How a metric is compared: as a count, or as either a count or a share with `%`. */
type MetricKind = 'count' | 'either';

/** The metrics that a condition may name. */
export interface ConditionMetrics<M> {
  /** By lower-case name. */
  readonly byName: ReadonlyMap<string, M>;
  readonly kindOf: (metric: M) => MetricKind;
  /** What one is called in messages: `metric`, `finding`. */
  readonly called: string;
  /** A condition that begins with a name. */
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

/** Parses conditions: `<metric> <operator> <value> [and …]`. @throws Failure invalid_value, with the column of the problem */
export function parseConditions<M>(
  texts: readonly string[],
  metrics: ConditionMetrics<M>,
): readonly ParsedCondition<M>[] {
  return texts.map(text => {
    const reader = new Reader(text, metrics.example);
    const all = [comparisonFrom(reader, metrics)];
    while (!reader.isAtEnd) {
      reader.take(/and\b|&&/iy, '"and" or the end');
      all.push(comparisonFrom(reader, metrics));
    }
    return { text, all };
  });
}

function comparisonFrom<M>(
  reader: Reader,
  { byName, kindOf, called, example }: ConditionMetrics<M>,
): MetricComparison<M> {
  const [first = ''] = example.match(/^\w+/) ?? [];
  const name = reader.take(/[a-z_]\w*/iy, `a ${called} such as ${first}`);
  const metric = byName.get(name.toLowerCase());
  if (metric === undefined) {
    const near = nearest(name, [...byName.keys()]);
    const names = [...byName.keys()].join(', ');
    reader.reject(
      `unknown ${called} "${name}"${near === undefined ? ` (${names})` : `: did you mean ${near}?`}`,
    );
  }
  const operator = reader.take(/>=|<=|!=|==|>|<|=/y, 'one of > >= < <= = !=') as Operator;
  const kind = kindOf(metric);
  const value = reader.take(/[+-]?(?:\d+\.?\d*|\.\d+)(?:\s*%)?/y, 'a number');
  const limit = Number(value.replace('%', ''));
  const isShare = value.endsWith('%');
  if (isShare && kind === 'count') reader.reject(`${name} is a count: expected a number without %`);
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
  readonly #example: string;
  #at = 0;
  #last = 0;

  /** @param example a valid condition, for the hint of a failure */
  constructor(text: string, example: string) {
    this.#text = text;
    this.#example = example;
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
      hint: `for example: --fail-if '${this.#example}'`,
    });
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }
}
