import type { Growth, Period } from './growth.ts';

const style = `
:root { color-scheme: light dark; --paper: #fbf9f6; --ink: #22201d; --soft: #6d665e; --line: #e4ddd3;
  --s0: #1f77a4; --s1: #e08e0b; --s2: #4b8b3b; --s3: #b5466b; --s4: #7a5fb0; --s5: #8a8378; }
@media (prefers-color-scheme: dark) { :root { --paper: #171513; --ink: #f0ebe4; --soft: #a69d92; --line: #38332e;
  --s0: #5bb3dd; --s1: #f5b752; --s2: #86c477; --s3: #e889a9; --s4: #b39ee4; --s5: #a8a196; } }
body { margin: 0 auto; max-width: 64rem; padding: 2rem 1rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 ui-sans-serif, system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { margin: 0; font-size: 1.6rem; } p { margin: .25rem 0 1.5rem; color: var(--soft); }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 12px; }
svg line { stroke: var(--line); }
ul { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: 1rem 0 2rem; padding: 0; list-style: none; }
li i { display: inline-block; width: .8em; height: .8em; margin-right: .4em; border-radius: .15em; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; } th { font-weight: 600; color: var(--soft); }
`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => entities[sign] ?? sign);
const colour = (place: number) => `var(--s${place % 6})`;

const [width, height, left, bottom] = [960, 340, 48, 28];

/**
 * One page with a chart and a table, light or dark as the reader has it; nothing is fetched and no script runs.
 *
 * @param account its name, for the heading
 */
export function growthPage(
  rows: readonly Growth[],
  sources: readonly string[],
  by: Period,
  account: string,
): string {
  const total = rows.at(-1)?.subscribers ?? 0;
  const used = sources.filter(source => rows.some(row => (row.sources[source] ?? 0) > 0));
  const legend = used.map((name, i) => `<li><i style="background:${colour(i)}"></i>${escaped(name)}</li>`);
  const title = `Sign-ups by ${by}: ${escaped(account)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>${total} subscribers; days, weeks (ISO 8601) and months are in UTC.</p>
${chart(rows, used)}
<ul>${legend.join('')}</ul>
${table(rows, used, by)}
</body>
</html>
`;
}

function chart(rows: readonly Growth[], sources: readonly string[]): string {
  const top = niceTop(Math.max(1, ...rows.map(row => row.signups)));
  const y = (value: number) => height - bottom - (value / top) * (height - bottom - 12);
  const step = (width - left) / Math.max(1, rows.length);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(part => top * part).filter(Number.isInteger);
  const lines = grid.map(
    value =>
      `<line x1="${left}" x2="${width}" y1="${y(value)}" y2="${y(value)}"/><text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  // About a label every 90 points.
  const every = Math.max(1, Math.ceil(90 / step));
  const labels = rows.map((row, i) =>
    i % every === 0
      ? `<text x="${(left + i * step + step / 2).toFixed(1)}" y="${height - 8}" text-anchor="middle">${row.period}</text>`
      : '',
  );
  const bars = rows.map((row, i) => bar(row, sources, left + i * step + step * 0.1, step * 0.8, y));
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Sign-ups over time">${lines.join('')}${bars.join('')}${labels.join('')}</svg>`;
}

function bar(
  row: Growth,
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
    return `<rect x="${x.toFixed(2)}" y="${to.toFixed(2)}" width="${barWidth.toFixed(2)}" height="${(from - to).toFixed(2)}" fill="${colour(i)}"/>`;
  });
  const counts = sources.map(source => `${source} ${row.sources[source] ?? 0}`).join(', ');
  return `<g><title>${row.period}: ${row.signups} (${escaped(counts)})</title>${parts.join('')}</g>`;
}

/** 1, 2, 4 or 8 times a power of ten, so that quarters are round. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 8, 10].find(each => each * power >= most) ?? 10) * power;
}

function table(rows: readonly Growth[], sources: readonly string[], by: Period): string {
  const head = [by, 'sign-ups', ...sources, 'in all'].map(name => `<th>${escaped(name)}</th>`).join('');
  const body = rows.map(row => {
    const cells = [
      row.period,
      row.signups,
      ...sources.map(source => row.sources[source] ?? 0),
      row.subscribers,
    ];
    return `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body.reverse().join('\n')}</tbody></table></div>`;
}
