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

/** Counts what a decoder makes of the file. */
async function countFaults(pieces: AsyncIterable<Buffer>): Promise<Utf8Check> {
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
  return { characters, faults, holdsReplacements: true };
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
