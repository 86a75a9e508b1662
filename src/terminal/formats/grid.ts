import Table from 'cli-table3';
import type { Paint } from '../terminal.ts';
import type { Cell } from './cell.ts';
import { gap } from './layout.ts';
import { cut, widthOf } from './measure.ts';

export interface GridColumn {
  readonly width: number;
  readonly numeric: boolean;
}

/** Takes the place of a cell in the one line that cli-table3 lays out. */
const standIn = '\ue000';

const noLines = Object.fromEntries(
  ['top', 'bottom', 'mid', 'left', 'right'].flatMap(side => [
    [side, ''],
    [`${side}-mid`, ''],
    [`${side}-left`, ''],
    [`${side}-right`, ''],
  ]),
);

/**
 * What stands before, between and after the cells. cli-table3 lays out a line of stand-ins once for a whole
 * table: it needs more than a second for 10,000 lines, and measures emoji by a Unicode older than the
 * terminals'.
 */
function framesOf(columns: readonly GridColumn[]): readonly string[] {
  const table = new Table({
    chars: { ...noLines, middle: ' '.repeat(gap) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: columns.map(column => column.width),
  });
  table.push(columns.map(({ width }) => standIn.repeat(width)));
  return table.toString().split(new RegExp(`${standIn}+`));
}

/** Cut or padded to exactly the column's width, then coloured. */
function cellText({ text: whole, tone }: Cell, { width, numeric }: GridColumn, paint: Paint): string {
  const text = numeric && widthOf(whole) > width ? '…' : cut(whole, width);
  const padding = ' '.repeat(width - widthOf(text));
  const painted = tone === undefined ? text : paint[tone](text);
  return numeric ? padding + painted : painted + padding;
}

/**
 * @returns a function from rows of clean cells to aligned lines, each ending in a line feed
 */
export function gridOf(
  columns: readonly GridColumn[],
  paint: Paint,
): (rows: readonly (readonly Cell[])[]) => string {
  const [start = '', ...frames] = framesOf(columns);
  const lineOf = (row: readonly Cell[]) =>
    columns.reduce(
      (line, column, index) => line + cellText(row[index] ?? { text: '' }, column, paint) + frames[index],
      start,
    );
  return rows => rows.map(row => `${lineOf(row).trimEnd()}\n`).join('');
}
