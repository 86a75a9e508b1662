import { setImmediate } from 'node:timers/promises';
import Papa from 'papaparse';
import { longestRow, type SourceRow, shortened, tooLong } from '../row.ts';
import { type BrokenRecord, findRecords, type UnclosedCell } from './find-records.ts';

interface PapaResult {
  readonly data: string[][];
}

/** Characters that are read at a time; more where a record is longer. */
const pieceLength = 1 << 16;
/** Characters that a record may have before a quote that is still open counts as a mistake. */
const longestOpen = 1 << 24;

/** How many of how many lines, and characters of them, show that they are rows, not a text that somebody pasted. */
const [sampledRows, sampledLines, longestSample] = [8, 10, 10_000];

/**
 * Turns text into rows. Sound records with quotes are read by Papa Parse, whatever their quoted cells hold. Where quoting is
 * broken, the record is given up whole: up to the end of its line when its quotes are closed, else up to the first
 * line that has as many cells as the rows before. LF, CRLF and CR end a line; NUL characters are dropped.
 */
export class CsvReader {
  readonly #parser: Papa.Parser;
  readonly #delimiter: string;
  readonly #keepsReturns: boolean;
  #line = 1;
  /** The start of a record that is not complete yet, and how many characters it needs before it is looked at again. */
  #waiting: string[] = [];
  #length = 0;
  #enough = 0;
  #endsInCr = false;
  /** The number of cells of the last row, and the last number that differed from it. */
  #width = 0;
  #otherWidth = 0;

  /** @param delimiter one character @param keepsReturns only LF ends a line; CR stays in the cells */
  constructor(delimiter: string, keepsReturns = false) {
    this.#parser = new Papa.Parser({ delimiter, newline: '\n' });
    this.#delimiter = delimiter;
    this.#keepsReturns = keepsReturns;
  }

