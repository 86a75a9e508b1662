import Table from 'cli-table3';
import { valueAt } from '../fields.ts';
import { sanitizeLine } from '../sanitize.ts';
import type { Paint, Row, View } from '../terminal.ts';
import { cardLines, cardOf } from './cards.ts';
import { type Cell, readableCell } from './cell.ts';
import { type Column, gap, layOut, type PlacedColumn, titleLines } from './layout.ts';
import { cut, isAscii, prepareToMeasure, widthOf } from './measure.ts';
import { type LineColumn, rowLine } from './row-line.ts';
import type { FormatOptions, ListWriter } from './writer.ts';

/** Records that decide the widths; later ones are printed as they arrive. */
const sample = 200;
/** Longer values of an uncut column are cut too, or nothing else would fit. */
const widestUncut = 46;

function describe(
  path: string,
  rows: readonly Row[],
  cells: readonly Cell[],
  options: FormatOptions,
): Column {
  const { kinds, shares, handle, uncut } = options.view;
  const field = kinds?.[path];
  const values = rows.map(row => valueAt(row, path)).filter(value => value !== null && value !== undefined);
  const numeric = field
    ? field.kind === 'integer' || field.kind === 'number'
    : Object.hasOwn(shares ?? {}, path) ||
      (values.length > 0 && values.every(value => typeof value === 'number'));
  const identifier = field ? field.kind === 'uuid' : path === 'id';
  // "59 min ago" may come later in a table that starts with "2 d ago".
  const least = field?.kind === 'time' && values.length > 0 ? '59 min ago'.length : 0;
  const content = cells.reduce((widest, cell) => Math.max(widest, widthOf(cell.text)), least);
  const isUncut = path === uncut && content <= widestUncut;
  const isShort = ['time', 'boolean', 'enumeration'].includes(field?.kind ?? '');
  const text = !numeric && !identifier && !isShort && !isUncut;
  return { title: sanitizeLine(path), numeric, identifier, text, content, handle: path === handle };
}

interface TitledColumn extends LineColumn {
  readonly title: string;
}

const borders = Object.fromEntries(
  ['top', 'bottom', 'mid', 'left', 'right'].flatMap(side => [
    [side, ''],
    [`${side}-mid`, ''],
    [`${side}-left`, ''],
    [`${side}-right`, ''],
  ]),
);

/**
 * The titles, in one or more lines, drawn by cli-table3. Records are not: with them a page of 100 takes a seventh more
 * CPU in all, even when the program's own `widthOf` is bundled in place of the library's slower measure.
 */
function head(columns: readonly TitledColumn[], paint: Paint): string {
  if (!columns.every(({ title }) => isAscii(title))) {
    return rowLine(
      columns.map(({ title }) => ({ text: title, tone: 'bold' })),
      columns,
      paint,
    );
  }
  const table = new Table({
    head: columns.map(({ title, width }) =>
      titleLines(title, width)
        .map(line => paint.bold(cut(line, width)))
        .join('\n'),
    ),
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ numeric }) => (numeric ? 'right' : 'left')),
    rowAligns: ['bottom'],
    chars: { ...borders, middle: ' '.repeat(gap) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  return `${table.toString().replaceAll(/ +$/gm, '')}\n`;
}

/** Draws records, given as their cells in the order of the columns wanted. */
type Draw = (rows: readonly (readonly Cell[])[]) => string;

function grid({ paint }: FormatOptions, columns: readonly Column[], placed: readonly PlacedColumn[]): Draw {
  const shown = placed.map(({ at, width }) => {
    const { title = '', numeric = false } = columns[at] ?? {};
    return { title, numeric, width };
  });
  let titles = head(shown, paint);
  return rows => {
    const lines = rows.map(cells =>
      rowLine(
        placed.map(({ at }) => cells[at] ?? { text: '' }),
        shown,
        paint,
      ),
    );
    const text = titles + lines.join('');
    titles = '';
    return text;
  };
}

/** For terminals too narrow for columns: several lines for each record, a blank line between. */
function cards({ width, paint }: FormatOptions, columns: readonly Column[]): Draw {
  let separator = '';
  return rows =>
    rows
      .map(cells => {
        const fields = columns.map(({ title }, at) => ({
          name: title,
          lines: cardLines(cells[at] ?? { text: '' }, width),
        }));
        const card = separator + cardOf(fields, width, paint);
        separator = '\n';
        return card;
      })
      .join('');
}

/** The default columns. */
function usualColumns({ columns, columnsAfter }: View, rows: readonly Row[]): readonly string[] {
  const isThere = (path: string) =>
    rows.some(row => ![undefined, null, ''].includes(valueAt(row, path) as null));
  return columns.flatMap(path => [path, ...(columnsAfter?.get(path) ?? []).filter(isThere)]);
}

/** Decides by the first records which columns fit, and their widths. */
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
    options.hint(`Hidden columns: ${names}. Use --fields to choose columns`);
  }
  return grid(options, columns, placed);
}

/** A table for people that fits the terminal. */
export function listTable(options: FormatOptions): ListWriter {
  let paths = options.fields;
  let draw: Draw | undefined;
  const waiting: Row[] = [];

  const flush = async () => {
    const rows = waiting.splice(0);
    paths ??= usualColumns(options.view, rows);
    if (paths.length === 0) paths = Object.keys(rows[0] ?? {});
    if (rows.length === 0 || paths.length === 0) return '';
    const shown = paths;
    const cells = rows.map(row => shown.map(path => readableCell(row, path, options)));
    await prepareToMeasure([...paths, ...cells.flat().map(cell => cell.text)]);
    draw ??= settle(options, paths, rows, cells);
    return draw(cells);
  };
  return {
    row: row => (waiting.push(row) < sample ? '' : flush()),
    end: flush,
  };
}
