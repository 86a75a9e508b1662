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

/**
 * Detects the encoding of a text: UTF-16, else UTF-8 when the whole file is valid UTF-8, else Windows-1252.
 *
 * @param head the first bytes
 * @param everything reads the whole file
 */
export async function detectEncoding(
  head: Buffer,
  everything: () => AsyncIterable<Buffer>,
): Promise<{ label: TextEncodingName; note?: string }> {
  const wide = utf16Kind(head);
  if (wide !== undefined) return { label: wide, note: 'UTF-16' };
  const { isUtf8 } = await import('node:buffer');
  if (await isValidUtf8(everything(), isUtf8)) return { label: 'utf-8' };
  return {
    label: 'windows-1252',
    note: 'Windows-1252 (it is not valid UTF-8)',
  };
}

async function isValidUtf8(
  pieces: AsyncIterable<Buffer>,
  isUtf8: (bytes: Buffer) => boolean,
): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const cut = lastCharacterStart(bytes);
    if (!isUtf8(bytes.subarray(0, cut))) return false;
    rest = Buffer.from(bytes.subarray(cut));
  }
  return isUtf8(rest);
}

/** Where the last UTF-8 character of these bytes starts, which may be incomplete. */
function lastCharacterStart(bytes: Buffer): number {
  for (let back = 1; back <= 4 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return bytes.length - back;
  }
  return bytes.length;
}
