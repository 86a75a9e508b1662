/** Bytes that can be read several times: those of a file, or of a member of an archive. */
import type { Stats } from 'node:fs';
import type { ZipArchive, ZipMember } from './archive/zip-archive.ts';
import { bytesOf, gunzipped, pieceSize } from './file-reader.ts';

export interface Bytes {
  /** Its name in messages. */
  readonly shown: string;
  /** The file on the disk, which must not change. */
  readonly path: string;
  readonly info: Stats;
  /** Number of bytes; for a gzip file an estimate of those unpacked. */
  readonly size: number;
  /** The first 64 KiB or less, as they are. */
  readonly head: Buffer;
  /**
   * All bytes, from the start. Each piece is valid only until the next one is requested.
   *
   * @param isPacked whether they are gzip, to be unpacked
   * @throws Failure unreadable_file
   */
  read(isPacked: boolean): AsyncIterable<Buffer>;
}

export function bytesOfFile(path: string, shown: string, head: Buffer, info: Stats): Bytes {
  return { shown, path, info, head, size: info.size, read: isPacked => bytesOf(path, shown, isPacked) };
}

/** @throws Failure unreadable_file when it is encrypted or damaged */
export async function bytesOfMember(
  archive: ZipArchive,
  { name, size }: ZipMember,
  file: { readonly path: string; readonly shown: string; readonly info: Stats },
): Promise<Bytes> {
  const shown = `${file.shown}/${name}`;
  return {
    shown,
    path: file.path,
    info: file.info,
    size,
    head: await firstBytes(archive.bytesOf(name)),
    read: isPacked => (isPacked ? gunzipped(archive.bytesOf(name), shown) : archive.bytesOf(name)),
  };
}

async function firstBytes(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    read.push(piece);
    length += piece.length;
    if (length >= pieceSize) break;
  }
  return Buffer.concat(read).subarray(0, pieceSize);
}
