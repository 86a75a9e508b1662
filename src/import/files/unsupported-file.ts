import { isIso2022Jp, utf16Kind } from './text/encoding.ts';

/** A file that is not a CSV, in words, and what to do about it. */
export interface UnsupportedFile {
  readonly what: string;
  readonly hint: string;
}

const excel = 'open it in the spreadsheet program, and save it as Excel workbook (.xlsx), without a password';

/** The first bytes of files that are not CSV. */
const signatures: readonly (UnsupportedFile & { readonly start: readonly number[] })[] = [
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    what: 'an old Excel file (.xls), or a workbook with a password',
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
    start: [0x50, 0x4b, 0x03, 0x04],
    what: 'a zip archive in a gzip archive',
    hint: 'zcat <file> > list.zip, then import that',
  },
  {
    start: [0x1f, 0x8b],
    what: 'a gzip archive in another',
    hint: 'zcat <file> | newsletter import -',
  },
];

/** The largest share of control characters (other than tab, line feed and carriage return) in a CSV. */
const maxControls = 0.02;

/**
 * Recognizes a file that is certainly not a CSV.
 *
 * @param head its first bytes
 */
export function unsupportedKind(head: Buffer): UnsupportedFile | undefined {
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
  if (utf16Kind(head) !== undefined || isIso2022Jp(head)) return undefined;
  const controls = head.filter(byte => byte < 0x20 && byte !== 0 && !(byte >= 9 && byte <= 13));
  if (controls.length <= head.length * maxControls) return undefined;
  return { what: 'a binary file', hint: 'export the list as CSV' };
}
