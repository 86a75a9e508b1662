/** Decides which columns of a table are shown, and how wide they are. */
import { isAscii, widthOf } from './measure.ts';

export interface Column {
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

/** A shown column: its index among those wanted, and its width. */
export interface PlacedColumn {
  readonly at: number;
  readonly width: number;
}

/** Blanks between columns. */
export const gap = 2;
/** On a terminal narrower than this, records are shown as cards when their columns do not fit. */
export const narrow = 48;
/** Free text is cut to this width, not further. */
const textFloor = 12;
/** The first column identifies a record, and is cut less: to the first of these if possible. */
const firstFloors = [40, 28] as const;
/** Eight characters and `…`. */
const identifierWidth = 9;
/** At least this many of the default columns are kept; then ids are cut. */
const core = 3;

/** Titles in other scripts stay whole: see `head` in table.ts. */
const brokenTitle = (title: string) => (isAscii(title) ? title.split(/(?<=\.)|_/) : [title]);

/** The lines of a title: `unsubscribe_rate` as `unsubscribe`, `rate` when it does not fit on one. */
export function titleLines(title: string, width: number): readonly string[] {
  return widthOf(title) <= width ? [title] : brokenTitle(title);
}

const total = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width, 0) + gap * (widths.length - 1);

/** Shrinks the widest columns first, none below its floor. */
function shrink(wanted: readonly number[], floors: readonly number[], width: number): readonly number[] {
  const widths = [...wanted];
  for (let excess = total(widths) - width; excess > 0; excess--) {
    let widest = -1;
    for (const [index, each] of widths.entries()) {
      if (each > (floors[index] ?? 0) && each > (widths[widest] ?? 0)) widest = index;
    }
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

type Limit = (column: Column, wanted: number) => number;
const whole: Limit = (_, wanted) => wanted;
const shortHandle: Limit = ({ handle }, wanted) => (handle ? Math.min(wanted, identifierWidth) : wanted);
const shortId: Limit = ({ identifier }, wanted) => (identifier ? Math.min(wanted, identifierWidth) : wanted);

/** The first `count` columns, including the handle. */
function firstOf(columns: readonly Column[], count: number): readonly number[] {
  const indexes = columns.map((_, at) => at);
  const handle = columns.findIndex(column => column.handle);
  if (handle < count) return indexes.slice(0, count);
  return [...indexes.slice(0, count - 1), handle];
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
  const placed = (widths: readonly number[]) => widths.map((each, at) => ({ at, width: each }));
  const generous = columns.map(({ title, content }) => Math.max(content, widthOf(title), 1));
  if (total(generous) <= width) return placed(generous);

  const natural = columns.map(({ title, content }) =>
    Math.max(content, ...brokenTitle(title).map(widthOf), 1),
  );
  if (total(natural) <= width) return placed(natural);
  if (width < narrow) return undefined;

  const least = mayDrop ? Math.min(core, columns.length) : columns.length;
  const attempt = (limit: Limit) => {
    const wanted = columns.map((column, at) => limit(column, natural[at] ?? 0));
    for (let count = columns.length; count >= least; count--) {
      const shown = firstOf(columns, count);
      const most = shown.map(at => wanted[at] ?? 0);
      for (const first of firstFloors) {
        const floorOf = (at: number) => (columns[at]?.text ? (at === 0 ? first : textFloor) : Infinity);
        const floors = shown.map((at, index) => Math.min(most[index] ?? 0, floorOf(at)));
        if (total(floors) > width) continue;
        const widths = shrink(most, floors, width);
        return shown.map((at, index) => ({ at, width: widths[index] ?? 0 }));
      }
    }
    return undefined;
  };
  const full = attempt(whole);
  // The start of a handle is enough for the next command, and leaves room for another column.
  const brief = attempt(shortHandle);
  return (brief?.length ?? 0) > (full?.length ?? 0) ? brief : (full ?? attempt(shortId));
}
