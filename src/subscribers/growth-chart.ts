import { largest } from '../lib/extremes.ts';
import { wrap } from '../terminal/formats/measure.ts';
import { grouped } from '../terminal/numbers.ts';
import { sanitizeLine } from '../terminal/shown-text.ts';
import type { Canvas } from '../terminal/terminal.ts';
import { factsOf, type Growth, type GrowthPeriod, sumsBySource, whoIsCounted } from './growth.ts';

/** The parts of a bar: one sign for each source, and one color. */
const signs = ['█', '▒', '▓', '░', '#', '='] as const;
const signOf = (place: number) => signs[place % signs.length] ?? signs[0];
/** The least width of bars that can be compared. */
const leastBar = 12;
const tones = ['cyan', 'yellow', 'green', 'red', 'bold', 'dim'] as const;

/** Key figures, then bars of sign-ups, a line for each period, divided by source. */
export function growthChart(growth: Growth, { width, paint }: Canvas): string {
  const { rows, sources, by } = growth;
  const most = Math.max(1, ...rows.map(row => row.signups));
  const labels = column(by, rows, labelOf);
  const counts = column('new', rows, row => grouped(row.signups));
  const totals = column('total', rows, row => grouped(row.subscribers));
  const beside = width - labels.width - counts.width - 4;
  // On a narrow screen bars come before totals.
  const hasTotals = beside - totals.width - 2 >= leastBar;
  const room = Math.max(4, hasTotals ? beside - totals.width - 2 : beside);
  const draw = (text: string, place: number) =>
    text === '' ? '' : paint[tones[place % tones.length] ?? tones[0]](text);
  const line = (at: number, bar: string) => {
    const cells = [labels.cells[at]?.padEnd(labels.width), counts.cells[at]?.padStart(counts.width)];
    const total = totals.cells[at]?.padStart(totals.width);
    return [...cells, ...(hasTotals ? [total] : []), bar].join('  ').trimEnd();
  };
  const lines = rows.map((row, at) => {
    const parts = partsOf(row, sources, most, room);
    return line(at + 1, parts.map((length, i) => draw(signOf(i).repeat(length), i)).join(''));
  });
  const legend = sumsBySource(growth).flatMap(([source, count], i) =>
    count === 0 ? [] : [`${draw(signOf(i), i)} ${sanitizeLine(source)} ${grouped(count)}`],
  );
  const running = rows.some(row => row.unfinished) ? [`* not a complete ${by}`] : [];
  const notes = [...running, whoIsCounted].flatMap(note => wrap(note, width, 8));
  return `${[...factLines(growth, width), '', line(0, ''), ...lines, '', ...legend, ...notes].join('\n')}\n`;
}

/** The key figures, one a line. */
function factLines(growth: Growth, width: number): string[] {
  const facts = factsOf(growth);
  const names = largest(facts.map(({ name }) => name.length));
  const values = largest(facts.map(({ value }) => value.length));
  return facts.flatMap(({ name, value, note }) =>
    wrap(`${name.padEnd(names)}  ${value.padStart(values)}  ${note}`, width, 8),
  );
}

const labelOf = ({ period, unfinished }: GrowthPeriod) => (unfinished ? `${period}*` : period);

function column(head: string, rows: readonly GrowthPeriod[], text: (row: GrowthPeriod) => string) {
  const cells = [head, ...rows.map(text)];
  return { cells, width: largest(cells.map(({ length }) => length)) };
}

/** Lengths of the parts of a bar: they add up to its length, which is at least one if there are sign-ups. */
function partsOf(row: GrowthPeriod, sources: readonly string[], most: number, room: number): number[] {
  if (row.signups === 0) return [];
  const whole = Math.max(1, Math.round((row.signups / most) * room));
  let sum = 0;
  let drawn = 0;
  return sources.map(source => {
    sum += row.sources[source] ?? 0;
    const end = Math.round((sum / row.signups) * whole);
    const length = end - drawn;
    drawn = end;
    return length;
  });
}
