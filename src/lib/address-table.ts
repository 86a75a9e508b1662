/** Bits of an entry, next to its line number. */
const suppressedBit = 0x8000_0000;
const repeatedBit = 0x4000_0000;
const lineMask = 0x3fff_ffff;
/** The line number of an address of which no row has been read yet, after a restart. */
const unseen = lineMask;
/** What `add` returns for a suppressed address. */
export const suppressed = -1;
/** The part of the slots that may be used before the table grows. */
const maxLoad = 0.85;

/**
 * The addresses of a file, in 12 bytes each: an open-addressing hash table of 64-bit hashes, with the line on which
 * each address came first. Two of five million addresses have the same hash once in a million lists.
 */
export class AddressTable {
  /** Three numbers of each slot, side by side, since memory is slow: the halves of the hash, and the entry. */
  #table: Uint32Array;
  /** Slots of the table, used or not. */
  slots: number;
  #used = 0;
  #a = 0;
  #b = 0;

  /** @param expected number of addresses; the table grows when there are more */
  constructor(expected: number) {
    this.slots = Math.max(1024, Math.ceil((expected * 1.05) / maxLoad));
    this.#table = new Uint32Array(this.slots * 3);
  }

  /**
   * Adds a row, unless its address is suppressed.
   *
   * @param key the address as it is compared with others
   * @param line the row's line
   * @returns 0 when the address is new; the line of its first row; or `suppressed`
   */
  add(key: string, line: number): number {
    const slot = this.slotOf(key);
    const entry = this.#table[slot * 3 + 2] ?? 0;
    if ((entry & suppressedBit) !== 0) return suppressed;
    if (entry === 0) this.#insert(slot, line & lineMask);
    else if ((entry & lineMask) === unseen)
      this.#table[slot * 3 + 2] = (entry & ~lineMask) | (line & lineMask);
    else {
      this.#table[slot * 3 + 2] = entry | repeatedBit;
      return entry & lineMask;
    }
    return 0;
  }

  /**
   * Marks an address as suppressed.
   *
   * @param line that of the row that says so
   * @returns whether a row with this address had been added before
   */
  suppress(key: string, line: number): boolean {
    const slot = this.slotOf(key);
    const entry = this.#table[slot * 3 + 2] ?? 0;
    if ((entry & suppressedBit) !== 0) return false;
    if (entry === 0) this.#insert(slot, suppressedBit | line);
    else this.#table[slot * 3 + 2] = (entry & ~lineMask) | suppressedBit | line;
    return entry !== 0;
  }

  /** The line on which an address came first, or that suppressed it; 0 when the address is unknown. */
  lineOf(key: string): number {
    const line = (this.#table[this.slotOf(key) * 3 + 2] ?? 0) & lineMask;
    return line === unseen ? 0 : line;
  }

  /** Whether the address in a slot is on more than one row. */
  isRepeated(slot: number): boolean {
    return ((this.#table[slot * 3 + 2] ?? 0) & repeatedBit) !== 0;
  }

  /** Whether a row says that the person must not be emailed. */
  isSuppressed(key: string): boolean {
    return ((this.#table[this.slotOf(key) * 3 + 2] ?? 0) & suppressedBit) !== 0;
  }

  /** Forgets all rows, but not which addresses are suppressed: the file is read again. */
  restart(): void {
    for (let slot = 0; slot < this.slots; slot++) {
      const entry = this.#table[slot * 3 + 2] ?? 0;
      if (entry !== 0)
        this.#table[slot * 3 + 2] = (entry & suppressedBit) !== 0 ? entry & ~repeatedBit : unseen;
    }
  }

  #insert(slot: number, entry: number): void {
    this.#table[slot * 3] = this.#a;
    this.#table[slot * 3 + 1] = this.#b;
    this.#table[slot * 3 + 2] = entry;
    this.#used++;
    if (this.#used > this.slots * maxLoad) this.#grow();
  }

  /**
   * The slot of an address, or the free slot for it: a number below `slots` that stays the same until an address is
   * added. Leaves the hash of the address in #a and #b.
   */
  slotOf(key: string): number {
    this.#hash(key);
    return this.#probe(this.#a, this.#b);
  }

  /** @param hashA its halves, as the table has them or signed */
  #probe(hashA: number, hashB: number): number {
    const table = this.#table;
    const [a, b] = [hashA >>> 0, hashB >>> 0];
    let at = Math.floor((b / 0x1_0000_0000) * this.slots) * 3;
    while (table[at + 2] !== 0 && (table[at + 1] !== b || table[at] !== a)) {
      at = at + 3 === table.length ? 0 : at + 3;
    }
    return at / 3;
  }

  /** Two multiply-and-xor lanes with a finaliser each, after cyrb53. */
  #hash(key: string): void {
    let a = 0xdeadbeef;
    let b = 0x41c6ce57;
    for (let i = 0; i < key.length; i++) {
      const unit = key.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x9e3779b1);
      b = Math.imul(b ^ unit, 0x5f356495);
    }
    a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
    b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
    // Signed, since larger numbers are kept as floating-point ones.
    this.#a = a;
    this.#b = b;
  }

  #grow(): void {
    const before = this.#table;
    this.slots = Math.ceil(this.slots * 1.6);
    this.#table = new Uint32Array(this.slots * 3);
    for (let at = 0; at < before.length; at += 3) {
      if (before[at + 2] === 0) continue;
      this.#put(this.#probe(before[at] ?? 0, before[at + 1] ?? 0), before, at);
    }
  }

  #put(slot: number, from: Uint32Array, at: number): void {
    for (let i = 0; i < 3; i++) this.#table[slot * 3 + i] = from[at + i] ?? 0;
  }
}
