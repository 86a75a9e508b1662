import { cleanLine } from '../clean.ts';
import { valueAt } from '../fields.ts';
import type { Row } from '../terminal.ts';
import { type Cell, cellOf } from './cell.ts';
import { gridOf } from './grid.ts';
import { type Column, layOut, titleLines } from './layout.ts';
import { prepareToMeasure, widthOf } from './measure.ts';
import type { Sheet, Writer } from './writer.ts';

/** So many records settle the widths; the rest streams. */
const sample = 200;

function describe(path: string, rows: readonly Row[], cells: readonly Cell[], sheet: Sheet): Column {
  const field = sheet.view.kinds?.[path];
  const values = rows.map(row => valueAt(row, path)).filter(value => value !== null && value !== undefined);
  const numeric = field
    ? field.kind === 'integer' || field.kind === 'number'
    : values.length > 0 && values.every(value => typeof value === 'number');
  const identifier = field ? field.kind === 'uuid' : path === 'id';
  const text = !numeric && !identifier && !['time', 'boolean', 'enumeration'].includes(field?.kind ?? '');
  // "59 min ago" may come later in a table that starts with "2 d ago".
  const least = field?.kind === 'time' && values.length > 0 ? '59 min ago'.length : 0;
  const content = cells.reduce((widest, cell) => Math.max(widest, widthOf(cell.text)), least);
  return { title: cleanLine(path), numeric, identifier, text, content };
}

/** The title lines, each a row; short titles stand on the last one. */
function titleRows(columns: readonly Column[], widths: readonly number[]): readonly (readonly Cell[])[] {
  const titles = columns.map(({ title }, index) => titleLines(title, widths[index] ?? 0));
  const height = Math.max(...titles.map(lines => lines.length));
  return Array.from({ length: height }, (_, level) =>
    titles.map((lines): Cell => {
      const line = lines[level - (height - lines.length)];
      return line === undefined ? { text: '' } : { text: line, tone: 'bold' };
    }),
  );
}

type Draw = (rows: readonly (readonly Cell[])[]) => string;

interface Settled {
  readonly draw: Draw;
  readonly titles: readonly (readonly Cell[])[];
}

/** Decides by the first records which columns fit the screen, and how wide they are from then on. */
function settle(
  sheet: Sheet,
  paths: readonly string[],
  rows: readonly Row[],
  cells: readonly (readonly Cell[])[],
): Settled {
  const columns = paths.map((path, index) =>
    describe(
      path,
      rows,
      cells.map(line => line[index] ?? { text: '' }),
      sheet,
    ),
  );
  const widths = layOut(columns, sheet.width, sheet.fields === undefined);
  const dropped = paths.slice(widths.length).map(cleanLine).join(', ');
  if (dropped !== '') {
    sheet.hint(`no room for ${dropped}: --fields chooses columns, -o json shows everything`);
  }
  const shown = columns.slice(0, widths.length);
  const grid = shown.map(({ numeric }, index) => ({ numeric, width: widths[index] ?? 1 }));
  return { draw: gridOf(grid, sheet.paint), titles: titleRows(shown, widths) };
}

/** A table for people: fits the screen, streams in pieces once the first records have settled its widths. */
export function listTable(sheet: Sheet): Writer {
  const { view, fields, now } = sheet;
  let paths = fields ?? view.columns;
  let draw: Draw | undefined;
  const held: Row[] = [];

  const cellsOf = (row: Row) => paths.map(path => cellOf(valueAt(row, path), view.kinds?.[path], now));
  const flush = async () => {
    const rows = held.splice(0);
    if (paths.length === 0) paths = Object.keys(rows[0] ?? {});
    if (rows.length === 0 || paths.length === 0) return '';
    const cells = rows.map(cellsOf);
    await prepareToMeasure([...paths, ...cells.flat().map(cell => cell.text)]);
    if (draw) return draw(cells);
    const settled = settle(sheet, paths, rows, cells);
    draw = settled.draw;
    return draw(settled.titles) + draw(cells);
  };
  return {
    row: row => (held.push(row) < sample ? '' : flush()),
    end: flush,
  };
}
