import { largest, smallest } from '../lib/extremes.ts';

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A horizontal bar of exactly `width` columns, exact to an eighth of a column.
 *
 * @param share 0 to 1; others are drawn as 0 or 1; anything above 0 is visible
 */
export function bar(share: number, width: number): string {
  const within = Math.min(Math.max(share, 0), 1);
  const parts = Math.max(Math.round(within * width * 8), within > 0 && width > 0 ? 1 : 0);
  return ('█'.repeat(parts >> 3) + (eighths[parts & 7] ?? '')).padEnd(width);
}

const levels = '▁▂▃▄▅▆▇█';

/**
 * A trend in one line, scaled from the lowest to the highest value; equal values are drawn in the middle.
 *
 * @param values in order of time
 * @param width columns; only the last values are drawn if there are more
 */
export function sparkline(values: readonly number[], width: number): string {
  const drawn = width > 0 ? values.slice(-width) : [];
  const low = smallest(drawn);
  const span = largest(drawn) - low;
  return drawn
    .map(value => levels[span > 0 ? Math.round(((value - low) / span) * (levels.length - 1)) : 3])
    .join('');
}
