import Papa from 'papaparse';
import { looksLikeAddress } from '../values/email-address.ts';

/** One record of a CSV file. */
export interface CsvRow {
  /** The physical line on which it starts, counting every line of the file from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The quoting is broken: `cells` holds the raw line. */
  readonly damaged?: true;
}

/** What Papa Parse returns. */
interface PapaResult {
  readonly data: string[][];
  readonly errors: readonly { readonly row?: number }[];
  readonly meta: { readonly cursor: number };
}

/** Characters that a quoted cell may span before the opening quote counts as a mistake. */
const maxRecordLength = 1 << 20;
/** Characters to parse after damage, at least to the end of their line; then ever more. In a file with many faults, little is parsed in vain. */
const windowAfterDamage = 1;

/**
 * Turns text into rows with Papa Parse, so that damage costs only one line: where Papa Parse finds broken quoting, the
 * line on which the record starts is given up, and reading continues with the next line. LF, CRLF and CR end a line;
 * NUL characters are dropped.
 */
export class CsvReader {
  readonly #parser: Papa.Parser;
  readonly #delimiter: string;
  readonly #keepsReturns: boolean;
  #line = 1;
  /** Complete lines that are not parsed yet, because a quote is open. */
  #open = '';
  /** The text after the last line end. */
  #tail = '';
  #endsInCr = false;
  #window = Number.POSITIVE_INFINITY;
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
  }

  /** Takes the next piece of text, cut anywhere, and returns the rows that it completes. */
  push(text: string): CsvRow[] {
    const clean = this.#tail + this.#normalise(text);
    const cut = clean.lastIndexOf('\n') + 1;
    this.#tail = clean.slice(cut);
    return cut === 0 ? [] : this.#parse(this.#open + clean.slice(0, cut), false);
  }

  /** Returns the rows that are left at the end of the file, whether or not the last line has a line end. */
  end(): CsvRow[] {
    const rest = this.#open + this.#tail + (this.#tail === '' ? '' : '\n');
    this.#tail = '';
    return rest === '' ? [] : this.#parse(rest, true);
  }

  #normalise(text: string): string {
    let clean = this.#endsInCr && !this.#keepsReturns && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endsInCr = text.endsWith('\r');
    if (!this.#keepsReturns && clean.includes('\r')) clean = clean.replace(/\r\n?/g, '\n');
    return clean.includes('\0') ? clean.replaceAll('\0', '') : clean;
  }

  /** Parses whole lines. Unless `final`, a record whose quote is still open is kept for later. */
  #parse(text: string, final: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let at = 0;
    this.#open = '';
    while (at < text.length) {
      const end = endOfWindow(text, at, this.#window);
      const atEnd = end === text.length;
      const piece = at === 0 && atEnd ? text : text.slice(at, end);
      const parsed = this.#parser.parse(piece, 0, !(final && atEnd)) as PapaResult;
      const broken = firstBroken(parsed);
      const sound = broken === undefined ? parsed.data : parsed.data.slice(0, broken);
      const { used, swallowing } = this.#number(sound, piece, rows);
      at += used;
      if (swallowing || broken !== undefined || (used === 0 && piece.length > maxRecordLength)) {
        at = this.#giveUpLine(text, at, rows);
        this.#window = windowAfterDamage;
      } else if (used < piece.length && atEnd) {
        this.#open = text.slice(at);
        return rows;
      } else this.#window *= 4;
    }
    return rows;
  }

  /** Appends rows with their line numbers, up to one that swallows others; returns how much of the text they took. */
  #number(data: readonly string[][], piece: string, rows: CsvRow[]): { used: number; swallowing: boolean } {
    // Only a quoted cell can hold a line end.
    const quoted = piece.includes('"');
    let at = 0;
    for (const cells of data) {
      const inner = quoted ? innerLines(cells) : 0;
      if (inner > 0 && this.#swallowsRows(cells)) return { used: at, swallowing: true };
      if (cells.length !== this.#width) {
        this.#otherWidth = this.#width;
        this.#width = cells.length;
      }
      rows.push({ line: this.#line, cells });
      this.#line += 1 + inner;
      for (let ends = 0; ends <= inner; ends++) at = piece.indexOf('\n', at) + 1 || piece.length;
    }
    return { used: at, swallowing: false };
  }

  #swallowsRows(cells: readonly string[]): boolean {
    const widths = new Set([cells.length, this.#width, this.#otherWidth]);
    return [...widths].some(width => swallowsRows(cells, width, this.#delimiter));
  }

  #giveUpLine(text: string, at: number, rows: CsvRow[]): number {
    const end = text.indexOf('\n', at);
    const stop = end === -1 ? text.length : end;
    rows.push({
      line: this.#line,
      cells: [text.slice(at, stop)],
      damaged: true,
    });
    this.#line++;
    return stop + 1;
  }
}

function endOfWindow(text: string, at: number, window: number): number {
  if (at + window >= text.length) return text.length;
  return text.indexOf('\n', at + window) + 1 || text.length;
}

function firstBroken(parsed: PapaResult): number | undefined {
  const first = parsed.errors[0];
  return first === undefined ? undefined : (first.row ?? parsed.data.length);
}

function innerLines(cells: readonly string[]): number {
  let inner = 0;
  for (const cell of cells) {
    for (let end = cell.indexOf('\n'); end !== -1; end = cell.indexOf('\n', end + 1)) inner++;
  }
  return inner;
}

/**
 * Whether a cell of several lines is really several rows between two stray quotes. Then its first and last line, read
 * without the quotes, have as many cells as a row, and a line after the first that has as many holds an address. In
 * files with few columns a note may look like that, so there all lines in between must have as many cells too.
 */
function swallowsRows(cells: readonly string[], width: number, delimiter: string): boolean {
  return cells.some((cell, place) => {
    if (!cell.includes('\n')) return false;
    const [first = [], ...others] = cell.split('\n').map(line => line.split(delimiter));
    const last = others.pop() ?? [];
    const behind = cells.length - place - 1;
    if (place + first.length !== width || last.length + behind !== width) return false;
    const full = others.filter(line => line.length === width);
    if (width < 3 && full.length < others.length) return false;
    return [...full, last, cells.slice(place + 1)].some(line => line.some(looksLikeAddress));
  });
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
  for await (const piece of pieces) {
    const rows = reader.push(piece);
    if (rows.length > 0) yield rows;
  }
  const rest = reader.end();
  if (rest.length > 0) yield rest;
}
