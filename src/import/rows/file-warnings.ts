import { beginning } from '../../lib/beginning.ts';
import type { Dialect } from '../columns/dialect.ts';
import type { FoundHeader } from '../columns/repeated-header.ts';
import type { SourceRow } from '../files/row.ts';
import { swallowedLines } from './swallowed-rows.ts';

/** Something in a file that does not stop its import, but may not be as it was meant: a public shape. */
export interface FileWarning {
  readonly code: 'header_assumed' | 'second_header' | 'rows_in_cell' | 'mentions_opt_out';
  readonly line: number;
  /** Where several files are imported. */
  readonly file?: string;
  readonly message: string;
  /** What it is about, and in how many rows. */
  readonly column?: string;
  readonly count?: number;
  readonly example?: string;
}

/** Warnings that are kept. */
const mostWarnings = 20;

/** Collects the warnings of one reading of a file. */
export class FileWarnings {
  readonly list: FileWarning[] = [];
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    const { isHeaderAssumed, headerLine: line, header } = dialect;
    if (!isHeaderAssumed) return;
    const cells = header.map(cell => beginning(cell, 40)).join(', ');
    const message = `line ${line} is used as the header: ${cells}; if it is a row, pass --no-header`;
    this.#add({ code: 'header_assumed', line, message });
  }

  /** A header among the rows. */
  foundHeader({ line, columns }: FoundHeader): void {
    const what =
      columns === undefined
        ? 'repeats the header, and is skipped'
        : `is a second header, with the columns in another order: ${columns.join(', ')}`;
    this.#add({ code: 'second_header', line, message: `line ${line} ${what}` });
  }

  /** Looks at rows that may have several lines. */
  look(rows: readonly SourceRow[]): void {
    rows.forEach((row, at) => {
      const next = rows[at + 1];
      // Nearly all rows have one line.
      if (row.damaged || (next !== undefined && next.line === row.line + 1)) return;
      const lines = swallowedLines(row, this.#dialect);
      const [first] = lines;
      if (first === undefined) return;
      const what =
        lines.length === 1
          ? `line ${first}, which looks`
          : `${lines.length} lines, from line ${first} on, that look`;
      const rowsOf = lines.length === 1 ? 'like a row of this file and is' : 'like rows of this file and are';
      this.#add({
        code: 'rows_in_cell',
        line: row.line,
        message: `a cell in line ${row.line} contains ${what} ${rowsOf} not imported: is a quote misplaced?`,
      });
    });
  }

  #add(warning: FileWarning): void {
    if (this.list.length < mostWarnings) this.list.push(warning);
  }
}
