import { setImmediate } from 'node:timers/promises';
import Papa from 'papaparse';
import { longestRow, type SourceRow } from '../row.ts';
import { withLineFeeds } from './line-ends.ts';
import { lineEndsIn, Pieces, shortened } from './pieces.ts';
import { type BrokenRecord, longestLookahead, QuoteScanner } from './quote-scanner.ts';
import { namedAddresses, splitLines } from './split-lines.ts';

/** What Papa Parse returns. */
interface PapaResult {
  readonly data: string[][];
}

/** Characters that a record may have before a quote that is still open counts as a mistake. */
const maxOpenLength = 1 << 26;
/** Characters that are read at a time; more where what follows tells what a quote means. */
const pieceLength = 1 << 16;
const longerPiece = pieceLength + longestLookahead;
/** Rows that are given out together, at the least, unless the text ends. */
const fewRows = 200;

/**
 * Turns text into rows. Sound records with quotes are read by Papa Parse, whatever their quoted cells hold. Where quoting is
 * broken, the record is given up whole: up to the end of its line when its quotes are closed, else up to the first
 * line that has as many cells as the rows before. LF, CRLF and CR end a line; NUL characters are dropped.
 */
export class CsvReader {
  readonly #parser: Papa.Parser;
  readonly #delimiter: string;
  readonly #keepsReturns: boolean;
  readonly #scanner: QuoteScanner;
  #line = 1;
  /** The text of the record that is not complete yet. */
  readonly #open = new Pieces();
  /** Text that cannot be read before more has come. */
  #waiting = '';
  #endsInCr = false;
  #endsLine = true;
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
  *push(text: string): Generator<SourceRow[]> {
    yield* this.#read(this.#normalise(text));
  }

  /** Gives out the rows that are left at the end of the file, whether or not the last line has a line end. */
  *end(): Generator<SourceRow[]> {
    if (!this.#endsLine) yield* this.#read('\n');
    while (this.#open.length > 0) {
      const text = this.#open.take();
      const { rows, end } = this.#giveUp(this.#scanner.unclosed(text.length), text);
      yield rows;
      yield* this.#read(text.slice(end));
    }
  }

  #normalise(text: string): string {
    let clean = this.#endsInCr && !this.#keepsReturns && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endsInCr = text.endsWith('\r');
    if (!this.#keepsReturns && clean.includes('\r')) clean = withLineFeeds(clean);
    return clean.includes('\0') ? clean.replaceAll('\0', '') : clean;
  }

  *#read(text: string): Generator<SourceRow[]> {
    /** Each array of rows costs more than a row. */
    let ready: SourceRow[] = [];
    let input = this.#waiting + text;
    this.#waiting = '';
    if (input !== '') this.#endsLine = input.endsWith('\n');
    let length = pieceLength;
    for (let at = 0; at < input.length; ) {
      const piece = input.slice(at, at + length);
      let found = this.#scanner.scan(piece, this.#open.length);
      if (typeof found === 'number') {
        const rows = this.#keep(piece.slice(0, found));
        ready = ready.length === 0 ? rows : ready.concat(rows);
        if (ready.length >= fewRows) {
          yield ready;
          ready = [];
        }
        at += found;
        const isDecided = found === piece.length;
        if (!isDecided && piece.length < length) {
          this.#waiting = input.slice(at);
          break;
        }
        length = isDecided ? pieceLength : longerPiece;
        if (this.#open.length <= maxOpenLength || !this.#scanner.spansLines) continue;
        found = this.#scanner.unclosed(this.#open.length);
      }
      const start = at - this.#open.length;
      const unread = this.#open.take() + input.slice(at, at + length);
      const { rows, end } = this.#giveUp(found, unread);
      for (const row of rows) ready.push(row);
      if (start + end < 0) input = unread.slice(end) + input.slice(at + length);
      at = Math.max(0, start + end);
    }
    if (ready.length > 0) yield ready;
  }

  /** Reads the records that a sound piece completes, and keeps the rest for later. */
  #keep(piece: string): SourceRow[] {
    const rows: SourceRow[] = [];
    const { firstEnd, recordStart } = this.#scanner;
    if (recordStart === 0) {
      this.#open.add(piece);
      return rows;
    }
    const before = this.#open.length;
    let from = 0;
    if (firstEnd > longestRow) {
      from = firstEnd - before;
      this.#open.add(piece.slice(0, from));
      rows.push(this.#tooLong());
    }
    this.#scanner.forget(recordStart);
    // Put together at once: a long record costs one copy less.
    this.#open.add(piece.slice(from, recordStart - before));
    this.#parse(this.#open.take(), rows);
    this.#open.add(piece.slice(recordStart - before));
    return rows;
  }

  /** Gives up the open record, which is complete. */
  #tooLong(): SourceRow {
    const { ends, lines } = this.#open.takeEnds();
    const row: SourceRow = { line: this.#line, cells: [ends], damaged: 'longer than 16 MiB' };
    this.#line += lines;
    return row;
  }

  /** Parses sound records. */
  #parse(text: string, rows: SourceRow[]): void {
    if (text === '') return;
    if (!text.includes('"')) {
      for (const cells of splitLines(text, this.#delimiter)) this.#addRow(cells, 0, rows);
      return;
    }
    const { data } = this.#parser.parse(text, 0, true) as PapaResult;
    for (const cells of data) {
      let lines = 0;
      for (const cell of cells) lines += lineEndsIn(cell);
      this.#addRow(cells, lines, rows);
    }
  }

  /** @param lines number of line ends in the cells */
  #addRow(cells: string[], lines: number, rows: SourceRow[]): void {
    if (cells.length !== this.#width) {
      this.#otherWidth = this.#width;
      this.#width = cells.length;
    }
    rows.push({ line: this.#line, cells });
    this.#line += 1 + lines;
  }

  /**
   * Reads the sound records before a broken one, and gives that one up.
   *
   * @param text all that is not read yet, up to where reading stopped or further
   * @returns also where the broken record ends
   */
  #giveUp(broken: BrokenRecord, text: string): { rows: SourceRow[]; end: number } {
    const rows: SourceRow[] = [];
    const { firstEnd } = this.#scanner;
    const isLong = broken.from > 0 && firstEnd > longestRow;
    if (isLong) {
      this.#open.add(text.slice(0, firstEnd));
      rows.push(this.#tooLong());
    }
    this.#parse(text.slice(isLong ? firstEnd : 0, broken.from), rows);
    const end = broken.to ?? this.#certainAgain(text, broken);
    const raw = text.slice(broken.from, end - 1);
    const named = namedAddresses(raw, this.#delimiter);
    const cell = raw.length > longestRow ? shortened(raw) : raw;
    if (named !== undefined) this.#addRow(named, 0, rows);
    else {
      rows.push({ line: this.#line, cells: [cell], damaged: 'misplaced quote' });
      this.#line += 1 + lineEndsIn(raw);
    }
    this.#scanner.restart();
    return { rows, end };
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

/**
 * The rows of a text that comes in pieces, in arrays as they are completed.
 *
 * @param keepsReturns only LF ends a line; CR stays in the cells
 */
export async function* readCsv(
  pieces: AsyncIterable<string>,
  delimiter: string,
  keepsReturns = false,
): AsyncGenerator<SourceRow[]> {
  const reader = new CsvReader(delimiter, keepsReturns);
  for await (const piece of pieces) yield* reader.push(piece);
  for (const rows of reader.end()) {
    yield rows;
    // All text behind a quote that is never closed may be left: somebody may press Ctrl-C meanwhile.
    await setImmediate();
  }
}
