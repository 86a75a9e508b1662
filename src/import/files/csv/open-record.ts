import { LongText } from './long-text.ts';

/** Characters of a record that are kept as an ordinary text. */
const mostInText = 1 << 18;

/** The text of the record that is not complete yet. However long it grows, each piece is copied once or twice. */
export class OpenRecord {
  #text = '';
  #long: LongText | undefined;

  get length(): number {
    return this.#long?.length ?? this.#text.length;
  }

  add(text: string): void {
    if (this.#long === undefined && this.#text.length + text.length > mostInText) {
      this.#long = new LongText();
      this.#long.append(this.#text);
      this.#text = '';
    }
    if (this.#long === undefined) this.#text += text;
    else this.#long.append(text);
  }

  /** Whether the record is so long that its cells are to be read by `takeCells`. */
  get isLong(): boolean {
    return this.#long !== undefined;
  }

  /** Gives out the whole text, and starts again with none. */
  take(): string {
    const text = this.#long?.toString() ?? this.#text;
    this.#text = '';
    this.#long = undefined;
    return text;
  }

  /**
   * Gives out the cells of a long record that has been completed, and starts again without a text.
   *
   * @returns also the number of line ends in quoted cells, and of characters of the record with its line end
   */
  takeCells(delimiter: string): { cells: string[]; lines: number; length: number } {
    const record = this.#long?.readRecord(delimiter.charCodeAt(0));
    this.#long = undefined;
    return record ?? { cells: [], lines: 0, length: 0 };
  }
}
