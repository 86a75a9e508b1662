import Papa from 'papaparse';
import { type BrokenRecord, QuoteScanner } from './quote-scanner.ts';

/** One record of a CSV file. */
export interface CsvRow {
  /** The physical line on which it starts, counting every line of the file from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The quoting is broken: `cells` holds the raw line, or lines. */
  readonly damaged?: true;
}

/** What Papa Parse returns. */
interface PapaResult {
  readonly data: string[][];
}

/** Characters that a record may have before a quote that is still open counts as a mistake. */
const maxRecordLength = 1 << 26;
/** Characters that are read at a time. */
const pieceLength = 1 << 16;

/**
 * Turns text into rows. Sound records are read by Papa Parse, whatever their quoted cells hold. Where quoting is
 * broken, the record is given up whole: up to the end of its line when its quotes are closed, else up to the first
 * line that has as many cells as the rows before. LF, CRLF and CR end a line; NUL characters are dropped.
 */
export class CsvReader {
  readonly #parser: Papa.Parser;
  readonly #delimiter: string;
  readonly #keepsReturns: boolean;
  readonly #scanner: QuoteScanner;
  #line = 1;
  /** The text of the record that is not complete yet: joined when it is, so that long cells are copied once. */
  #pieces: string[] = [];
  #length = 0;
  /** Text to look at again when more has come. */
  #waiting = '';
  #endsInCr = false;
  /** The number of cells of the last row, and the last number that differed from it. */
  #width = 0;
  #otherWidth = 0;

  /**
   * @param delimiter one character
   * @param keepsReturns only LF ends a line; CR stays in the cells
   */
  constructor(delimiter: string, keepsReturns = false) {
    this.#parser = new Papa.Parser({ delimiter, newline: '\n' });
    this.#delimiter = delimiter;
    this.#keepsReturns = keepsReturns;
    this.#scanner = new QuoteScanner(delimiter);
  }

  /** Takes the next piece of text, cut anywhere, and gives out the rows that it completes, some at a time. */
  *push(text: string): Generator<CsvRow[]> {
    yield* this.#read(this.#normalise(text));
  }

  /** Gives out the rows that are left at the end of the file, whether or not the last line has a line end. */
  *end(): Generator<CsvRow[]> {
    if ((this.#waiting || this.#pieces.at(-1))?.endsWith('\n') === false) yield* this.#read('\n');
    while (this.#length > 0) {
      const { rows, rest } = this.#giveUp(this.#scanner.unclosed(this.#length), this.#takeText());
      yield rows;
      yield* this.#read(rest);
    }
  }

  #normalise(text: string): string {
    let clean = this.#endsInCr && !this.#keepsReturns && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endsInCr = text.endsWith('\r');
    if (!this.#keepsReturns && clean.includes('\r')) clean = clean.replace(/\r\n?/g, '\n');
    return clean.includes('\0') ? clean.replaceAll('\0', '') : clean;
  }

  *#read(text: string): Generator<CsvRow[]> {
    let input = this.#waiting + text;
    this.#waiting = '';
    let length = pieceLength;
    for (let at = 0; at < input.length; ) {
      const piece = input.slice(at, at + length);
      let broken = this.#scanner.scan(piece, this.#length);
      if (broken === 'undecided') {
        // The record is looked at again, with what follows.
        length = this.#length + piece.length + pieceLength;
        const isAll = at + piece.length === input.length;
        input = this.#takeText() + input.slice(at);
        at = 0;
        this.#scanner.restart();
        if (!isAll) continue;
        this.#waiting = input;
        return;
      }
      length = pieceLength;
      if (broken === undefined) {
        const rows = this.#keep(piece);
        if (rows.length > 0) yield rows;
        at += piece.length;
        if (this.#length <= maxRecordLength || !this.#scanner.spansLines) continue;
        broken = this.#scanner.unclosed(this.#length);
      }
      const { rows, rest } = this.#giveUp(broken, this.#takeText() + input.slice(at));
      yield rows;
      input = rest;
      at = 0;
    }
  }

  /** Reads the records that a sound piece completes, and keeps the rest for later. */
  #keep(piece: string): CsvRow[] {
    const rows: CsvRow[] = [];
    const complete = this.#scanner.recordStart;
    this.#pieces.push(this.#length < pieceLength ? piece : compact(piece));
    this.#length += piece.length;
    if (complete === 0) return rows;
    const text = this.#takeText();
    this.#parse(text.slice(0, complete), rows);
    this.#scanner.forget(complete);
    if (complete < text.length) this.#pieces.push(text.slice(complete));
    this.#length = text.length - complete;
    return rows;
  }

  #takeText(): string {
    const text = this.#pieces.length === 1 ? (this.#pieces[0] ?? '') : this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    return text;
  }

