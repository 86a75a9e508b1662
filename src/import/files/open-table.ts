/** From bytes to a table. */
import { Failure } from '../../lib/failure.ts';
import type { Bytes } from './bytes.ts';
import type { Source, TableName } from './source.ts';
import { type ChooseEncoding, isIso2022Jp, utf16Kind } from './text/encoding.ts';
import { inspectText, textSource } from './text/text-source.ts';
import type { ChooseSheet } from './workbook/workbook-source.ts';

/** What options and prompts decide about tables. */
export interface TableContext {
  /** The name of the encoding; or what chooses one if it cannot be detected with certainty. */
  readonly encoding: (table: TableName) => string | ChooseEncoding;
  readonly sheet: (table: TableName) => ChooseSheet;
  /** Whether the name of a sheet says that its people must not be emailed. */
  readonly meansOptOut: (name: string) => boolean;
}

/** Whether bytes begin as a zip archive does, even an empty one. */
export function isZip(head: Buffer): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 9) < 9;
}

/**
 * Opens a table of text: CSV or JSON, perhaps as gzip.
 *
 * @throws Failure empty_file, binary_file, bad_encoding, unreadable_file
 */
export async function openText(bytes: Bytes, table: TableName, { encoding }: TableContext): Promise<Source> {
  const { head, shown, path } = bytes;
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const start = isPacked ? await firstPiece(bytes.read(true)) : head;
  if (start.length === 0) throw new Failure('empty_file', `${shown} is empty`);
  const unsupported = unsupportedKind(start);
  if (unsupported !== undefined) throw unsupportedFile(shown, unsupported);
  const text = textSource(await inspectText(bytes, start, isPacked, encoding(table)));
  const source = { ...table, path, ...text };
  if (!looksLikeJson(start)) return source;
  const { jsonSource } = await import('./json/json-source.ts');
  return { ...table, path, ...(await jsonSource(source, shown)) };
}

async function firstPiece(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const piece of pieces) return Buffer.from(piece);
  return Buffer.alloc(0);
}

/** A file that is not read, and what to do about it. */
export interface UnsupportedFile {
  readonly what: string;
  readonly hint: string;
}

export function unsupportedFile(shown: string, { what, hint }: UnsupportedFile): Failure {
  return new Failure('binary_file', `${shown} is ${what}, not a list of subscribers`, { hint });
}

const excel = 'open it in the spreadsheet program, and save it as Excel workbook (.xlsx), without a password';
const asCsv = 'export the list as CSV instead';

const saveAs = 'open it in the spreadsheet program, and save it as Excel workbook (.xlsx) or as CSV';
const cardHint = 'open it in an address book, and export the contacts as CSV';

/** Files that are not CSV by their first bytes. */
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

/** Recognizes by its first bytes a file that is certainly not a CSV. */
function unsupportedKind(head: Buffer): UnsupportedFile | undefined {
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
function looksLikeJson(start: Buffer): boolean {
  const text = beginningOf(start)
    .replace(/^\ufeff/, '')
    .trimStart();
  return /^(?:\{\s*(?:"|\}|$)|\[\s*(?:[{"[\]]|$))/.test(text);
}
