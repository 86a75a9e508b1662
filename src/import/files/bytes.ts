/** Bytes that can be read several times: those of a file, or of a member of an archive. */
import { createReadStream, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Failure, systemCode } from '../../lib/failure.ts';
import { unreadable } from '../../lib/files/file-errors.ts';

/** Bytes per piece: few, so that later steps need little memory. */
const pieceSize = 64 * 1024;
/** Bytes per read: more, so that there are fewer reads to wait for. */
const readSize = 512 * 1024;

export interface DiskFile {
  readonly path: string;
  readonly shown: string;
  /** When it was opened: it must not change. */
  readonly info: Stats;
}

export interface Bytes extends DiskFile {
  /** Number of bytes; for a gzip file of those packed. */
  readonly size: number;
  /** The first 64 KiB or less, as they are. */
  readonly head: Buffer;
  /** All bytes, unpacked if they are gzip. Each piece is valid until the next. @throws Failure unreadable_file */
  read(isPacked: boolean): AsyncIterable<Buffer>;
}

/** Opens a file. @param shown its name in messages @throws Failure unreadable_file */
export async function bytesOfFile(path: string, shown: string): Promise<Bytes> {
  let handle: FileHandle | undefined;
  try {
    const info = await stat(path);
    if (!info.isFile()) throw notRegular(shown, info.isDirectory());
    handle = await open(path);
    const head = Buffer.alloc(pieceSize);
    const { bytesRead } = await handle.read(head, 0, pieceSize, 0);
    const read = (isPacked: boolean) =>
      guarded(isPacked ? unpacked(createReadStream(path)) : plainBytes(path), shown);
    return { path, shown, info, head: head.subarray(0, bytesRead), size: info.size, read };
  } catch (error) {
    throw failureOf(error, shown);
  } finally {
    await handle?.close();
  }
}

function notRegular(shown: string, isFolder: boolean): Failure {
  return new Failure('unreadable_file', `${shown} is ${isFolder ? 'a folder' : 'not a regular file'}`, {
    hint: isFolder
      ? `name the files in it: ${shown.replace(/\/$/, '')}/*.csv`
      : 'save what it holds as a file',
  });
}

/** The bytes of a file in the archive `file`. @throws Failure unreadable_file when it is encrypted or damaged */
export async function bytesOfMember(
  file: DiskFile,
  { name, size }: { readonly name: string; readonly size: number },
  bytes: () => AsyncIterable<Buffer>,
): Promise<Bytes> {
  const shown = `${file.shown}/${name}`;
  return {
    ...file,
    shown,
    size,
    head: await firstBytes(bytes()),
    read: isPacked => (isPacked ? guarded(unpacked(Readable.from(bytes())), shown) : bytes()),
  };
}

/** The first 64 KiB or less. */
export async function firstBytes(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    read.push(piece);
    length += piece.length;
    if (length >= pieceSize) break;
  }
  return Buffer.concat(read).subarray(0, pieceSize);
}

/** Another program may save the file during a prompt, or still be writing it. @throws Failure file_changed */
export function checkUnchanged({ path, shown, info }: DiskFile): void {
  const now = statSync(path, { throwIfNoEntry: false });
  const same = now !== undefined && now.mtimeMs === info.mtimeMs && now.size === info.size;
  if (same && now.ino === info.ino) return;
  throw new Failure('file_changed', `${shown} has changed since this import started`, {
    hint: 'wait until nothing writes to it, then import it again; sending the same rows again is safe',
  });
}

async function* guarded(pieces: AsyncIterable<Buffer>, shown: string): AsyncGenerator<Buffer> {
  try {
    yield* pieces;
  } catch (error) {
    throw failureOf(error, shown);
  }
}

function failureOf(error: unknown, shown: string): Failure {
  if (error instanceof Failure) return error;
  if (systemCode(error)?.startsWith('Z_') !== true) return unreadable(shown, error);
  return new Failure('unreadable_file', `cannot read ${shown}: damaged gzip file`, {
    hint: 'download it again, or export the list again',
    cause: error,
  });
}

async function* unpacked(packed: Readable): AsyncGenerator<Buffer> {
  const { createGunzip } = await import('node:zlib');
  const gunzip = createGunzip({ chunkSize: pieceSize });
  packed.on('error', error => gunzip.destroy(error)).pipe(gunzip);
  try {
    yield* gunzip;
  } finally {
    packed.destroy();
  }
}

/** Reads into one buffer: a stream takes a new one for each piece, 10 MiB more. */
async function* plainBytes(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(readSize);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, readSize);
      if (bytesRead === 0) return;
      for (let at = 0; at < bytesRead; at += pieceSize)
        yield buffer.subarray(at, Math.min(at + pieceSize, bytesRead));
    }
  } finally {
    await file.close();
  }
}
