/** Text files, in whatever encoding. */
import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Failure } from '../../../lib/failure.ts';
import type { Bytes } from '../bytes.ts';
import { checkUnchanged } from '../file-reader.ts';
import type { TableName, TextSource } from '../source.ts';
import type { Decoder } from './code-pages.ts';
import { asUtf8, type ChooseEncoding, type DetectedEncoding, detectEncoding } from './encoding.ts';
import { encodingNamed, isCodePage, type TextEncodingName } from './encoding-names.ts';

/** A file whose bytes are text. */
export interface TextFile {
  readonly bytes: Bytes;
  /** Whether it is gzip. */
  readonly isPacked: boolean;
  readonly detected: DetectedEncoding;
  readonly needsBom: boolean;
}

/**
 * Finds out the encoding of a text file.
 *
 * @param start its first bytes, unpacked
 * @param encoding its name; or what chooses one when it cannot be detected with certainty
 * @throws Failure bad_encoding
 */
export async function inspectText(
  bytes: Bytes,
  start: Buffer,
  isPacked: boolean,
  encoding: string | ChooseEncoding,
): Promise<TextFile> {
  const hasBom = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  const given = typeof encoding === 'string' ? encodingNamed(encoding) : encoding;
  const everything = () => bytes.read(isPacked);
  // A mark is never wrong: our rejects of a file in another encoding have one.
  const label = hasBom ? 'utf-8' : given;
  const detected =
    typeof label === 'string'
      ? await readAs(label, everything)
      : await detectEncoding(start, everything, label);
  return { bytes, isPacked, detected, needsBom: hasBom || detected.label !== 'utf-8' };
}

/** Says what reading a file in a known encoding makes of it. A file of which too much is wrong fails when it is read. */
async function readAs(
  label: TextEncodingName,
  everything: () => AsyncIterable<Buffer>,
): Promise<DetectedEncoding> {
  return label === 'utf-8' ? ((await asUtf8(everything)) ?? { label }) : { label };
}

/** Looking whether a file has changed takes as long as reading some of it. */
const bytesBetweenChecks = 1 << 18;

/** What a text source has besides its names. */
type TextOfSource = Omit<TextSource, keyof TableName | 'path'>;

/** Gives out the text of a file as often as it is asked for. */
export function textSource({ bytes, isPacked, detected, needsBom }: TextFile): TextOfSource {
  const { path, shown, info } = bytes;
  let position = 0;
  let digest: string | undefined;
  return {
    form: 'text',
    // Text is rarely packed to less than a quarter.
    bytes: isPacked ? bytes.size * 4 : bytes.size,
    encoding: detected.label,
    note: detected.note,
    isEncodingChosen: detected.isChosen === true,
    replacements: detected.replacements,
    needsBom,
    text() {
      position = 0;
      const hash = digest === undefined ? createHash('sha256') : undefined;
      let checkAt = 0;
      const onPiece = (piece: Buffer) => {
        if (position >= checkAt) {
          checkUnchanged(path, shown, info);
          checkAt = position + bytesBetweenChecks;
        }
        position += piece.length;
        hash?.update(piece);
      };
      const onEnd = () => {
        checkUnchanged(path, shown, info);
        digest ??= hash?.digest('hex');
      };
      return decode(bytes.read(isPacked), detected, shown, { onPiece, onEnd });
    },
    position: () => position,
    digest: () => digest,
  };
}

async function* decode(
  pieces: AsyncIterable<Buffer>,
  { label, replacements }: DetectedEncoding,
  shown: string,
  { onPiece, onEnd }: { readonly onPiece: (piece: Buffer) => void; readonly onEnd: () => void },
): AsyncGenerator<string> {
  const decoder = await decoderFor(label, replacements !== 'made');
  // The first piece may begin with a mark, and any may begin with the rest of a character.
  let isBetween = false;
  try {
    for await (const piece of pieces) {
      onPiece(piece);
      const isPlain = isBetween && isAscii(piece);
      yield isPlain ? piece.toString('latin1') : decoder.decode(piece, { stream: true });
      isBetween = label === 'utf-8' && (piece.at(-1) ?? 0xff) < 0x80;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
    onEnd();
  } catch (error) {
    if (error instanceof TypeError) {
      throw new Failure('bad_encoding', `${shown} contains bytes that are not ${label}`, {
        hint: 'name its encoding, for example --encoding windows-1252',
        cause: error,
      });
    }
    throw error;
  }
}

async function decoderFor(label: TextEncodingName, fatal: boolean): Promise<Decoder> {
  if (!isCodePage(label)) return new TextDecoder(label, { fatal });
  const { codePageDecoder } = await import('./code-pages.ts');
  return codePageDecoder(label, fatal);
}
