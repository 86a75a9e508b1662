import { createReadStream, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Failure, systemCode } from '../../lib/failure.ts';
import { unreadable } from '../../lib/files/file-errors.ts';

/** Bytes per piece: few, so that later steps need little memory. */
export const pieceSize = 64 * 1024;
/** Bytes per read: more, so that there are fewer reads to wait for. */
const readSize = 512 * 1024;

/**
 * The first bytes of a file, and its size and time.
 *
 * @param shown its name in messages
 * @throws Failure unreadable_file
 */
export async function readHead(path: string, shown: string): Promise<{ head: Buffer; info: Stats }> {
  let handle: FileHandle | undefined;
  try {
    const info = await stat(path);
    if (!info.isFile()) {
      throw new Failure('unreadable_file', `${shown} is not a regular file`, {
        hint: `cat ${shown} | newsletter import -`,
      });
    }
    handle = await open(path);
    const head = Buffer.alloc(pieceSize);
    const { bytesRead } = await handle.read(head, 0, pieceSize, 0);
    return { head: head.subarray(0, bytesRead), info };
  } catch (error) {
    throw failureOf(error, shown);
  } finally {
    await handle?.close();
  }
}

/**
 * Makes sure that a file has not changed since it was validated: another program may save it during a prompt, or still
 * be writing it.
 *
 * @throws Failure file_changed
 */
export function checkUnchanged(path: string, shown: string, before: Stats): void {
  const now = statSync(path, { throwIfNoEntry: false });
  const same = now !== undefined && now.mtimeMs === before.mtimeMs && now.size === before.size;
  if (same && now.ino === before.ino) return;
  throw new Failure('file_changed', `${shown} has changed since this import started`, {
    hint: 'wait until nothing writes to it, then import it again; sending the same rows again is safe',
  });
}

function failureOf(error: unknown, shown: string): Failure {
  if (error instanceof Failure) return error;
  const isCorrupt = systemCode(error)?.startsWith('Z_') === true;
  return unreadable(shown, isCorrupt ? new Error('damaged gzip file', { cause: error }) : error);
}

/** Each piece is valid only until the next one is requested. @throws Failure unreadable_file */
export async function* bytesOf(path: string, shown: string, packed: boolean): AsyncGenerator<Buffer> {
  try {
    yield* packed ? unpacked(createReadStream(path)) : plainBytes(path);
  } catch (error) {
    throw failureOf(error, shown);
  }
}

/** @throws Failure unreadable_file */
export async function* gunzipped(packed: AsyncIterable<Buffer>, shown: string): AsyncGenerator<Buffer> {
  try {
    yield* unpacked(Readable.from(packed));
  } catch (error) {
    throw failureOf(error, shown);
  }
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

/** Reads into two buffers in turn: one is filled while the other is used. */
async function* plainBytes(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffers = [Buffer.allocUnsafe(readSize), Buffer.allocUnsafe(readSize)] as const;
    let pending = file.read(buffers[0], 0, readSize);
    for (let turn = 1; ; turn++) {
      const { bytesRead, buffer } = await pending;
      if (bytesRead === 0) return;
      pending = file.read(turn % 2 === 0 ? buffers[0] : buffers[1], 0, readSize);
      // The next round awaits it; if there is none, its failure must not count as unhandled.
      pending.catch(() => {});
      for (let at = 0; at < bytesRead; at += pieceSize) {
        yield buffer.subarray(at, Math.min(at + pieceSize, bytesRead));
      }
    }
  } finally {
    await file.close();
  }
}
