/** Parts of the terminal views of statistics. */
import { cut, widthOf, wrap } from '../../terminal/formats/measure.ts';
import { grouped, percent } from '../../terminal/numbers.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { bar } from '../../terminal/sparkline.ts';
import type { Canvas } from '../../terminal/terminal.ts';
import { type Rate, rateNouns, type Threshold, withinLimits } from './rates.ts';
import { dateText, type EmailStatistics, exceededBy, subjectText } from './statistics.ts';

// Widths in columns.
export const gap = 2;
export const space = ' '.repeat(gap);
export const valueWidth = 6;
export const sentWidth = 7;
export const titleWidth = 13;
/** A value, its mark, a blank and a bar long enough to compare. */
export const leastCell = valueWidth + 2 + 1 + 4;

const sign = (found: Threshold | undefined) => (found === undefined ? '  ' : found.serious ? '!!' : '! ');

function toned(text: string, found: Threshold | undefined, { paint }: Canvas): string {
  if (found === undefined) return text;
  return found.serious ? paint.red(text) : paint.yellow(text);
}

/** Text from the service, cut and padded to a width. */
export const padded = (text: string, width: number) => {
  const short = cut(sanitizeLine(text), width);
  return short + ' '.repeat(Math.max(width - widthOf(short), 0));
};

export const subjectOf = (one: EmailStatistics) => sanitizeLine(subjectText(one));
export const dayOf = (one: EmailStatistics) => sanitizeLine(dateText(one));

/** A count, right-aligned; "–" if unknown. */
export const countCell = (count: number | null) =>
  (count === null ? '–' : grouped(count)).padStart(sentWidth);

/** Paragraphs of plain text, wrapped to the width. */
export const paragraph = (text: string, { width }: Canvas): readonly string[] => wrap(text, width, 12);

/** Draws one rate: value, mark, bar. A full bar is 100% for every rate, so that bars can be compared. */
export type RateCell = (one: EmailStatistics, rate: Rate, width: number) => string;

export function cellOn(canvas: Canvas): RateCell {
  return (one, rate, width) => {
    const value = one.shares[rate];
    const found = exceededBy(one, rate);
    const drawn = bar(value ?? 0, width - valueWidth - 3);
    const text = percent(value).padStart(valueWidth) + sign(found);
    return `${toned(text, found, canvas)} ${found ? toned(drawn, found, canvas) : canvas.paint.cyan(drawn)}`;
  };
}

/** What the marks mean, or that nothing is marked. */
export function legend(all: readonly EmailStatistics[], canvas: Canvas): readonly string[] {
  const found = new Set(all.flatMap(({ exceeded }) => exceeded));
  const tooFew = new Set(all.flatMap(each => each.tooFew));
  const dim = (text: string) => wrap(text, canvas.width, 4).map(line => canvas.paint.dim(line));
  return [
    ...[...found].flatMap(each =>
      wrap(each.meaning, canvas.width - 3, 6).map((line, at) =>
        toned(`${at === 0 ? sign(each) : '  '} ${line}`, each, canvas),
      ),
    ),
    ...(found.size === 0 && all.every(({ problems }) => problems.length === 0) ? dim(withinLimits) : []),
    ...[...new Map([...tooFew].map(each => [each.rate, each])).values()].flatMap(({ rate, least }) =>
      dim(`Fewer than ${least} ${rateNouns[rate]} are not marked: they may be chance`),
    ),
  ];
}
