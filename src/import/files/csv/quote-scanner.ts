/** A record whose quoting is broken. All places count from the start of the text that is not read yet. */
export interface BrokenRecord {
  /** Where the record starts. */
  readonly from: number;
  /** Where it ends, behind its line end; undefined when a quoted cell in it is never closed. */
  readonly to: number | undefined;
  /** Where the last quoted cell of the record opens. */
  readonly open: number;
  /** Where reading stopped. */
  readonly stopped: number;
}

/** Characters to read on, to the end of a line, for deciding what a quote means. */
export const longestLookahead = 1 << 16;

/**
 * Finds out where records end, in a text that comes in pieces, and where quoting is broken. A quoted cell opens at the
 * start of a cell and closes before a delimiter or a line end (RFC 4180, section 2), with spaces in between or not;
 * whatever stands in it belongs to it. Each piece is looked at once: the time is linear in the length of a cell.
 */
export class QuoteScanner {
  readonly #delimiter: string;
  #state: 'outside' | 'inside' | 'closing' = 'outside';
  /** Where the record starts that is not complete yet. */
  recordStart = 0;
  /** Where the first record ends that has been completed since `forget`. */
  firstEnd = 0;
  #open = 0;
  /** The last quote inside the quoted cell, and what stands before it. */
  #quote = 0;
  #beforeQuote = '';
  /** The last character of the piece before. */
  #last = '\n';
  /** The first line end of the piece behind the last quote that was in doubt; -1: none. */
  #lineEnd = -2;
  /** The quoted cell holds a line end in an earlier piece. */
  #spansLines = false;
  /** The record is broken already; its end is still to be found. */
  #isBroken = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Whether a quoted cell is open that holds a line end. */
  get spansLines(): boolean {
    return this.#state === 'inside' && this.#spansLines;
  }

  /** Begins anew at the start of a record. */
  restart(): void {
    this.#state = 'outside';
    this.#isBroken = false;
    this.#last = '\n';
    this.#spansLines = false;
    this.recordStart = 0;
  }

  /** The open record as one that is never closed. */
  unclosed(stopped: number): BrokenRecord {
    return { from: this.recordStart, to: undefined, open: this.#open, stopped };
  }

  /** Tells that the text before `place` is done with: places count from there. */
  forget(place: number): void {
    this.recordStart -= place;
    this.#open -= place;
    this.#quote -= place;
  }

  /**
   * Looks at the next piece.
   *
   * @param base place of its start
   * @returns the first broken record; or the number of characters that were looked at: not all of them, when what
   *   follows the piece tells what a quote means
   */
  scan(piece: string, base: number): BrokenRecord | number {
    let at = 0;
    this.#lineEnd = -2;
    while (at < piece.length) {
      if (this.#state === 'outside') {
        const open = this.#nextOpening(piece, at);
        const end = this.#endOfRecords(piece, at, open, base);
        if (end !== undefined) return { from: this.recordStart, to: end, open: this.#open, stopped: end };
        if (open !== -1) this.#openAt(base + open);
        at = open === -1 ? piece.length : open + 1;
      } else if (this.#state === 'inside') {
        const quote = singleQuote(piece, at);
        if (quote !== -1) this.#mayCloseAt(base + quote, piece[quote - 1]);
        at = quote === -1 ? piece.length : quote + 1;
      } else {
        const next = piece[at] ?? '';
        if (next === '"' && base + at === this.#quote + 1) {
          this.#state = 'inside';
          at++;
        } else if (this.#endsCell(next)) this.#state = 'outside';
        else if (next.trim() === '') at++;
        else {
          const opens = this.#opens(piece, at);
          if (opens === undefined) break;
          if (opens && this.#isOnLaterLine(piece, base)) return this.unclosed(this.#quote);
          this.#isBroken = true;
          if (opens) this.#openAt(this.#quote);
          else this.#state = 'outside';
        }
      }
    }
    if (this.#state !== 'outside' && !this.#spansLines) {
      this.#spansLines = piece.slice(Math.max(0, this.#open - base), at).includes('\n');
    }
    this.#last = piece[at - 1] ?? this.#last;
    return at;
  }

  #mayCloseAt(quote: number, before = this.#last): void {
    this.#quote = quote;
    this.#beforeQuote = before;
    this.#state = 'closing';
  }

  #openAt(place: number): void {
    this.#open = place;
    this.#spansLines = false;
    this.#state = 'inside';
  }

  #endsCell(character: string): boolean {
    return character === this.#delimiter || character === '\n';
  }

  /** Where the next quoted cell opens: a quote elsewhere in a cell is a character like any other. */
  #nextOpening(piece: string, from: number): number {
    let quote = piece.indexOf('"', from);
    while (quote !== -1 && !this.#endsCell(piece[quote - 1] ?? this.#last))
      quote = piece.indexOf('"', quote + 1);
    return quote;
  }

  /** Goes over text outside quotes. Returns where the record ends, if it is broken and ends there. */
  #endOfRecords(piece: string, at: number, open: number, base: number): number | undefined {
    const outside = piece.slice(at, open === -1 ? piece.length : open);
    const lineEnd = this.#isBroken ? outside.indexOf('\n') : outside.lastIndexOf('\n');
    if (lineEnd === -1) return undefined;
    const end = base + at + lineEnd + 1;
    if (this.#isBroken) return end;
    if (this.recordStart === 0) this.firstEnd = base + at + outside.indexOf('\n') + 1;
    this.recordStart = end;
    return undefined;
  }

  #isOnLaterLine(piece: string, base: number): boolean {
    const inside = piece.slice(Math.max(0, this.#open - base), Math.max(0, this.#quote - base));
    return this.#spansLines || inside.includes('\n');
  }

  /**
   * Whether a quote with text behind it, inside a quoted cell, really opens a cell, because the quote before opened
   * none: it stands at the start of a cell, and that cell is closed in the same line.
   *
   * @param at where the text behind the quote starts
   * @returns undefined when the piece is too short to tell
   */
  #opens(piece: string, at: number): boolean | undefined {
    if (!this.#endsCell(this.#beforeQuote)) return false;
    if (this.#lineEnd !== -1 && this.#lineEnd < at) this.#lineEnd = piece.indexOf('\n', at);
    const lineEnd = this.#lineEnd;
    if (lineEnd === -1 && piece.length - at < longestLookahead) return undefined;
    return this.#closesIn(piece.slice(at, lineEnd === -1 ? piece.length : lineEnd + 1));
  }

  #closesIn(line: string): boolean {
    const inner = /^[^"]*(?:""[^"]*)*"(?!")/.exec(line)?.[0];
    // A quote behind a delimiter rather opens the next cell.
    if (inner === undefined || inner.includes(`${this.#delimiter}"`)) return false;
    let at = inner.length;
    while (at < line.length && !this.#endsCell(line[at] ?? '') && line[at]?.trim() === '') at++;
    return this.#endsCell(line[at] ?? '');
  }
}

/** The next quote inside a quoted cell that is not one of two; -1 when there is none. */
function singleQuote(piece: string, from: number): number {
  let quote = piece.indexOf('"', from);
  while (quote !== -1 && piece[quote + 1] === '"') {
    const next = quote + 2;
    quote = piece[next] === '"' ? next : piece.indexOf('"', next);
  }
  return quote;
}
