import type { SourceRow } from '../files/row.ts';
import type { Source, TextSource } from '../files/source.ts';
import type { ImportOptions } from '../options.ts';
import { holdsFirstRecords, longestHead } from './delimiter.ts';
import { type Dialect, detectDialect, detectTableDialect } from './dialect.ts';

/** Characters from which the layout of a text is detected. */
const headLength = 64 * 1024;
/** Rows from which the layout of a sheet or of JSON is detected. */
const sampledRows = 500;

export interface FileLayout {
  readonly dialect: Dialect;
  readonly sample: readonly SourceRow[];
  readonly lineEnd: string;
}

export async function readLayout(
  source: Source,
  options: Partial<Pick<ImportOptions, 'delimiter' | 'header'>>,
): Promise<FileLayout> {
  if (source.form === 'text') {
    const { head, complete } = await readHead(source, options.delimiter);
    return { ...detectDialect(head, complete, options), lineEnd: lineEndOf(head) };
  }
  const sample: SourceRow[] = [];
  for await (const rows of source.rows()) {
    for (const each of rows) sample.push(each);
    if (sample.length >= sampledRows) break;
  }
  return { ...detectTableDialect(sample, source.header, options.header), lineEnd: '\n' };
}

async function readHead(
  source: TextSource,
  delimiter: string | undefined,
): Promise<{ head: string; complete: boolean }> {
  const pieces: string[] = [];
  let length = 0;
  let enough = headLength;
  for await (const piece of source.text()) {
    pieces.push(piece);
    length += piece.length;
    if (length < enough) continue;
    const head = pieces.join('');
    if (holdsFirstRecords(head, delimiter)) return { head, complete: false };
    // Beyond the longest head only the header is still to be found.
    enough = length < longestHead ? Math.min(length * 4, longestHead) : length * 4;
  }
  return { head: pieces.join(''), complete: true };
}

/** What ends the lines of a CSV: the first line end in its beginning that is not inside quotes; LF when there is none. */
function lineEndOf(head: string): string {
  for (const [found] of head.matchAll(/"[^"]*"|\r\n?|\n/g)) if (!found.startsWith('"')) return found;
  return '\n';
}
