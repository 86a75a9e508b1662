import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure, systemCode } from '../failure.ts';
import { foreignKind, guessEncoding, type TextEncodingName } from './encoding.ts';
import { explain } from './private-file.ts';

/** A file of text that can be read from the start as often as needed. */
export interface Source {
  /** As the user named it; `-` for standard input. */
  readonly name: string;
  /** Where the bytes are: the file, or the private copy of standard input. */
  readonly path: string;
  /** Size of the (unpacked, if that is known) bytes. */
  readonly bytes: number;
  readonly encoding: TextEncodingName;
  /** Set when the encoding was guessed and is not plain UTF-8. */
  readonly encodingNote: string | undefined;
  /**
   * The text in pieces of some 64 KiB, cut anywhere.
   * @throws Failure bad_encoding, unreadable_file; file_changed when it is not what it was when it was opened
   */
  text(): AsyncIterable<string>;
  /** SHA-256 of the file's bytes, unpacked, once it has been read to its end. */
  digest(): string | undefined;
  /** How many bytes the current reading has taken, for progress. */
  position(): number;
  /**
   * Removes the private copy of standard input.
   *
   * @param keep leaves it where it is: it is still needed
   */
  close(keep: boolean): Promise<void>;
}

/** Bytes taken at a time: few enough for flat memory in what follows, read in larger bites so as not to wait. */
const pieceSize = 64 * 1024;
const biteSize = 128 * 1024;

/**
 * Opens a CSV for reading twice. Standard input is first copied to a private file.
 *
 * @param name a path, or `-`
 * @param stdin read to its end when `name` is `-`
 * @param encoding a WHATWG encoding label; guessed when undefined
 * @param copies the folder for copies of standard input, which exists; a file in it is removed when it is done with
 * @throws Failure unreadable_file, empty_file, binary_file, bad_encoding, write_failed
 */
export async function openSource(
  name: string,
  stdin: Readable,
  encoding: string | undefined,
  copies: string,
): Promise<Source> {
  const path = name === '-' ? await spool(stdin, copies) : resolve(name);
  const isCopy = dirname(path) === resolve(copies);
  const close = async (keep: boolean) => {
    if (isCopy && !keep) await rm(path, { force: true });
  };
  try {
    return await describe(name, path, encoding, close);
  } catch (error) {
    await close(name !== '-');
    throw error;
  }
}

async function describe(
  name: string,
  path: string,
  encoding: string | undefined,
  close: (keep: boolean) => Promise<void>,
): Promise<Source> {
  const shown = name === '-' ? 'standard input' : name;
  const { head, info } = await readHead(path, shown);
  const packed = head[0] === 0x1f && head[1] === 0x8b;
  const start = packed ? await unpackedHead(path, shown) : head;
  if (start.length === 0) throw new Failure('empty_file', `${shown} is empty`);
  const foreign = foreignKind(start);
  if (foreign !== undefined) {
    throw new Failure('binary_file', `${shown} is ${foreign.what}, not a CSV`, { hint: foreign.wayOut });
  }
  const guess =
    encoding === undefined ? await guessEncoding(start, () => bytesOf(path, shown, packed)) : undefined;
  const label = guess?.label ?? checkLabel(encoding ?? 'utf-8');
  let position = 0;
  let digest: string | undefined;
  return {
    name,
    path,
    bytes: packed ? info.size * 4 : info.size,
    encoding: label,
    encodingNote: guess?.note,
    text: () => {
      position = 0;
      const hash = digest === undefined ? createHash('sha256') : undefined;
      const taken = (piece: Buffer) => {
        checkUnchanged(path, shown, info);
        position += piece.length;
        hash?.update(piece);
      };
      return decode(bytesOf(path, shown, packed), label, shown, taken, () => {
        checkUnchanged(path, shown, info);
        digest ??= hash?.digest('hex');
      });
    },
    position: () => position,
    digest: () => digest,
    close,
  };
}

function checkLabel(label: string): TextEncodingName {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new Failure('invalid_value', `--encoding: "${label}" is no encoding this program knows`, {
      hint: 'for example utf-8, utf-16le, windows-1252, iso-8859-15, shift_jis, macintosh',
    });
  }
}

