/** Random numbers in [0, 1), the same sequence for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const multiplier = 0x9e3779b1;
/** multiplier * inverse = 1 modulo 2^32 (Newton's iteration doubles the number of correct bits). */
const inverse = [0, 0, 0, 0].reduce(
  guess => Math.imul(guess, 2 - Math.imul(multiplier, guess)),
  Math.imul(3, multiplier) ^ 2,
);

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0');

/**
 * The ids of one kind of record. An id is computed from the record's index in its list, and the index from the id: a
 * million subscribers need no stored ids and no map from id to record.
 */
export class RecordIds {
  readonly #key: number;

  /** @param kind a different number for each kind of record, so that no two records have the same id */
  constructor(seed: number, kind: number) {
    this.#key = mix(Math.imul(seed | 0, 31) + kind + 1);
  }

  /** The id of the record at `index`: a UUID of version 4 in form. */
  at(index: number): string {
    const first = Math.imul(index ^ this.#key, multiplier);
    const second = hex(mix(first ^ 0x51ed270b));
    const third = hex((mix(first ^ 0x2545f491) & 0x3fffffff) | 0x80000000);
    const tail = `${second}4${third}${hex(mix(first ^ 0x1b873593))}`;
    return `${hex(first)}-${tail.slice(0, 4)}-4${tail.slice(5, 8)}-${tail.slice(9, 13)}-${tail.slice(13)}`;
  }

  /** The index that an id encodes, even if there is no such record; undefined for any other text. */
  indexOf(id: string): number | undefined {
    const first = Number.parseInt(id.slice(0, 8), 16);
    const index = (Math.imul(first, inverse) ^ this.#key) >>> 0;
    return this.at(index) === id.toLowerCase() ? index : undefined;
  }
}
