import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AddressTable } from '../lib/address-table.ts';
import { unwritableHere } from '../lib/files/file-errors.ts';
import { LineSet } from '../lib/line-set.ts';

/** Bytes that are read and written at a time. */
const pieceSize = 256 * 1024;

/**
 * People in a temporary file (mode 0600), found by address. Memory holds only a hash and an offset of each, since there
 * may be millions.
 */
export class DiskIndex<T> {
  readonly #path: string;
  readonly #handle: number;
  readonly #table: AddressTable;
  readonly #taken: LineSet;
  /** The offset of each person in the file. */
  #offsets: Float64Array;
  #count = 0;
  #takenCount = 0;
  #length = 0;
  #waiting: string[] = [];
  #waitingBytes = 0;
  /** The part of the file that was read last, and its offset. */
  #piece: Buffer = Buffer.alloc(0);
  #pieceAt = 0;

  /**
   * @param folder where to put the file until it is closed
   * @param expected number of people; there may be more
   * @throws Failure write_failed
   */
  constructor(folder: string, expected: number) {
    this.#table = new AddressTable(expected);
    this.#taken = new LineSet(expected);
    this.#offsets = new Float64Array(expected + 1);
    this.#path = join(folder, `people-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
    this.#handle = this.#guard(() => {
      rmSync(this.#path, { force: true });
      return openSync(this.#path, 'wx+', 0o600);
    });
    // Except on Windows an open file can be removed, so that nothing is left behind whatever happens.
    if (process.platform !== 'win32') rmSync(this.#path, { force: true });
  }

  /** Number of people that have not been taken. */
  get left(): number {
    return this.#count - this.#takenCount;
  }

  /** @param key the address as it is compared with others @param text the person as JSON @throws Failure write_failed */
  add(key: string, person: T, text = JSON.stringify(person)): void {
    this.#table.add(key, this.#count + 1);
    if (this.#count >= this.#offsets.length) {
      const larger = new Float64Array(Math.ceil(this.#count * 1.5) + 1);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.#count++] = this.#length + this.#waitingBytes;
    this.#waiting.push(text);
    this.#waitingBytes += Buffer.byteLength(text);
    if (this.#waitingBytes > pieceSize) this.#flush();
  }

  /** Takes the person with this address; undefined if unknown or already taken. */
  take(key: string): T | undefined {
    const line = this.#table.lineOf(key);
    if (line === 0 || this.#taken.has(line)) return undefined;
    this.#taken.add(line);
    this.#takenCount++;
    return this.#read(line - 1);
  }

  /** The people who were not taken, in the order in which they were added. */
  *rest(): Generator<T> {
    for (let at = 0; at < this.#count; at++) if (!this.#taken.has(at + 1)) yield this.#read(at);
  }

  /** Removes the file. */
  close(): void {
    closeSync(this.#handle);
    rmSync(this.#path, { force: true });
  }

  #flush(): void {
    let rest = Buffer.from(this.#waiting.join(''));
    this.#length += rest.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#guard(() => {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#handle, rest));
    });
  }

  #read(at: number): T {
    if (this.#waitingBytes > 0) this.#flush();
    const from = this.#offsets[at] ?? 0;
    const to = at + 1 < this.#count ? (this.#offsets[at + 1] ?? 0) : this.#length;
    if (from < this.#pieceAt || to > this.#pieceAt + this.#piece.length) this.#load(from, to - from);
    const text = this.#piece.toString('utf8', from - this.#pieceAt, to - this.#pieceAt);
    return JSON.parse(text) as T;
  }

  /** Reads ahead: the service often lists subscribers in the order of the file. */
  #load(from: number, needed: number): void {
    const size = Math.max(needed, Math.min(pieceSize, this.#length - from));
    if (this.#piece.buffer.byteLength < size) this.#piece = Buffer.allocUnsafeSlow(Math.max(size, pieceSize));
    const whole = Buffer.from(this.#piece.buffer, 0, size);
    let got = 0;
    while (got < size) {
      const read = readSync(this.#handle, whole, got, size - got, from + got);
      if (read === 0) break;
      got += read;
    }
    this.#piece = whole;
    this.#pieceAt = from;
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw unwritableHere(`the file's people to ${this.#path}`, error);
    }
  }
}
