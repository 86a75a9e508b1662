/** Lists and records for people: columns, or a line for each field. */
import Table from 'cli-table3';
import { entriesOf, isNested, valueAt } from '../fields.ts';
import { sanitizeLine, sanitizeMessage, sanitizeText } from '../shown-text.ts';
import type { Paint, Row, View } from '../terminal.ts';
import { type Cell, longTime, readableCell } from './cell.ts';
import { type Column, describeColumn, gap, layOut, type PlacedColumn, titleParts } from './layout.ts';
import { cut, isPlain, prepareToMeasure, widthOf, wrap } from './measure.ts';
import type { FormatOptions, FormatWriter, ListWriter } from './writer.ts';

/** Records that decide the widths; later ones are printed as they arrive. */
const sample = 200;
/** Long values of a record are cut to this many lines, except those of `--fields`. */
const mostLines = 8;
/** The same in a list whose columns do not fit. */
const mostListLines = 3;

type Places = readonly { readonly width: number; readonly numeric?: boolean }[];

const painted = ({ text, tone }: Cell, paint: Paint) => (tone === undefined ? text : paint[tone](text));

/** Cuts a cell to its column; a number is never cut. */
const fitted = ({ text, tone }: Cell, { width, numeric = false }: Places[number]): Cell => ({
  text: numeric && widthOf(text) > width ? '…' : cut(text, width),
  tone,
});

const sides = ['top', 'bottom', 'mid', 'left', 'right'];
const borders = Object.fromEntries(
  sides.flatMap(side => ['', '-mid', '-left', '-right'].map(end => [side + end, ''])),
);

/**
 * Titles, or the lines of a record, drawn by cli-table3. It does not draw rows of a page: that takes 15 to 20% more CPU,
 * and its measure of wide characters is wrong.
 */
