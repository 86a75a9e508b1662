import { largest } from '../lib/extremes.ts';
import { wrap } from '../terminal/formats/measure.ts';
import { grouped } from '../terminal/numbers.ts';
import { sanitizeLine } from '../terminal/shown-text.ts';
import type { Paint } from '../terminal/terminal.ts';
import { factsOf, type Growth, type GrowthPeriod, whoIsCounted } from './growth.ts';

/** The parts of a bar: one sign for each source, and one color. */
const signs = ['█', '▒', '▓', '░', '#', '='] as const;
/** The least width of bars that can be compared. */
const leastBar = 12;
const tones = ['cyan', 'yellow', 'green', 'red', 'bold', 'dim'] as const;

/**
 * Key figures, then bars of sign-ups, a line for each period, divided by source.
 *
 * @param width columns of the screen
 * @param paint undefined: no colors
 */
export function growthChart(growth: Growth, width: number, paint: Paint | undefined): string {
  const { rows, sources, by } = growth;
  const most = Math.max(1, ...rows.map(row => row.signups));
  const [labels, counts, totals] = [
    column(by, rows.map(labelOf)),
    column(
      'new',
      rows.map(row => grouped(row.signups)),
    ),
    column(
      'total',
      rows.map(row => grouped(row.subscribers)),
    ),
  ];
  const beside = width - labels.width - counts.width - 4;
  // On a narrow screen bars come before totals.
  const hasTotals = beside - totals.width - 2 >= leastBar;
  const room = Math.max(4, hasTotals ? beside - totals.width - 2 : beside);
  const draw = (text: string, place: number) => {
    const tone = tones[place % tones.length];
    return paint === undefined || tone === undefined || text === '' ? text : paint[tone](text);
  };
  const line = (at: number, bar: string) => {
    const cells = [labels.cells[at]?.padEnd(labels.width), counts.cells[at]?.padStart(counts.width)];
    const total = totals.cells[at]?.padStart(totals.width);
    return [...cells, ...(hasTotals ? [total] : []), bar].join('  ').trimEnd();
  };
  const lines = rows.map((row, at) => {
    const parts = partsOf(row, sources, most, room);
    return line(
      at + 1,
      parts.map((length, i) => draw((signs[i % signs.length] ?? '█').repeat(length), i)).join(''),
    );
  });
  const legend = sources.flatMap((source, i) => {
    const sum = rows.reduce((total, row) => total + (row.sources[source] ?? 0), 0);
    return sum === 0
      ? []
      : [`${draw(signs[i % signs.length] ?? '█', i)} ${sanitizeLine(source)} ${grouped(sum)}`];
  });
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

function column(head: string, values: readonly string[]) {
  const cells = [head, ...values];
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
