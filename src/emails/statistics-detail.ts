import { cut, wrap } from '../terminal/formats/measure.ts';
import { grouped, percent } from '../terminal/numbers.ts';
import type { Canvas } from '../terminal/terminal.ts';
import { type Rate, rates, rateTitles } from './rates.ts';
import { type EmailStatistics, medians } from './statistics.ts';
import {
  cellOn,
  dayOf,
  gap,
  leastCell,
  legend,
  padded,
  sentWidth,
  space,
  subjectOf,
  titleWidth,
} from './statistics-cells.ts';

/** One email, compared with the median of those before it. */
export function detail(one: EmailStatistics, before: readonly EmailStatistics[], canvas: Canvas): string {
  const { paint, width } = canvas;
  const middle = medians(before);
  const cell = cellOn(canvas, [...before, one]);
  const comparison = (rate: Rate) => compared(one.rates[rate], middle[rate]);
  const longest = Math.max(...rates.map(rate => comparison(rate).length));
  const beside = width - titleWidth - sentWidth - 2 * gap - longest;
  const isWide = beside >= leastCell;
  const cellWidth = isWide ? Math.min(beside, 40) : Math.max(width - titleWidth - sentWidth - gap, leastCell);
  const lines = rates.flatMap(rate => {
    const count = grouped(one.counts[rate]).padStart(sentWidth);
    const line = `${padded(rateTitles[rate], titleWidth)}${count}${space}${cell(one, rate, cellWidth)}`;
    if (isWide) return [`${line}${space}${comparison(rate)}`.trimEnd()];
    const below = comparison(rate) === '' ? [] : [paint.dim(cut(`${space}${comparison(rate)}`, width))];
    return [line.trimEnd(), ...below];
  });
  const known =
    before.length > 0
      ? `compared with the median of the ${before.length === 1 ? 'one email' : `${before.length} emails`} sent before it`
      : 'no email was sent before it to compare with';
  const time = /^\d{4}-\d\d-\d\dT(\d\d:\d\d).*Z$/.exec(one.sent_at ?? '')?.[1];
  const date = one.sent_at === null ? '' : ` on ${dayOf(one)}${time === undefined ? '' : ` at ${time} UTC`}`;
  return [
    paint.bold(cut(subjectOf(one), width)),
    cut(`sent to ${grouped(one.sent_count)}${date}`, width),
    '',
    ...lines,
    '',
    ...wrap(known, width, 4).map(line => paint.dim(line)),
    ...legend([one], canvas),
  ].join('\n');
}

/** "0.31 points above the median, 0.42%". */
function compared(value: number | null, median: number | null): string {
  if (value === null || median === null) return '';
  const points = Math.abs(value - median) * 100;
  if (points < 0.005) return `as the median, ${percent(median)}`;
  return `${points.toFixed(2)} points ${value > median ? 'above' : 'below'} the median, ${percent(median)}`;
}
