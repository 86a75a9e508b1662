import { beginning } from '../../lib/text/beginning.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { counted } from '../../terminal/numbers.ts';
import { lineName, typedColumn } from '../columns/columns.ts';
import type { Dialect } from '../columns/dialect.ts';
import type { SourceRow } from '../files/row.ts';
import type { FileWarning } from '../rows/file-counts.ts';
import { clip } from '../rows/row-fields.ts';
import { looksLikeAddress } from '../rows/values/email-address.ts';
import type { ColumnTarget } from '../rows/values/target.ts';

const mostWarnings = 20;

/** The warnings of one pass over a file. */
export class FileWarnings {
  readonly list: FileWarning[] = [];
  readonly #dialect: Dialect;
  /** Columns of fields with text. */
  readonly #texts: readonly number[];
  readonly #lost = new Map<Loss, { readonly row: SourceRow; readonly column: number; count: number }>();

  constructor(dialect: Dialect, targets: readonly ColumnTarget[] = []) {
    this.#dialect = dialect;
    this.#texts = targets.flatMap((to, column) => (to.to === 'field' && to.kind === 'text' ? [column] : []));
    const { isHeaderAssumed, headerLine: line, header } = dialect;
    if (!isHeaderAssumed) return;
    const cells = header.map(cell => beginning(cell, 40)).join(', ');
    const message = `line ${line} is used as the header: ${cells}`;
    this.#add({ code: 'header_assumed', line, message, hint: 'if it is a row, pass --no-header' });
  }

  /** Looks for letters and digits that were lost, and for rows inside cells of several lines. */
  look(rows: readonly SourceRow[]): void {
    for (const row of rows) this.#lookForLosses(row);
    for (let at = 0; at < rows.length; at++) {
      const [row, next] = [rows[at], rows[at + 1]];
      // Nearly all rows have one line.
      if (row === undefined || row.damaged || next?.line === row.line + 1) continue;
      const lines = swallowedLines(row, this.#dialect);
      const [first] = lines;
      if (first === undefined) continue;
      const inside = `${counted(lines.length, 'line')}, from line ${first} on,`;
      this.#add({
        code: 'rows_in_cell',
        line: row.line,
        message: `a cell in line ${row.line} contains ${inside} like rows of this file, which are not imported`,
        count: lines.length,
        hint: `if a quote in line ${row.line} is misplaced, fix it, then import the file again`,
      });
    }
  }

  #lookForLosses(row: SourceRow): void {
    for (const loss of losses) {
      const column = this.#texts.find(one => {
        const cell = row.cells[one];
        return cell?.includes(loss.sign) && loss.form.test(cell);
      });
      if (column === undefined) continue;
      const known = this.#lost.get(loss) ?? { row, column, count: 0 };
      this.#lost.set(loss, { ...known, count: known.count + 1 });
    }
  }

  end(): void {
    for (const [{ what, hint }, { row, column, count }] of this.#lost) {
      const { line, cells } = row;
      const example = clip(cells[column] ?? '');
      this.#add({
        code: 'letters_lost',
        column: this.#dialect.names[column] ?? null,
        message: `${what} in ${counted(count, 'row')}, e.g. "${example}" (${lineName(this.#dialect, line)})`,
        hint: `${hint}; to import without the column: --map ${shellWord(`${typedColumn(this.#dialect, column)}=skip`)}`,
        ...{ line, count, example },
      });
    }
  }

  #add(warning: Pick<FileWarning, 'code' | 'line' | 'message' | 'hint'> & Partial<FileWarning>): void {
    if (this.list.length < mostWarnings) this.list.push({ column: null, count: 1, ...warning });
  }
}

/** What other programs do to text; nearly all cells are without the sign of it. */
const losses = [
  {
    // `V?ra` of Věra (Excel's CSV, MySQL's latin1). Not `Why?`, and not the address of a page.
    ...{ sign: '?', form: /^[^/=&]*(?:^|\p{L})\?+\p{L}[^/=&]*$/u },
    what: 'a ? stands where a letter was lost',
    hint: 'to have the letters, export the list again, as UTF-8 or .xlsx',
  },
  {
    // `4,41175E+11` of a telephone number (Excel).
    ...{ sign: 'E+', form: /^\s*'?\+?\d(?:[.,]\d+)?E\+\d\d\s*$/ },
    what: 'a spreadsheet has cut off the last digits of a number',
    hint: 'to have the digits, export the list again, and do not save it in a spreadsheet',
  },
] as const;
type Loss = (typeof losses)[number];

/** Characters of the longest line that may be a row of people. */
const longestLine = 10_000;

/** The lines of a row's cells that look like rows: as many cells as the header has, and an address in its column. */
function swallowedLines({ line, cells }: SourceRow, dialect: Dialect): number[] {
  const found: number[] = [];
  let number = line;
  cells.forEach((cell, column) => {
    let start = 0;
    for (let end = cell.indexOf('\n'); end !== -1; ) {
      start = end + 1;
      number++;
      end = cell.indexOf('\n', start);
      const text = cell.slice(start, end === -1 ? undefined : end);
      // What follows the cell stands on its last line.
      const rest = end === -1 ? cells.slice(column + 1) : [];
      if (looksLikeRow(text, rest, dialect)) found.push(number);
    }
  });
  return found;
}

function looksLikeRow(
  text: string,
  rest: readonly string[],
  { delimiter, header, addressColumn }: Dialect,
): boolean {
  if (text.length > longestLine || !(text.includes('@') || rest.some(cell => cell.includes('@'))))
    return false;
  const cells = [...text.split(delimiter), ...rest];
  return cells.length === header.length && looksLikeAddress(cells[addressColumn] ?? '');
}
