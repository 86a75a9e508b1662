/**
 * One number for file and line, so that little is kept of a row. The lines of each file are counted on from the files
 * before it; the row numbers of a single file are its lines.
 */
export class RowNumbers {
  readonly #names: readonly string[];
  readonly #starts: number[] = [0];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** The number added to the lines of a file; known once the files before it have been read. */
  startOf(file: number): number {
    return this.#starts[file] ?? 0;
  }

  /** @param line the last on which a row starts */
  endOf(file: number, line: number): void {
    this.#starts[file + 1] = this.startOf(file) + line;
  }

  /** @param rowNumber of a file that has been read, or is being read */
  locate(rowNumber: number): { readonly file: number; readonly line: number } {
    let file = Math.min(this.#names.length, this.#starts.length) - 1;
    while (file > 0 && rowNumber <= this.startOf(file)) file--;
    return { file, line: rowNumber - this.startOf(file) };
  }

  /** `line 12`; of several files `people.csv:12`. @param before the row named before it: its file is not named again */
  textOf(rowNumber: number, before?: number): string {
    const { file, line } = this.locate(rowNumber);
    const isNamed = before !== undefined && this.locate(before).file === file;
    return this.#names.length === 1 || isNamed ? `line ${line}` : `${this.#names[file]}:${line}`;
  }
}
