/** The rows of a sheet (ECMA-376, 18.3.1), as its XML comes. */
import { mostColumns, type SourceRow } from '../row.ts';
import { ItemText, type SharedTexts, unescaped } from './cell-text.ts';
import { type NumberFormat, numberText } from './number-format.ts';
import { readXml, type XmlAttributes, type XmlHandler } from './xml.ts';

export interface CellContext {
  /** Undefined: the workbook has none. */
  readonly texts: SharedTexts | undefined;
  readonly formats: readonly NumberFormat[];
  readonly from1904: boolean;
  /** What to throw for a formula that was saved without its value: what is empty then may be "unsubscribed". */
  readonly refusal?: (reference: string) => Error;
}

class SheetHandler implements XmlHandler {
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

  constructor(context: CellContext) {
    this.#context = context;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#isInValue = true;
    else if (name === 'f') this.#isFormula = true;
    else if (this.#isInline) this.#inline.open(name);
    else if (name === 'is') this.#isInline = true;
    else if (name === 'row') {
      const number = Number(attributes.r ?? 0);
      this.#row = number > this.#row ? number : this.#row + 1;
      this.#cells = [];
      this.#column = -1;
    }
  }

  close(name: string): void {
    if (name === 'v') this.#isInValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') {
      this.rows.push({ line: this.#row, cells: this.#cells });
    } else if (name === 'is') this.#isInline = false;
    else if (this.#isInline) this.#inline.close(name);
  }

  text(text: string): void {
    if (this.#isInValue) this.#value += text;
    else if (this.#isInline) this.#inline.text(text);
  }

  #openCell(attributes: XmlAttributes): void {
    const { r: reference, t: type = 'n', s: style = '0' } = attributes;
    const column = reference === undefined ? -1 : columnOf(reference);
    this.#type = type;
    this.#style = Number(style);
    this.#column = column === -1 ? this.#column + 1 : column;
    if (this.#column >= mostColumns) throw new RangeError('a row has too many cells');
    this.#value = '';
    this.#isFormula = false;
  }

  #closeCell(): void {
    const text = this.#cellText();
    if (text === '') {
      const { refusal } = this.#context;
      // An empty text has the type of a text.
      if (this.#isFormula && this.#type !== 'str' && refusal !== undefined) throw refusal(this.#reference());
      return;
    }
    const cells = this.#cells;
    while (cells.length < this.#column) cells.push('');
    cells[this.#column] = text;
  }

  #refuseText(): never {
    throw new RangeError(`the text of cell ${this.#reference()} is missing`);
  }

  #reference(): string {
    return `${lettersOf(this.#column)}${this.#row}`;
  }

  #cellText(): string {
    const { texts, formats, from1904 } = this.#context;
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return value === '' ? '' : (texts?.get(Number(value)) ?? this.#refuseText());
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

/** The number of the column of a reference: 0 for `A1`; -1 when it is none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 0x40;
  }
  return column - 1;
}

/** The rows of the document of a sheet, but for those without cells. @throws RangeError when it is damaged */
export async function* sheetRows(
  pieces: AsyncIterable<string>,
  context: CellContext,
): AsyncGenerator<readonly SourceRow[]> {
  const handler = new SheetHandler(context);
  for await (const _ of readXml(pieces, handler)) {
    if (handler.rows.length === 0) continue;
    yield handler.rows;
    handler.rows = [];
  }
}
