/** The rates over time, as charts for a page. */

import { largest, smallest } from '../../lib/extremes.ts';
import { type ChartSize, lineThrough, Plot, timeAxis, toneOf, valueAxis } from '../../lib/page/chart.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { percent } from '../../terminal/numbers.ts';
import { percentLimit, type Rate, rates, rateTitles, thresholds } from './rates.ts';
import { type EmailStatistics, subjectText } from './statistics.ts';

interface Point {
  readonly time: number;
  readonly value: number;
  readonly title: string;
}

/** The color of each rate, in their order. */
const tonePlaces = [2, 1, 3, 0, 4];

/**
 * @param all emails that can be compared, the oldest first
 * @param middle medians of those that the email at the top is compared with
 */
export function rateCharts(
  all: readonly EmailStatistics[],
  middle: Readonly<Record<Rate, number | null>>,
): string {
  return `<div class="charts">${rates.map(rate => chart(rate, all, middle[rate])).join('')}</div>`;
}

function chart(rate: Rate, all: readonly EmailStatistics[], median: number | null): string {
  const limits = thresholds.filter(each => each.rate === rate).toReversed();
  const acted = limits.map(({ count, of }) => percentLimit(count, of)).join(' and ');
  const caption = [
    ...(median === null ? [] : [`median ${percent(median)}`]),
    ...(acted === '' ? [] : [`providers act above ${acted}`]),
  ].join('; ');
  const points = pointsOf(rate, all);
  // An odd number of charts: the first takes a line of its own.
  const size = rate === rates[0] ? 'wide' : 'half';
  const drawn =
    points.length === 0 ? '' : `${draw(rate, points, caption, size)}${draw(rate, points, caption, 'phone')}`;
  return `<section class="box${size === 'wide' ? ' across' : ''}"><h2>${rateTitles[rate]}</h2><p class="caption">${caption}</p>${drawn}</section>`;
}

/** Emails without a date or a rate are left out. */
function pointsOf(rate: Rate, all: readonly EmailStatistics[]): readonly Point[] {
  return all.flatMap(one => {
    const [time, value] = [Date.parse(one.sent_at ?? ''), one.shares[rate]];
    if (Number.isNaN(time) || value === null) return [];
    const title = `${one.sent_at?.slice(0, 10)} ${subjectText(one)}: ${percent(value)}`;
    return [{ time, value, title }];
  });
}

function draw(rate: Rate, points: readonly Point[], caption: string, size: ChartSize): string {
  const values = points.map(({ value }) => value);
  const limits = thresholds.filter(each => each.rate === rate);
  const most = Math.max(...values, ...limits.map(({ count, of }) => count / of), 0.0001);
  const axis = valueAxis(
    rate === 'delivery' ? Math.min(...values, 0.99) : 0,
    rate === 'delivery' ? 1 : most,
    value => `${Number((value * 100).toFixed(3))}%`,
  );
  const times = points.map(({ time }) => time);
  const plot = new Plot(size, timeAxis(smallest(times), largest(times), size), axis);
  const lines = limits.map(({ count, of, serious }) => {
    const y = plot.y(count / of);
    return `<line class="${serious ? 'serious' : 'warning'}" stroke-dasharray="5 4" x1="${plot.left}" x2="${plot.right}" y1="${y}" y2="${y}"/>`;
  });
  const places = points.map(({ time, value, title }) => ({ x: plot.x(time), y: plot.y(value), title }));
  const tone = toneOf(tonePlaces[rates.indexOf(rate)] ?? 0);
  const dots = places.map(
    ({ x, y, title }) =>
      `<circle fill="${tone}" cx="${x}" cy="${y}" r="4"><title>${escapeHtml(title)}</title></circle>`,
  );
  const line = lineThrough(
    places.map(({ x, y }) => `${x},${y}`),
    tone,
  );
  const [lowest, highest, latest] = [smallest(values), largest(values), values.at(-1) ?? 0].map(percent);
  const label = `${rateTitles[rate]}: latest ${latest}, ${caption === '' ? '' : `${caption}, `}from ${lowest} to ${highest}`;
  return plot.svg(label, `${lines.join('')}${line}${dots.join('')}`);
}
