/** A digest of numbers in their order, in 64 bits: cheap enough for every row. */
export class OutcomeDigest {
  #a = 0x811c9dc5;
  #b = 0x9747b28c;

  /** @param outcome what the row on the line came to */
  add(line: number, outcome: number): void {
    this.#a = Math.imul(this.#a ^ line, 0x01000193) ^ outcome;
    this.#b = Math.imul(this.#b ^ outcome, 0x5bd1e995) + line;
    this.#b = (this.#b ^ (this.#b >>> 15)) | 0;
  }

  toString(): string {
    return [this.#a, this.#b].map(lane => (lane >>> 0).toString(16).padStart(8, '0')).join('');
  }
}
