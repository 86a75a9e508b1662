import { grouped } from '../terminal/numbers.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import type { Paint } from '../terminal/terminal.ts';
import type { GrowthPeriod } from './growth.ts';

/** The parts of a bar: one sign for each source, and one color. */
const signs = ['█', '▒', '▓', '░', '#', '='] as const;
const tones = ['cyan', 'yellow', 'green', 'red', 'bold', 'dim'] as const;

/**
 * Bars of sign-ups, a line for each period, divided by source.
 *
 * @param width columns of the screen
 * @param paint undefined: no colors
 */
export function growthChart(
  rows: readonly GrowthPeriod[],
  sources: readonly string[],
  width: number,
  paint: Paint | undefined,
): string {
  const most = Math.max(1, ...rows.map(row => row.signups));
  const labelWidth = Math.max(0, ...rows.map(row => row.period.length));
  const countWidth = grouped(most).length;
  const room = Math.max(4, width - labelWidth - countWidth - 4);
  const draw = (text: string, place: number) => {
    const tone = tones[place % tones.length];
    return paint === undefined || tone === undefined || text === '' ? text : paint[tone](text);
  };
  const lines = rows.map(row => {
    const parts = partsOf(row, sources, most, room);
    const bar = parts.map((length, i) => draw((signs[i % signs.length] ?? '█').repeat(length), i)).join('');
    return `${row.period.padEnd(labelWidth)}  ${grouped(row.signups).padStart(countWidth)}  ${bar}`.trimEnd();
  });
  const present = sources.flatMap((source, i) => {
    const sum = rows.reduce((total, row) => total + (row.sources[source] ?? 0), 0);
    const said = `${sanitizeLine(source)} ${grouped(sum)}`;
    const sign = draw(signs[i % signs.length] ?? '█', i);
    return sum === 0 ? [] : [{ text: `${sign} ${said}`, length: said.length + 2 }];
  });
  return `${[...lines, '', ...filled(present, width)].join('\n')}\n`;
}

/** Puts parts side by side as long as they fit into the width. */
function filled(
  parts: readonly { readonly text: string; readonly length: number }[],
  width: number,
): string[] {
  const lines: string[] = [];
  let used = width;
  for (const { text, length } of parts) {
    if (lines.length > 0 && used + 3 + length <= width) {
      lines[lines.length - 1] += `   ${text}`;
      used += 3 + length;
    } else {
      lines.push(text);
      used = length;
    }
  }
  return lines;
}

/** Lengths of the parts of a bar: they add up to its length, which is at least one when anybody signed up. */
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