  /** Parses sound records. */
  #parse(text: string, rows: CsvRow[]): void {
    if (text === '') return;
    const { data } = this.#parser.parse(text, 0, true) as PapaResult;
    // Only a quoted cell can hold a line end.
    const quoted = text.includes('"');
    for (const cells of data) {
      if (cells.length !== this.#width) {
        this.#otherWidth = this.#width;
        this.#width = cells.length;
      }
      rows.push({ line: this.#line, cells });
      this.#line += 1 + (quoted ? innerLines(cells) : 0);
    }
  }

  /**
   * Reads the sound records before a broken one, and gives that one up.
   *
   * @param text all text that is not read yet
   */
  #giveUp(broken: BrokenRecord, text: string): { rows: CsvRow[]; rest: string } {
    const rows: CsvRow[] = [];
    this.#parse(text.slice(0, broken.from), rows);
    const end = broken.to ?? this.#certainAgain(text, broken);
    const raw = text.slice(broken.from, end - 1);
    rows.push({ line: this.#line, cells: [raw], damaged: true });
    this.#line += 1 + innerLines([raw]);
    this.#scanner.restart();
    return { rows, rest: text.slice(end) };
  }

  /** Where the next line starts, behind an opening quote that is never closed, that is surely a row of its own. */
  #certainAgain(text: string, { open, stopped }: BrokenRecord): number {
    const limit = text.lastIndexOf('\n', stopped - 1) + 1;
    let at = text.indexOf('\n', open) + 1;
    let next = this.#widthOfLine(text, at);
    while (at < limit && this.#width > 0) {
      const width = next;
      if (width === this.#width || width === this.#otherWidth) return at;
      const end = text.indexOf('\n', at) + 1;
      next = this.#widthOfLine(text, end);
      if (width > 1 && width === next) return at;
      at = end;
    }
    return at;
  }

  #widthOfLine(text: string, at: number): number {
    const end = text.indexOf('\n', at);
    return end === -1 ? 0 : text.slice(at, end).split(this.#delimiter).length;
  }
}

/** The same text, in one byte a character where that is possible: a decoder may have used two. */
function compact(text: string): string {
  return /[\u0100-\uffff]/.test(text) ? text : Buffer.from(text, 'latin1').toString('latin1');
}

function innerLines(cells: readonly string[]): number {
  let inner = 0;
  for (const cell of cells) {
    for (let end = cell.indexOf('\n'); end !== -1; end = cell.indexOf('\n', end + 1)) inner++;
  }
  return inner;
}

/** Whether all cells are blank; such lines do not count as rows. */
export function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return false;
  return true;
}

/**
 * The rows of a text that comes in pieces, in arrays as they are completed.
 *
 * @param keepsReturns only LF ends a line; CR stays in the cells
 */
export async function* readCsv(
  pieces: AsyncIterable<string>,
  delimiter: string,
  keepsReturns = false,
): AsyncGenerator<CsvRow[]> {
  const reader = new CsvReader(delimiter, keepsReturns);
  for await (const piece of pieces) yield* reader.push(piece);
  yield* reader.end();
}
