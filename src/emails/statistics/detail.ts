import { largest } from '../../lib/extremes.ts';
import { cut, wrap } from '../../terminal/formats/measure.ts';
import { grouped, percent } from '../../terminal/numbers.ts';
import type { Canvas } from '../../terminal/terminal.ts';
import {
  cellOn,
  countCell,
  dayOf,
  gap,
  leastCell,
  legend,
  padded,
  paragraph,
  sentWidth,
  space,
  subjectOf,
  titleWidth,
} from './cells.ts';
import { type Rate, rates, rateTitles } from './rates.ts';
import { type EmailStatistics, isFinished, medians } from './statistics.ts';
import { verdict } from './verdict.ts';

/** One email, compared with the median of those before it. @param now milliseconds since 1970 */
export function detail(
  one: EmailStatistics,
  before: readonly EmailStatistics[],
  canvas: Canvas,
  now: number,
): string {
  const { paint, width } = canvas;
  const middle = medians(before);
  const cell = cellOn(canvas);
  const comparison = (rate: Rate) => compared(one.shares[rate], middle[rate]);
  const longest = largest(rates.map(rate => comparison(rate).length));
  const beside = width - titleWidth - sentWidth - 2 * gap - longest;
  const isWide = beside >= leastCell;
  const cellWidth = isWide ? Math.min(beside, 40) : Math.max(width - titleWidth - sentWidth - gap, leastCell);
  const lines = rates.flatMap(rate => {
    const count = countCell(one.counts[rate]);
    const line = `${padded(rateTitles[rate], titleWidth)}${count}${space}${cell(one, rate, cellWidth)}`;
    if (isWide) return [`${line}${space}${comparison(rate)}`.trimEnd()];
    const below = comparison(rate) === '' ? [] : [paint.dim(cut(`${space}${comparison(rate)}`, width))];
    return [line.trimEnd(), ...below];
  });
  const known =
    before.length > 0
      ? `Compared with the median of the ${before.length === 1 ? 'email' : `${before.length} emails`} sent before it`
      : 'No earlier email to compare with';
  return [
    paint.bold(cut(subjectOf(one), width)),
    cut(sentLine(one), width),
    '',
    ...paragraph(verdict(one, before, now), canvas),
    '',
    ...lines,
    '',
    ...wrap(known, width, 4).map(line => paint.dim(line)),
    ...legend([one], canvas),
  ].join('\n');
}

/** "sent to 1,240 on 2026-11-16 at 08:00 UTC". */
function sentLine(one: EmailStatistics): string {
  const { sent_at, sent_count, status } = one;
  const time = /^\d{4}-\d\d-\d\dT(\d\d:\d\d).*Z$/.exec(sent_at ?? '')?.[1];
  const date = sent_at === null ? '' : ` on ${dayOf(one)}${time === undefined ? '' : ` at ${time} UTC`}`;
  const count = sent_count === null ? '' : ` to ${grouped(sent_count)}`;
  return `${isFinished(one) ? 'sent' : `${status}, sent so far`}${count}${date}`;
}

/** "0.31 points above the median, 0.42%". */
function compared(value: number | null, median: number | null): string {
  if (value === null || median === null) return '';
  const points = Math.abs(value - median) * 100;
  if (points < 0.005) return `as the median, ${percent(median)}`;
  return `${points.toFixed(2)} points ${value > median ? 'above' : 'below'} the median, ${percent(median)}`;
}
