/** @returns a whole number in groups of three: `12,345`. Loading Intl for this takes longer than a small table. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
