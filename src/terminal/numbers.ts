/**
 * A whole number in groups of three, `12,345`; "unknown" for other values, such as a missing count. Does not use Intl,
 * which takes longer to load than drawing a small table.
 */
export function grouped(count: number | string): string {
  if (!/^-?\d/.test(String(count))) return 'unknown';
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** "1 row", "12,345 rows". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

/** The first texts, and how many more there are: `and 12 more`. */
export function firstOf(texts: readonly string[], most: number, more = 'more'): readonly string[] {
  const rest = texts.length - most;
  return rest > 0 ? [...texts.slice(0, most), `and ${grouped(rest)} ${more}`] : texts;
}

/** @param value a fraction @returns "98.2%", "0.31%": one decimal from 10% up, two below; "–" for null */
export function percent(value: number | null): string {
  if (value === null) return '–';
  const hundred = value * 100;
  return `${hundred.toFixed(hundred >= 9.995 || hundred === 0 ? 1 : 2)}%`;
}

/** The difference of two fractions in percentage points: "+0.31"; "–" if either is null. */
export function pointsBetween(value: number | null, from: number | null): string {
  if (value === null || from === null) return '–';
  const points = ((value - from) * 100).toFixed(2);
  if (Number(points) === 0) return '0.00';
  return points.startsWith('-') ? points : `+${points}`;
}
