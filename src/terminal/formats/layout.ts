/** Which columns of a table are shown, and how wide: the part of a table that is only arithmetic. */
import { widthOf } from './measure.ts';

export interface Column {
  readonly title: string;
  /** Right-aligned, and never shown cut: a number without its end would be a lie. */
  readonly numeric: boolean;
  /** An identifier: cut last of all, for it gets copied. */
  readonly identifier: boolean;
  /** May be cut: free text. */
  readonly text: boolean;
  /** Widest value so far. */
  readonly content: number;
  /** What the next command needs: left out last of all. */
  readonly handle: boolean;
}

/** A column that is shown: its place among those wanted, and its width. */
export interface Placed {
  readonly at: number;
  readonly width: number;
}

export const gap = 2;
/** On a screen narrower than this, records whose values would be cut are shown one below the other. */
export const narrow = 48;
/** Free text is still worth showing at this width. */
const textFloor = 12;
/** The first column, by which people know a record, is spared: down to one width if possible, or the other. */
const firstFloors = [40, 28] as const;
/** Eight characters and `…`. */
const identifierWidth = 9;
/** So many columns of the default selection are kept before identifiers are cut. */
const core = 3;

const brokenTitle = (title: string) => title.split(/(?<=\.)|_/);

/** A title in lines: `unsubscribe_rate` as `unsubscribe`, `rate` where it would not fit on one. */
export function titleLines(title: string, width: number): readonly string[] {
  return widthOf(title) <= width ? [title] : brokenTitle(title);
}

const total = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width, 0) + gap * (widths.length - 1);

/** Takes from the widest columns first, but from none below its floor. */
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

/** The first `count` columns, with the handle among them. */
function firstOf(columns: readonly Column[], count: number): readonly number[] {
  const places = columns.map((_, at) => at);
  const handle = columns.findIndex(column => column.handle);
  if (handle < count) return places.slice(0, count);
  return [...places.slice(0, count - 1), handle];
}

/**
 * Fits columns into `width`: whole; then with titles broken; then with texts cut; then without the last columns,
 * unless they were asked for or a handle that is cut makes room for them; then with identifiers cut.
 *
 * @param mayDrop whether columns may be left out to show the others better
 * @returns the columns shown; undefined when they do not fit legibly
 */
export function layOut(
  columns: readonly Column[],
  width: number,
  mayDrop: boolean,
): readonly Placed[] | undefined {
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
  // Its beginning is as good as a name: what stands in its place says more.
  const brief = attempt(shortHandle);
  return (brief?.length ?? 0) > (full?.length ?? 0) ? brief : (full ?? attempt(shortId));
}
