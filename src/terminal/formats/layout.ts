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
}

export const gap = 2;
/** Free text is still worth showing at this width. */
const textFloor = 12;
/** Eight characters and `…`. */
const identifierWidth = 9;
const lastFloor = 3;
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
const gentle: Limit = ({ text }, wanted) => (text ? Math.min(wanted, textFloor) : wanted);
const shortId: Limit = ({ identifier }, wanted) => (identifier ? Math.min(wanted, identifierWidth) : wanted);
const gentleShortId: Limit = (column, wanted) => gentle(column, shortId(column, wanted));
const squeezed: Limit = (_, wanted) => Math.min(wanted, lastFloor);

/**
 * Fits columns into `width`: whole; then with titles broken and texts cut; then without the last columns,
 * unless they were asked for; then with identifiers cut; then everything squeezed.
 *
 * @param mayDrop whether columns may be left out to show the others better
 * @returns the width of each column shown; columns beyond these did not fit
 */
export function layOut(columns: readonly Column[], width: number, mayDrop: boolean): readonly number[] {
  const generous = columns.map(({ title, content }) => Math.max(content, widthOf(title), 1));
  if (total(generous) <= width) return generous;

  const natural = columns.map(({ title, content }) => {
    const broken = Math.max(...brokenTitle(title).map(widthOf));
    return Math.min(Math.max(content, broken, 1), width);
  });
  const limited = (limit: Limit) => columns.map((column, index) => limit(column, natural[index] ?? 0));
  const attempt = (most: Limit, floor: Limit, least: number) => {
    const floors = limited(floor);
    for (let count = columns.length; count >= least; count--) {
      if (total(floors.slice(0, count)) <= width) return shrink(limited(most).slice(0, count), floors, width);
    }
    return undefined;
  };
  const least = mayDrop ? Math.min(core, columns.length) : columns.length;
  return (
    attempt(whole, gentle, least) ??
    attempt(shortId, gentleShortId, least) ??
    attempt(shortId, squeezed, 1) ?? [width]
  );
}
