/** Statistics on a terminal: the emails in one table with bars, and one email beside those before it. */
import { largest, smallest } from '../../lib/extremes.ts';
import { cut, widthOf, wrap } from '../../terminal/formats/measure.ts';
import { counted, grouped, percent, pointsBetween } from '../../terminal/numbers.ts';
import { sanitizeLine } from '../../terminal/shown-text.ts';
import type { Canvas } from '../../terminal/terminal.ts';
import {
  byRate,
  percentLimit,
  type Rate,
  rates,
  rateTitles,
  type Threshold,
  thresholds,
  withinLimits,
} from './rates.ts';
import {
  dateText,
  type EmailStatistics,
  exceededBy,
  fewest,
  isComparable,
  isFinished,
  medians,
  subjectText,
  valuesOf,
  verdict,
} from './statistics.ts';

// Widths in columns.
const space = '  ';
const valueWidth = 6;
const sentWidth = 7;
const titleWidth = 13;
/** A value and its mark; with a blank and a bar long enough to compare; with the longest bar. */
const [bareCell, barCell, longestCell] = [valueWidth + 2, valueWidth + 7, valueWidth + 11];
/** Subjects are cut to this width, not further, to make room for bars. */
const subjectWidth = 24;

const sign = (found: Threshold | undefined) => (found === undefined ? '  ' : found.serious ? '!!' : '! ');

function toned(text: string, found: Threshold | undefined, { paint }: Canvas): string {
  if (found === undefined) return text;
  return found.serious ? paint.red(text) : paint.yellow(text);
}

/** Text from the service, cut and padded to a width. */
function padded(text: string, width: number): string {
  const short = cut(sanitizeLine(text), width);
  return short + ' '.repeat(Math.max(width - widthOf(short), 0));
}

const subjectOf = (one: EmailStatistics) => sanitizeLine(subjectText(one));
const countCell = (count: number | null) => (count === null ? '–' : grouped(count)).padStart(sentWidth);

/** What a full bar of each rate stands for: 100% of deliveries, else the highest rate or the highest limit. */
type Scales = Readonly<Record<Rate, number>>;

const scalesOf = (all: readonly EmailStatistics[]): Scales =>
  byRate(rate => {
    const limits = thresholds.filter(each => each.rate === rate).map(({ count, of }) => count / of);
    return rate === 'delivery' ? 1 : largest([0, ...valuesOf(all, rate), ...limits]);
  });

/** One rate: value, mark, bar. */
function cell(one: EmailStatistics, rate: Rate, width: number, scales: Scales, canvas: Canvas): string {
  const value = one.shares[rate];
  const found = exceededBy(one, rate);
  const text = toned(percent(value).padStart(valueWidth) + sign(found), found, canvas);
  if (width < barCell) return text;
  const drawn = bar((value ?? 0) / (scales[rate] || 1), width - valueWidth - 3);
  return `${text} ${found ? toned(drawn, found, canvas) : canvas.paint.cyan(drawn)}`;
}

const bareWidths = rates.map(rate => Math.max(rateTitles[rate].length, bareCell));

/** The narrowest terminal for the table. */
export const leastWidth = bareWidths.reduce((sum, width) => sum + width + 1, 10 + sentWidth + space.length);

export interface Overview {
  /** The emails to list, the oldest first; none if one was named. */
  readonly all: readonly EmailStatistics[];
  /** The email that was named, else the latest. */
  readonly one: EmailStatistics;
  /** The emails of the median. */
  readonly before: readonly EmailStatistics[];
}

/** All emails, the latest first; one email in words, its rates beside the median; a legend of the marks. */
export function overview({ all, one, before }: Overview, canvas: Canvas): string {
  const why =
    (one.sent_count ?? 0) < fewest
      ? `this email went to fewer than ${fewest} people`
      : `none went to at least ${fewest} people`;
  const drawn = all.filter(isComparable);
  const overTime =
    drawn.length < 2 || drawn.length === all.length
      ? ''
      : ` Over time: the ${drawn.length} emails to at least ${fewest} people.`;
  const compared =
    before.length === 0
      ? `Not compared with earlier emails: ${why}.`
      : `Median: of the ${counted(before.length, 'email')} before it to at least ${fewest} people.`;
  return [
    ...(all.length === 0 ? [] : [...table(all.toReversed(), canvas), '']),
    ...heading(one, all.length > 1 ? 'Latest: ' : '', canvas),
    ...compareRates(one, drawn, before, canvas),
    '',
    ...wrap(`${compared}${overTime} Percentages are of all emails sent.`, canvas.width, 4).map(
      canvas.paint.dim,
    ),
    ...legend([...all, one], canvas),
  ].join('\n');
}

function heading(one: EmailStatistics, which: string, { paint, width }: Canvas): readonly string[] {
  const { sent_count, status } = one;
  const count = sent_count === null ? '' : ` to ${grouped(sent_count)}`;
  const sent = `${isFinished(one) ? 'sent' : `${status}, sent so far`}${count}, ${dateText(one)}`;
  const said = verdict(one);
  return [
    paint.bold(cut(`${which}${subjectOf(one)}`, width)),
    cut(sanitizeLine(sent), width),
    ...(said === '' ? [] : wrap(said, width, 12)),
    '',
  ];
}

