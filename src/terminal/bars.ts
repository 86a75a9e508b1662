const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A bar of exactly `width` columns, to an eighth of one.
 *
 * @param share 0 to 1; what lies outside is drawn as the nearer end, and anything above 0 is seen
 */
export function bar(share: number, width: number): string {
  const within = Math.min(Math.max(share, 0), 1);
  const parts = Math.max(Math.round(within * width * 8), within > 0 && width > 0 ? 1 : 0);
  return ('█'.repeat(parts >> 3) + (eighths[parts & 7] ?? '')).padEnd(width);
}
