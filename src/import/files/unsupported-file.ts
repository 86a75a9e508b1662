import { isIso2022Jp, utf16Kind } from './text/encoding.ts';

/** A file that is not a CSV, in words, and what to do about it. */
export interface UnsupportedFile {
  readonly what: string;
  readonly hint: string;
}

const excel = 'open it in the spreadsheet program, and save it as Excel workbook (.xlsx), without a password';

const asCsv = 'export the list as CSV instead';

/** The first bytes of files that are not CSV, what they are, and what to do about it. */
const signatures: readonly (readonly [start: string, what: string, hint: string])[] = [
  ['d0cf11e0', 'an old Excel file (.xls), or a workbook with a password', excel],
  ['25504446', 'a PDF', asCsv],
  ['89504e47', 'an image (PNG)', asCsv],
  ['ffd8ff', 'an image (JPEG)', asCsv],
  ['47494638', 'an image (GIF)', asCsv],
  ['53514c697465', 'an SQLite database', 'export the table as CSV'],
  ['425a68', 'a bzip2 archive', 'bunzip2 -c <file> | newsletter import -'],
  ['fd377a585a', 'an xz archive', 'xz -dc <file> | newsletter import -'],
  ['28b52ffd', 'a zstd archive', 'zstd -dc <file> | newsletter import -'],
  ['377abcaf', 'a 7z archive', 'unpack it and import the CSV inside'],
  ['504b0304', 'a zip archive in a gzip archive', 'zcat <file> > list.zip, then import that'],
  ['1f8b', 'a gzip archive in another', 'zcat <file> | newsletter import -'],
];

/** The largest share of control characters (other than tab, line feed and carriage return) in a CSV. */
const maxControls = 0.02;

/**
 * Recognizes a file that is certainly not a CSV.
 *
 * @param head its first bytes
 */
export function unsupportedKind(head: Buffer): UnsupportedFile | undefined {
  const start = head.toString('hex', 0, 8);
  const [, what, hint] = signatures.find(([signature]) => start.startsWith(signature)) ?? [];
  if (what !== undefined && hint !== undefined) return { what, hint };
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
