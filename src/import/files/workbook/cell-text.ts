/** Texts of cells: in them, or in the list that they share (ECMA-376, 18.4). */
import { readXml } from './xml.ts';

/** The text of a cell, or of a shared one: all its runs, but not how they are pronounced (ECMA-376, 18.4.8). */
export class ItemText {
  #text = '';
  #isInText = false;
  #isPhonetic = false;

  open(name: string): void {
    if (name === 't') this.#isInText = true;
    else if (name === 'rPh') this.#isPhonetic = true;
  }

  close(name: string): void {
    if (name === 't') this.#isInText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
  }

  text(text: string): void {
    if (this.#isInText && !this.#isPhonetic) this.#text += text;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return unescaped(text);
  }
}

/** Characters that XML cannot hold are written as `_x000D_` (ECMA-376, 22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Bytes that are made room for at first, and how much more whenever that is too little. */
const firstRoom = 1 << 20;
const growth = 1.5;
/** Texts that are kept as strings: words that many people share come first. */
const mostKept = 4096;

/** The texts that cells share, as UTF-8 outside of the heap: as a million strings they take four times as much. */
export class SharedTexts {
  #bytes = Buffer.allocUnsafeSlow(firstRoom);
  #ends = new Uint32Array(1 << 14);
  #count = 0;
  #length = 0;
  readonly #kept = new Map<number, string>();

  /** @param pieces the document `sharedStrings.xml` @throws RangeError when it is damaged */
  static async read(pieces: AsyncIterable<string>): Promise<SharedTexts> {
    const texts = new SharedTexts();
    const item = new ItemText();
    const reading = readXml(pieces, {
      open: name => item.open(name),
      close(name) {
        if (name === 'si') texts.#add(item.take());
        else item.close(name);
      },
      text: text => item.text(text),
    });
    for await (const _ of reading);
    return texts;
  }

  /** The text of a number; undefined when there is none. */
  get(number: number): string | undefined {
    if (!(number >= 0 && number < this.#count)) return undefined;
    const known = this.#kept.get(number);
    if (known !== undefined) return known;
    const start = number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    const text = this.#bytes.toString('utf8', start, this.#ends[number]);
    if (this.#kept.size < mostKept) this.#kept.set(number, text);
    return text;
  }

  #add(text: string): void {
    const room = this.#length + text.length * 3;
    if (room > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.ceil(room * growth));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#count++] = this.#length;
  }
}
