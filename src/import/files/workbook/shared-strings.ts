/** The texts that the cells of a workbook share (ECMA-376, 18.4), outside of the heap. */
import { ItemText } from './item-text.ts';
import { XmlScanner } from './xml-scanner.ts';

/** Bytes that are made room for at first, and how much more whenever that is too little. */
const firstRoom = 1 << 20;
const growth = 1.5;
/** Bytes of all texts: more than the fullest sheet of people has. */
const mostBytes = 2 ** 30;

/**
 * Texts by number, as UTF-8 in one piece of memory: a million strings would take four times as much. The texts that were
 * asked for last are kept as strings.
 */
export class SharedStrings {
  #bytes = Buffer.allocUnsafeSlow(firstRoom);
  #ends = new Uint32Array(1 << 14);
  #count = 0;
  #length = 0;
  readonly #recent = new Map<number, string>();

  /** @param pieces the document `sharedStrings.xml` @throws RangeError when it is damaged or too large */
  static async read(pieces: AsyncIterable<string>): Promise<SharedStrings> {
    const strings = new SharedStrings();
    const item = new ItemText();
    const scanner = new XmlScanner({
      open: name => {
        if (name === 'si') item.begin();
        else item.open(name);
      },
      close: name => {
        if (name === 'si') strings.#add(item.take());
        else item.close(name);
      },
      text: text => item.text(text),
    });
    for await (const piece of pieces) scanner.push(piece);
    scanner.end();
    return strings;
  }

  /** The text of a number; undefined when there is none. */
  get(number: number): string | undefined {
    if (!(number >= 0 && number < this.#count)) return undefined;
    const known = this.#recent.get(number);
    if (known !== undefined) return known;
    const start = number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    const text = this.#bytes.toString('utf8', start, this.#ends[number]);
    // Words that many people share come first, and stay.
    if (this.#recent.size < 4096) this.#recent.set(number, text);
    return text;
  }

  #add(text: string): void {
    const room = this.#length + text.length * 3;
    if (room > this.#bytes.length) {
      if (this.#length > mostBytes) throw new RangeError('its texts are too long');
      const larger = Buffer.allocUnsafeSlow(Math.max(room, Math.ceil(this.#bytes.length * growth)));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(Math.ceil(this.#count * growth));
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#count++] = this.#length;
  }
}
