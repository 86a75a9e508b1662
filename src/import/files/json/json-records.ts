/** The objects of a JSON text that stand for people (RFC 8259), as it comes: in a list, or one after the other. */

/** One object, as it is written. */
export interface JsonRecord {
  readonly text: string;
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
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Characters of a record. */
const longestRecord = 1 << 26;

/**
 * Finds the objects in lists, and those that are in nothing. Lists in objects are found, lists in lists are not. What is
 * inside an object is not looked at.
 */
export class JsonRecords {
  /** Whether objects that are in nothing are records, and not what holds a list of them. */
  readonly #isSequence: boolean;
  readonly #frames: Frame[] = [];
  #line = 1;
  /** The text that is not read to its end: from the start of a record, or of a word. */
  #waiting = '';
  /** How much of it has been looked at. */
  #seen = 0;
  /** Braces and brackets that are open in the present record; 0 outside. */
  #depth = 0;
  #startLine = 0;
  #word = '';

  constructor(isSequence: boolean) {
    this.#isSequence = isSequence;
  }

  /** Takes the next piece of the text, cut anywhere. @throws SyntaxError where it is no JSON */
  push(piece: string): JsonRecord[] {
    const text = this.#waiting + piece;
    const found: JsonRecord[] = [];
    let start = 0;
    let at = this.#seen;
    while (at < text.length) {
      const unit = text.charCodeAt(at);
      if (unit === lineFeed) this.#line++;
      if (unit === quote) {
        const end = endOfText(text, at);
        if (end === -1) break;
        if (this.#depth === 0) this.#word = text.slice(at, end);
        at = end;
        continue;
      }
      at++;
      if (this.#depth > 0) {
        if (unit === openBrace || unit === openBracket) this.#depth++;
        else if ((unit === closeBrace || unit === closeBracket) && --this.#depth === 0) {
          found.push({
            text: text.slice(start, at),
            line: this.#startLine,
            path: this.#frames.at(-1)?.path ?? '',
          });
          start = at;
        }
      } else if (unit === openBrace && this.#isRecord()) {
        start = at - 1;
        this.#depth = 1;
        this.#startLine = this.#line;
      } else {
        this.#readOutside(unit);
        start = at;
      }
    }
    this.#waiting = text.slice(start);
    this.#seen = at - start;
    if (this.#waiting.length > longestRecord)
      throw new SyntaxError(`the object that starts in line ${this.#startLine} does not end`);
    return found;
  }

  /** The text is complete. @throws SyntaxError when something in it is still open */
  end(): void {
    if (this.#depth === 0 && this.#frames.length === 0 && this.#waiting.trim() === '') return;
    throw new SyntaxError(`unexpected end in line ${this.#line}`);
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

/** Where a text in quotes ends; -1 when its end has not come. */
function endOfText(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return -1;
}
