/** Lists and records for people: columns, lines of fields, and cards on terminals too narrow for columns. */
import Table from 'cli-table3';
import { entriesOf, isNested, valueAt } from '../fields.ts';
import { sanitizeLine, sanitizeMessage, sanitizeText } from '../shown-text.ts';
import type { Paint, Row, View } from '../terminal.ts';
import { type Cell, longTime, readableCell } from './cell.ts';
import { type Column, describeColumn, gap, layOut, narrow, type PlacedColumn, titleParts } from './layout.ts';
import { cut, isPlain, prepareToMeasure, widthOf, wrap } from './measure.ts';
import type { FormatOptions, FormatWriter, ListWriter } from './writer.ts';

/** Records that decide the widths; later ones are printed as they arrive. */
const sample = 200;
/** Long values of a record are cut to this many lines, except those of `--fields`. */
const mostLines = 8;
/** Long values on the cards of a list are cut to this many lines. */
const mostCardLines = 3;
/** Blanks before a value below its name, on cards. */
const indent = 2;

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
 * Titles, or the lines of a record, drawn by cli-table3. Rows of a page are not: it takes 15 to 20 % more CPU for them, and its
 * own measure is wrong for wide characters.
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

/** One record on a narrow terminal: `name: value`, or the value below its name if it does not fit. */
function drawCard(
  fields: readonly { readonly name: string; readonly lines: readonly Cell[] }[],
  width: number,
  paint: Paint,
): string {
  const lines = fields.flatMap(({ name, lines: [first = { text: '' }, ...others] }) => {
    const title = `${cut(name, width - 1)}:`;
    const isShort = others.length === 0 && widthOf(`${title} ${first.text}`) <= width;
    if (isShort || (others.length === 0 && first.text === '')) {
      return [`${paint.bold(title)} ${painted(first, paint)}`.trimEnd()];
    }
    const below = [first, ...others].map(line => `${' '.repeat(indent)}${painted(line, paint)}`.trimEnd());
    return [paint.bold(title), ...below];
  });
  return lines.map(line => `${line}\n`).join('');
}

const linesOf = ({ text, tone }: Cell, width: number, most: number): readonly Cell[] =>
  wrap(text, Math.max(width, 1), most).map(line => ({ text: line, tone }));

/** The default columns. */
function usualColumns({ columns, columnsAfter }: View, rows: readonly Row[]): readonly string[] {
  const isThere = (path: string) => rows.some(row => (valueAt(row, path) ?? '') !== '');
  const usual = columns.flatMap(path => [path, ...(columnsAfter?.get(path) ?? []).filter(isThere)]);
  return usual.length > 0 ? usual : Object.keys(rows[0] ?? {});
}

/** Draws records, given as their cells in the order of the columns wanted. */
type Draw = (rows: readonly (readonly Cell[])[]) => string;

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

/** A blank line between records. */
function cardsOf({ width, paint }: FormatOptions, columns: readonly Column[]): Draw {
  let separator = '';
  return rows => {
    const cards = rows.map(cells =>
      drawCard(
        columns.map(({ title: name, at }) => ({
          name,
          lines: linesOf(cells[at] ?? { text: '' }, width - indent, mostCardLines),
        })),
        width,
        paint,
      ),
    );
    const text = separator + cards.join('\n');
    separator = '\n';
    return text;
  };
}

/** Decides by the first records which columns fit, and their widths. */
function drawingFor(options: FormatOptions, columns: readonly Column[]): Draw {
  const placed = layOut(columns, options.width, options.fields === undefined);
  if (placed === undefined) return cardsOf(options, columns);
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
    draw ??= drawingFor(
      options,
      wanted.map((path, at) =>
        describeColumn(
          path,
          at,
          rows,
          cells.map(line => line[at]?.text ?? ''),
          options.view,
        ),
      ),
    );
    return draw(cells);
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

/** One record, with a line for each field: all that the service sent, or those of `--fields`. */
async function recordTable(row: Row, options: FormatOptions): Promise<string> {
  const { fields, width, paint } = options;
  await prepareToMeasure([JSON.stringify([row, fields])]);
  const entries = entriesOf(row, fields);
  const longest = entries.reduce((widest, [path]) => Math.max(widest, widthOf(sanitizeLine(path))), 1);
  const nameWidth = Math.min(longest, Math.max(Math.floor(width / 2), 1));
  const isNarrow = width < narrow;
  const valueWidth = Math.max(width - (isNarrow ? indent : nameWidth + gap), 1);
  const most = fields === undefined ? mostLines : Number.MAX_SAFE_INTEGER;
  // Sanitizes only a little more than is shown.
  const enough = (valueWidth + 1) * (most + 1);
  const tooLong = new Set<string>();

  const shown = entries.map(([path, value]) => {
    const { text, tone } = longCell(path, value, row, options);
    const some = text.length > enough ? text.slice(0, enough) : text.trimEnd();
    const clean = { text: sanitizeText(some).replaceAll('\t', ' '), tone };
    const lines = linesOf(clean, valueWidth, most + 1);
    if (lines.length > most) tooLong.add(sanitizeLine(path));
    return {
      name: sanitizeLine(path),
      lines: lines.length > most ? linesOf(clean, valueWidth, most) : lines,
    };
  });
  if (tooLong.size > 0) {
    const paths = [...tooLong].join(',');
    options.hint(`Cut to fit: ${paths}. Use --fields ${paths} to see all of it`);
  }
  if (isNarrow) return drawCard(shown, width, paint);
  const rows = shown.flatMap(({ name, lines }) =>
    lines.map((line, at): readonly Cell[] => [
      at === 0 ? { text: cut(name, nameWidth), tone: 'bold' } : { text: '' },
      line,
    ]),
  );
  const places = [{ width: nameWidth }, { width: valueWidth }];
  if (rows.flat().every(({ text }) => isPlain(text))) return drawTable(rows, places, paint);
  return rows.map(cells => drawLine(cells, places, paint)).join('');
}

/** Cells are sanitized already. */
export const table: FormatWriter = { list: listTable, record: recordTable, sanitize: sanitizeMessage };
