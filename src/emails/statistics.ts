/** Statistics of sent emails, computed from the counts that the service keeps (service.txt, "Email"). */
import type { Email } from '../contract/index.ts';

export const rates = ['delivery', 'bounce', 'complaint', 'like', 'unsubscribe'] as const;
export type Rate = (typeof rates)[number];

/** A rate above which mail providers act against a sender. */
export interface Threshold {
  readonly rate: Rate;
  /** They act when it is more than `count` in `of`. */
  readonly count: number;
  readonly of: number;
  readonly serious: boolean;
  readonly meaning: string;
}

/** Sender requirements of Gmail and Yahoo, 2024; the bounce limit is that of sending services. The worst come first. */
export const thresholds: readonly Threshold[] = [
  {
    rate: 'complaint',
    count: 3,
    of: 1000,
    serious: true,
    meaning: 'complaints above 0.3 %: Gmail and Yahoo put such a sender into spam or refuse it',
  },
  {
    rate: 'complaint',
    count: 1,
    of: 1000,
    serious: false,
    meaning: 'complaints above 0.1 %: more than Gmail and Yahoo ask senders to stay below',
  },
  {
    rate: 'bounce',
    count: 2,
    of: 100,
    serious: true,
    meaning: 'bounces above 2 %: old or invented addresses; providers slow down or block such a sender',
  },
];

/** What the service's own rate is a share of, as far as the counts tell. */
export type RateBase = 'sent' | 'delivered' | 'unknown';

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

/**
 * service.txt does not say whether a rate is a fraction or a percentage, of the emails sent or of those delivered:
 * tries all four against the counts, and allows for rounding.
 */
function baseOf(email: Email, rate: Rate): RateBase {
  if (unitOf(email, rate, email.sent_count) !== undefined) return 'sent';
  return unitOf(email, rate, email.delivery_count) === undefined ? 'unknown' : 'delivered';
}

/** The factor that makes the service's own rate a fraction of `whole`; undefined when it is not a share of it. */
function unitOf(email: Email, rate: Rate, whole: number): number | undefined {
  const sent = Number(email[`${rate}_rate`]);
  const decimals = /\.(\d+)$/.exec(String(sent))?.[1]?.length ?? 0;
  const share = whole > 0 ? email[`${rate}_count`] / whole : 0;
  const half = 0.5 * 10 ** -decimals;
  if (Math.abs(sent - share) <= Math.min(half, 0.005) + 1e-9) return 1;
  return Math.abs(sent - share * 100) <= Math.min(half, 0.5) + 1e-9 ? 0.01 : undefined;
}

/**
 * The service's own rate as a fraction.
 *
 * @returns null when nothing was sent; undefined when the counts do not tell whether it is a fraction or a percentage
 */
export function serviceRate(email: Email, rate: Rate): number | null | undefined {
  const { sent_count, delivery_count } = email;
  if (Number(sent_count) === 0) return null;
  const unit = unitOf(email, rate, sent_count) ?? unitOf(email, rate, delivery_count);
  return unit === undefined ? undefined : Number(email[`${rate}_rate`]) * unit;
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
