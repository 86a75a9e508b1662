/** Statistics of emails that are out, computed from the counts of the service (service.txt, "Email"). */
import type { Email } from '../../contract/index.ts';
import { grouped, percent } from '../../terminal/numbers.ts';
import { statusText } from '../naming.ts';
import { byRate, type Rate, rates, type Threshold, thresholds } from './rates.ts';

export interface EmailStatistics {
  readonly id: string;
  readonly subject: string | null;
  /** `sent`; `sending` and `paused` while the counts still grow. */
  readonly status: string;
  readonly group_id: string | null;
  readonly sent_at: string | null;
  /** When it was sent or, until that is known, created. */
  readonly time: string | null;
  /** Null if unknown. */
  readonly sent_count: number | null;
  readonly counts: Readonly<Record<Rate, number | null>>;
  /** Each count as a fraction of `sent_count`, 0 to 1; null if nothing was sent or the count is unknown. */
  readonly shares: Readonly<Record<Rate, number | null>>;
  /** Not by counts that are too small to judge. */
  readonly exceeded: readonly Threshold[];
}

export const subjectText = ({ subject }: EmailStatistics) => subject ?? '(no subject)';

/** The day on which an email was sent; without one, its status. */
export const dateText = ({ sent_at, status }: EmailStatistics) =>
  sent_at?.slice(0, 10) ?? (status === 'sent' ? 'not a date' : status);

export const exceededBy = (one: EmailStatistics, rate: Rate) =>
  one.exceeded.find(threshold => threshold.rate === rate);

/** A whole number from 0 (service.txt, "Email"), and not more than were sent; anything else is unknown. */
export function countOf(value: unknown, most = Number.MAX_SAFE_INTEGER): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most ? Number(value) : null;
}

export function countsOf(email: Email): Pick<EmailStatistics, 'counts' | 'shares'> & { sent: number | null } {
  const sent = countOf(email.sent_count);
  const counts = byRate(rate => countOf(email[`${rate}_count`], sent ?? undefined));
  const shares = byRate(rate => {
    const count = counts[rate];
    return sent === null || sent === 0 || count === null ? null : count / sent;
  });
  return { sent, counts, shares };
}

export function statisticsOf(email: Email): EmailStatistics {
  const { sent, counts, shares } = countsOf(email);
  const passed = thresholds.filter(({ rate, count, of, least }) => {
    const there = counts[rate] ?? 0;
    return sent !== null && there >= least && there * of > count * sent;
  });
  // Only the worst of each rate.
  const exceeded = passed.filter(({ rate }, at) => passed.findIndex(other => other.rate === rate) === at);
  return {
    id: email.id,
    subject: email.subject,
    status: statusText(email.status),
    group_id: email.group_id,
    sent_at: email.sent_at,
    time: email.sent_at ?? email.created_at,
    sent_count: sent,
    counts,
    shares,
    exceeded,
  };
}

const outStatuses: ReadonlySet<unknown> = new Set(['sent', 'sending', 'paused']);

/** Whether an email is sent, at least in part. */
export const isOut = ({ status }: Email) => outStatuses.has(status);

/** Whether an email is sent completely: until then its counts grow. */
export const isFinished = ({ status }: EmailStatistics) => status === 'sent';

/** With fewer recipients, one bounce or complaint is a rate of 2% and more. */
export const fewest = 50;

/** Whether an email may be compared with others. */
export const isComparable = (one: EmailStatistics) => isFinished(one) && (one.sent_count ?? 0) >= fewest;

const timeOf = ({ time }: EmailStatistics) => Date.parse(time ?? '') || 0;

/**
 * The emails that are sent, at least in part, the oldest first; those without a time before all others. An email that
 * was paused before its first recipient has no numbers to show.
 */
export function emailsOut(emails: readonly Email[]): readonly EmailStatistics[] {
  return emails
    .filter(isOut)
    .map(statisticsOf)
    .filter(one => isFinished(one) || one.sent_count !== 0)
    .sort((one, other) => timeOf(one) - timeOf(other));
}

