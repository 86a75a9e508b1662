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

/** Why a rejects file of this program has a row. */
export interface EarlierReject {
  readonly code: string;
  readonly reason: string;
  /** The file of the row, if there were several. */
  readonly file?: string | undefined;
}

/** Makes the function that tells why a row is in a rejects file; undefined for other files. */
export function earlierReject(
  header: readonly string[],
): ((cells: readonly string[]) => EarlierReject) | undefined {
  const names = header.map(name => name.trim());
  if (!rejectColumns.every(name => names.includes(name))) return undefined;
  const [code, reason, file] = ['_code', '_reason', rejectsFileColumn].map(name => names.indexOf(name));
  const text = (cells: readonly string[], column = -1) => cells[column]?.trim();
  return cells => ({
    code: text(cells, code) ?? '',
    reason: text(cells, reason) ?? '',
    file: text(cells, file) || undefined,
  });
}
