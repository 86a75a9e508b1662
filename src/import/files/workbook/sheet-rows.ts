/** The rows of a sheet (ECMA-376, 18.3.1), as its XML comes. */
import type { SourceRow } from '../row.ts';
import { ItemText, unescaped } from './item-text.ts';
import { type NumberFormat, numberText } from './number-format.ts';
import type { SharedStrings } from './shared-strings.ts';
import { attributeOf, type XmlHandler, XmlScanner } from './xml-scanner.ts';

/** What the cells of a sheet refer to. */
export interface CellContext {
  readonly strings: SharedStrings;
  readonly formats: readonly NumberFormat[];
  readonly from1904: boolean;
  /** What to throw for a formula that was saved without its value: what is empty then may be "unsubscribed". */
  readonly refusal?: (cell: FormulaCell) => Error;
}

export interface FormulaCell {
  /** `D2` */
  readonly reference: string;
  /** The first text in its column; '' when there is none. */
  readonly header: string;
}

const [letterR, letterS, letterT] = [0x72, 0x73, 0x74];
/** Columns of the widest sheet (XFD). */
const mostColumns = 16_384;

/** Collects the cells of each row. */
class SheetHandler implements XmlHandler {
  /** Rows that are complete. */
  rows: SourceRow[] = [];
  readonly #context: CellContext;
  readonly #inline = new ItemText();
  /** The number of the present row, and its cells. */
  #row = 0;
  #cells: string[] = [];
  /** The column of the present cell; -1 before the first. */
  #column = -1;
  #type = '';
  #style = 0;
  #value = '';
  #isInValue = false;
  #isInline = false;
  #isFormula = false;
  /** The first row of several cells, which has the names of the columns. */
  #header: readonly string[] | undefined;

  constructor(context: CellContext) {
    this.#context = context;
  }

  open(name: string, attributes: string): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#isInValue = true;
    else if (name === 'f') this.#isFormula = true;
    else if (this.#isInline) this.#inline.open(name);
    else if (name === 'is') {
      this.#isInline = true;
      this.#inline.begin();
    } else if (name === 'row') {
      const number = Number(attributeOf(attributes, 'r') ?? 0);
      this.#row = number > this.#row ? number : this.#row + 1;
      this.#cells = [];
      this.#column = -1;
    }
  }

  close(name: string): void {
    if (name === 'v') this.#isInValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') {
      if (this.#cells.length > 1) this.#header ??= this.#cells;
      this.rows.push({ line: this.#row, cells: this.#cells });
    } else if (name === 'is') this.#isInline = false;
    else if (this.#isInline) this.#inline.close(name);
  }

  text(text: string): void {
    if (this.#isInValue) this.#value += text;
    else if (this.#isInline) this.#inline.text(text);
  }

  #openCell(attributes: string): void {
    let column = -1;
    this.#type = 'n';
    this.#style = 0;
    // Cells are what a sheet has most of, and their attributes hold no references.
    for (let equals = attributes.indexOf('='); equals !== -1; ) {
      const end = attributes.indexOf(attributes.charAt(equals + 1), equals + 2);
      if (end === -1) break;
      const name = attributes.charCodeAt(equals - 1);
      if (attributes.charCodeAt(equals - 2) <= 0x20) {
        if (name === letterR) column = columnOf(attributes, equals + 2);
        else if (name === letterT) this.#type = attributes.slice(equals + 2, end);
        else if (name === letterS) this.#style = Number(attributes.slice(equals + 2, end));
      }
      equals = attributes.indexOf('=', end);
    }
    this.#column = column === -1 ? this.#column + 1 : column;
    if (this.#column >= mostColumns) throw new RangeError('a row has too many cells');
    this.#value = '';
    this.#isFormula = false;
    this.#inline.begin();
  }

  #closeCell(): void {
    const text = this.#cellText();
    if (text === '') {
      // An empty text has the type of a text.
      if (this.#isFormula && this.#type !== 'str') this.#refuseFormula();
      return;
    }
    const cells = this.#cells;
    while (cells.length < this.#column) cells.push('');
    cells[this.#column] = text;
  }

  #refuseFormula(): void {
    const { refusal } = this.#context;
    const reference = this.#reference();
    if (refusal !== undefined) throw refusal({ reference, header: this.#header?.[this.#column] ?? '' });
  }

  #refuseText(): never {
    throw new RangeError(`the text of cell ${this.#reference()} is missing`);
  }

  /** `D2` */
  #reference(): string {
    return `${lettersOf(this.#column)}${this.#row}`;
  }

  #cellText(): string {
    const { strings, formats, from1904 } = this.#context;
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return value === '' ? '' : (strings.get(Number(value)) ?? this.#refuseText());
      case 'n':
        return value === '' ? '' : numberText(value, formats[this.#style], from1904);
      case 'b':
        return value === '' ? '' : value === '1' || value === 'true' ? 'true' : 'false';
      case 'inlineStr':
        return this.#inline.take();
      case 'd':
        return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
      default:
        return unescaped(value);
    }
  }
}

/** `AB` of 27 */
function lettersOf(column: number): string {
  const before = column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1);
  return before + String.fromCharCode(0x41 + (column % 26));
}

/** The number of the column of the reference at `start`: 0 for `A1`; -1 when it is none. */
function columnOf(attributes: string, start: number): number {
  let column = 0;
  for (let at = start; at < attributes.length; at++) {
    const letter = attributes.charCodeAt(at) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 0x40;
  }
  return column - 1;
}

/**
 * The rows of a sheet, in arrays as they are complete. Rows without cells are not among them.
 *
 * @param pieces the document of the sheet
 * @throws RangeError when it is damaged
 */
export async function* sheetRows(
  pieces: AsyncIterable<string>,
  context: CellContext,
): AsyncGenerator<readonly SourceRow[]> {
  const handler = new SheetHandler(context);
  const scanner = new XmlScanner(handler);
  for await (const piece of pieces) {
    scanner.push(piece);
    if (handler.rows.length === 0) continue;
    yield handler.rows;
    handler.rows = [];
  }
  scanner.end();
}
