/** A set of line numbers, with one bit for each line. */
export class LineSet {
  #bits: Uint8Array;

  /** @param lines expected number of lines; the set grows when there are more */
  constructor(lines: number) {
    this.#bits = new Uint8Array(Math.ceil(lines / 8) + 1);
  }

  add(line: number): void {
    const byte = line >>> 3;
    if (byte >= this.#bits.length) this.#grow(byte);
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (line & 7));
  }

  delete(line: number): void {
    const byte = line >>> 3;
    if (byte < this.#bits.length) this.#bits[byte] = (this.#bits[byte] ?? 0) & ~(1 << (line & 7));
  }

  has(line: number): boolean {
    return ((this.#bits[line >>> 3] ?? 0) & (1 << (line & 7))) !== 0;
  }

  /** The bits, from line 0 on, eight in a byte. */
  get bytes(): Uint8Array {
    return this.#bits;
  }

  /** @param bytes what `bytes` has given */
  static from(bytes: Uint8Array): LineSet {
    const set = new LineSet(0);
    set.#bits = Uint8Array.from(bytes);
    return set;
  }

  #grow(byte: number): void {
    const larger = new Uint8Array(Math.ceil((byte + 1) * 1.5));
    larger.set(this.#bits);
    this.#bits = larger;
  }
}
