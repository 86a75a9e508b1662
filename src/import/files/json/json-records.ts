/** The objects of a JSON text that stand for people (RFC 8259), as it comes: in a list, or one after the other. */

import { Pieces } from '../csv/pieces.ts';
import { longestRow } from '../row.ts';

/** One object, as it is written. */
export interface JsonRecord {
  readonly text: string;
  /** Only the ends of it are given. */
  readonly isTooLong?: boolean;
  /** The line on which it starts, from 1. */
  readonly line: number;
  /** The names that lead to its list: `data.subscribers`; empty for a list that is the whole text. */
  readonly path: string;
}

/** What is open around the records. */
interface Frame {
  readonly isList: boolean;
  readonly path: string;
  /** The name of the present member. */
  key: string;
}

const [quote, backslash, comma, colon, lineFeed] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a];
/** Characters that an object may have before it is taken for one that never ends. */
const longestOpen = 1 << 26;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Finds the objects in lists, and those that are in nothing. Lists in objects are found, lists in lists are not. What is
 * inside an object is not looked at.
 */
export class JsonRecords {
  /** Whether objects that are in nothing are records, and not what holds a list of them. */
  readonly #isSequence: boolean;
  readonly #frames: Frame[] = [];
  #line = 1;
  /** What came before of the present record, or word. */
  readonly #open = new Pieces();
  #isInText = false;
  /** The piece before ended with a backslash that escapes what follows. */
  #isEscaped = false;
  /** Braces and brackets that are open in the present record; 0 outside. */
  #depth = 0;
  #startLine = 0;
  #word = '';

  constructor(isSequence: boolean) {
    this.#isSequence = isSequence;
  }

  /** Takes the next piece of the text, cut anywhere. @throws SyntaxError where it is no JSON */
  push(piece: string): JsonRecord[] {
    const found: JsonRecord[] = [];
    let start = 0;
    let at = 0;
    while (at < piece.length) {
      if (this.#isInText) {
        at = this.#readText(piece, at);
        if (this.#depth === 0 && !this.#isInText) this.#word = this.#open.take() + piece.slice(start, at);
        continue;
      }
      const unit = piece.charCodeAt(at);
      if (unit === lineFeed) this.#line++;
      at++;
      if (unit === quote) {
        this.#isInText = true;
        if (this.#depth === 0) start = at - 1;
      } else if (this.#depth > 0) {
        if (unit === openBrace || unit === openBracket) this.#depth++;
        else if ((unit === closeBrace || unit === closeBracket) && --this.#depth === 0) {
          this.#open.add(piece.slice(start, at));
          found.push(this.#takeRecord());
        }
      } else if (unit === openBrace && this.#isRecord()) {
        start = at - 1;
        this.#depth = 1;
        this.#startLine = this.#line;
      } else this.#readOutside(unit);
    }
    if (this.#depth > 0 || this.#isInText) this.#open.add(piece.slice(start));
    if (this.#open.length > longestOpen)
      throw new SyntaxError(`the object that starts in line ${this.#startLine} does not end`);
    return found;
  }

  /** The text is complete. @throws SyntaxError when something in it is still open */
  end(): void {
    if (this.#depth === 0 && this.#frames.length === 0 && !this.#isInText) return;
    throw new SyntaxError(`unexpected end in line ${this.#line}`);
  }

  /** Goes over a text in quotes. @returns where it ends, or the piece */
  #readText(piece: string, from: number): number {
    for (let search = from; ; ) {
      const end = piece.indexOf('"', search);
      const stop = end === -1 ? piece.length : end;
      let escapes = 0;
      while (stop - escapes > from && piece.charCodeAt(stop - escapes - 1) === backslash) escapes++;
      if (stop - escapes === from && this.#isEscaped) escapes++;
      const isEscaped = escapes % 2 === 1;
      search = end + 1;
      if (end !== -1 && isEscaped) continue;
      this.#isInText = end === -1;
      this.#isEscaped = end === -1 && isEscaped;
      return end === -1 ? stop : search;
    }
  }

  #takeRecord(): JsonRecord {
    const at = { line: this.#startLine, path: this.#frames.at(-1)?.path ?? '' };
    if (this.#open.length > longestRow) return { ...at, text: this.#open.takeEnds().ends, isTooLong: true };
    return { ...at, text: this.#open.take() };
  }

  #isRecord(): boolean {
    const { length } = this.#frames;
    if (length === 0) return this.#isSequence;
    return this.#frames.every(({ isList }, i) => isList === (i === length - 1));
  }

  #readOutside(unit: number): void {
    const frame = this.#frames.at(-1);
    if (unit === openBrace || unit === openBracket) {
      const path = frame === undefined ? '' : [frame.path, frame.isList ? '' : frame.key];
      const isList = unit === openBracket;
      this.#frames.push({
        isList,
        path: [path]
          .flat()
          .filter(part => part !== '')
          .join('.'),
        key: '',
      });
    } else if (unit === closeBrace || unit === closeBracket) {
      if (frame?.isList !== (unit === closeBracket)) throw this.#unexpected(unit);
      this.#frames.pop();
    } else if (unit === colon && frame !== undefined && !frame.isList) {
      frame.key = String(JSON.parse(this.#word));
    } else if (unit !== comma && unit > 0x20 && !/[\w.+-]/.test(String.fromCharCode(unit))) {
      throw this.#unexpected(unit);
    }
  }

  #unexpected(unit: number): SyntaxError {
    return new SyntaxError(`unexpected "${String.fromCharCode(unit)}" in line ${this.#line}`);
  }
}
