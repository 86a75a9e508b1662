/** Findings on a terminal: each with examples, and a command that can be copied. */
import { wrap } from '../../terminal/formats/measure.ts';
import { grouped } from '../../terminal/numbers.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import type { Canvas } from '../../terminal/terminal.ts';
import type { CheckRow } from './report.ts';

/** @param rows at least one */
export function checkView(rows: readonly CheckRow[], { paint, width }: Canvas): string {
  const tones = new Map([
    ['error', paint.red],
    ['warning', paint.yellow],
    ['info', paint.dim],
  ]);
  const blocks = rows.map(({ severity, finding, count, meaning, examples, tagged, fix }) => {
    const tone = tones.get(severity) ?? paint.dim;
    const also = tagged > 0 ? ` (and ${grouped(tagged)} tagged earlier)` : '';
    const head = wrap(`${finding}, ${grouped(count)}${also}: ${meaning}`, Math.max(width - 9, 20), 9);
    const shown = wrap(sanitizeLine(examples.join(', ')), Math.max(width - 9, 20), 9);
    return [
      `${tone(severity.padEnd(9))}${head.join(`\n${' '.repeat(9)}`)}`,
      ...shown.map(line => `${' '.repeat(9)}${line}`),
      ...(fix === null ? [] : [`  ${paint.bold(sanitizeLine(fix))}`]),
    ].join('\n');
  });
  return blocks.join('\n\n');
}
