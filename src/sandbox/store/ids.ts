/** Random numbers and UUIDs that follow from a seed, so that a sandbox is the same every time it starts. */

/** @returns a function that gives the next number in [0, 1) of the sequence that `seed` starts (mulberry32) */
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
/** multiplier * inverse = 1 modulo 2^32 (Newton's iteration doubles the correct bits each time). */
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
 * The ids of one kind of record: each is computed from the record's place, and the place is read back from the
 * id. A million subscribers so need neither stored ids nor an index of them.
 */
export class Identifiers {
  readonly #key: number;

  /** @param kind a number of its own for each kind of record, so that no two share an id */
  constructor(seed: number, kind: number) {
    this.#key = mix(Math.imul(seed | 0, 31) + kind + 1);
  }

  /** @returns the UUID (version 4 in form) of the record at `place` (0, 1, 2 …) */
  at(place: number): string {
    const first = Math.imul(place ^ this.#key, multiplier);
    const second = hex(mix(first ^ 0x51ed270b));
    const third = hex((mix(first ^ 0x2545f491) & 0x3fffffff) | 0x80000000);
    const tail = `${second}4${third}${hex(mix(first ^ 0x1b873593))}`;
    return `${hex(first)}-${tail.slice(0, 4)}-4${tail.slice(5, 8)}-${tail.slice(9, 13)}-${tail.slice(13)}`;
  }

  /** @returns the place of the record with that id, or undefined for what is not one of these ids */
  placeOf(id: string): number | undefined {
    const first = Number.parseInt(id.slice(0, 8), 16);
    const place = (Math.imul(first, inverse) ^ this.#key) >>> 0;
    return this.at(place) === id.toLowerCase() ? place : undefined;
  }
}
