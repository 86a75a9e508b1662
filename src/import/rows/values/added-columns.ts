/** Columns that this program adds in its rejects files. */
export const rejectColumns = ['_line', '_code', '_reason'] as const;

/** The column that says, in the rejects of several files, which of them a row comes from. */
export const rejectsFileColumn = '_file';

/** Whether this program has added a column: those of every rejects file, and in one the column of the file. */
export function isAddedColumn(name: string, header: readonly string[]): boolean {
  const trimmed = name.trim();
  if (rejectColumns.some(one => one === trimmed)) return true;
  if (trimmed !== rejectsFileColumn) return false;
  const names = header.map(cell => cell.trim());
  return rejectColumns.every(one => names.includes(one));
}

/** The column with the code in a rejects file of this program. */
export function rejectCodeColumn(header: readonly string[]): number | undefined {
  const names = header.map(name => name.trim());
  return rejectColumns.every(name => names.includes(name)) ? names.indexOf('_code') : undefined;
}
