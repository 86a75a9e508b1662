/** What a reading of all bytes as UTF-8 has found. */
export interface Utf8Check {
  /** Number of characters that take several bytes. */
  readonly characters: number;
  /** Number of stretches that are no UTF-8; a decoder puts U+FFFD in their place. */
  readonly faults: number;
  /** The file holds U+FFFD itself: an earlier program could not decode something. */
  readonly holdsReplacements: boolean;
}

const replacement = Buffer.from('\ufffd');

/** Whether a file is UTF-8 as a whole, but for a few damaged rows: other encodings look like UTF-8 only by accident. */
export function isMostlyUtf8({ characters, faults }: Utf8Check): boolean {
  return characters >= 3 * faults;
}

/** Checks a whole file. For a valid file only Node's own check runs. */
export async function checkUtf8(everything: () => AsyncIterable<Buffer>): Promise<Utf8Check> {
  const { isUtf8 } = await import('node:buffer');
  let holdsReplacements = false;
  let isSound = true;
  for await (const bytes of wholeCharacters(everything())) {
    isSound = isUtf8(bytes);
    if (!isSound) break;
    holdsReplacements ||= bytes.includes(replacement);
  }
  return isSound ? { characters: 0, faults: 0, holdsReplacements } : await countFaults(everything());
}

async function countFaults(pieces: AsyncIterable<Buffer>): Promise<Utf8Check> {
  let characters = 0;
  let faults = 0;
  for await (const bytes of wholeCharacters(pieces)) {
    for (let at = 0; at < bytes.length; ) {
      const length = characterLength(bytes, at);
      if (length > 1) characters++;
      if (length === 0) faults++;
      at += length || 1;
    }
  }
  return { characters, faults, holdsReplacements: true };
}

/** Bytes that the character at a place takes; 0 when there is none. RFC 3629, section 4. */
function characterLength(bytes: Buffer, at: number): number {
  const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const isTooLow = (first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90);
  if (isTooLow || (first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f)) return 0;
  for (let i = at + 1; i < at + length; i++) if (((bytes[i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** The same bytes, cut between characters. */
async function* wholeCharacters(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const cut = lastCharacterStart(bytes);
    yield bytes.subarray(0, cut);
    rest = Buffer.from(bytes.subarray(cut));
  }
  yield rest;
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
