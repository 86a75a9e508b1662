import { largest } from '../../lib/extremes.ts';
import { cut, widthOf } from '../../terminal/formats/measure.ts';
import { percent, pointsBetween } from '../../terminal/numbers.ts';
import { sparkline } from '../../terminal/sparkline.ts';
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
  type RateCell,
  sentWidth,
  space,
  subjectOf,
  titleWidth,
  valueWidth,
} from './cells.ts';
import { type Rate, rates, rateTitles } from './rates.ts';
import { type EmailStatistics, isFinished, medians, valuesOf } from './statistics.ts';
import { verdict } from './verdict.ts';

const mostCell = valueWidth + 2 + 1 + 8;
/** Subjects are cut to this width, not further, to make room for the table. */
const subjectWidth = 24;

interface Shown {
  /** The oldest first. */
  readonly all: readonly EmailStatistics[];
  readonly listed: readonly EmailStatistics[];
  /** Emails that the latest is compared with. */
  readonly before: readonly EmailStatistics[];
}

/**
 * The result of the latest email; all emails as they are listed; a trend for each rate; a legend of the marks.
 *
 * @param now milliseconds since 1970
 */
export function overview({ all, listed, before }: Shown, canvas: Canvas, now: number): string {
  const cell = cellOn(canvas);
  const beside = (subject: number) =>
    Math.floor((canvas.width - sentWidth - gap - subject) / rates.length) - gap;
  const longest = largest(all.map(one => widthOf(subjectOf(one))));
  // Whole subjects come before longer bars.
  const inTable = Math.max(beside(longest), Math.min(beside(subjectWidth), leastCell));
  const below = Math.floor((canvas.width - gap) / rates.length) - gap;
  const lines =
    inTable >= leastCell
      ? table(listed, cell, Math.min(inTable, mostCell), canvas)
      : below >= leastCell
        ? pairs(listed, cell, below, canvas)
        : cards(listed, cell, canvas);
  const finished = all.filter(isFinished);
  return [
    ...answer(all, before, canvas, now),
    '',
    ...lines,
    '',
    ...(finished.length > 0 ? [...trends(finished, canvas), ''] : []),
    ...legend(all, canvas),
  ].join('\n');
}

function answer(
  all: readonly EmailStatistics[],
  before: readonly EmailStatistics[],
  canvas: Canvas,
  now: number,
): readonly string[] {
  const latest = all.at(-1);
  if (latest === undefined) return [];
  const subject = cut(subjectOf(latest), canvas.width);
  return [canvas.paint.bold(subject), ...paragraph(verdict(latest, before, now), canvas)];
}

function table(
  all: readonly EmailStatistics[],
  cell: RateCell,
  width: number,
  { width: columns, paint }: Canvas,
) {
  const room = columns - sentWidth - gap - rates.length * (width + gap);
  const subject = Math.min(Math.max(...all.map(one => widthOf(subjectOf(one))), 7), room);
  const head = [padded('subject', subject), 'sent'.padStart(sentWidth)];
  return [
    paint.bold([...head, ...rates.map(rate => headOf(rate, width))].join(space).trimEnd()),
    ...all.map(one => {
      const cells = rates.map(rate => cell(one, rate, width));
      return [padded(subjectOf(one), subject), countCell(one.sent_count), ...cells].join(space).trimEnd();
    }),
  ];
}

/** A title above the values of its column, which are right-aligned. */
function headOf(rate: Rate, width: number): string {
  return padded(rateTitles[rate].padStart(valueWidth), width);
}

/** Two lines for each email: what it is, and its rates. */
function pairs(
  all: readonly EmailStatistics[],
  cell: RateCell,
  width: number,
  { width: columns, paint }: Canvas,
) {
  return [
    paint.bold(`${space}${rates.map(rate => headOf(rate, width)).join(space)}`.trimEnd()),
    ...all.flatMap(one => {
      const about = `${dayOf(one)}${space}${`to ${countCell(one.sent_count).trim()}`.padStart(sentWidth + 3)}`;
      const subject = padded(subjectOf(one), columns - about.length - gap);
      return [
        `${paint.bold(subject)}${space}${paint.dim(about)}`,
        `${space}${rates.map(rate => cell(one, rate, width)).join(space)}`.trimEnd(),
      ];
    }),
  ];
}

/** A paragraph for each email, with a line for each rate. */
function cards(all: readonly EmailStatistics[], cell: RateCell, { width: columns, paint }: Canvas) {
  const width = Math.max(columns - titleWidth, valueWidth + 3);
  return all.flatMap((one, place) => [
    ...(place > 0 ? [''] : []),
    paint.bold(cut(subjectOf(one), columns)),
    paint.dim(cut(`${dayOf(one)}, sent to ${countCell(one.sent_count).trim()}`, columns)),
    ...rates.map(rate => `${padded(rateTitles[rate], titleWidth)}${cell(one, rate, width)}`.trimEnd()),
  ]);
}

/** The trend of each rate: latest value, median, and where there is room the difference in percentage points. */
function trends(all: readonly EmailStatistics[], { width, paint }: Canvas): readonly string[] {
  const middle = medians(all);
  const titles = width < 48 ? ['latest', 'median'] : ['latest', 'median', 'points'];
  const room = width - titleWidth - titles.length * (valueWidth + gap);
  const length = Math.max(5, Math.min(room, 60, Math.max(all.length, 11)));
  const head = [padded('', length), ...titles.map(title => title.padStart(valueWidth))].join(space);
  return [
    paint.bold(`${padded('over time', titleWidth)}${head}`),
    ...rates.map(rate => {
      const values = valuesOf(all, rate);
      const [latest = null, median] = [values.at(-1), middle[rate]];
      const line = padded(sparkline(values, length), length);
      const numbers = [percent(latest), percent(median), pointsBetween(latest, median)];
      const cells = titles.map((_, at) => (numbers[at] ?? '').padStart(valueWidth));
      return `${padded(rateTitles[rate], titleWidth)}${paint.cyan(line)}${space}${cells.join(space)}`;
    }),
  ];
}
