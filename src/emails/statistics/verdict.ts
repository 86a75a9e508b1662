/** Whether the rates of an email differ from those of the emails before it by more than chance, in a sentence. */
import { grouped, percent } from '../../terminal/numbers.ts';
import { problemList } from './counts.ts';
import { type Rate, rateNouns, rates, type Threshold } from './rates.ts';
import { type EmailStatistics, isFinished, medianOf, valuesOf } from './statistics.ts';

/** Earlier emails needed for a comparison. */
const leastCompared = 3;
/**
 * Standard deviations beyond which a difference is reported, and the part of the usual rate that it must also exceed:
 * with many recipients nearly any difference is beyond chance.
 */
const limits = { named: { deviations: 2.5, part: 0.1 }, much: { deviations: 5, part: 0.5 } };
/** Factor from a median of absolute deviations to a standard deviation, for normally distributed values. */
const deviationOfMad = 1.4826;
/** Hours until readers have reacted: before that, few likes, complaints or unsubscribes prove nothing. */
const hoursOfReaders = 48;

const impossible = 'Ignored invalid counts from the service';

export interface Unusual {
  readonly rate: Rate;
  readonly isHigher: boolean;
  readonly isMuch: boolean;
}

/**
 * The rates that differ from those of earlier emails.
 *
 * @param before the emails to compare with; fewer than three are not compared
 * @param now milliseconds since 1970
 */
export function unusualRates(
  one: EmailStatistics,
  before: readonly EmailStatistics[],
  now: number,
): readonly Unusual[] {
  if (before.length < leastCompared || !isFinished(one)) return [];
  return rates.flatMap(rate => {
    const found = unusual(one, before, rate);
    return found === undefined || (!found.isHigher && isEarly(one, rate, now)) ? [] : [found];
  });
}

function unusual(one: EmailStatistics, before: readonly EmailStatistics[], rate: Rate): Unusual | undefined {
  const [value, sent] = [one.shares[rate], one.sent_count];
  const values = valuesOf(before, rate);
  const median = medianOf(values);
  if (value === null || sent === null || median === null || values.length < leastCompared) return undefined;
  // A rate of 0 may be too small to show in so few emails.
  const usual = Math.min(Math.max(median, 1 / sent), 1 - 1 / sent);
  const chance = Math.sqrt((usual * (1 - usual)) / sent);
  const spread = deviationOfMad * (medianOf(values.map(each => Math.abs(each - median))) ?? 0);
  const difference = Math.abs(value - median);
  const deviations = difference / Math.max(chance, spread);
  // Deliveries of 98% and 96% differ as bounces of 2% and 4% do.
  const part = difference / Math.min(usual, 1 - usual);
  const isBeyond = (limit: (typeof limits)['named']) => deviations > limit.deviations && part > limit.part;
  return isBeyond(limits.named)
    ? { rate, isHigher: value > median, isMuch: isBeyond(limits.much) }
    : undefined;
}

const comeLater: ReadonlySet<Rate> = new Set(['complaint', 'like', 'unsubscribe']);

function isEarly({ sent_at }: EmailStatistics, rate: Rate, now: number): boolean {
  return comeLater.has(rate) && now - Date.parse(sent_at ?? '') < hoursOfReaders * 3_600_000;
}

/**
 * The answer to "how did it go?": one sentence, more where something is wrong.
 *
 * @param before the emails to compare with
 * @param now milliseconds since 1970
 */
export function verdict(one: EmailStatistics, before: readonly EmailStatistics[], now: number): string {
  const sentences = [
    comparison(one, before, now),
    ...one.exceeded.map(({ rate, count, of, serious }) => {
      const said = `${rateNouns[rate]} above ${percentLimit(count, of)} (${countsOf(one, rate)})`;
      return serious ? `Act on the ${said}` : `Watch the ${said}`;
    }),
    ...one.tooFew.map(each => tooFewText(one, each)),
    one.problems.length > 0 ? `${impossible}: ${problemList(one.problems)}` : undefined,
  ];
  return sentences
    .filter(sentence => sentence !== undefined)
    .map(sentence => `${sentence}.`)
    .join(' ');
}

function comparison(one: EmailStatistics, before: readonly EmailStatistics[], now: number): string {
  if (one.status === 'sending') return 'Still sending: these numbers change';
  if (one.status === 'paused') return 'Paused: not sent to everyone';
  if (one.sent_count === 0) return 'Not sent to anyone';
  if (before.length < leastCompared) {
    const count = ['no email', 'one email', 'two emails'][before.length];
    return `Not enough data: ${count} to compare with`;
  }
  const last = `the last ${numberWord(before.length)}`;
  const found = unusualRates(one, before, now);
  if (found.length === 0) return `As usual, compared with ${last}${unknownRates(one)}`;
  return `${found.some(({ isMuch }) => isMuch) ? 'Unusual:' : 'As usual;'} ${found.map(differenceText).join(', ')} than in ${last}`;
}

function unknownRates(one: EmailStatistics): string {
  const unknown = rates.filter(rate => one.shares[rate] === null).map(rate => rateNouns[rate]);
  return unknown.length === 0 ? '' : ` (unknown: ${unknown.join(', ')})`;
}

const differenceText = ({ rate, isHigher, isMuch }: Unusual) =>
  `${rateNouns[rate]} ${isMuch ? 'much' : 'a little'} ${isHigher ? 'higher' : 'lower'}`;

/** `0.1%`, as a threshold is written. */
export const percentLimit = (count: number, of: number) => `${Number(((count / of) * 100).toFixed(2))}%`;

/** `4 of 1,000, 0.40%`. */
function countsOf({ counts, sent_count, shares }: EmailStatistics, rate: Rate): string {
  return `${grouped(counts[rate] ?? 0)} of ${grouped(sent_count ?? 0)}, ${percent(shares[rate])}`;
}

function tooFewText(one: EmailStatistics, { rate, least, count, of }: Threshold): string {
  const number = one.counts[rate] ?? 0;
  const noun = number === 1 ? rateNouns[rate].slice(0, -1) : rateNouns[rate];
  return `${grouped(number)} ${noun} of ${grouped(one.sent_count ?? 0)} ${number === 1 ? 'is' : 'are'} too few to judge: ${rateNouns[rate]} above ${percentLimit(count, of)} are marked from ${least} on`;
}

const words = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const numberWord = (count: number) => words[count - leastCompared] ?? grouped(count);
