/** Conditions of `emails stats --fail-if`. */
import {
  type ConditionMetrics,
  isTrueOf,
  type ParsedCondition,
  parseCondition as parseConditionOf,
} from '../../lib/conditions.ts';
import { nearest } from '../../lib/text/nearest.ts';
import { grouped, percent } from '../../terminal/numbers.ts';
import { type Rate, rates } from './rates.ts';
import type { EmailStatistics } from './statistics.ts';

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

export type Condition = ParsedCondition<Metric>;

const known: ConditionMetrics<Metric> = {
  named: name => metrics.get(name),
  kindOf: metric => ('share' in metric ? 'share' : 'count'),
  unknown: unknownMetric,
  example: 'complaint_rate',
};

/** Parses `<metric> <operator> <value> [and …]`. @throws ConditionProblem */
export function parseCondition(text: string): Condition {
  return parseConditionOf(text, known);
}

function unknownMetric(name: string): string {
  const near = nearest(name, metricNames);
  return near === undefined
    ? `unknown metric "${name}" (${rates.join(', ')}, each with _rate or _count; sent_count)`
    : `unknown metric "${name}": did you mean ${near}?`;
}

/** Undefined if a count that the condition needs is unknown. */
export function holds({ all }: Condition, one: EmailStatistics): boolean | undefined {
  const results = all.map(comparison => {
    const value = metricValue(comparison.metric, one);
    return value === null ? undefined : isTrueOf(comparison, value);
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
