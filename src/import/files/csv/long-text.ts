/** Characters for which there is room at first; four times as many whenever that is too few. */
const firstRoom = 1 << 20;
const growth = 4;

const quote = 0x22;
const lineEnd = 0x0a;

/**
 * A text that grows to many megabytes, outside of the heap: a string that grows by concatenation takes several times
 * its length. One byte a character, until a character needs two.
 */
export class LongText {
  length = 0;
  #bytes = Buffer.allocUnsafeSlow(firstRoom);
  #units: Uint8Array | Uint16Array = this.#bytes;

  append(text: string): void {
    // A decoder may have used two bytes for characters that need one.
    const unitSize = this.#units.BYTES_PER_ELEMENT === 2 || /[\u0100-\uffff]/.test(text) ? 2 : 1;
    this.#makeRoom(this.length + text.length, unitSize);
    if (unitSize === 1) this.#bytes.write(text, this.length, 'latin1');
    else this.#bytes.write(text, this.length * 2, 'utf16le');
    this.length += text.length;
  }

  toString(from = 0, to = this.length): string {
    const unitSize = this.#units.BYTES_PER_ELEMENT;
    return this.#bytes.toString(unitSize === 1 ? 'latin1' : 'utf16le', from * unitSize, to * unitSize);
  }

  /**
   * Reads the record at the start of the text, which is sound and complete (RFC 4180, section 2; spaces behind a closing
   * quote are dropped). The text is of no use any more afterwards: cells are put together in its place.
   *
   * @param delimiter its code
   * @returns the cells, the number of line ends in those that are quoted, and of characters with the line end
   */
  readRecord(delimiter: number): { cells: string[]; lines: number; length: number } {
    const units = this.#units;
    const cells: string[] = [];
    let lines = 0;
    for (let at = 0; ; at++) {
      let from = at;
      let to = at;
      if (units[at] === quote) {
        from = to = ++at;
        for (; at < this.length; at++) {
          const unit = units[at] ?? 0;
          if (unit === quote && units[++at] !== quote) break;
          if (unit === lineEnd) lines++;
          units[to++] = unit;
        }
        while (at < this.length && units[at] !== delimiter && units[at] !== lineEnd) at++;
      } else {
        while (at < this.length && units[at] !== delimiter && units[at] !== lineEnd) at++;
        to = at;
      }
      cells.push(this.toString(from, to));
      if (at >= this.length || units[at] === lineEnd) return { cells, lines, length: at + 1 };
    }
  }

  #makeRoom(length: number, unitSize: number): void {
    const isWide = this.#units.BYTES_PER_ELEMENT === 2;
    const before = this.#units;
    if (length <= before.length && isWide === (unitSize === 2)) return;
    let room = before.length;
    while (room < length) room *= growth;
    this.#bytes = Buffer.allocUnsafeSlow(room * unitSize);
    this.#units = unitSize === 2 ? new Uint16Array(this.#bytes.buffer) : this.#bytes;
    this.#units.set(before.subarray(0, this.length));
  }
}
