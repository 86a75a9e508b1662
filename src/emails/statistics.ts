/** Statistics of sent emails, computed from the counts that the service keeps (service.txt, "Email"). */
import type { Email } from '../contract/index.ts';
import { type Rate, rates, type Threshold, thresholds } from './rates.ts';
import { baseOf, type RateBase } from './service-rates.ts';

/** One email. Rates are fractions of `sent_count`, from 0 to 1; null when nothing was sent. */
export interface EmailStatistics {
  readonly id: string;
  readonly subject: string | null;
  readonly sent_at: string | null;
  readonly sent_count: number;
  readonly counts: Readonly<Record<Rate, number>>;
  readonly rates: Readonly<Record<Rate, number | null>>;
  readonly exceeded: readonly Threshold[];
  /** What the service's own rates are shares of. */
  readonly bases: Readonly<Record<Rate, RateBase>>;
}

const byRate = <T>(make: (rate: Rate) => T): Readonly<Record<Rate, T>> => ({
  delivery: make('delivery'),
  bounce: make('bounce'),
  complaint: make('complaint'),
  like: make('like'),
  unsubscribe: make('unsubscribe'),
});

/** A count as the service sent it; 0 for anything else. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** The statistics of one email, from its counts. */
export function statisticsOf(email: Email): EmailStatistics {
  const { id } = email;
  const [subject, sent_at] = [textOrNull(email.subject), textOrNull(email.sent_at)];
  const sent_count = countOf(email.sent_count);
  const counts = byRate(rate => countOf(email[`${rate}_count`]));
  const exceeded = thresholds.filter(({ rate, count, of }) => counts[rate] * of > count * sent_count);
  return {
    id,
    subject,
    sent_at,
    sent_count,
    counts,
    rates: byRate(rate => (sent_count > 0 ? counts[rate] / sent_count : null)),
    // Only the worst of each rate.
    exceeded: exceeded.filter(({ rate }, at) => exceeded.findIndex(other => other.rate === rate) === at),
    bases: byRate(rate => baseOf(email, rate)),
  };
}

/** The sent emails, the oldest first; those without a time come before all others. */
export function sentEmails(emails: readonly Email[]): readonly EmailStatistics[] {
  const time = ({ sent_at }: EmailStatistics) => Date.parse(sent_at ?? '') || 0;
  return emails
    .filter(({ status }) => status === 'sent')
    .map(statisticsOf)
    .sort((one, other) => time(one) - time(other));
}

/** An email is compared with the median of this many earlier emails. */
const comparedEmails = 10;

/** The last emails sent before the one with this id; `all` as `sentEmails` returns them. */
export function sentBefore(all: readonly EmailStatistics[], id: string): readonly EmailStatistics[] {
  const at = all.findIndex(one => one.id === id);
  return all.slice(0, Math.max(at, 0)).slice(-comparedEmails);
}

/** The median of each rate; null when there is none. */
export function medians(all: readonly EmailStatistics[]): Readonly<Record<Rate, number | null>> {
  return byRate(rate => {
    const values = valuesOf(all, rate).sort((one, other) => one - other);
    const [low, high] = [values[(values.length - 1) >> 1], values[values.length >> 1]];
    return low === undefined || high === undefined ? null : (low + high) / 2;
  });
}

/** One rate over time, without the emails that were sent to nobody. */
export function valuesOf(all: readonly EmailStatistics[], rate: Rate): number[] {
  return all.map(one => one.rates[rate]).filter(value => value !== null);
}

/** Remarks about the service's own rates that differ from the ones computed here. */
export function rateDifferences(all: readonly EmailStatistics[]): readonly string[] {
  const named = (base: RateBase) => rates.filter(rate => all.some(({ bases }) => bases[rate] === base));
  const list = (base: RateBase) =>
    named(base)
      .map(rate => `${rate}_rate`)
      .join(', ');
  return [
    ...(named('delivered').length > 0
      ? [
          `rates here are of those sent; the service's own ${list('delivered')} ${named('delivered').length === 1 ? 'is' : 'are'} of those delivered`,
        ]
      : []),
    ...(named('unknown').length > 0 ? [disagreement(all, list('unknown'), named('unknown').length)] : []),
  ];
}

function disagreement(all: readonly EmailStatistics[], list: string, count: number): string {
  const odd = all.filter(({ bases }) => rates.some(rate => bases[rate] === 'unknown'));
  const agree = count === 1 ? 'agrees with its counts' : 'agree with their counts';
  return `the service's own ${list} ${agree} neither as a fraction nor as a percentage (${odd.length} of ${all.length} emails, such as ${odd.at(-1)?.id}): the counts are used`;
}

/** The statistics as a record for programs: rates are fractions of `sent_count`, under the service's own names. */
export function rowOf(one: EmailStatistics): Readonly<Record<string, unknown>> {
  const { id, subject, sent_at, sent_count, counts, exceeded, bases } = one;
  return {
    id,
    subject,
    sent_at,
    sent_count,
    ...Object.fromEntries(
      rates.flatMap(rate => [
        [`${rate}_count`, counts[rate]],
        [`${rate}_rate`, one.rates[rate]],
      ]),
    ),
    exceeded: exceeded.map(({ rate, count, of }) => `${rate}_rate>${count / of}`),
    disagreeing: rates.filter(rate => bases[rate] === 'unknown').map(rate => `${rate}_rate`),
  };
}
