import { bandAxis, type ChartSize, lineThrough, Plot, toneOf, valueAxis } from '../lib/page/chart.ts';
import { escapeHtml } from '../lib/page/escape-html.ts';
import { reportPage } from '../lib/page/page.ts';
import { table, tiles } from '../lib/page/parts.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import { factsOf, type Growth, type GrowthPeriod, sumsBySource, whoIsCounted } from './growth.ts';

/** Tables with more rows are collapsed. */
const longTable = 40;

/** One page with charts and a table; no script runs. @param account its name, for the heading */
export function growthPage(growth: Growth, account: string, now: Date): string {
  const { rows, by, figures } = growth;
  const sums = sumsBySource(growth).filter(([, count]) => count > 0);
  const used = sums.map(([source]) => source);
  const legend = sums.map(([name, count], i) => `<li>${key(i)}${escapeHtml(name)} ${grouped(count)}</li>`);
  const numbers = allPeriods(growth, used);
  const sizes: readonly ChartSize[] = ['wide', 'phone'];
  const running = rows.some(({ unfinished }) => unfinished)
    ? `<p class="caption">The last bar is not a complete ${by}.</p>`
    : '';
  const body = [
    tiles(factsOf(growth)),
    `<section class="box"><h2>Total subscribers</h2>${sizes.map(size => totalLine(rows, size)).join('')}</section>`,
    `<section class="box"><h2>Sign-ups by ${by}</h2>${running}${sizes.map(size => bars(rows, used, size)).join('')}`,
    `<ul class="plain tabs legend">${legend.join('')}</ul></section>`,
    rows.length > longTable
      ? `<details><summary>All ${rows.length} ${by}s</summary>${numbers}</details>`
      : numbers,
    `<footer>${whoIsCounted}</footer>`,
  ];
  return reportPage(
    `Growth: ${account}`,
    `${counted(figures.total, 'subscriber')} listed, by the ${by} they signed up in (UTC${by === 'week' ? ', ISO 8601' : ''}). Made on ${now.toISOString().slice(0, 10)}`,
    body.join('\n'),
  );
}

const key = (place: number) =>
  `<svg class="key" viewBox="0 0 1 1" aria-hidden="true"><circle fill="${toneOf(place)}" cx=".5" cy=".5" r=".46"/></svg>`;

const plotOf = (rows: readonly GrowthPeriod[], size: ChartSize, most: number) =>
  new Plot(
    size,
    bandAxis(
      rows.map(({ period }) => period),
      size,
    ),
    valueAxis(0, most, grouped, 1),
  );

function totalLine(rows: readonly GrowthPeriod[], size: ChartSize): string {
  const totals = rows.map(({ subscribers }) => subscribers);
  const plot = plotOf(rows, size, Math.max(1, ...totals));
  const points = totals.map((total, at) => `${plot.x(at + 0.5)},${plot.y(total)}`);
  const label = `Total subscribers: ${grouped(totals[0] ?? 0)} to ${grouped(totals.at(-1) ?? 0)}`;
  // A line needs two points.
  const line = points.length > 1 ? points : [`${plot.left},${plot.y(0)}`, ...points];
  return plot.svg(label, lineThrough(line, 'currentColor'));
}

function bars(rows: readonly GrowthPeriod[], sources: readonly string[], size: ChartSize): string {
  const most = Math.max(1, ...rows.map(({ signups }) => signups));
  const plot = plotOf(rows, size, most);
  const drawn = rows.map((row, at) => bar(row, sources, at, plot));
  const last = rows.at(-1);
  const label = `Sign-ups over time, latest ${last?.period ?? ''}: ${grouped(last?.signups ?? 0)}, most ${grouped(most)}`;
  return plot.svg(label, drawn.join(''));
}

const nameOf = ({ period, unfinished }: GrowthPeriod) => (unfinished ? `${period} (incomplete)` : period);

function bar(row: GrowthPeriod, sources: readonly string[], at: number, plot: Plot): string {
  const [left, right] = [plot.x(at + 0.1), plot.x(at + 0.9)];
  let sum = 0;
  const parts = sources.map((source, i) => {
    const count = row.sources[source] ?? 0;
    const [from, to] = [plot.y(sum), plot.y(sum + count)];
    sum += count;
    if (count === 0) return '';
    return `<rect fill="${toneOf(i)}" stroke="none" x="${left}" y="${to}" width="${(right - left).toFixed(1)}" height="${(from - to).toFixed(1)}"/>`;
  });
  const counts = sources.map(source => `${source} ${row.sources[source] ?? 0}`).join(', ');
  const title = `${nameOf(row)}: ${row.signups} (${counts})`;
  return `<g${row.unfinished ? ' fill-opacity=".45"' : ''}><title>${escapeHtml(title)}</title>${parts.join('')}</g>`;
}

function allPeriods({ rows, by }: Growth, sources: readonly string[]): string {
  const lines = rows.toReversed().map(row => {
    const counts = [row.signups, ...sources.map(source => row.sources[source] ?? 0), row.subscribers];
    return [nameOf(row), ...counts.map(grouped)].map(html => ({ html }));
  });
  return table(`Sign-ups by ${by}`, [by, 'sign-ups', ...sources, 'total'], lines);
}
