import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure } from '../../lib/failure.ts';
import { detectEncoding, type TextEncodingName } from './encoding.ts';
import { bytesOf, checkUnchanged, readHead, unpackedHead } from './file-reader.ts';
import { spoolStdin } from './stdin-spool.ts';
import { unsupportedKind } from './unsupported-file.ts';

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

/**
 * Opens a CSV for reading twice. Standard input is first copied to a private file.
 *
 * @param name a path, or `-`
 * @param stdin read to its end when `name` is `-`
 * @param encoding a WHATWG encoding label; guessed when undefined
 * @param copies the folder for copies of standard input, which exists; a file in it is removed when it is done with
 * @param stop ends the waiting for standard input
 * @throws Failure unreadable_file, empty_file, binary_file, bad_encoding, write_failed; the reason of `stop`
 */
export async function openSource(
  name: string,
  stdin: Readable,
  encoding: string | undefined,
  copies: string,
  stop: AbortSignal,
): Promise<Source> {
  const path = name === '-' ? await spoolStdin(stdin, copies, stop) : resolve(name);
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
  const foreign = unsupportedKind(start);
  if (foreign !== undefined) {
    throw new Failure('binary_file', `${shown} is ${foreign.what}, not a CSV`, { hint: foreign.hint });
  }
  const guess =
    encoding === undefined ? await detectEncoding(start, () => bytesOf(path, shown, packed)) : undefined;
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

/** The file's own name, for messages and for files beside it. */
export function shortName(source: Source): string {
  return source.name === '-' ? 'standard input' : basename(source.name);
}
