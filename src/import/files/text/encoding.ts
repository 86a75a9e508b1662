import { Failure } from '../../../lib/failure.ts';
import type { TextSource } from '../source.ts';
import type { EncodingCandidate } from './legacy-encoding.ts';

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

export interface DetectedEncoding {
  readonly label: string;
  /** For the summary, if it is not plain UTF-8. */
  readonly note?: string;
  readonly isChosen?: true;
  readonly replacements?: TextSource['replacements'];
}

/** Decides between encodings that are all possible, the likeliest first. @returns the label of one */
export type ChooseEncoding = (candidates: readonly EncodingCandidate[]) => Promise<string>;

/** UTF-16, else UTF-8 if nearly all of the file is, else that in which its words are words of a language. */
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

/** How a file is read that is UTF-8, but for a few damaged rows; undefined when it is not. */
export async function asUtf8(everything: () => AsyncIterable<Buffer>): Promise<DetectedEncoding | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // U+FFFD in the file itself: an earlier program could not decode something.
  let holdsReplacements = false;
  try {
    for await (const piece of everything())
      if (decoder.decode(piece, { stream: true }).includes('\ufffd')) holdsReplacements = true;
    decoder.decode();
    return { label: 'utf-8', replacements: holdsReplacements ? 'found' : undefined };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return (await isMostlyUtf8(everything()))
    ? { label: 'utf-8', note: 'UTF-8 (damaged in places)', replacements: 'made' }
    : undefined;
}

/** Whether few of the characters of several bytes are damaged: other encodings look like UTF-8 only by accident. */
async function isMostlyUtf8(pieces: AsyncIterable<Buffer>): Promise<boolean> {
  const decoder = new TextDecoder();
  let [characters, faults] = [0, 0];
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true });
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 0xfffd) faults++;
      else if (unit >= 0x80) characters++;
    }
  }
  return characters >= 3 * faults;
}

/** What `--encoding` names: a WHATWG label, also `Shift JIS`, `win1250`. @throws Failure invalid_value */
export function encodingNamed(label: string): string {
  const plain = label.toLowerCase().replace(/[\s_-]/g, '');
  const dashed = plain.replace(/^win(?:dows)?/, 'windows-').replace(/^(euc|iso|koi8|shift)/, '$1-');
  const found = plain === 'macroman' ? 'macintosh' : (labelled(label) ?? labelled(plain) ?? labelled(dashed));
  if (found !== undefined) return found;
  throw new Failure('invalid_value', `--encoding: unknown encoding "${label}"`, {
    hint: 'use utf-8, utf-16le, windows-1252, iso-8859-15, shift_jis or mac-roman, or convert the file: iconv -f <encoding> -t utf-8',
  });
}

function labelled(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