  /** Takes the next piece of text, cut anywhere, and gives out the rows that it completes, some at a time. */
  *push(text: string): Generator<SourceRow[]> {
    const clean = this.#normalise(text);
    this.#waiting.push(clean);
    this.#length += clean.length;
    if (this.#length >= this.#enough) yield* this.#read(false);
  }

  /** Gives out the rows that are left at the end of the file, whether or not the last line has a line end. */
  *end(): Generator<SourceRow[]> {
    if (this.#length > 0) yield* this.#read(true);
  }

  #normalise(text: string): string {
    let clean = this.#endsInCr && !this.#keepsReturns && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endsInCr = text.endsWith('\r');
    if (!this.#keepsReturns && clean.includes('\r')) {
      clean = clean.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    }
    return clean.includes('\0') ? clean.replaceAll('\0', '') : clean;
  }

  /** @param isWhole whether nothing comes behind what is waiting */
  *#read(isWhole: boolean): Generator<SourceRow[]> {
    const waiting = this.#waiting.join('');
    const text = isWhole && !waiting.endsWith('\n') ? `${waiting}\n` : waiting;
    // Less than that does not hold the first record.
    let length = Math.max(pieceLength, this.#enough);
    [this.#waiting, this.#length, this.#enough] = [[], 0, 0];
    for (let at = 0; at < text.length; ) {
      const piece = text.slice(at, at + length);
      const isRest = at + length >= text.length;
      const isForced = piece.length >= longestOpen;
      const found = findRecords(piece, this.#delimiter, isForced || (isWhole && isRest));
      // A record longer than a piece is read by itself.
      const isLong = length > pieceLength && found.firstEnd > 0;
      const end = isLong ? found.firstEnd : found.end;
      const rows = this.#parse(piece.slice(0, end), found.lines);
      at += end;
      const broken = isLong ? undefined : found.broken;
      if (broken !== undefined) at += this.#giveUp(piece.slice(end), broken, end, rows);
      if (rows.length > 0) yield rows;
      if (end > 0 || broken !== undefined) length = pieceLength;
      else if (isRest) return this.#wait(text.slice(at), isForced);
      else length *= 2;
    }
  }

  /** Keeps the start of a record until twice as much has come; of one without an end in sight only its ends. */
  #wait(rest: string, isEndless: boolean): void {
    const half = longestRow / 2;
    const kept = isEndless ? `${rest.slice(0, half)} … ${rest.slice(-half)}` : rest;
    this.#waiting = [kept];
    this.#length = kept.length;
    this.#enough = Math.min(kept.length * 2, longestOpen);
  }

  /** @param lines of each record; undefined: there are no quotes */
  #parse(text: string, lines: readonly number[] | undefined): SourceRow[] {
    const rows: SourceRow[] = [];
    if (text.length > longestRow) {
      rows.push({ line: this.#line, cells: [shortened(text)], damaged: tooLong });
      this.#line += lineEndsIn(text);
    } else if (lines === undefined) {
      for (const cells of splitLines(text, this.#delimiter)) this.#addRow(cells, 1, rows);
    } else {
      const { data } = this.#parser.parse(text, 0, true) as PapaResult;
      for (const [i, cells] of data.entries()) this.#addRow(cells, lines[i] ?? 1, rows);
    }
    return rows;
  }

  #addRow(cells: string[], lines: number, rows: SourceRow[]): void {
    if (cells.length !== this.#width) {
      this.#otherWidth = this.#width;
      this.#width = cells.length;
    }
    rows.push({ line: this.#line, cells });
    this.#line += lines;
  }

  /** Gives up the broken record with which a text begins, at `offset`. @returns where it ends */
  #giveUp(text: string, broken: BrokenRecord, offset: number, rows: SourceRow[]): number {
    const end = this.#endOf(text, broken, offset);
    const raw = text.slice(0, end - 1);
    const named = namedAddresses(raw, this.#delimiter);
    if (named !== undefined) this.#addRow(named, 1, rows);
    else {
      const cell = raw.length > longestRow ? shortened(raw) : raw;
      rows.push({ line: this.#line, cells: [cell], damaged: 'misplaced quote' });
      this.#line += 1 + lineEndsIn(raw);
    }
    return end;
  }

  #endOf(text: string, { to = text.length, unclosed, inDoubt }: BrokenRecord, offset: number): number {
    const shifted = (cell: UnclosedCell) => ({ open: cell.open - offset, stopped: cell.stopped - offset });
    if (inDoubt !== undefined && this.#areRows(text, shifted(inDoubt)))
      return this.#certainAgain(text, shifted(inDoubt));
    return unclosed === undefined ? to - offset : this.#certainAgain(text, shifted(unclosed));
  }

  /** Whether many lines stand between two quotes, and nearly all of the first have as many cells as the rows before. */
  #areRows(text: string, { open, stopped }: UnclosedCell): boolean {
    const start = text.indexOf('\n', open) + 1;
    const end = Math.min(text.lastIndexOf('\n', stopped - 1), start + longestSample);
    const lines = text.slice(start, end).split('\n').slice(0, sampledLines);
    const rows = lines.filter(line => this.#isRow(line.split(this.#delimiter).length));
    return this.#width > 1 && rows.length >= sampledRows;
  }

  #isRow(width: number): boolean {
    return width === this.#width || width === this.#otherWidth;
  }

  /** Where the next line starts, behind an opening quote that is never closed, that is surely a row of its own. */
  #certainAgain(text: string, { open, stopped }: UnclosedCell): number {
    const limit = text.lastIndexOf('\n', stopped - 1) + 1;
    let at = text.indexOf('\n', open) + 1;
    let next = this.#widthOfLine(text, at);
    while (at < limit && this.#width > 0) {
      const width = next;
      if (this.#isRow(width)) return at;
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

function lineEndsIn(text: string): number {
  let count = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) count++;
  return count;
}

/** The rows of a text that comes in pieces. @param keepsReturns only LF ends a line; CR stays in the cells */
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

/** The cells of whole lines without quotes: in half the time that splitting them twice takes. */
function splitLines(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let start = 0;
  let next = indexOf(text, delimiter, 0);
  // An array that grows takes room for many more cells than most lines have.
  let width = 1;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    const cells = new Array<string>(width);
    let count = 0;
    while (next < end) {
      cells[count++] = text.slice(start, next);
      start = next + 1;
      next = indexOf(text, delimiter, start);
    }
    cells[count++] = text.slice(start, end);
    if (count < width) cells.length = count;
    width = count;
    rows.push(cells);
    start = end + 1;
  }
  return rows;
}

function indexOf(text: string, delimiter: string, from: number): number {
  const at = text.indexOf(delimiter, from);
  return at === -1 ? text.length : at;
}

const longestNamed = 10_000;

/** The cells of a line whose only fault is what mail programs write: `"Ray, Bob" <bob@x.org>`. */
function namedAddresses(line: string, delimiter: string): string[] | undefined {
  if (line.length > longestNamed || line.includes('\n') || !/" *<[^<>"]*@[^<>"]*>/.test(line))
    return undefined;
  const quoted = /"((?:[^"]|"")*)"( *<[^<>"]*>)?/y;
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    quoted.lastIndex = at;
    const [text, inner = '', address] = quoted.exec(line) ?? [];
    const next = line.indexOf(delimiter, at + (text?.length ?? 0));
    const end = next === -1 ? line.length : next;
    const cell = line.slice(at, end);
    if (text === undefined ? cell.includes('"') : cell !== text) return undefined;
    cells.push(text === undefined || address !== undefined ? cell : inner.replaceAll('""', '"'));
    at = end + 1;
  }
  return cells;
}
