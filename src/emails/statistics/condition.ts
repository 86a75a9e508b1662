/** Conditions of `emails stats --fail-if`. */
import { type ConditionMetrics, isTrueOf, type ParsedCondition } from '../../lib/conditions.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped, percent } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type Rate, rates } from './rates.ts';
import { type EmailStatistics, subjectText } from './statistics.ts';

/** A rate is a share of the emails sent, as `…_share` in the output is; both names are understood. */
type Metric = { readonly share: Rate } | { readonly count: Rate | 'sent' };

export const emailMetrics: ConditionMetrics<Metric> = {
  byName: new Map<string, Metric>([
    ...rates.flatMap((rate): [string, Metric][] => [
      [`${rate}_rate`, { share: rate }],
      [`${rate}_share`, { share: rate }],
      [`${rate}_count`, { count: rate }],
    ]),
    ['sent_count', { count: 'sent' }],
  ]),
  kindOf: metric => ('share' in metric ? 'share' : 'count'),
  called: 'metric',
  example: 'complaint_rate>0.1% and complaint_count>=3',
};

type Condition = ParsedCondition<Metric>;

/** Emails listed in a failure before the rest is only counted. */
const mostNamed = 5;

/** @throws Failure condition_met; condition_unknown if none is met but one is unknown */
export function checkConditions(
  conditions: readonly Condition[],
  emails: readonly EmailStatistics[],
  terminal: Terminal,
): void {
  if (conditions.length === 0) return;
  if (emails.length === 0) terminal.warn('--fail-if checked nothing: no emails match');
  const results = conditions.flatMap(condition =>
    emails.map(email => ({ condition, email, holds: holds(condition, email) })),
  );
  const met = results.filter(result => result.holds === true);
  if (met.length > 0) throw failureFor('condition_met', met, emails.length);
  const unknown = results.filter(result => result.holds === undefined);
  if (unknown.length > 0) throw failureFor('condition_unknown', unknown, emails.length);
}

function failureFor(
  code: 'condition_met' | 'condition_unknown',
  results: readonly { readonly condition: Condition; readonly email: EmailStatistics }[],
  checked: number,
): Failure {
  const texts = [...new Set(results.map(({ condition }) => condition.text))].join('; ');
  const emails = new Set(results.map(({ email }) => email.id)).size;
  const of = checked === 1 ? 'the email' : `${emails} of ${checked} emails`;
  const message = code === 'condition_met' ? `${texts} is true for ${of}` : `${texts} is unknown for ${of}`;
  const named = results
    .slice(-mostNamed)
    .map(({ condition, email }) => `${subjectText(email)} (${email.id}): ${valuesText(condition, email)}`);
  const left = results.length - named.length;
  return new Failure(code, message, { details: [...named, ...(left > 0 ? [`and ${left} more`] : [])] });
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
function valuesText({ all }: Condition, one: EmailStatistics): string {
  const said = all.map(({ name, metric }) => {
    const value = metricValue(metric, one);
    if ('count' in metric || value === null)
      return `${name} ${value === null ? 'not known' : grouped(value)}`;
    return `${name} ${percent(value)} (${grouped(one.counts[metric.share] ?? 0)} of ${grouped(one.sent_count ?? 0)})`;
  });
  return [...new Set(said)].join(', ');
}
