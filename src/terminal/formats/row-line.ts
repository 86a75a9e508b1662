import type { Paint } from '../terminal.ts';
import type { Cell } from './cell.ts';
import { gap } from './layout.ts';
import { cut, widthOf } from './measure.ts';

export interface LineColumn {
  readonly width: number;
  /** Right-aligned, and never cut. */
  readonly numeric: boolean;
}

/** Cells side by side, each cut or padded to the width of its column; ends with a line feed. */
export function rowLine(cells: readonly Cell[], columns: readonly LineColumn[], paint: Paint): string {
  const line = columns.map((column, at) => paddedCell(cells[at] ?? { text: '' }, column, paint));
  return `${line.join(' '.repeat(gap)).trimEnd()}\n`;
}

function paddedCell({ text: whole, tone }: Cell, { width, numeric }: LineColumn, paint: Paint): string {
  const text = numeric && widthOf(whole) > width ? '…' : cut(whole, width);
  const padding = ' '.repeat(width - widthOf(text));
  const painted = tone === undefined ? text : paint[tone](text);
  return numeric ? padding + painted : painted + padding;
}
