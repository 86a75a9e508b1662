import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure } from '../../lib/failure.ts';
import { bytesOf, checkUnchanged, readHead, unpackedHead } from './file-reader.ts';
import { spoolStdin } from './stdin-spool.ts';
import type { Decoder } from './text/code-pages.ts';
import { asUtf8, type ChooseEncoding, type DetectedEncoding, detectEncoding } from './text/encoding.ts';
import { encodingNamed, isCodePage, type TextEncodingName } from './text/encoding-names.ts';
import { unsupportedKind } from './unsupported-file.ts';

/** What is needed to open files. */
export interface SourceContext {
  /** Read to its end when one of the files is `-`. */
  readonly stdin: Readable;
  /** The encoding of a file, its name; or what chooses one when it cannot be detected with certainty. */
  readonly encoding: (file: { readonly path: string; readonly name: string }) => string | ChooseEncoding;
  /** An existing folder for copies of standard input; a copy is removed when the files are closed. */
  readonly spoolFolder: string;
  /** Ends the waiting for standard input. */
  readonly stop: AbortSignal;
}

/** A text file that can be read several times. */
export interface Source {
  /** As the user named it; `-` for standard input. */
  readonly name: string;
  /** Where the bytes are: the file, or the private copy of standard input. */
  readonly path: string;
  /** What tells it from all others: its path. */
  readonly id: string;
  /** Size in bytes; estimated for a packed file. */
  readonly bytes: number;
  readonly encoding: TextEncodingName;
  /** Set when the encoding was detected and is not plain UTF-8. */
  readonly encodingNote: string | undefined;
  /** Somebody has chosen it, because it could not be detected. */
  readonly isEncodingChosen: boolean;
  /** Whether U+FFFD stands in the text for something that could not be decoded: by now, or by an earlier program. */
  readonly replacements: DetectedEncoding['replacements'];
  /** Whether a spreadsheet needs a byte order mark to read a UTF-8 copy: the file has one, or is not in UTF-8. */
  readonly needsBom: boolean;
  /**
   * The text, from the start, in pieces of some 64 KiB, cut anywhere.
   * @throws Failure bad_encoding, unreadable_file; file_changed when the file has changed since it was opened
   */
  text(): AsyncIterable<string>;
  /** SHA-256 of the bytes, unpacked; undefined until the file has been read to its end. */
  digest(): string | undefined;
  /** Number of bytes read so far, for progress. */
  position(): number;
  /**
   * Removes the private copy of standard input.
   *
   * @param keep leaves it there to resume from
   */
  close(keep: boolean): Promise<void>;
}

/**
 * Opens a CSV that is read twice. Standard input is first copied to a private file.
 *
 * @param name a path, or `-`
 * @throws Failure unreadable_file, empty_file, binary_file, bad_encoding, write_failed; the reason of `stop`
 */
export async function openSource(
  name: string,
  { stdin, encoding, spoolFolder, stop }: SourceContext,
): Promise<Source> {
  const path = name === '-' ? await spoolStdin(stdin, spoolFolder, stop) : resolve(name);
  const isSpool = dirname(path) === resolve(spoolFolder);
  const close = async (keep: boolean) => {
    if (isSpool && !keep) await rm(path, { force: true });
  };
  try {
    const file = await inspect(name, path, encoding({ path, name }));
    return { name, path, id: path, ...readable(file), close };
  } catch (error) {
    await close(name !== '-');
    throw error;
  }
}

/** A file that can be read as text. */
interface TextFile {
  readonly path: string;
  /** Its name in messages. */
  readonly shown: string;
  readonly info: Stats;
  /** Whether it is gzip. */
  readonly packed: boolean;
  readonly detected: DetectedEncoding;
  readonly needsBom: boolean;
}

/** Makes sure that a file is text, and finds out its encoding. */
async function inspect(name: string, path: string, encoding: string | ChooseEncoding): Promise<TextFile> {
  const shown = name === '-' ? 'standard input' : name;
  const { head, info } = await readHead(path, shown);
  const packed = head[0] === 0x1f && head[1] === 0x8b;
  const start = packed ? await unpackedHead(path, shown) : head;
  if (start.length === 0) throw new Failure('empty_file', `${shown} is empty`);
  const unsupported = unsupportedKind(start);
  if (unsupported !== undefined) {
    const { what, hint } = unsupported;
    throw new Failure('binary_file', `${shown} is ${what}, not a CSV`, { hint });
  }
  const hasBom = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  const given = typeof encoding === 'string' ? encodingNamed(encoding) : encoding;
  const everything = () => bytesOf(path, shown, packed);
  // A mark is never wrong: our rejects of a file in another encoding have one.
  const label = hasBom ? 'utf-8' : given;
  const detected =
    typeof label === 'string'
      ? await readAs(label, everything)
      : await detectEncoding(start, everything, label);
  return { path, shown, info, packed, detected, needsBom: hasBom || detected.label !== 'utf-8' };
}

/** Says what reading a file in a known encoding makes of it. A file of which too much is wrong fails when it is read. */
async function readAs(
  label: TextEncodingName,
  everything: () => AsyncIterable<Buffer>,
): Promise<DetectedEncoding> {
  return label === 'utf-8' ? ((await asUtf8(everything)) ?? { label }) : { label };
}

/** Gives out the text of a file as often as it is asked for. */
function readable({ path, shown, info, packed, detected, needsBom }: TextFile) {
  let position = 0;
  let digest: string | undefined;
  return {
    // Text is rarely packed to less than a quarter.
    bytes: packed ? info.size * 4 : info.size,
    encoding: detected.label,
    encodingNote: detected.note,
    isEncodingChosen: detected.isChosen === true,
    replacements: detected.replacements,
    needsBom,
    text() {
      position = 0;
      const hash = digest === undefined ? createHash('sha256') : undefined;
      const onPiece = (piece: Buffer) => {
        checkUnchanged(path, shown, info);
        position += piece.length;
        hash?.update(piece);
      };
      const onEnd = () => {
        checkUnchanged(path, shown, info);
        digest ??= hash?.digest('hex');
      };
      return decode(bytesOf(path, shown, packed), detected, shown, onPiece, onEnd);
    },
    position: () => position,
    digest: () => digest,
  };
}

async function* decode(
  pieces: AsyncIterable<Buffer>,
  { label, replacements }: DetectedEncoding,
  shown: string,
  onPiece: (piece: Buffer) => void,
  onEnd: () => void,
): AsyncGenerator<string> {
  const decoder = await decoderFor(label, replacements !== 'made');
  try {
    for await (const piece of pieces) {
      onPiece(piece);
      yield decoder.decode(piece, { stream: true });
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
    onEnd();
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

async function decoderFor(label: TextEncodingName, fatal: boolean): Promise<Decoder> {
  if (!isCodePage(label)) return new TextDecoder(label, { fatal });
  const { codePageDecoder } = await import('./text/code-pages.ts');
  return codePageDecoder(label, fatal);
}
