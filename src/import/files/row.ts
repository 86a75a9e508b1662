/** Most characters of a row: 16 MiB of ASCII. */
export const longestRow = 1 << 24;

export interface SourceRow {
  /** In a text the physical line on which it starts, from 1; in a sheet the row. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it cannot be divided: `cells` holds the raw line, or lines. */
  readonly damaged?: 'misplaced quote' | 'longer than 16 MiB' | 'invalid JSON';
}

/** Whether all cells are blank; such lines do not count as rows. */
export function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return false;
  return true;
}
