/** How sent emails went, computed from the counts the service keeps (service.txt, "Email"). No I/O. */
import type { Email } from '../contract/index.ts';

export const rates = ['delivery', 'bounce', 'complaint', 'like', 'unsubscribe'] as const;
export type Rate = (typeof rates)[number];

/** A share that mail providers act on. */
export interface Threshold {
  readonly rate: Rate;
  /** Acted on when more than `count` of `of`. */
  readonly count: number;
  readonly of: number;
  readonly serious: boolean;
  readonly meaning: string;
}

/** Gmail and Yahoo, sender requirements of 2024; the bounce limit is what sending services go by. The worst first. */
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

/** Where the service's own rate comes from, as far as the counts tell. */
export type Origin = 'sent' | 'delivered' | 'unknown';

/** One email. Rates are fractions of `sent_count`, from 0 to 1; null when nothing was sent. */
export interface Statistics {
  readonly id: string;
  readonly subject: string | null;
  readonly sent_at: string | null;
  readonly sent_count: number;
  readonly counts: Readonly<Record<Rate, number>>;
  readonly rates: Readonly<Record<Rate, number | null>>;
  readonly exceeded: readonly Threshold[];
  readonly origins: Readonly<Record<Rate, Origin>>;
}

const each = <T>(make: (rate: Rate) => T): Readonly<Record<Rate, T>> => ({
  delivery: make('delivery'),
  bounce: make('bounce'),
  complaint: make('complaint'),
  like: make('like'),
  unsubscribe: make('unsubscribe'),
});

/** A count as the service sent it; what is none counts as nothing. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** What the counts of one email say. */
export function statisticsOf(email: Email): Statistics {
  const { id } = email;
  const [subject, sent_at] = [textOrNull(email.subject), textOrNull(email.sent_at)];
  const sent_count = countOf(email.sent_count);
  const counts = each(rate => countOf(email[`${rate}_count`]));
  const exceeded = thresholds.filter(({ rate, count, of }) => counts[rate] * of > count * sent_count);
  return {
    id,
    subject,
    sent_at,
    sent_count,
    counts,
    rates: each(rate => (sent_count > 0 ? counts[rate] / sent_count : null)),
    // Of one rate only the worst.
    exceeded: exceeded.filter(({ rate }, at) => exceeded.findIndex(other => other.rate === rate) === at),
    origins: each(rate => originOf(email, rate)),
  };
}

/**
 * The document does not say whether a rate is a fraction or a percentage, nor of what: both readings are tried,
 * of those sent and of those delivered. What was rounded is let pass.
 */
function originOf(email: Email, rate: Rate): Origin {
  if (unitOf(email, rate, email.sent_count) !== undefined) return 'sent';
  return unitOf(email, rate, email.delivery_count) === undefined ? 'unknown' : 'delivered';
}

/** What the service's own rate is to be multiplied by to be a share of `whole`; undefined when it is none. */
function unitOf(email: Email, rate: Rate, whole: number): number | undefined {
  const said = Number(email[`${rate}_rate`]);
  const decimals = /\.(\d+)$/.exec(String(said))?.[1]?.length ?? 0;
  const share = whole > 0 ? email[`${rate}_count`] / whole : 0;
  const half = 0.5 * 10 ** -decimals;
  if (Math.abs(said - share) <= Math.min(half, 0.005) + 1e-9) return 1;
  return Math.abs(said - share * 100) <= Math.min(half, 0.5) + 1e-9 ? 0.01 : undefined;
}

/**
 * The service's own rate as a fraction, for reading.
 *
 * @returns null when nothing was sent; undefined when the counts do not tell whether it is a fraction or a percentage
 */
export function ownRate(email: Email, rate: Rate): number | null | undefined {
  const { sent_count, delivery_count } = email;
  if (Number(sent_count) === 0) return null;
  const unit = unitOf(email, rate, sent_count) ?? unitOf(email, rate, delivery_count);
  return unit === undefined ? undefined : Number(email[`${rate}_rate`]) * unit;
}

/** The sent emails, the oldest first; those without a time before all others. */
export function sentEmails(emails: readonly Email[]): readonly Statistics[] {
  const time = ({ sent_at }: Statistics) => Date.parse(sent_at ?? '') || 0;
  return emails
    .filter(({ status }) => status === 'sent')
    .map(statisticsOf)
    .sort((one, other) => time(one) - time(other));
}

/** So many earlier emails make the median that one is compared with. */
export const comparedWith = 10;

/** The last emails that were sent before one; `all` as `sentEmails` gives them. */
export function sentBefore(all: readonly Statistics[], id: string): readonly Statistics[] {
  const at = all.findIndex(one => one.id === id);
  return all.slice(0, Math.max(at, 0)).slice(-comparedWith);
}

/** The median of each rate, null where there is none. */
export function medians(all: readonly Statistics[]): Readonly<Record<Rate, number | null>> {
  return each(rate => {
    const values = valuesOf(all, rate).sort((one, other) => one - other);
    const [low, high] = [values[(values.length - 1) >> 1], values[values.length >> 1]];
    return low === undefined || high === undefined ? null : (low + high) / 2;
  });
}

/** One rate over time, without the emails that reached nobody. */
export function valuesOf(all: readonly Statistics[], rate: Rate): number[] {
  return all.map(one => one.rates[rate]).filter(value => value !== null);
}

/** What is to be said about rates of the service's own that differ from these. */
export function differences(all: readonly Statistics[]): readonly string[] {
  const named = (origin: Origin) => rates.filter(rate => all.some(({ origins }) => origins[rate] === origin));
  const list = (origin: Origin) =>
    named(origin)
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

function disagreement(all: readonly Statistics[], list: string, count: number): string {
  const odd = all.filter(({ origins }) => rates.some(rate => origins[rate] === 'unknown'));
  const agree = count === 1 ? 'agrees with its counts' : 'agree with their counts';
  return `the service's own ${list} ${agree} neither as a fraction nor as a percentage (${odd.length} of ${all.length} emails, such as ${odd.at(-1)?.id}): the counts are used`;
}

/** Plain numbers for machines: fractions of `sent_count`, under the service's own names. */
export function rowOf(one: Statistics): Readonly<Record<string, unknown>> {
  const { id, subject, sent_at, sent_count, counts, exceeded, origins } = one;
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
    disagreeing: rates.filter(rate => origins[rate] === 'unknown').map(rate => `${rate}_rate`),
  };
}
