import { isNumber, valueAt } from '../fields.ts';
import { percent } from '../numbers.ts';
import { sanitizeLine } from '../sanitize.ts';
import type { Row } from '../terminal.ts';
import { cardLines, cardOf } from './cards.ts';
import { type Cell, cellOf } from './cell.ts';
import { gridOf } from './grid.ts';
import { type Column, layOut, type PlacedColumn, titleLines } from './layout.ts';
import { prepareToMeasure, widthOf } from './measure.ts';
import type { FormatOptions, ListWriter } from './writer.ts';

/** So many records settle the widths; the rest streams. */
const sample = 200;

/** The value of a column as people read it. */
export function readableCell(row: Row, path: string, { view, now }: FormatOptions): Cell {
  const share = view.shares?.[path]?.(row);
  if (typeof share === 'number') return { text: percent(share) };
  return cellOf(share === null ? null : valueAt(row, path), view.kinds?.[path], now);
}

function describe(
  path: string,
  rows: readonly Row[],
  cells: readonly Cell[],
  options: FormatOptions,
): Column {
  const { kinds, shares, handle } = options.view;
  const field = kinds?.[path];
  const values = rows.map(row => valueAt(row, path)).filter(value => value !== null && value !== undefined);
  const numeric = field
    ? field.kind === 'integer' || field.kind === 'number'
    : Object.hasOwn(shares ?? {}, path) || (values.length > 0 && values.every(isNumber));
  const identifier = field ? field.kind === 'uuid' : path === 'id';
  const text = !numeric && !identifier && !['time', 'boolean', 'enumeration'].includes(field?.kind ?? '');
  // "59 min ago" may come later in a table that starts with "2 d ago".
  const least = field?.kind === 'time' && values.length > 0 ? '59 min ago'.length : 0;
  const content = cells.reduce((widest, cell) => Math.max(widest, widthOf(cell.text)), least);
  return { title: sanitizeLine(path), numeric, identifier, text, content, handle: path === handle };
}

/** The title lines, each a row; short titles stand on the last one. */
function titleRows(
  columns: readonly Column[],
  placed: readonly PlacedColumn[],
): readonly (readonly Cell[])[] {
  const titles = placed.map(({ at, width }) => titleLines(columns[at]?.title ?? '', width));
  const height = Math.max(...titles.map(lines => lines.length));
  return Array.from({ length: height }, (_, level) =>
    titles.map((lines): Cell => {
      const line = lines[level - (height - lines.length)];
      return line === undefined ? { text: '' } : { text: line, tone: 'bold' };
    }),
  );
}

/** Draws records whose cells, one for each column wanted, are given. */
type Draw = (rows: readonly (readonly Cell[])[]) => string;

function grid(options: FormatOptions, columns: readonly Column[], placed: readonly PlacedColumn[]): Draw {
  const shown = placed.map(({ at, width }) => ({ numeric: columns[at]?.numeric === true, width }));
  const draw = gridOf(shown, options.paint);
  const head = draw(titleRows(columns, placed));
  const lines: Draw = rows => draw(rows.map(cells => placed.map(({ at }) => cells[at] ?? { text: '' })));
  let open = head;
  return rows => {
    const text = open + lines(rows);
    open = '';
    return text;
  };
}

/** For streams too narrow for columns: each record in lines of its own, a blank line between. */
function cards({ width, paint }: FormatOptions, columns: readonly Column[]): Draw {
  let gap = '';
  return rows =>
    rows
      .map(cells => {
        const entries = columns.map(({ title }, at) => ({
          name: title,
          lines: cardLines(cells[at] ?? { text: '' }, width),
        }));
        const card = gap + cardOf(entries, width, paint);
        gap = '\n';
        return card;
      })
      .join('');
}

/** Decides by the first records which columns fit the messages, and how wide they are from then on. */
function settle(
  options: FormatOptions,
  paths: readonly string[],
  rows: readonly Row[],
  cells: readonly (readonly Cell[])[],
): Draw {
  const columns = paths.map((path, at) =>
    describe(
      path,
      rows,
      cells.map(line => line[at] ?? { text: '' }),
      options,
    ),
  );
  const placed = layOut(columns, options.width, options.fields === undefined);
  if (placed === undefined) return cards(options, columns);
  const dropped = columns.filter((_, index) => placed.every(({ at }) => at !== index));
  if (dropped.length > 0) {
    const names = dropped.map(({ title }) => title).join(', ');
    options.hint(`no room for ${names}: --fields chooses columns, -o json shows everything`);
  }
  return grid(options, columns, placed);
}

/** A table for people: fits the messages, streams in pieces once the first records have settled its widths. */
export function listTable(options: FormatOptions): ListWriter {
  let paths = options.fields ?? options.view.columns;
  let draw: Draw | undefined;
  const held: Row[] = [];

  const flush = async () => {
    const rows = held.splice(0);
    if (paths.length === 0) paths = Object.keys(rows[0] ?? {});
    if (rows.length === 0 || paths.length === 0) return '';
    const cells = rows.map(row => paths.map(path => readableCell(row, path, options)));
    await prepareToMeasure([...paths, ...cells.flat().map(cell => cell.text)]);
    draw ??= settle(options, paths, rows, cells);
    return draw(cells);
  };
  return {
    row: row => (held.push(row) < sample ? '' : flush()),
    end: flush,
  };
}
