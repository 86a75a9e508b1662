import { entriesOf, type FieldEntry, isNested } from '../fields.ts';
import { sanitizeLine, sanitizeText } from '../sanitize.ts';
import type { Row } from '../terminal.ts';
import { cardOf, cardWidth } from './cards.ts';
import { type Cell, longTime, readableCell } from './cell.ts';
import { gap, narrow } from './layout.ts';
import { prepareToMeasure, widthOf, wrap } from './measure.ts';
import { rowLine } from './row-line.ts';
import type { FormatOptions } from './writer.ts';

/** Long values are cut to this many lines, except those of `--fields`. */
const mostLines = 8;

/** Wraps values, and collects the paths of those that were cut. */
class Values {
  readonly cut = new Set<string>();
  readonly #options: FormatOptions;
  readonly #width: number;
  readonly #most: number;

  /** @param width of the column of values */
  constructor(options: FormatOptions, width: number) {
    this.#options = options;
    this.#width = width;
    this.#most = options.fields === undefined ? mostLines : Number.MAX_SAFE_INTEGER;
  }

  linesOf([path, value]: FieldEntry, row: Row): readonly Cell[] {
    const { view, now } = this.#options;
    const field = view.kinds?.[path];
    if (Array.isArray(value) && value.some(isNested)) {
      const shown = value.slice(0, this.#most);
      if (shown.length < value.length) this.cut.add(path);
      return shown.flatMap(part => this.#lines(path, JSON.stringify(part)));
    }
    if (typeof value === 'string' && field?.kind === 'time') {
      return this.#lines(path, longTime(value, now) ?? value);
    }
    if (typeof value === 'string' && field?.kind !== 'enumeration') return this.#lines(path, value);
    const cell = readableCell(row, path, this.#options);
    return this.#lines(path, cell.text).map(({ text }) => ({ ...cell, text }));
  }

  #lines(path: string, text: string): readonly Cell[] {
    // Sanitizes only a little more than is shown.
    const enough = (this.#width + 1) * (this.#most + 1);
    const some = text.length > enough ? text.slice(0, enough) : text.trimEnd();
    const clean = sanitizeText(some).replaceAll('\t', ' ');
    const lines = wrap(clean, this.#width, this.#most + 1);
    if (lines.length > this.#most) this.cut.add(path);
    const shown = lines.length > this.#most ? wrap(clean, this.#width, this.#most) : lines;
    return shown.map(line => ({ text: line }));
  }
}

/** One record, with a line for each field: all that the service sent, or those of `--fields`. */
export async function recordTable(row: Row, options: FormatOptions): Promise<string> {
  await prepareToMeasure([JSON.stringify([row, options.fields])]);
  const entries = entriesOf(row, options.fields);
  const names = entries.map(([path]) => sanitizeLine(path));
  const longest = names.reduce((widest, name) => Math.max(widest, widthOf(name)), 1);
  const nameWidth = Math.min(longest, Math.max(Math.floor(options.width / 2), 1));
  const isNarrow = options.width < narrow;
  const valueWidth = isNarrow ? cardWidth(options.width) : Math.max(options.width - nameWidth - gap, 1);

  const values = new Values(options, valueWidth);
  const shown = entries.map((entry, at) => ({ name: names[at] ?? '', lines: values.linesOf(entry, row) }));
  if (values.cut.size > 0) {
    const paths = [...values.cut].map(sanitizeLine).join(',');
    options.hint(`Cut to fit: ${paths}. Use --fields ${paths} to see all of it`);
  }
  if (isNarrow) return cardOf(shown, options.width, options.paint);
  const columns = [nameWidth, valueWidth].map(width => ({ width, numeric: false }));
  const titled = (name: string, at: number): Cell => (at === 0 ? { text: name, tone: 'bold' } : { text: '' });
  return shown
    .flatMap(({ name, lines }) =>
      lines.map((line, at) => rowLine([titled(name, at), line], columns, options.paint)),
    )
    .join('');
}
