import { checkUtf8, isMostlyUtf8 } from './utf8.ts';

/** An encoding as TextDecoder names it. */
export type TextEncodingName = string;

/** Recognizes UTF-16 by its byte order mark, or by a NUL in every other byte. */
export function utf16Kind(head: Buffer): TextEncodingName | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : nulPattern(head);
}

function nulPattern(head: Buffer): TextEncodingName | undefined {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < head.length; i++) if (head[i] === 0) i % 2 === 0 ? even++ : odd++;
  if (odd > head.length * 0.3 && even < odd / 10) return 'utf-16le';
  return even > head.length * 0.3 && odd < even / 10 ? 'utf-16be' : undefined;
}

/** How the bytes of a file are read. */
export interface DetectedEncoding {
  readonly label: TextEncodingName;
  /** For people, where it is not plain UTF-8. */
  readonly note?: string;
  /** Whether U+FFFD stands in the text for something that could not be decoded: by now, or by an earlier program. */
  readonly replacements?: 'made' | 'found' | undefined;
}

/** Detects the encoding of a text: UTF-16, else UTF-8 when almost the whole file is, else Windows-1252. */
export async function detectEncoding(
  head: Buffer,
  everything: () => AsyncIterable<Buffer>,
): Promise<DetectedEncoding> {
  const wide = utf16Kind(head);
  if (wide !== undefined) return { label: wide, note: 'UTF-16' };
  return (
    (await asUtf8(everything)) ?? { label: 'windows-1252', note: 'Windows-1252 (it is not valid UTF-8)' }
  );
}

/** How a file is read that is UTF-8 as a whole; undefined when it is not. */
export async function asUtf8(everything: () => AsyncIterable<Buffer>): Promise<DetectedEncoding | undefined> {
  const check = await checkUtf8(everything);
  if (check.faults > 0) {
    return isMostlyUtf8(check)
      ? { label: 'utf-8', note: 'UTF-8 (damaged in places)', replacements: 'made' }
      : undefined;
  }
  return { label: 'utf-8', replacements: check.holdsReplacements ? 'found' : undefined };
}
