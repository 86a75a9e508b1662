/** Statistics as people read them in a terminal. */
import { bar } from '../terminal/bars.ts';
import { cleanLine } from '../terminal/clean.ts';
import { cut, widthOf } from '../terminal/formats/measure.ts';
import { grouped, percent } from '../terminal/numbers.ts';
import { sparkline } from '../terminal/sparkline.ts';
import type { Canvas } from '../terminal/terminal.ts';
import { medians, type Rate, rates, type Statistics, type Threshold, valuesOf } from './statistics.ts';

export { percent };

export const titles: Readonly<Record<Rate, string>> = {
  delivery: 'delivered',
  bounce: 'bounced',
  complaint: 'complaints',
  like: 'likes',
  unsubscribe: 'unsubscribed',
};

const gap = 2;
const valueWidth = 6;
const narrowest = 9;
const sentWidth = 7;
/** A subject is still told from others at this width. */
const subjectWidth = 14;

const mark = (one: Statistics, rate: Rate) => one.exceeded.find(threshold => threshold.rate === rate);
const sign = (found: Threshold | undefined) => (found === undefined ? ' ' : found.serious ? '‼' : '!');

function toned(text: string, found: Threshold | undefined, { paint }: Canvas): string {
  if (found === undefined) return text;
  return found.serious ? paint.red(text) : paint.yellow(text);
}

const padded = (text: string, width: number) => {
  const short = cut(cleanLine(text), width);
  return short + ' '.repeat(Math.max(width - widthOf(short), 0));
};

/** What a full bar stands for: everybody for deliveries, else the highest that occurs. */
const scaleOf = (all: readonly Statistics[], rate: Rate) =>
  rate === 'delivery' ? 1 : Math.max(...valuesOf(all, rate), Number.MIN_VALUE);

function layout(width: number) {
  const fixed = sentWidth + gap;
  const most = Math.floor((width - fixed - subjectWidth) / rates.length) - gap;
  const column = Math.min(Math.max(most, narrowest), 16);
  const shown = rates.slice(0, Math.max(1, Math.floor((width - fixed - subjectWidth) / (column + gap))));
  const subject = Math.max(subjectWidth, width - fixed - shown.length * (column + gap));
  return { column, shown, subject: Math.min(subject, 44) };
}

/** All sent emails, the latest first, a trend line for each rate, and what the marks mean. */
export function overview(all: readonly Statistics[], canvas: Canvas): string {
  const { paint } = canvas;
  const { column, shown, subject } = layout(canvas.width);
  const space = ' '.repeat(gap);
  const scales = new Map(shown.map(rate => [rate, scaleOf(all, rate)]));
  const cell = (one: Statistics, rate: Rate) => {
    const value = one.rates[rate];
    const found = mark(one, rate);
    const length = column - valueWidth - 2;
    const drawn = bar((value ?? 0) / (scales.get(rate) ?? 1), length);
    const said = percent(value).padStart(valueWidth) + sign(found);
    return `${toned(said, found, canvas)} ${found ? toned(drawn, found, canvas) : paint.cyan(drawn)}`;
  };
  const head = [padded('subject', subject), 'sent'.padStart(sentWidth)];
  const titleLine = [...head, ...shown.map(rate => padded(titles[rate], column))].join(space).trimEnd();
  const lines = all
    .toReversed()
    .map(one =>
      [
        padded(one.subject ?? '(no subject)', subject),
        grouped(one.sent_count).padStart(sentWidth),
        ...shown.map(rate => cell(one, rate)),
      ]
        .join(space)
        .trimEnd(),
    );
  const missing = rates.filter(rate => !shown.includes(rate)).map(rate => titles[rate]);
  const narrow =
    missing.length > 0 ? ['', paint.dim(`no room for ${missing.join(', ')}; -o json has all`)] : [];
  return [
    paint.bold(titleLine),
    ...lines,
    '',
    ...trends(all, canvas),
    ...narrow,
    ...legend(all, canvas),
  ].join('\n');
}

function trends(all: readonly Statistics[], { width, paint }: Canvas): readonly string[] {
  const middle = medians(all);
  return rates.map(rate => {
    const values = valuesOf(all, rate);
    const latest = values.at(-1) ?? null;
    const said = `${percent(latest).padStart(valueWidth)} latest, ${percent(middle[rate])} median`;
    const line = sparkline(values, Math.max(Math.min(width - 48, 60), 5));
    return `${titles[rate].padEnd(13)} ${paint.cyan(line)}  ${said}`;
  });
}

function legend(all: readonly Statistics[], canvas: Canvas): readonly string[] {
  const found = new Set(all.flatMap(({ exceeded }) => exceeded));
  if (found.size === 0) return [];
  return ['', ...[...found].map(each => toned(`${sign(each)} ${each.meaning}`, each, canvas))];
}

/** One email beside the median of those before it. */
export function detail(one: Statistics, before: readonly Statistics[], canvas: Canvas): string {
  const { paint, width } = canvas;
  const middle = medians(before);
  const length = Math.max(Math.min(width - 58, 30), 6);
  const lines = rates.map(rate => {
    const value = one.rates[rate];
    const found = mark(one, rate);
    const scale = scaleOf([...before, one], rate);
    const said = `${percent(value).padStart(valueWidth)}${sign(found)}`;
    const drawn = bar((value ?? 0) / scale, length);
    const than = compared(value, middle[rate]);
    const count = grouped(one.counts[rate]).padStart(sentWidth);
    return `${titles[rate].padEnd(13)} ${count}  ${toned(said, found, canvas)} ${found ? toned(drawn, found, canvas) : paint.cyan(drawn)}  ${than}`.trimEnd();
  });
  const known =
    before.length > 0
      ? `compared with the median of the ${before.length === 1 ? 'one email' : `${before.length} emails`} sent before it`
      : 'no email was sent before it to compare with';
  return [
    paint.bold(cut(cleanLine(one.subject ?? '(no subject)'), width)),
    `sent to ${grouped(one.sent_count)}${one.sent_at === null ? '' : ` on ${cleanLine(one.sent_at)}`}`,
    '',
    ...lines,
    '',
    paint.dim(known),
    ...legend([one], canvas),
  ].join('\n');
}

/** "0.31 points above 0.42%". */
function compared(value: number | null, median: number | null): string {
  if (value === null || median === null) return '';
  const points = Math.abs(value - median) * 100;
  if (points < 0.005) return `as the median, ${percent(median)}`;
  return `${points.toFixed(2)} points ${value > median ? 'above' : 'below'} ${percent(median)}`;
}
