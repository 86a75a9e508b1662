/** Characters of a row that is read: 16 MiB of ASCII. */
export const longestRow = 1 << 24;

/** One row of a table. */
export interface SourceRow {
  /** Where it starts: in a text the physical line, counting every line of the file from 1; in a sheet the row. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it cannot be divided into cells: `cells` holds the raw line, or lines. */
  readonly damaged?: 'misplaced quote' | 'longer than 16 MiB' | 'invalid JSON';
}

/** Whether all cells are blank; such lines do not count as rows. */
export function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return false;
  return true;
}