async function readHead(path: string, shown: string): Promise<{ head: Buffer; info: Stats }> {
  let handle: FileHandle | undefined;
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw new Failure('unreadable_file', `${shown} is a folder, not a file`);
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
    throw unreadable(error, shown);
  } finally {
    await handle?.close();
  }
}

/**
 * What is sent has to be what was checked. Somebody may save the file while a question is waiting to be answered, or
 * still be writing it.
 */
function checkUnchanged(path: string, shown: string, before: Stats): void {
  const now = statSync(path, { throwIfNoEntry: false });
  const same = now !== undefined && now.mtimeMs === before.mtimeMs && now.size === before.size;
  if (same && now.ino === before.ino) return;
  throw new Failure('file_changed', `${shown} has changed since this import began to read it`, {
    hint: 'once nobody writes to it any more, import it again; what has been sent does no harm',
  });
}

function unreadable(error: unknown, shown: string): Failure {
  if (error instanceof Failure) return error;
  const code = systemCode(error);
  const reason =
    code === 'ENOENT' || code === 'ENOTDIR'
      ? 'there is no such file'
      : code === 'EACCES' || code === 'EPERM'
        ? 'no permission to read it'
        : code?.startsWith('Z_')
          ? 'it is not a sound gzip file'
          : (code ?? String(error));
  return new Failure('unreadable_file', `cannot read ${shown}: ${reason}`, {
    cause: error,
  });
}

/** The bytes of a file, unpacked. A piece is good only until the next one is asked for. */
async function* bytesOf(path: string, shown: string, packed: boolean): AsyncGenerator<Buffer> {
  try {
    yield* packed ? unpackedBytes(path) : plainBytes(path);
  } catch (error) {
    throw unreadable(error, shown);
  }
}

async function* unpackedBytes(path: string): AsyncGenerator<Buffer> {
  const { createGunzip } = await import('node:zlib');
  const file = createReadStream(path);
  const unpacked = createGunzip({ chunkSize: pieceSize });
  file.on('error', error => unpacked.destroy(error)).pipe(unpacked);
  try {
    yield* unpacked;
  } finally {
    file.destroy();
  }
}

/** Reads into two buffers in turn: while one is used, the other is filled. */
async function* plainBytes(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffers = [Buffer.allocUnsafe(biteSize), Buffer.allocUnsafe(biteSize)] as const;
    let reading = file.read(buffers[0], 0, biteSize);
    for (let turn = 1; ; turn++) {
      const { bytesRead, buffer } = await reading;
      if (bytesRead === 0) return;
      reading = file.read(turn % 2 === 0 ? buffers[0] : buffers[1], 0, biteSize);
      // Awaited at the next turn; a reader that stops before then must not see it fail.
      reading.catch(() => {});
      for (let at = 0; at < bytesRead; at += pieceSize) {
        yield buffer.subarray(at, Math.min(at + pieceSize, bytesRead));
      }
    }
  } finally {
    await file.close();
  }
}

async function unpackedHead(path: string, shown: string): Promise<Buffer> {
  for await (const piece of bytesOf(path, shown, true)) return Buffer.from(piece);
  return Buffer.alloc(0);
}

async function* decode(
  pieces: AsyncIterable<Buffer>,
  label: TextEncodingName,
  shown: string,
  take: (piece: Buffer) => void,
  end: () => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(label, { fatal: true });
  try {
    for await (const piece of pieces) {
      take(piece);
      yield decoder.decode(piece, { stream: true });
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
    end();
  } catch (error) {
    if (error instanceof TypeError) {
      throw new Failure('bad_encoding', `${shown} holds bytes that are not ${label}`, {
        hint: 'say how it is encoded, for example --encoding windows-1252',
        cause: error,
      });
    }
    throw error;
  }
}

async function spool(stdin: Readable, copies: string): Promise<string> {
  const path = join(copies, `stdin-${randomBytes(6).toString('hex')}.csv`);
  try {
    const file = await open(path, 'wx', 0o600);
    await pipeline(stdin, file.createWriteStream());
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw new Failure('write_failed', `cannot keep a copy of standard input: ${explain(error)}`, {
      hint: 'NEWSLETTER_CONFIG_DIR names another folder',
      cause: error,
    });
  }
}

/** The file's own name, for messages and for files beside it. */
export function shortName(source: Source): string {
  return source.name === '-' ? 'standard input' : basename(source.name);
}
