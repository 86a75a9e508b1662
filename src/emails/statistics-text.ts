/** Statistics for people at a terminal. */
import { cut, widthOf, wrap } from '../terminal/formats/measure.ts';
import { grouped, percent } from '../terminal/numbers.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { bar, sparkline } from '../terminal/sparkline.ts';
import type { Canvas } from '../terminal/terminal.ts';
import { type EmailStatistics, medians, type Rate, rates, type Threshold, valuesOf } from './statistics.ts';

export const titles: Readonly<Record<Rate, string>> = {
  delivery: 'delivered',
  bounce: 'bounced',
  complaint: 'complaints',
  like: 'likes',
  unsubscribe: 'unsubscribed',
};

const gap = 2;
const valueWidth = 6;
const sentWidth = 7;
const titleWidth = 13;
/** Widths of a cell: a value, its mark, a blank and a bar long enough to compare. */
const leastCell = valueWidth + 2 + 1 + 4;
const mostCell = valueWidth + 2 + 1 + 8;
/** Subjects are cut to this width, but not further, to make room for the table. */
const subjectWidth = 24;

const mark = (one: EmailStatistics, rate: Rate) => one.exceeded.find(threshold => threshold.rate === rate);
const sign = (found: Threshold | undefined) => (found === undefined ? '  ' : found.serious ? '!!' : '! ');

function toned(text: string, found: Threshold | undefined, { paint }: Canvas): string {
  if (found === undefined) return text;
  return found.serious ? paint.red(text) : paint.yellow(text);
}

const padded = (text: string, width: number) => {
  const short = cut(sanitizeLine(text), width);
  return short + ' '.repeat(Math.max(width - widthOf(short), 0));
};

/** The rate of a full bar: 1 for deliveries, for others the highest rate. */
const scaleOf = (all: readonly EmailStatistics[], rate: Rate) =>
  rate === 'delivery' ? 1 : Math.max(...valuesOf(all, rate), Number.MIN_VALUE);

const subjectOf = ({ subject }: EmailStatistics) => sanitizeLine(subject ?? '(no subject)');
const dayOf = ({ sent_at }: EmailStatistics) => sanitizeLine(sent_at?.slice(0, 10) ?? 'no date');
const space = ' '.repeat(gap);

/** Draws one rate: value, mark, bar. */
type RateCell = (one: EmailStatistics, rate: Rate, width: number) => string;

function cellOn(canvas: Canvas, all: readonly EmailStatistics[]): RateCell {
  const scales = new Map(rates.map(rate => [rate, scaleOf(all, rate)]));
  return (one, rate, width) => {
    const value = one.rates[rate];
    const found = mark(one, rate);
    const drawn = bar((value ?? 0) / (scales.get(rate) ?? 1), width - valueWidth - 3);
    const said = percent(value).padStart(valueWidth) + sign(found);
    return `${toned(said, found, canvas)} ${found ? toned(drawn, found, canvas) : canvas.paint.cyan(drawn)}`;
  };
}

/** All sent emails, the latest first; then a trend for each rate, and what the marks mean. */
export function overview(all: readonly EmailStatistics[], canvas: Canvas): string {
  const cell = cellOn(canvas, all);
  const beside = (subject: number) =>
    Math.floor((canvas.width - sentWidth - gap - subject) / rates.length) - gap;
  const longest = Math.max(...all.map(one => widthOf(subjectOf(one))));
  // Whole subjects come before longer bars.
  const inTable = Math.max(beside(longest), Math.min(beside(subjectWidth), leastCell));
  const below = Math.floor((canvas.width - gap) / rates.length) - gap;
  const latest = all.toReversed();
  const lines =
    inTable >= leastCell
      ? table(latest, cell, Math.min(inTable, mostCell), canvas)
      : below >= leastCell
        ? pairs(latest, cell, below, canvas)
        : cards(latest, cell, canvas);
  return [...lines, '', ...trends(all, canvas), '', ...legend(all, canvas)].join('\n');
}

/** A line for each email. */
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
      return [padded(subjectOf(one), subject), grouped(one.sent_count).padStart(sentWidth), ...cells]
        .join(space)
        .trimEnd();
    }),
  ];
}

/** A title above the values of its column, which are right-aligned. */
function headOf(rate: Rate, width: number): string {
  return padded(titles[rate].padStart(valueWidth), width);
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
      const about = `${dayOf(one)}${space}${`to ${grouped(one.sent_count)}`.padStart(sentWidth + 3)}`;
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
    paint.dim(cut(`${dayOf(one)}, sent to ${grouped(one.sent_count)}`, columns)),
    ...rates.map(rate => `${padded(titles[rate], titleWidth)}${cell(one, rate, width)}`.trimEnd()),
  ]);
}

/** The trend of each rate, with its latest value and its median. */
function trends(all: readonly EmailStatistics[], { width, paint }: Canvas): readonly string[] {
  const middle = medians(all);
  const length = Math.max(
    5,
    Math.min(width - titleWidth - 2 * (valueWidth + gap), 60, Math.max(all.length, 11)),
  );
  const head = `${padded('over time', titleWidth)}${padded('', length)}${space}${'latest'.padStart(valueWidth)}${space}${'median'.padStart(valueWidth)}`;
  return [
    paint.bold(head),
    ...rates.map(rate => {
      const values = valuesOf(all, rate);
      const line = padded(sparkline(values, length), length);
      const numbers = [values.at(-1) ?? null, middle[rate]].map(one => percent(one).padStart(valueWidth));
      return `${padded(titles[rate], titleWidth)}${paint.cyan(line)}${space}${numbers.join(space)}`;
    }),
  ];
}

/** What the marks mean, or that there are none. */
function legend(all: readonly EmailStatistics[], canvas: Canvas): readonly string[] {
  const found = new Set(all.flatMap(({ exceeded }) => exceeded));
  if (found.size === 0) {
    const fine = 'nothing mail providers act on: complaints are not above 0.1 %, bounces not above 2 %';
    return wrap(fine, canvas.width, 4).map(line => canvas.paint.dim(line));
  }
  return [...found].flatMap(each =>
    wrap(each.meaning, canvas.width - 3, 6).map((line, at) =>
      toned(`${at === 0 ? sign(each) : '  '} ${line}`, each, canvas),
    ),
  );
}

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
    const line = `${padded(titles[rate], titleWidth)}${count}${space}${cell(one, rate, cellWidth)}`;
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
