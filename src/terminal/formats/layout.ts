/** Decides which columns of a table are shown, and how wide they are. */
import { valueAt } from '../fields.ts';
import { sanitizeLine } from '../shown-text.ts';
import type { Row, View } from '../terminal.ts';
import { isPlain, widthOf } from './measure.ts';

export interface Column {
  /** Its index among those wanted. */
  readonly at: number;
  readonly title: string;
  /** Right-aligned, and never cut: a number without its last digits would be wrong. */
  readonly numeric: boolean;
  /** An id: cut last, because people copy it. */
  readonly identifier: boolean;
  /** Free text, which may be cut. */
  readonly text: boolean;
  /** The width of its widest value so far. */
  readonly content: number;
  /** Needed by the next command: dropped last. */
  readonly handle: boolean;
}

export interface PlacedColumn extends Column {
  readonly width: number;
}

/** Blanks between columns. */
export const gap = 2;
/** Free text is cut to this width, not further. */
const textFloor = 12;
/** Minimum widths of the first column, which identifies a record, tried in order. */
const firstFloors = [40, 28] as const;
/** Eight characters and `…`. */
const identifierWidth = 9;
/** Longer values of an uncut column are cut too, or nothing else would fit. */
const widestUncut = 46;
/** At least this many of the default columns are kept; then ids are cut. */
const core = 3;

/** What the first records show of a column. @param texts its cells */
export function describeColumn(
  path: string,
  at: number,
  rows: readonly Row[],
  texts: readonly string[],
  view: View,
): Column {
  const field = view.kinds?.[path];
  const values = rows.map(row => valueAt(row, path) ?? null).filter(value => value !== null);
  const numeric = field
    ? field.kind === 'integer' || field.kind === 'number'
    : values.length > 0 && values.every(value => typeof value === 'number');
  const identifier = field ? field.kind === 'uuid' : path === 'id';
  // "59 min ago" may come later in a table that starts with "2 d ago".
  const least = field?.kind === 'time' && values.length > 0 ? '59 min ago'.length : 0;
  const content = texts.reduce((widest, text) => Math.max(widest, widthOf(text)), least);
  const isUncut = path === view.uncut && content <= widestUncut;
  const isShort = ['time', 'boolean', 'enumeration'].includes(field?.kind ?? '');
  const isText = !numeric && !identifier && !isShort && !isUncut;
  return {
    at,
    title: sanitizeLine(path),
    numeric,
    identifier,
    text: isText,
    content,
    handle: path === view.handle,
  };
}

/** Where a title may be broken: `unsubscribe_rate` as `unsubscribe`, `rate`. */
export const titleParts = (title: string) => (isPlain(title) ? title.split(/(?<=\.)|_/) : [title]);

const total = (columns: readonly { readonly width: number }[]) =>
  columns.reduce((sum, { width }) => sum + width, gap * (columns.length - 1));

/** The first `count` columns, including the handle. */
function firstOf(columns: readonly Column[], count: number): readonly Column[] {
  const handle = columns.slice(count).find(column => column.handle);
  return handle ? [...columns.slice(0, count - 1), handle] : columns.slice(0, count);
}

/** Shrinks the widest columns first, none below its floor. @returns undefined if they do not fit */
function shrink(
  columns: readonly (PlacedColumn & { readonly floor: number })[],
  width: number,
): readonly PlacedColumn[] | undefined {
  if (total(columns.map(({ floor }) => ({ width: floor }))) > width) return undefined;
  const shrunk = columns.map(column => ({ ...column }));
  for (let excess = total(shrunk) - width; excess > 0; excess--) {
    const [widest] = shrunk.filter(each => each.width > each.floor).sort((a, b) => b.width - a.width);
    if (widest) widest.width--;
  }
  return shrunk;
}

/**
 * Fits columns into `width`, with the first of these that works: whole columns; broken titles; cut texts; a cut
 * handle or without the last columns, whichever shows more columns; cut ids.
 *
 * @param mayDrop whether columns may be left out; not those of `--fields`
 * @returns the columns to show; undefined if they do not fit
 */
export function layOut(
  columns: readonly Column[],
  width: number,
  mayDrop: boolean,
): readonly PlacedColumn[] | undefined {
  const place = (column: Column, title: readonly string[]) => ({
    ...column,
    width: Math.max(column.content, ...title.map(widthOf), 1),
  });
  const whole = columns.map(column => place(column, [column.title]));
  if (total(whole) <= width) return whole;
  const broken = columns.map(column => place(column, titleParts(column.title)));
  if (total(broken) <= width) return broken;

  const attempt = (isShort: (column: Column) => boolean) => {
    const least = mayDrop ? Math.min(core, columns.length) : columns.length;
    for (let count = columns.length; count >= least; count--) {
      for (const first of firstFloors) {
        const wanted = firstOf(columns, count).map(column => {
          const natural = place(column, titleParts(column.title)).width;
          const most = isShort(column) ? Math.min(natural, identifierWidth) : natural;
          const floor = column.text ? (column.at === 0 ? first : textFloor) : most;
          return { ...column, width: most, floor: Math.min(floor, most) };
        });
        const shown = shrink(wanted, width);
        if (shown) return shown;
      }
    }
    return undefined;
  };
  const full = attempt(() => false);
  // The start of a handle is enough for the next command, and leaves room for another column.
  const brief = attempt(({ handle }) => handle);
  return (brief?.length ?? 0) > (full?.length ?? 0)
    ? brief
    : (full ?? attempt(({ identifier }) => identifier));
}
