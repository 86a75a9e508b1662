/** Two emails side by side. */
import { cut } from '../../terminal/formats/measure.ts';
import { percent, pointsBetween } from '../../terminal/numbers.ts';
import type { Canvas } from '../../terminal/terminal.ts';
import { countCell, dayOf, legend, padded, paragraph, space, subjectOf, titleWidth } from './cells.ts';
import { type Rate, rateNouns, rates, rateTitles } from './rates.ts';
import { type EmailStatistics, isFinished } from './statistics.ts';

/** Standard deviations beyond which two rates differ by more than chance: reached by chance in 1 of 100 pairs. */
const deviations = 2.58;

export interface RateDifference {
  readonly rate: Rate;
  readonly first: number | null;
  readonly second: number | null;
  /** Second minus first; null if either is unknown. */
  readonly difference: number | null;
  /** Whether it is larger than chance explains; null if unknown. */
  readonly isSignificant: boolean | null;
}

export function compareEmails(first: EmailStatistics, second: EmailStatistics): readonly RateDifference[] {
  return rates.map(rate => {
    const [one, other] = [first.shares[rate], second.shares[rate]];
    const difference = one === null || other === null ? null : other - one;
    return { rate, first: one, second: other, difference, isSignificant: isSignificant(first, second, rate) };
  });
}

/** Two-proportion z-test with pooled proportions. */
function isSignificant(first: EmailStatistics, second: EmailStatistics, rate: Rate): boolean | null {
  const [one, other] = [first.counts[rate], second.counts[rate]];
  const [ofOne, ofOther] = [first.sent_count ?? 0, second.sent_count ?? 0];
  if (one === null || other === null || ofOne === 0 || ofOther === 0) return null;
  const pooled = (one + other) / (ofOne + ofOther);
  const chance = Math.sqrt(pooled * (1 - pooled) * (1 / ofOne + 1 / ofOther));
  return chance > 0 && Math.abs(other / ofOther - one / ofOne) / chance > deviations;
}

export function comparisonText(
  first: EmailStatistics,
  second: EmailStatistics,
  all: readonly RateDifference[],
): string {
  const differing = all.filter(({ isSignificant }) => isSignificant === true);
  const list = differing.map(
    ({ rate, difference }) => `${rateNouns[rate]} ${(difference ?? 0) > 0 ? 'higher' : 'lower'}`,
  );
  const unknown = all
    .filter(({ isSignificant }) => isSignificant === null)
    .map(({ rate }) => rateNouns[rate]);
  const isKnown = unknown.length < all.length;
  const said =
    list.length > 0 ? `The second had ${list.join(', ')}.` : 'No rate differs by more than chance explains.';
  return [
    ...(isKnown ? [said] : []),
    ...(unknown.length > 0 ? [`Not known of both: ${unknown.join(', ')}.`] : []),
    ...(isFinished(first) && isFinished(second) ? [] : ['Not all is sent yet: the numbers change.']),
  ].join(' ');
}

/** One line for each rate, for programs. */
export function comparisonRow({ rate, first, second, difference, isSignificant }: RateDifference) {
  return { metric: `${rate}_share`, first, second, difference, significant: isSignificant };
}

const columnWidth = 10;

/** The result in a sentence, then a line for each rate. */
export function comparisonTable(
  first: EmailStatistics,
  second: EmailStatistics,
  all: readonly RateDifference[],
  canvas: Canvas,
): string {
  const { paint, width } = canvas;
  const cells = (values: readonly string[]) => values.map(value => value.padStart(columnWidth)).join(space);
  const row = (title: string, values: readonly string[]) =>
    cut(`${padded(title, titleWidth)}${cells(values)}`.trimEnd(), width);
  const name = (label: string, one: EmailStatistics) =>
    cut(`${padded(label, titleWidth)}${dayOf(one)}  ${subjectOf(one)}`, width);
  return [
    ...paragraph(comparisonText(first, second, all), canvas),
    '',
    name('first', first),
    name('second', second),
    '',
    paint.bold(row('', ['first', 'second', 'points'])),
    row(
      'sent',
      [first, second].map(({ sent_count }) => countCell(sent_count).trim()),
    ),
    ...all.map(one => {
      const values = [percent(one.first), percent(one.second), pointsBetween(one.second, one.first)];
      const note = one.isSignificant === false && one.difference !== 0 ? `${space}may be chance` : '';
      return cut(`${row(rateTitles[one.rate], values)}${note}`, width);
    }),
    '',
    ...legend([first, second], canvas),
  ].join('\n');
}
