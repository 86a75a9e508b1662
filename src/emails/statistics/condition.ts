/** Conditions of `--fail-if`: `complaint_rate>0.1% and complaint_count>=3`. */
import { nearest } from '../../lib/text/nearest.ts';
import { grouped, percent } from '../../terminal/numbers.ts';
import { type Rate, rates } from './rates.ts';
import type { EmailStatistics } from './statistics.ts';

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

/** A rate is a share of the emails sent, as `…_share` in the output is; both names are understood. */
type Metric = { readonly share: Rate } | { readonly count: Rate | 'sent' };

const metrics: ReadonlyMap<string, Metric> = new Map<string, Metric>([
  ...rates.flatMap((rate): [string, Metric][] => [
    [`${rate}_rate`, { share: rate }],
    [`${rate}_share`, { share: rate }],
    [`${rate}_count`, { count: rate }],
  ]),
  ['sent_count', { count: 'sent' }],
]);

/** The names that a condition may use. */
export const metricNames = [...metrics.keys()];

interface Comparison {
  readonly name: string;
  readonly metric: Metric;
  readonly operator: Operator;
  readonly limit: number;
}

export interface Condition {
  /** As typed. */
  readonly text: string;
  /** All must be true. */
  readonly all: readonly Comparison[];
}

/** The message names the column, from 1. */
export class ConditionProblem extends Error {
  constructor(column: number, problem: string) {
    super(`column ${column}: ${problem}`);
  }
}

/** Parses `<metric> <operator> <value> [and …]`. @throws ConditionProblem */
export function parseCondition(text: string): Condition {
  const reader = new Reader(text);
  const all = [comparisonFrom(reader)];
  while (!reader.isAtEnd) {
    reader.take(/and\b|&&/iy, '"and" or the end');
    all.push(comparisonFrom(reader));
  }
  return { text, all };
}

function comparisonFrom(reader: Reader): Comparison {
  const name = reader.take(/[a-z_]\w*/iy, 'a metric such as complaint_rate');
  const metric = metrics.get(name.toLowerCase());
  if (metric === undefined) reader.reject(unknownMetric(name));
  const operator = reader.take(/>=|<=|!=|==|>|<|=/y, 'one of > >= < <= = !=');
  const value = reader.take(
    /[+-]?(?:\d+\.?\d*|\.\d+)(?:\s*%)?/y,
    'share' in metric ? 'a percentage' : 'a number',
  );
  const limit = Number(value.replace('%', ''));
  const isPercentage = value.endsWith('%');
  if ('count' in metric) {
    if (isPercentage) reader.reject(`${name} is a count: expected a number without %`);
    return { name, metric, operator: operator as Operator, limit };
  }
  // 0.1 could mean 0.1% or 10%, and the user would not notice a wrong guess.
  if (!isPercentage) {
    reader.reject(
      `expected a percentage: ${limit}%${limit <= 1 ? `, or ${round(limit * 100)}% for the fraction` : ''}`,
    );
  }
  return { name, metric, operator: operator as Operator, limit: round(limit / 100) };
}

/** Removes errors of binary fractions: 0.1 / 100 becomes 0.001. */
const round = (value: number) => Number(value.toPrecision(12));

function unknownMetric(name: string): string {
  const near = nearest(name, metricNames);
  return near === undefined
    ? `unknown metric "${name}" (${rates.join(', ')}, each with _rate or _count; sent_count)`
    : `unknown metric "${name}": did you mean ${near}?`;
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

/** Undefined if a count that the condition needs is unknown. */
export function holds({ all }: Condition, one: EmailStatistics): boolean | undefined {
  const results = all.map(({ metric, operator, limit }) => {
    const value = metricValue(metric, one);
    return value === null ? undefined : operators[operator](value, limit);
  });
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

function metricValue(metric: Metric, one: EmailStatistics): number | null {
  if ('share' in metric) return one.shares[metric.share];
  return metric.count === 'sent' ? one.sent_count : one.counts[metric.count];
}

/** The values that a condition tests: `complaint_rate 0.33% (1 of 300)`. */
export function valuesText({ all }: Condition, one: EmailStatistics): string {
  const said = all.map(({ name, metric }) => {
    const value = metricValue(metric, one);
    if ('count' in metric || value === null)
      return `${name} ${value === null ? 'not known' : grouped(value)}`;
    return `${name} ${percent(value)} (${grouped(one.counts[metric.share] ?? 0)} of ${grouped(one.sent_count ?? 0)})`;
  });
  return [...new Set(said)].join(', ');
}

/** How to sort: by a metric, or by the time when an email was sent. */
export interface EmailOrder {
  readonly by: Metric | 'time';
  readonly isDescending: boolean;
}

/** Parses `bounce_rate` or `bounce_rate:desc`; undefined if there is no such column. */
export function parseOrder(text: string): EmailOrder | undefined {
  const [, name = '', direction] = /^(\w+)(?::(asc|desc))?$/i.exec(text.trim()) ?? [];
  const by = name.toLowerCase() === 'sent_at' ? 'time' : metrics.get(name.toLowerCase());
  return by && { by, isDescending: direction?.toLowerCase() === 'desc' };
}

/** Emails in an order; those without a value come last. */
export function inOrder(
  all: readonly EmailStatistics[],
  { by, isDescending }: EmailOrder,
): EmailStatistics[] {
  const value = (one: EmailStatistics) => {
    if (by !== 'time') return metricValue(by, one);
    const time = Date.parse(one.time ?? '');
    return Number.isNaN(time) ? null : time;
  };
  return all.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return isDescending ? other - one : one - other;
  });
}
