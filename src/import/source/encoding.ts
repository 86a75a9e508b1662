/** An encoding as TextDecoder names it. */
export type TextEncodingName = string;

interface UnsupportedFile {
  readonly what: string;
  readonly hint: string;
}

const excel = 'open it in the spreadsheet program and save it as "CSV UTF-8 (comma delimited)"';

/** What files that are no CSV start with. */
const signatures: readonly (UnsupportedFile & { readonly start: readonly number[] })[] = [
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    what: 'an old Excel file (.xls)',
    hint: excel,
  },
  {
    start: [0x25, 0x50, 0x44, 0x46],
    what: 'a PDF',
    hint: 'export the list as CSV instead',
  },
  {
    start: [0x89, 0x50, 0x4e, 0x47],
    what: 'an image (PNG)',
    hint: 'export the list as CSV instead',
  },
  {
    start: [0xff, 0xd8, 0xff],
    what: 'an image (JPEG)',
    hint: 'export the list as CSV instead',
  },
  {
    start: [0x47, 0x49, 0x46, 0x38],
    what: 'an image (GIF)',
    hint: 'export the list as CSV instead',
  },
  {
    start: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
    what: 'an SQLite database',
    hint: 'export the table as CSV',
  },
  {
    start: [0x42, 0x5a, 0x68],
    what: 'a bzip2 archive',
    hint: 'bunzip2 -c <file> | newsletter import -',
  },
  {
    start: [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    what: 'an xz archive',
    hint: 'xz -dc <file> | newsletter import -',
  },
  {
    start: [0x28, 0xb5, 0x2f, 0xfd],
    what: 'a zstd archive',
    hint: 'zstd -dc <file> | newsletter import -',
  },
  {
    start: [0x37, 0x7a, 0xbc, 0xaf],
    what: 'a 7z archive',
    hint: 'unpack it and import the CSV inside',
  },
  {
    start: [0x1f, 0x8b],
    what: 'a gzip archive in another',
    hint: 'zcat <file> | newsletter import -',
  },
];

/** The largest share of control characters, other than those of text, in what may still be a CSV. */
const mostControls = 0.02;

/** Recognises by content what is certainly no CSV, and says what to do about it. */
export function unsupportedKind(head: Buffer): UnsupportedFile | undefined {
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 9) < 9) return zipKind(head);
  const known = signatures.find(({ start }) => start.every((byte, i) => head[i] === byte));
  if (known !== undefined) return known;
  const text = head
    .subarray(0, 2048)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^<(?:!doctype html|html|head|body|\?xml|table)\b/i.test(text)) {
    return {
      what: 'a web page (HTML or XML)',
      hint: 'was the download a sign-in page? export the list again, as CSV',
    };
  }
  if (/^(?:\{\s*"|\[\s*[{"[])/.test(text)) return { what: 'JSON', hint: 'export the list as CSV instead' };
  if (wideKind(head) !== undefined) return undefined;
  const controls = head.filter(byte => byte < 0x20 && byte !== 0 && !(byte >= 9 && byte <= 13));
  if (controls.length <= head.length * mostControls) return undefined;
  return { what: 'a binary file', hint: 'export the list as CSV' };
}

/** UTF-16 by its byte order mark, else by the NUL in every other byte. */
function wideKind(head: Buffer): TextEncodingName | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : nulPattern(head);
}

function zipKind(head: Buffer): UnsupportedFile {
  const names = head.toString('latin1');
  if (names.includes('[Content_Types].xml') || names.includes('xl/')) {
    return { what: 'an Excel file (.xlsx)', hint: excel };
  }
  if (names.includes('opendocument.spreadsheet')) return { what: 'a LibreOffice file (.ods)', hint: excel };
  return {
    what: 'a zip archive',
    hint: 'unpack it and import the CSV inside',
  };
}

/**
 * Guesses how a text is encoded: a byte order mark, else the pattern of NUL bytes (UTF-16), else UTF-8 when
 * the whole file is valid as such, else Windows-1252.
 *
 * @param head the first bytes
 * @param everything reads the whole file
 */
export async function detectEncoding(
  head: Buffer,
  everything: () => AsyncIterable<Buffer>,
): Promise<{ label: TextEncodingName; note?: string }> {
  const wide = wideKind(head);
  if (wide !== undefined) return { label: wide, note: 'UTF-16' };
  const { isUtf8 } = await import('node:buffer');
  if (await isValidUtf8(everything(), isUtf8)) return { label: 'utf-8' };
  return {
    label: 'windows-1252',
    note: 'Windows-1252 (it is not valid UTF-8)',
  };
}

function nulPattern(head: Buffer): TextEncodingName | undefined {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < head.length; i++) if (head[i] === 0) i % 2 === 0 ? even++ : odd++;
  if (odd > head.length * 0.3 && even < odd / 10) return 'utf-16le';
  return even > head.length * 0.3 && odd < even / 10 ? 'utf-16be' : undefined;
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

/** Where the last, perhaps incomplete, UTF-8 character of these bytes starts. */
function lastCharacterStart(bytes: Buffer): number {
  for (let back = 1; back <= 4 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return bytes.length - back;
  }
  return bytes.length;
}
