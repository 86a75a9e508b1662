/** Zip archives (APPNOTE.TXT, PKWARE): read member by member, never unpacked to the disk. */

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { Failure } from '../../lib/failure.ts';

export interface ZipMember {
  /** Its path in the archive; used for messages, and never as a path on the disk. */
  readonly name: string;
  /** Bytes, unpacked. */
  readonly size: number;
  readonly crc32: number;
}

const pieceSize = 64 * 1024;
export class ZipArchive {
  readonly members: readonly ZipMember[];
  readonly #path: string;
  readonly #shown: string;
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(
    path: string,
    shown: string,
    file: ZipFile,
    entries: readonly (readonly [string, Entry])[],
  ) {
    this.#path = path;
    this.#shown = shown;
    this.#file = file;
    this.#entries = new Map(entries);
    this.members = entries.map(([name, entry]) => ({
      name,
      size: entry.uncompressedSize,
      crc32: entry.crc32,
    }));
  }

  /** Opens an archive, and reads its directory. @throws Failure unreadable_file when it is damaged */
  static async open(path: string, shown: string): Promise<ZipArchive> {
    const { getFileNameLowLevel, openPromise } = await import('yauzl');
    let file: ZipFile | undefined;
    try {
      // Names are decoded here: yauzl refuses those with `..`, which do no harm, since nothing is unpacked.
      file = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
      const entries: [string, Entry][] = [];
      for await (const entry of file.eachEntry()) {
        const { generalPurposeBitFlag: flags, fileNameRaw, extraFields } = entry;
        entries.push([getFileNameLowLevel(flags, fileNameRaw, extraFields, false), entry]);
      }
      return new ZipArchive(path, shown, file, entries);
    } catch (error) {
      file?.close();
      throw ZipArchive.#failure(shown, error);
    }
  }

  /** The bytes of a member, unpacked. @throws Failure unreadable_file when it is encrypted or damaged */
  async *bytesOf(name: string): AsyncGenerator<Buffer> {
    const shown = `${this.#shown}/${name}`;
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Failure('unreadable_file', `${shown} is missing`);
    if (!entry.canDecodeFileData()) {
      const message = `${shown} is encrypted, or uses an unsupported compression method`;
      throw new Failure('unreadable_file', message, { hint: 'unpack the archive, and import what is in it' });
    }
    try {
      let [sum, length] = [0, 0];
      for await (const piece of await this.#unpacked(entry)) {
        const bytes: Buffer = piece;
        sum = crc32(bytes, sum);
        length += bytes.length;
        // What says that it is small must not be endless.
        if (length > entry.uncompressedSize) break;
        yield bytes;
      }
      if (length !== entry.uncompressedSize) throw new Error('its size is wrong');
      if (sum !== entry.crc32) throw new Error('its checksum is wrong');
    } catch (error) {
      throw ZipArchive.#failure(shown, error);
    }
  }

  /** Unpacked in larger pieces than yauzl does. */
  async #unpacked(entry: Entry): Promise<Readable> {
    const { fileDataStart: start } = await this.#file.readLocalFileHeaderPromise(entry, { minimal: true });
    if (entry.compressedSize === 0) return Readable.from([]);
    // A stream of yauzl's must not be left before its end.
    const stored = createReadStream(this.#path, { start, end: start + entry.compressedSize - 1 });
    if (entry.compressionMethod === 0) return stored;
    const unpacked = createInflateRaw({ chunkSize: pieceSize });
    stored.on('error', error => unpacked.destroy(error));
    unpacked.on('close', () => stored.destroy());
    return stored.pipe(unpacked);
  }

  close(): void {
    this.#file.close();
  }

  static #failure(shown: string, error: unknown): Failure {
    if (error instanceof Failure) return error;
    const why = error instanceof Error ? error.message : String(error);
    return new Failure('unreadable_file', `${shown} is damaged: ${why}`, {
      hint: 'download it again, or export the list again',
      cause: error,
    });
  }
}
