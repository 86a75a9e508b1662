/** From bytes to a table. */
import { Failure } from '../../lib/failure.ts';
import type { Bytes } from './bytes.ts';
import type { Source, TableName } from './source.ts';
import type { ChooseEncoding } from './text/encoding.ts';
import { inspectText, textSource } from './text/text-source.ts';
import { unsupportedKind } from './unsupported-file.ts';
import type { ChooseSheet } from './workbook/workbook-source.ts';

/** What is decided about tables by people. */
export interface TableContext {
  /** The encoding of a text, its name; or what chooses one when it cannot be detected with certainty. */
  readonly encoding: (table: TableName) => string | ChooseEncoding;
  /** What chooses between the sheets of a workbook. */
  readonly sheet: (table: TableName) => ChooseSheet;
  /** Whether the name of a sheet says that nobody in it may be emailed. */
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
  if (unsupported !== undefined) {
    const { what, hint } = unsupported;
    throw new Failure('binary_file', `${shown} is ${what}, not a list of subscribers`, { hint });
  }
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

/** Whether a text is JSON: it begins as an object with a member, or as a list. */
function looksLikeJson(start: Buffer): boolean {
  const text = start
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  return /^(?:\{\s*(?:"|\}|$)|\[\s*(?:[{"[\]]|$))/.test(text);
}