export interface Selection {
  /** Milliseconds since 1970; earlier emails are left out. */
  readonly since?: number | undefined;
  /** The same: this time and later ones are left out. */
  readonly until?: number | undefined;
  /** Id of a group. */
  readonly group?: string | undefined;
  /** Number of emails, the latest ones. */
  readonly limit?: number | undefined;
}

/** @param all as `emailsOut` returns them */
export function selected(
  all: readonly EmailStatistics[],
  { since, until, group, limit = Number.POSITIVE_INFINITY }: Selection,
): readonly EmailStatistics[] {
  const found = all.filter(
    one =>
      (group === undefined || one.group_id === group) &&
      (since === undefined || Date.parse(one.time ?? '') >= since) &&
      (until === undefined || Date.parse(one.time ?? '') < until),
  );
  return limit < found.length ? found.slice(-limit) : found;
}

/** Earlier emails that an email is compared with. */
const comparedEmails = 10;

/** The last emails before this one that it can be compared with. @param all as `emailsOut` returns them */
export function sentBefore(
  all: readonly EmailStatistics[],
  one: EmailStatistics,
  most = comparedEmails,
): readonly EmailStatistics[] {
  if ((one.sent_count ?? 0) < fewest) return [];
  const at = all.findIndex(({ id }) => id === one.id);
  const earlier = at >= 0 ? all.slice(0, at) : all.filter(each => timeOf(each) < timeOf(one));
  return earlier.filter(isComparable).slice(-most);
}

/** The median of each rate; null without values. */
export function medians(all: readonly EmailStatistics[]): Readonly<Record<Rate, number | null>> {
  return byRate(rate => medianOf(valuesOf(all, rate)));
}

/** The middle value, or the mean of the two in the middle; null without values. */
export function medianOf(unsorted: readonly number[]): number | null {
  const values = unsorted.toSorted((one, other) => one - other);
  const [low, high] = [values[(values.length - 1) >> 1], values[values.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** One rate over time, without the emails whose rate is unknown. */
export function valuesOf(all: readonly EmailStatistics[], rate: Rate): number[] {
  return all.map(one => one.shares[rate]).filter(value => value !== null);
}

/** A record for programs. Its `…_share` differ from the service's `…_rate`, which may be defined otherwise. */
export function rowOf(one: EmailStatistics): Readonly<Record<string, unknown>> {
  const { id, subject, status, group_id, sent_at, sent_count, counts, exceeded } = one;
  return {
    id,
    subject,
    status,
    group_id,
    sent_at,
    sent_count,
    ...Object.fromEntries(
      rates.flatMap(rate => [
        [`${rate}_count`, counts[rate]],
        [`${rate}_share`, one.shares[rate]],
      ]),
    ),
    exceeded: exceeded.map(({ rate, count, of }) => `${rate}_share>${count / of}`),
  };
}

/** What is to be said of an email, besides its numbers: empty if nothing is. */
export function verdict(one: EmailStatistics): string {
  const { status, sent_count, exceeded } = one;
  const sentences = [
    ...(status === 'sending' ? ['Still sending: these numbers change'] : []),
    ...(status === 'paused' ? ['Paused: not sent to everyone'] : []),
    ...(sent_count === 0 ? ['Not sent to anyone'] : []),
    ...exceeded.map(
      ({ rate, meaning, serious }) =>
        `${serious ? 'Act on' : 'Watch'} the ${meaning.split(':')[0]} (${countText(one, rate)})`,
    ),
  ];
  return sentences.map(sentence => `${sentence}.`).join(' ');
}

/** `4 of 1,000, 0.40%`. */
function countText({ counts, sent_count, shares }: EmailStatistics, rate: Rate): string {
  return `${grouped(counts[rate] ?? 0)} of ${grouped(sent_count ?? 0)}, ${percent(shares[rate])}`;
}
