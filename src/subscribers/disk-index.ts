import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AddressTable } from '../import/rows/address-table.ts';
import { LineSet } from '../import/rows/line-set.ts';
import type { ImportedSubscriber } from '../import/rows/parsed-row.ts';
import { Failure } from '../lib/failure.ts';
import { whyUnwritable } from '../lib/file-errors.ts';

/** Bytes that are read and written at a time. */
const pieceSize = 256 * 1024;

/**
 * People in a temporary file (mode 0600), found by their addresses. Memory holds a hash and a place of each, and no
 * more: they may be many.
 */
export class DiskIndex {
  readonly #path: string;
  readonly #handle: number;
  readonly #table: AddressTable;
  readonly #taken: LineSet;
  /** Where each of them begins in the file. */
  #places: Float64Array;
  #count = 0;
  #takenCount = 0;
  #length = 0;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #piece: Buffer = Buffer.alloc(0);
  #pieceAt = 0;

  /**
   * @param folder where the file stands until it is closed
   * @param expected how many people are likely
   * @throws Failure write_failed
   */
  constructor(folder: string, expected: number) {
    this.#table = new AddressTable(expected);
    this.#taken = new LineSet(expected);
    this.#places = new Float64Array(expected + 1);
    this.#path = join(folder, `people-${process.pid}.tmp`);
    this.#handle = this.#guard(() => {
      rmSync(this.#path, { force: true });
      return openSync(this.#path, 'wx+', 0o600);
    });
    // Where the system lets an open file lose its name, nothing stays behind whatever happens.
    if (process.platform !== 'win32') rmSync(this.#path, { force: true });
  }

  /** How many have not been taken. */
  get left(): number {
    return this.#count - this.#takenCount;
  }

  /** @param key the address as it is compared @throws Failure write_failed */
  add(key: string, subscriber: ImportedSubscriber): void {
    const text = JSON.stringify(subscriber);
    this.#table.add(key, this.#count + 1);
    if (this.#count >= this.#places.length) {
      const larger = new Float64Array(Math.ceil(this.#count * 1.5) + 1);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places[this.#count++] = this.#length + this.#waitingBytes;
    this.#waiting.push(text);
    this.#waitingBytes += Buffer.byteLength(text);
    if (this.#waitingBytes > pieceSize) this.#flush();
  }

  /** Who has this address, once; undefined for nobody. */
  take(key: string): ImportedSubscriber | undefined {
    const line = this.#table.lineOf(key);
    if (line === 0 || this.#taken.has(line)) return undefined;
    this.#taken.add(line);
    this.#takenCount++;
    return this.#read(line - 1);
  }

  /** Those who were not taken, in the order in which they came. */
  *rest(): Generator<ImportedSubscriber> {
    for (let place = 0; place < this.#count; place++) {
      if (!this.#taken.has(place + 1)) yield this.#read(place);
    }
  }

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

  #read(place: number): ImportedSubscriber {
    if (this.#waitingBytes > 0) this.#flush();
    const from = this.#places[place] ?? 0;
    const to = place + 1 < this.#count ? (this.#places[place + 1] ?? 0) : this.#length;
    if (from < this.#pieceAt || to > this.#pieceAt + this.#piece.length) this.#load(from, to - from);
    const text = this.#piece.toString('utf8', from - this.#pieceAt, to - this.#pieceAt);
    return JSON.parse(text) as ImportedSubscriber;
  }

  /** People come from the service in an order of its own, which is often that of the file. */
  #load(from: number, least: number): void {
    const size = Math.max(least, Math.min(pieceSize, this.#length - from));
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
      throw new Failure(
        'write_failed',
        `cannot keep the file's people in ${this.#path}: ${whyUnwritable(error)}`,
        {
          hint: 'NEWSLETTER_CONFIG_DIR moves what the program keeps',
          cause: error,
        },
      );
    }
  }
}