function drawTable(
  rows: readonly (readonly Cell[])[],
  places: Places,
  paint: Paint,
  head: string[] = [],
): string {
  const drawn = new Table({
    head,
    colWidths: places.map(({ width }) => width),
    colAligns: places.map(({ numeric }) => (numeric ? 'right' : 'left')),
    rowAligns: ['bottom'],
    chars: { ...borders, middle: ' '.repeat(gap) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const cells of rows) drawn.push(cells.map(cell => painted(cell, paint)));
  // cli-table3 ends each color a second time, as it does not recognize the end of a sealed one.
  return `${drawn.toString().replaceAll('\x1b[39m', '').replaceAll(/ +$/gm, '')}\n`;
}

/** Cells that fit, side by side. */
function drawLine(cells: readonly Cell[], places: Places, paint: Paint): string {
  const line = places.map(({ width, numeric }, at) => {
    const cell = cells[at] ?? { text: '' };
    const padding = ' '.repeat(width - widthOf(cell.text));
    return numeric ? padding + painted(cell, paint) : painted(cell, paint) + padding;
  });
  return `${line.join(' '.repeat(gap)).trimEnd()}\n`;
}

/** The default columns. */
function usualColumns({ columns, columnsAfter }: View, rows: readonly Row[]): readonly string[] {
  const isThere = (path: string) => rows.some(row => (valueAt(row, path) ?? '') !== '');
  const usual = columns.flatMap(path => [path, ...(columnsAfter?.get(path) ?? []).filter(isThere)]);
  return usual.length > 0 ? usual : Object.keys(rows[0] ?? {});
}

/** Draws records. @param cells those of each, in the order of the columns wanted */
type Draw = (cells: readonly (readonly Cell[])[], rows: readonly Row[]) => string;

function columnsOf({ paint }: FormatOptions, columns: readonly PlacedColumn[]): Draw {
  let head = drawTitles(columns, paint);
  return rows => {
    const lines = rows.map(row => {
      const cells = columns.map(column => fitted(row[column.at] ?? { text: '' }, column));
      return drawLine(cells, columns, paint);
    });
    const text = head + lines.join('');
    head = '';
    return text;
  };
}

/** The titles, in one or more lines. */
function drawTitles(columns: readonly PlacedColumn[], paint: Paint): string {
  const titles = columns.map(({ title, width }) =>
    (widthOf(title) <= width ? [title] : titleParts(title)).map(line => cut(line, width)),
  );
  const bold = titles.map(lines => lines.map(line => paint.bold(line)).join('\n'));
  if (titles.flat().every(isPlain)) return drawTable([], columns, paint, bold);
  const cells = columns.map(column => fitted({ text: column.title, tone: 'bold' }, column));
  return drawLine(cells, columns, paint);
}

/** Records whose columns do not fit, with a blank line between. */
function recordsOf(options: FormatOptions): Draw {
  let separator = '';
  return (_, rows) => {
    const text = separator + rows.map(row => drawRecord(row, options, mostListLines).text).join('\n');
    separator = '\n';
    return text;
  };
}

/** Decides by the first records which columns fit, and their widths. */
function drawingFor(options: FormatOptions, columns: readonly Column[], paths: readonly string[]): Draw {
  const placed = layOut(columns, options.width, options.fields === undefined);
  if (placed === undefined) return recordsOf({ ...options, fields: paths });
  const dropped = columns.filter(column => placed.every(({ at }) => at !== column.at));
  if (dropped.length > 0) {
    const names = dropped.map(({ title }) => title).join(', ');
    options.hint(`Hidden columns: ${names}. Use --fields to choose columns`);
  }
  return columnsOf(options, placed);
}

/** A table for people that fits the terminal. */
function listTable(options: FormatOptions): ListWriter {
  let paths = options.fields;
  let draw: Draw | undefined;
  const waiting: Row[] = [];

  const flush = async () => {
    const rows = waiting.splice(0);
    paths ??= usualColumns(options.view, rows);
    const wanted = paths;
    if (rows.length === 0 || wanted.length === 0) return '';
    const cells = rows.map(row => wanted.map(path => readableCell(row, path, options)));
    await prepareToMeasure([...wanted, ...cells.flat().map(cell => cell.text)]);
    const textsAt = (at: number) => cells.map(line => line[at]?.text ?? '');
    draw ??= drawingFor(
      options,
      wanted.map((path, at) => describeColumn(path, at, rows, textsAt(at), options.view)),
      wanted,
    );
    return draw(cells, rows);
  };
  return {
    row: row => (waiting.push(row) < sample ? '' : flush()),
    end: flush,
  };
}

/** A value that has several lines, if it needs them. */
function longCell(path: string, value: unknown, row: Row, options: FormatOptions): Cell {
  const kind = options.view.kinds?.[path]?.kind;
  if (Array.isArray(value) && value.some(isNested))
    return { text: value.map(each => JSON.stringify(each)).join('\n') };
  if (typeof value !== 'string' || kind === 'enumeration') return readableCell(row, path, options);
  return { text: (kind === 'time' ? longTime(value, options.now) : undefined) ?? value };
}

/**
 * One record: a line for each field, all that the service sent or those of `--fields`.
 *
 * @param most lines of a value
 * @returns `tooLong`: the fields that have more
 */
function drawRecord(row: Row, { fields, ...options }: FormatOptions, most: number) {
  const { width, paint } = options;
  const entries = entriesOf(row, fields).map(([path, value]) => [path, value, sanitizeLine(path)] as const);
  const longest = entries.reduce((widest, [, , name]) => Math.max(widest, widthOf(name)), 1);
  const nameWidth = Math.min(longest, Math.max(Math.floor(width / 2), 1));
  const valueWidth = Math.max(width - nameWidth - gap, 1);
  // Sanitizes only a little more than is shown.
  const enough = (valueWidth + 1) * (most + 1);
  const tooLong: string[] = [];
  const lines = entries.flatMap(([path, value, name]) => {
    const { text, tone } = longCell(path, value, row, { ...options, fields });
    const some = text.length > enough ? text.slice(0, enough) : text.trimEnd();
    const clean = sanitizeText(some).replaceAll('\t', ' ');
    if (wrap(clean, valueWidth, most + 1).length > most) tooLong.push(name);
    return wrap(clean, valueWidth, most).map((line, at): readonly Cell[] => [
      at === 0 ? { text: cut(name, nameWidth), tone: 'bold' } : { text: '' },
      { text: line, tone },
    ]);
  });
  const places = [{ width: nameWidth }, { width: valueWidth }];
  const isEasy = lines.flat().every(({ text }) => isPlain(text));
  const text = isEasy
    ? drawTable(lines, places, paint)
    : lines.map(cells => drawLine(cells, places, paint)).join('');
  return { text, tooLong };
}

async function recordTable(row: Row, options: FormatOptions): Promise<string> {
  const { fields } = options;
  await prepareToMeasure([JSON.stringify([row, fields])]);
  const most = fields === undefined ? mostLines : Number.MAX_SAFE_INTEGER;
  const { text, tooLong } = drawRecord(row, options, most);
  const paths = tooLong.join(',');
  if (paths !== '') options.hint(`Cut to fit: ${paths}. Use --fields ${paths} to see all of it`);
  return text;
}

/** Cells are sanitized already. */
export const table: FormatWriter = { list: listTable, record: recordTable, sanitize: sanitizeMessage };