/** With bars, if there is room beside the subjects; without, columns are as wide as their titles. */
function table(all: readonly EmailStatistics[], canvas: Canvas): readonly string[] {
  const left = canvas.width - sentWidth - space.length;
  const beside = (subject: number) => Math.floor((left - subject) / rates.length) - space.length;
  const longest = Math.max(largest(all.map(one => widthOf(subjectOf(one)))), 7);
  // Whole subjects come before longer bars.
  const wanted = Math.max(beside(longest), Math.min(beside(subjectWidth), barCell));
  const widths = wanted < barCell ? bareWidths : rates.map(() => Math.min(wanted, longestCell));
  const between = wanted < barCell ? ' ' : space;
  const room = widths.reduce((rest, width) => rest - width - between.length, left);
  const subject = Math.min(longest, room);
  const line = (name: string, sent: string, cells: readonly string[]) =>
    [`${padded(name, subject)}${space}${sent}`, ...cells].join(between).trimEnd();
  const inColumns = (text: (rate: Rate, width: number) => string, ends: boolean) =>
    rates.map((rate, at) => {
      const width = widths[at] ?? 0;
      const drawn = text(rate, width);
      const blanks = ' '.repeat(Math.max(width - widthOf(drawn), 0));
      return ends ? blanks + drawn : drawn + blanks;
    });
  const isBare = wanted < barCell;
  const scales = scalesOf(all);
  const titles = inColumns(
    rate => (isBare ? rateTitles[rate] : rateTitles[rate].padStart(valueWidth)),
    isBare,
  );
  return [
    canvas.paint.bold(line('subject', 'sent'.padStart(sentWidth), titles)),
    ...all.map(one => {
      const cells = inColumns((rate, width) => cell(one, rate, width, scales, canvas), isBare);
      return line(subjectOf(one), countCell(one.sent_count), cells);
    }),
    ...(isBare ? [] : wrap(scalesText(scales), canvas.width, 4).map(canvas.paint.dim)),
  ];
}

function scalesText(scales: Scales): string {
  const drawn = rates.filter(rate => scales[rate] > 0);
  return `A full bar: ${drawn.map(rate => `${percentLimit(scales[rate], 1)} ${rateTitles[rate]}`).join(', ')}.`;
}

/** Each rate of an email: count, share, beside the median if there is one; all emails over time if several are drawn. */
function compareRates(
  one: EmailStatistics,
  drawn: readonly EmailStatistics[],
  before: readonly EmailStatistics[],
  { width, paint }: Canvas,
): readonly string[] {
  const middle = medians(before);
  const isCompared = before.length > 0;
  const titles = ['count'.padStart(sentWidth), 'rate', ...(isCompared ? ['median', 'points'] : [])];
  const row = (title: string, numbers: readonly string[], line: string) =>
    [padded(title, titleWidth), ...numbers.map(each => each.padStart(valueWidth)), line]
      .join(space)
      .trimEnd();
  const room =
    width - titleWidth - sentWidth - (titles.length - 1) * valueWidth - titles.length * space.length;
  return [
    paint.bold(row('', titles, drawn.length > 1 ? 'over time' : '')),
    ...rates.map(rate => {
      const [value, usual] = [one.shares[rate], middle[rate]];
      const compared = isCompared ? [percent(usual), pointsBetween(value, usual)] : [];
      const line =
        drawn.length > 1 ? sparkline(valuesOf(drawn, rate), Math.max(5, Math.min(room - 2, 60))) : '';
      return row(
        rateTitles[rate],
        [countCell(one.counts[rate]), percent(value), ...compared],
        paint.cyan(line),
      );
    }),
  ];
}

/** What the marks mean, or that nothing is marked. */
function legend(all: readonly EmailStatistics[], canvas: Canvas): readonly string[] {
  const found = [...new Set(all.flatMap(({ exceeded }) => exceeded))];
  return [
    ...found.flatMap(each =>
      wrap(each.meaning, canvas.width - 3, 6).map((line, at) =>
        toned(`${at === 0 ? sign(each) : '  '} ${line}`, each, canvas),
      ),
    ),
    ...(found.length === 0 ? wrap(withinLimits, canvas.width, 4).map(canvas.paint.dim) : []),
  ];
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A horizontal bar of exactly `width` columns, exact to an eighth of a column.
 *
 * @param share 0 to 1; others are drawn as 0 or 1; anything above 0 is visible
 */
export function bar(share: number, width: number): string {
  const within = Math.min(Math.max(share, 0), 1);
  const parts = Math.max(Math.round(within * width * 8), within > 0 && width > 0 ? 1 : 0);
  return ('█'.repeat(parts >> 3) + (eighths[parts & 7] ?? '')).padEnd(width);
}

const levels = '▁▂▃▄▅▆▇█';

/**
 * A trend in one line, scaled from the lowest to the highest value; equal values are drawn in the middle.
 *
 * @param values in order of time
 * @param width columns; only the last values are drawn if there are more
 */
export function sparkline(values: readonly number[], width: number): string {
  const drawn = width > 0 ? values.slice(-width) : [];
  const low = smallest(drawn);
  const span = largest(drawn) - low;
  return drawn
    .map(value => levels[span > 0 ? Math.round(((value - low) / span) * (levels.length - 1)) : 3])
    .join('');
}
