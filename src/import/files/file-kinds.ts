/** What a file is, by its first bytes, its name, or its members. */

import { isIso2022Jp, utf16Kind } from './text/encoding.ts';
import type { ZipMember } from './zip-archive.ts';

export interface UnsupportedFile {
  readonly what: string;
  readonly hint: string;
}

export function isZip(head: Buffer): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 9) < 9;
}

const excel = 'open it in the spreadsheet program, and save it as Excel workbook (.xlsx), without a password';
const asCsv = 'export the list as CSV instead';
const saveAs = 'open it in the spreadsheet program, and save it as Excel workbook (.xlsx) or as CSV';
const cardHint = 'open it in an address book, and export the contacts as CSV';

const signatures: readonly (readonly [start: string, what: string, hint: string])[] = [
  ['d0cf11e0', 'an old Excel file (.xls), or a workbook with a password', excel],
  ['25504446', 'a PDF', asCsv],
  ['89504e47', 'an image (PNG)', asCsv],
  ['ffd8ff', 'an image (JPEG)', asCsv],
  ['47494638', 'an image (GIF)', asCsv],
  ['53514c697465', 'an SQLite database', 'export the table as CSV'],
  ['425a68', 'a bzip2 archive', 'bunzip2 -c <file> | newsletter import -'],
  ['fd377a585a', 'an xz archive', 'xz -dc <file> | newsletter import -'],
  ['504b0304', 'a zip archive in a gzip archive', 'zcat <file> > list.zip, then import that'],
  ['1f8b', 'a gzip archive in another', 'zcat <file> | newsletter import -'],
  ['28b52ffd', 'a zstd archive', 'zstd -dc <file> | newsletter import -'],
  ['377abcaf', 'a 7z archive', 'unpack it and import the CSV inside'],
];

/** The largest share of control characters (other than tab, line feed and carriage return) in a CSV. */
const maxControls = 0.02;

/** Recognizes by its first bytes a file that is certainly not a CSV. */
export function unsupportedKind(head: Buffer): UnsupportedFile | undefined {
  const start = head.toString('hex', 0, 8);
  const [, what, hint] = signatures.find(([signature]) => start.startsWith(signature)) ?? [];
  if (what !== undefined && hint !== undefined) return { what, hint };
  const text = head
    .subarray(0, 4096)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^begin:vcard\b/i.test(text)) return { what: 'an address book (vCard)', hint: cardHint };
  if (/^<\?xml\b/i.test(text) && /opendocument:xmlns:office|office:spreadsheet/i.test(text))
    return { what: 'a spreadsheet saved as XML (.fods)', hint: saveAs };
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

function beginningOf(start: Buffer): string {
  const some = start.subarray(0, 4096);
  const wide = utf16Kind(start);
  if (wide === undefined) return some.toString('utf8');
  return wide === 'utf-16le' ? some.toString('utf16le') : Buffer.from(some).swap16().toString('utf16le');
}

/** Whether a text begins as an object with a member, or as a list. */
export function looksLikeJson(start: Buffer): boolean {
  const text = beginningOf(start)
    .replace(/^\ufeff/, '')
    .trimStart();
  return /^(?:\{\s*(?:"|\}|$)|\[\s*(?:[{"[\]]|$))/.test(text);
}

/** What a member of an archive is by its name; `hidden` ones are not even named in messages. */
type MemberKind = { readonly skipped: string } | 'table' | 'nested' | 'hidden';

export function memberKind(path: string): MemberKind {
  // The Finder and Windows add these.
  const isHidden =
    /(?:^|\/)(?:__MACOSX\/|\.[^./]|Thumbs\.db$|desktop\.ini$)/i.test(path) || path.endsWith('/');
  if (isHidden) return 'hidden';
  // Substack: people who got or opened a post, years ago.
  if (/(?:^|\/)posts\/[^/]*\.(?:opens|delivers)\.csv$/i.test(path)) {
    return { skipped: 'lists who got or opened an email' };
  }
  if (/\.(?:rejects|left-out)(?:-\d+)?(?:\.\d+-of-\d+)?(?:-\d+)?\.csv$/i.test(path)) {
    return { skipped: 'rejects of an earlier import' };
  }
  if (/\.(?:csv|tsv|tab|txt|json|ndjson|jsonl)(?:\.gz)?$/i.test(path)) return 'table';
  if (/\.(?:xlsx|xlsm|zip|7z|rar|tar|tgz|tar\.(?:gz|bz2|xz)|tbz2?)$/i.test(path)) return 'nested';
  if (/\.vcf$/i.test(path)) return { skipped: 'address book (vCard): export the contacts as CSV' };
  if (/\.(?:xlsb?|f?ods|numbers)$/i.test(path))
    return { skipped: 'unsupported spreadsheet: save it as .xlsx or CSV' };
  return { skipped: 'not a table' };
}

export function zipKind(members: readonly ZipMember[]): 'workbook' | 'archive' | UnsupportedFile {
  const has = (test: RegExp) => members.some(({ name }) => test.test(name));
  if (has(/^xl[/\\]workbook\.bin$/i)) return { what: 'a binary Excel workbook (.xlsb)', hint: saveAs };
  if (has(/^\[Content_Types\]\.xml$/i)) {
    if (has(/^(?:word|ppt|visio)[/\\]/i)) return { what: 'a Word or PowerPoint document', hint: saveAs };
    return 'workbook';
  }
  if (has(/^Index(?:\.zip$|[/\\].*\.iwa$)/)) return { what: 'a Numbers spreadsheet', hint: saveAs };
  const isOpenDocument = has(/^mimetype$/) && has(/^content\.xml$/);
  return isOpenDocument ? { what: 'a LibreOffice spreadsheet (.ods)', hint: saveAs } : 'archive';
}
