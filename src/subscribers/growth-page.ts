import { escapeHtml, htmlReport, tableCard } from '../lib/html-report.ts';
import { grouped } from '../terminal/numbers.ts';
import type { GrowthPeriod, Period } from './growth.ts';
import style from './growth-page.css?raw';

const color = (place: number) => `var(--s${place % 6})`;

/** Sizes of the chart; phones get their own, or the text would be too small. */
const wide = { width: 960, height: 340, left: 52, bottom: 28 };
const narrow = { width: 400, height: 260, left: 46, bottom: 28 };
/** Tables with more rows are collapsed. */
const longTable = 40;

/**
 * One page with a chart and a table; no script runs.
 *
 * @param account its name, for the heading
 */
export function growthPage(
  rows: readonly GrowthPeriod[],
  sources: readonly string[],
  by: Period,
  account: string,
): string {
  const total = rows.at(-1)?.subscribers ?? 0;
  const used = sources.filter(source => rows.some(row => (row.sources[source] ?? 0) > 0));
  const sum = (source: string) => rows.reduce((all, row) => all + (row.sources[source] ?? 0), 0);
  const legend = used.map(
    (name, i) => `<li><i style="background:${color(i)}"></i>${escapeHtml(name)} ${grouped(sum(name))}</li>`,
  );
  const numbers = table(rows, used, by);
  const body = [
    `<main class="chart">${chart(rows, used, wide, 'wide')}${chart(rows, used, narrow, 'narrow')}`,
    `<ul class="legend">${legend.join('')}</ul></main>`,
    rows.length > longTable
      ? `<details><summary>all ${rows.length} ${by}s</summary>${numbers}</details>`
      : numbers,
  ];
  return htmlReport({
    title: `Sign-ups by ${by}: ${account}`,
    subtitle: `${grouped(total)} subscribers of today, by the ${by} they signed up in (UTC${by === 'week' ? ', ISO 8601' : ''})`,
    body: body.join('\n'),
    style,
  });
}

function chart(
  rows: readonly GrowthPeriod[],
  sources: readonly string[],
  { width, height, left, bottom }: typeof wide,
  className: string,
): string {
  const top = niceTop(Math.max(1, ...rows.map(row => row.signups)));
  const y = (value: number) => height - bottom - (value / top) * (height - bottom - 12);
  const step = (width - left) / Math.max(1, rows.length);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(part => top * part).filter(Number.isInteger);
  const lines = grid.map(
    value =>
      `<line x1="${left}" x2="${width}" y1="${y(value)}" y2="${y(value)}"/><text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${grouped(value)}</text>`,
  );
  // About a label every 90 points.
  const every = Math.max(1, Math.ceil(90 / step));
  const labels = rows.map((row, i) =>
    i % every === 0
      ? `<text x="${(left + i * step + step / 2).toFixed(1)}" y="${height - 8}" text-anchor="middle">${row.period}</text>`
      : '',
  );
  const bars = rows.map((row, i) => bar(row, sources, left + i * step + step * 0.1, step * 0.8, y));
  return `<svg class="${className}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Sign-ups over time">${lines.join('')}${bars.join('')}${labels.join('')}</svg>`;
}

function bar(
  row: GrowthPeriod,
  sources: readonly string[],
  x: number,
  barWidth: number,
  y: (value: number) => number,
): string {
  let sum = 0;
  const parts = sources.map((source, i) => {
    const count = row.sources[source] ?? 0;
    const [from, to] = [y(sum), y(sum + count)];
    sum += count;
    if (count === 0) return '';
    return `<rect x="${x.toFixed(2)}" y="${to.toFixed(2)}" width="${barWidth.toFixed(2)}" height="${(from - to).toFixed(2)}" fill="${color(i)}"/>`;
  });
  const counts = sources.map(source => `${source} ${row.sources[source] ?? 0}`).join(', ');
  return `<g><title>${row.period}: ${row.signups} (${escapeHtml(counts)})</title>${parts.join('')}</g>`;
}

/** 1, 2, 4 or 8 times a power of ten, so that quarters are round. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 8, 10].find(each => each * power >= most) ?? 10) * power;
}

function table(rows: readonly GrowthPeriod[], sources: readonly string[], by: Period): string {
  const lines = rows.toReversed().map(row => {
    const counts = [row.signups, ...sources.map(source => row.sources[source] ?? 0), row.subscribers];
    return [row.period, ...counts.map(grouped)].map(cell => `<td>${cell}</td>`).join('');
  });
  return tableCard([by, 'sign-ups', ...sources, 'in all'], lines);
}
