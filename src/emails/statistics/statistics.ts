/** Statistics of emails that are out, computed from the counts that the service keeps (service.txt, "Email"). */
import type { Email } from '../../contract/index.ts';
import { statusText } from '../status-text.ts';
import { type CheckedCounts, type CountProblem, checkCounts, problemList, sharesOf } from './counts.ts';
import { byRate, type Rate, rates, type Threshold, thresholds } from './rates.ts';
import { baseOf, type RateBase } from './service-rates.ts';

/** One email. */
export interface EmailStatistics {
  readonly id: string;
  readonly subject: string | null;
  /** `sent`; `sending` and `paused` while the counts still grow. */
  readonly status: string;
  readonly group_id: string | null;
  readonly sent_at: string | null;
  /** Its place in time: when it was sent or, before that is known, made. */
  readonly time: string | null;
  /** Null where the service sent no count that can be. */
  readonly sent_count: number | null;
  readonly counts: Readonly<Record<Rate, number | null>>;
  /** Each count as a share of `sent_count`, 0 to 1; null when nothing was sent or a count is not known. */
  readonly shares: Readonly<Record<Rate, number | null>>;
  readonly exceeded: readonly Threshold[];
  /** Thresholds that are passed by counts too small to tell. */
  readonly tooFew: readonly Threshold[];
  readonly problems: readonly CountProblem[];
  /** What the service's own rates are shares of. */
  readonly bases: Readonly<Record<Rate, RateBase>>;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** The statistics of one email, from its counts. */
export function statisticsOf(email: Email): EmailStatistics {
  const checked = checkCounts(email);
  const { sent, counts, problems } = checked;
  const passed = thresholds.filter(
    ({ rate, count, of }) => sent !== null && (counts[rate] ?? 0) * of > count * sent,
  );
  // Only the worst of each rate.
  const worst = passed.filter(({ rate }, at) => passed.findIndex(other => other.rate === rate) === at);
  const isEnough = ({ rate, least }: Threshold) => (counts[rate] ?? 0) >= least;
  return {
    id: email.id,
    subject: textOrNull(email.subject),
    status: statusText(email.status),
    group_id: textOrNull(email.group_id),
    sent_at: textOrNull(email.sent_at),
    time: textOrNull(email.sent_at) ?? textOrNull(email.created_at),
    sent_count: sent,
    counts,
    shares: sharesOf(checked),
    exceeded: worst.filter(isEnough),
    tooFew: worst.filter(each => !isEnough(each)),
    problems,
    bases: byRate(rate => (isComparable(email, rate, checked) ? baseOf(email, rate) : 'sent')),
  };
}

/** Whether there are both a count and a rate of the service, which could disagree. */
function isComparable(email: Email, rate: Rate, { sent, counts }: CheckedCounts): boolean {
  const own: unknown = email[`${rate}_rate`];
  return sent !== null && counts[rate] !== null && own !== undefined && own !== null;
}

/** At most so many emails with impossible counts are named. */
const mostNamed = 5;

/** The emails whose counts cannot be, a line for each. */
export function impossibleCounts(all: readonly EmailStatistics[]): readonly string[] {
  const found = all.filter(({ problems }) => problems.length > 0);
  const lines = found
    .slice(-mostNamed)
    .map(({ id, subject, problems }) => `${subject ?? '(no subject)'} (${id}): ${problemList(problems)}`);
  const left = found.length - lines.length;
  return left > 0 ? [...lines, `and ${left} more emails`] : lines;
}

const outStatuses: ReadonlySet<unknown> = new Set(['sent', 'sending', 'paused']);

/** Whether an email is out, at least in part. */
export const isOut = ({ status }: Email) => outStatuses.has(status);

/** Whether all of an email is out: until then its counts grow. */
export const isFinished = ({ status }: EmailStatistics) => status === 'sent';

const timeOf = ({ time }: EmailStatistics) => Date.parse(time ?? '') || 0;

/**
 * The emails that went out, at least in part, the oldest first; those without a time come before all others. An email
 * that was paused before it began has no numbers to show.
 */
export function emailsOut(emails: readonly Email[]): readonly EmailStatistics[] {
  return emails
    .filter(isOut)
    .map(statisticsOf)
    .filter(one => isFinished(one) || one.sent_count !== 0)
    .sort((one, other) => timeOf(one) - timeOf(other));
}

/** Which emails are looked at. */
export interface Selection {
  /** Milliseconds since 1970; earlier emails are left out. */
  readonly since?: number | undefined;
  /** The id of a group. */
  readonly group?: string | undefined;
  /** The last so many. */
  readonly limit?: number | undefined;
}

/** @param all as `emailsOut` returns them */
export function selected(
  all: readonly EmailStatistics[],
  { since, group, limit = Number.POSITIVE_INFINITY }: Selection,
): readonly EmailStatistics[] {
  const found = all.filter(
    one =>
      (group === undefined || one.group_id === group) &&
      (since === undefined || Date.parse(one.time ?? '') >= since),
  );
  return limit < found.length ? found.slice(-limit) : found;
}

/** An email is compared with the median of this many earlier emails. */
const comparedEmails = 10;

/** The last emails that were sent whole before this one; `all` as `emailsOut` returns them. */
export function sentBefore(
  all: readonly EmailStatistics[],
  one: EmailStatistics,
  most = comparedEmails,
): readonly EmailStatistics[] {
  const at = all.findIndex(({ id }) => id === one.id);
  const earlier = at >= 0 ? all.slice(0, at) : all.filter(each => timeOf(each) < timeOf(one));
  return earlier.filter(isFinished).slice(-most);
}

/** The median of each rate; null when there is none. */
export function medians(all: readonly EmailStatistics[]): Readonly<Record<Rate, number | null>> {
  return byRate(rate => medianOf(valuesOf(all, rate)));
}

/** The middle value, or the mean of the two in the middle; null when there is none. */
export function medianOf(unsorted: readonly number[]): number | null {
  const values = unsorted.toSorted((one, other) => one - other);
  const [low, high] = [values[(values.length - 1) >> 1], values[values.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** One rate over time, without the emails of which it is not known. */
export function valuesOf(all: readonly EmailStatistics[], rate: Rate): number[] {
  return all.map(one => one.shares[rate]).filter(value => value !== null);
}

/** How the service's own rates differ from those computed here. */
export function rateDifferences(all: readonly EmailStatistics[]): readonly string[] {
  const named = (base: RateBase) => rates.filter(rate => all.some(({ bases }) => bases[rate] === base));
  const list = (base: RateBase) =>
    named(base)
      .map(rate => `${rate}_rate`)
      .join(', ');
  return [
    ...(named('delivered').length > 0
      ? [
          `rates here are fractions of sent; ${list('delivered')} of the service ${named('delivered').length === 1 ? 'is a fraction' : 'are fractions'} of delivered`,
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

/** The statistics as a record for programs. The shares have names of their own: the service's rates may mean something else. */
export function rowOf(one: EmailStatistics): Readonly<Record<string, unknown>> {
  const { id, subject, status, group_id, sent_at, sent_count, counts, exceeded, bases, problems } = one;
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
    impossible: problems.map(({ count, problem }) => `${count}: ${problem}`),
    disagreeing: rates.filter(rate => bases[rate] === 'unknown').map(rate => `${rate}_rate`),
  };
}
