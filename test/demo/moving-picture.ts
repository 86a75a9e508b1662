// Turns what a terminal showed into an animated SVG. Every piece of text that stands still is drawn once, and a style
// sheet shows and hides it. It begins with the last screen, which stills show, as does whoever wants nothing to move.

interface Run {
  readonly x: number;
  text: string;
  readonly style: { readonly color: number | undefined; readonly isBold: boolean; readonly isDim: boolean };
}
export type Row = readonly Run[];
export interface Moment {
  /** Milliseconds. */
  readonly at: number;
  rows: readonly Row[];
}

const cell = { width: 8.4, height: 19 };
const margin = { x: 20, top: 58, bottom: 18 };
/** The sixteen colors of the terminal. */
const palette =
  '#484f58 #ff7b72 #3fb950 #d29922 #58a6ff #bc8cff #39c5cf #b1bac4 #6e7681 #ffa198 #56d364 #e3b341 #79c0ff #d2a8ff #56d4dd #ffffff'.split(
    ' ',
  );
/** Milliseconds: what is shorter is one moment, what is longer is cut. */
const shortest = 80;
const longest = 1600;
const rest = 6000;

/** @returns the SVG */
export function moving(
  recorded: readonly Moment[],
  size: { readonly columns: number; readonly rows: number },
): string {
  const moments = timed(recorded);
  const end = (moments.at(-1)?.at ?? 0) + rest;
  const spans = spansOf(moments, end, size.rows);
  const used = 1 + Math.max(...spans.map(({ y }) => y));
  const width = Math.ceil(2 * margin.x + size.columns * cell.width);
  const height = margin.top + used * cell.height + margin.bottom;
  const times = [...new Set(spans.map(({ from, to }) => `${from} ${to}`))];
  const groups = times.map((time, n) => {
    const [from = 0, to = 0] = time.split(' ').map(Number);
    const texts = spans.filter(span => span.from === from && span.to === to).map(({ svg }) => svg);
    const hidden = to === end ? '' : ' visibility="hidden"';
    return { from, to, name: `k${n}`, svg: `<g class="k${n}"${hidden}>${texts.join('')}</g>` };
  });
  const percent = (at: number) => `${((100 * at) / end).toFixed(2)}%`;
  const rules = groups
    .filter(({ from, to }) => from > 0 || to < end)
    .map(({ from, to, name }) => {
      const steps = [
        from > 0 ? '0%{visibility:hidden}' : '',
        `${percent(from)}{visibility:visible}`,
        to < end ? `${percent(to)}{visibility:hidden}` : '',
      ];
      return `.${name}{animation-name:${name}}@keyframes ${name}{${steps.join('')}}`;
    });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal: newsletter import people.csv shows where the columns go, asks, and imports 10,000 people">
<style>
text{white-space:pre;fill:#e6edf3;font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}.b{font-weight:bold}.d{opacity:.65}
@media (prefers-reduced-motion:no-preference){g{animation:${(end / 1000).toFixed(1)}s step-end -${((end - rest) / 1000).toFixed(1)}s infinite}
${rules.join('\n')}
}
</style>
<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>
<circle cx="22" cy="20" r="6" fill="#ff5f56"/><circle cx="42" cy="20" r="6" fill="#ffbd2e"/><circle cx="62" cy="20" r="6" fill="#27c93f"/>
${groups.map(({ svg }) => svg).join('\n')}
</svg>
`;
}

/** The moments that are shown, with times from 0 on. */
function timed(recorded: readonly Moment[]): Moment[] {
  const shown: Moment[] = [];
  let clock = 0;
  for (const [n, { at, rows }] of recorded.entries()) {
    clock += Math.min(at - (recorded[n - 1]?.at ?? at), longest);
    const before = shown.at(-1);
    if (before !== undefined && clock - before.at < shortest) before.rows = rows;
    else shown.push({ at: clock, rows });
  }
  return shown;
}

/** Where each row shows the same from one moment to another. */
function spansOf(moments: readonly Moment[], end: number, rows: number) {
  const spans: { from: number; to: number; y: number; svg: string }[] = [];
  for (let y = 0; y < rows; y++) {
    let open = { from: 0, svg: '' };
    for (const { at, rows: screen } of [...moments, { at: end, rows: [] }]) {
      const svg = drawn(screen[y] ?? [], y);
      if (svg === open.svg && at !== end) continue;
      if (open.svg !== '') spans.push({ ...open, to: at, y });
      open = { from: at, svg };
    }
  }
  return spans;
}

function drawn(row: Row, y: number): string {
  return row.flatMap(run => (run.text.trim() === '' ? [] : textOf(run, y))).join('');
}

function textOf({ x, text, style }: Run, y: number): string {
  const blanks = text.length - text.trimStart().length;
  const words = text.trim();
  const classes = [style.isBold ? 'b' : '', style.isDim ? 'd' : ''].filter(one => one !== '').join(' ');
  const attributes = [
    `x="${(margin.x + (x + blanks) * cell.width).toFixed(1)}"`,
    `y="${margin.top + y * cell.height}"`,
    // Columns stay columns, whatever font there is.
    `textLength="${(words.length * cell.width).toFixed(1)}"`,
    classes === '' ? '' : `class="${classes}"`,
    style.color === undefined ? '' : `style="fill:${palette[style.color] ?? palette[15]}"`,
  ];
  return `<text ${attributes.filter(one => one !== '').join(' ')}>${escaped(words)}</text>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
