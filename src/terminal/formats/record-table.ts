import { cleanLine, cleanText } from '../clean.ts';
import { isObject, valueAt } from '../fields.ts';
import type { Row } from '../terminal.ts';
import { type Cell, cellOf, relativeTime } from './cell.ts';
import { gridOf } from './grid.ts';
import { gap } from './layout.ts';
import { prepareToMeasure, widthOf, wrap } from './measure.ts';
import type { Sheet } from './writer.ts';

/** Long values show this many lines. */
const mostLines = 8;

type Entry = readonly [path: string, value: unknown];

/** Objects as dotted lines: `fields.city`; an empty one as nothing said. */
function entriesOf(path: string, value: unknown): readonly Entry[] {
  if (!isObject(value)) return [[path, value]];
  const keys = Object.keys(value);
  return keys.length === 0 ? [[path, null]] : keys.flatMap(key => entriesOf(`${path}.${key}`, value[key]));
}

/** A value in lines not wider than `width`. */
function linesOf([path, value]: Entry, width: number, { view, now }: Sheet): readonly Cell[] {
  const field = view.kinds?.[path];
  if (Array.isArray(value) && value.some(part => typeof part === 'object')) {
    return value.slice(0, mostLines).flatMap(part => textLines(JSON.stringify(part), width));
  }
  if (typeof value === 'string' && field?.kind === 'time') {
    const relative = relativeTime(value, now);
    return textLines(relative === undefined ? value : `${value} (${relative})`, width);
  }
  if (typeof value === 'string' && field?.kind !== 'enumeration') return textLines(value, width);
  const cell = cellOf(value, field, now);
  return textLines(cell.text, width).map(({ text }) => ({ ...cell, text }));
}

function textLines(text: string, width: number): readonly Cell[] {
  // More than can be shown need not be cleaned; what is missing still shows as `…`.
  const most = (width + 1) * (mostLines + 1);
  const enough = text.length > most ? `${text.slice(0, most)}…` : text.trimEnd();
  return wrap(cleanText(enough).replaceAll('\t', ' '), width, mostLines).map(line => ({ text: line }));
}

/** One record as field/value lines: every field the service sent, or those chosen. */
export async function recordTable(row: Row, sheet: Sheet): Promise<string> {
  await prepareToMeasure([JSON.stringify([row, sheet.fields])]);
  const fields = sheet.fields ?? Object.keys(row);
  const entries = fields.flatMap(field => entriesOf(field, valueAt(row, field)));
  const names = entries.map(([path]) => cleanLine(path));
  const longest = names.reduce((widest, name) => Math.max(widest, widthOf(name)), 1);
  const nameWidth = Math.min(longest, Math.max(Math.floor(sheet.width / 2), 1));
  const valueWidth = Math.max(sheet.width - nameWidth - gap, 1);

  const rows = entries.flatMap((entry, index) =>
    linesOf(entry, valueWidth, sheet).map((cell, line): readonly Cell[] => [
      line === 0 ? { text: names[index] ?? '', tone: 'bold' } : { text: '' },
      cell,
    ]),
  );
  const columns = [nameWidth, valueWidth].map(width => ({ width, numeric: false }));
  return rows.length === 0 ? '' : gridOf(columns, sheet.paint)(rows);
}
