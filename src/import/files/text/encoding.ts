import type { TextSource } from '../source.ts';
import type { EncodingCandidate } from './legacy-encoding.ts';
import { checkUtf8, isMostlyUtf8 } from './utf8.ts';

/** Recognizes UTF-16 by its byte order mark, or by a NUL in every other byte. */
export function utf16Kind(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : nulPattern(head);
}

function nulPattern(head: Buffer): string | undefined {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < head.length; i++) if (head[i] === 0) i % 2 === 0 ? even++ : odd++;
  if (odd > head.length * 0.3 && even < odd / 10) return 'utf-16le';
  return even > head.length * 0.3 && odd < even / 10 ? 'utf-16be' : undefined;
}

/** Recognizes ISO-2022-JP, whose bytes are ASCII, by its escape sequences (RFC 1468). */
export function isIso2022Jp(head: Buffer): boolean {
  return head.includes('\x1b$B') || head.includes('\x1b$@');
}

/** How the bytes of a file are read. */
export interface DetectedEncoding {
  /** As TextDecoder names it. */
  readonly label: string;
  /** For the summary, if it is not plain UTF-8. */
  readonly note?: string;
  /** The user chose it. */
  readonly isChosen?: true;
  readonly replacements?: TextSource['replacements'];
}

/**
 * Decides between encodings that are all possible.
 *
 * @param candidates the likeliest first, with some words as each reads them
 * @returns the label of one
 */
export type ChooseEncoding = (candidates: readonly EncodingCandidate[]) => Promise<string>;

/**
 * Detects the encoding of a text: UTF-16, else UTF-8 when almost the whole file is, else the one in which its words are
 * words of a language.
 *
 * @param choose asked when that is not certain
 */
export async function detectEncoding(
  head: Buffer,
  everything: () => AsyncIterable<Buffer>,
  choose: ChooseEncoding,
): Promise<DetectedEncoding> {
  const wide = utf16Kind(head);
  if (wide !== undefined) return { label: wide, note: 'UTF-16' };
  if (isIso2022Jp(head)) return { label: 'iso-2022-jp', note: 'ISO-2022-JP' };
  const utf8 = await asUtf8(everything);
  if (utf8 !== undefined) return utf8;
  const { rankEncodings } = await import('./legacy-encoding.ts');
  const { isCertain, candidates } = await rankEncodings(everything());
  const [best] = candidates;
  if (isCertain && best !== undefined)
    return { label: best.label, note: `${best.name} (it is not valid UTF-8)` };
  const label = await choose(candidates);
  return {
    label,
    note: candidates.find(candidate => candidate.label === label)?.name ?? label,
    isChosen: true,
  };
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
