const levels = '▁▂▃▄▅▆▇█';

/**
 * A trend in one line, the lowest value at the bottom and the highest at the top; a flat one in the middle.
 *
 * @param values in order of time
 * @param width columns; of more values the last ones are drawn
 */
export function sparkline(values: readonly number[], width: number): string {
  const drawn = width > 0 ? values.slice(-width) : [];
  const low = Math.min(...drawn);
  const span = Math.max(...drawn) - low;
  return drawn
    .map(value => levels[span > 0 ? Math.round(((value - low) / span) * (levels.length - 1)) : 3])
    .join('');
}
