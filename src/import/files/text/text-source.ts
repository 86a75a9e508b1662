import { createHash } from 'node:crypto';
import { Failure } from '../../../lib/failure.ts';
import { type Bytes, checkUnchanged } from '../bytes.ts';
import type { TableName, TextSource } from '../source.ts';
import {
  asUtf8,
  type ChooseEncoding,
  type DetectedEncoding,
  detectEncoding,
  encodingNamed,
} from './encoding.ts';

interface TextFile {
  /** The first bytes, unpacked. */
  readonly start: Buffer;
  readonly isPacked: boolean;
  /** The name of the encoding; or what chooses one when it cannot be detected with certainty. */
  readonly encoding: string | ChooseEncoding;
}

/** Gives out the text of a file as often as it is asked for. @throws Failure bad_encoding */
export async function textSource(
  bytes: Bytes,
  table: TableName,
  { start, isPacked, encoding }: TextFile,
): Promise<TextSource> {
  const hasBom = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  const read = () => bytes.read(isPacked);
  // A mark is never wrong: our rejects of a file in another encoding have one.
  const given = hasBom ? 'utf-8' : encoding;
  const detected =
    typeof given === 'string'
      ? await readAs(encodingNamed(given), read)
      : await detectEncoding(start, read, given);
  let position = 0;
  let digest: string | undefined;
  let endsLine = true;
  return {
    ...table,
    path: bytes.path,
    form: 'text',
    // Text is rarely packed to less than a quarter.
    bytes: isPacked ? bytes.size * 4 : bytes.size,
    encoding: detected.label,
    note: detected.note,
    isEncodingChosen: detected.isChosen === true,
    replacements: detected.replacements,
    needsBom: hasBom || detected.label !== 'utf-8',
    async *text() {
      position = 0;
      const hash = digest === undefined ? createHash('sha256') : undefined;
      const decode = decoderOf(detected, bytes.shown);
      for await (const piece of read()) {
        checkUnchanged(bytes);
        position += piece.length;
        hash?.update(piece);
        const text = decode(piece);
        if (text !== '') endsLine = text.endsWith('\n') || text.endsWith('\r');
        yield text;
      }
      checkUnchanged(bytes);
      digest ??= hash?.digest('hex');
      const rest = decode();
      if (rest === '') return;
      endsLine = false;
      yield rest;
    },
    endsLine: () => endsLine,
    position: () => position,
    digest: () => digest,
  };
}

/** Says what reading a file in a known encoding makes of it. A file of which too much is wrong fails when it is read. */
async function readAs(label: string, everything: () => AsyncIterable<Buffer>): Promise<DetectedEncoding> {
  return label === 'utf-8' ? ((await asUtf8(everything)) ?? { label }) : { label };
}

/** Decodes one piece after the other; without a piece, what is left at the end. @param shown the name of the file */
function decoderOf({ label, replacements }: DetectedEncoding, shown: string): (piece?: Buffer) => string {
  const decoder = new TextDecoder(label, { fatal: replacements !== 'made' });
  return piece => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new Failure('bad_encoding', `${shown} contains bytes that are not ${label}`, {
        hint: 'name its encoding, for example --encoding windows-1252',
        cause: error,
      });
    }
  };
}
