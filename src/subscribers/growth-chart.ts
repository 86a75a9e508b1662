import type { Paint } from '../terminal/terminal.ts';
import type { Growth } from './growth.ts';

/** One source's part of a bar: told apart by the sign, and by the colour where there are colours. */
const signs = ['█', '▒', '▓', '░', '#', '='] as const;
const tones = ['cyan', 'yellow', 'green', 'red', 'bold', 'dim'] as const;

/**
 * Bars of sign-ups, a line for each period, divided by source.
 *
 * @param width columns of the screen
 * @param paint colours, or undefined where there are none
 */
export function growthChart(
  rows: readonly Growth[],
  sources: readonly string[],
  width: number,
  paint: Paint | undefined,
): string {
  const most = Math.max(1, ...rows.map(row => row.signups));
  const labelWidth = Math.max(0, ...rows.map(row => row.period.length));
  const countWidth = String(most).length;
  const room = Math.max(4, width - labelWidth - countWidth - 4);
  const draw = (text: string, place: number) => {
    const tone = tones[place % tones.length];
    return paint === undefined || tone === undefined || text === '' ? text : paint[tone](text);
  };
  const lines = rows.map(row => {
    const parts = partsOf(row, sources, most, room);
    const bar = parts.map((length, i) => draw((signs[i % signs.length] ?? '█').repeat(length), i)).join('');
    return `${row.period.padEnd(labelWidth)}  ${String(row.signups).padStart(countWidth)}  ${bar}`.trimEnd();
  });
  const present = sources.flatMap((source, i) => {
    const sum = rows.reduce((total, row) => total + (row.sources[source] ?? 0), 0);
    return sum === 0 ? [] : [`${draw(signs[i % signs.length] ?? '█', i)} ${source} ${sum}`];
  });
  return `${[...lines, '', present.join('   ')].join('\n')}\n`;
}

/** Lengths of a bar's parts. They add up to the bar's own, and whoever signed up alone can be seen. */
function partsOf(row: Growth, sources: readonly string[], most: number, room: number): number[] {
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
