/** Tags in the cells of a file. */
import { withoutEscape } from './formula-escape.ts';
import { parseExportedTags } from './round-trip.ts';
import type { ColumnTarget } from './target.ts';

/** A column of tags, and how its cells are split. */
export interface TagColumn {
  readonly column: number;
  readonly split: (cell: string) => readonly string[];
}

/**
 * @param target the separator of the tags, and the prefix of those to leave out
 * @param roundTrip whether the cells may be written by this program
 */
export function tagColumn(
  column: number,
  { separator, excludedPrefix }: Extract<ColumnTarget, { to: 'tags' }>,
  roundTrip: boolean,
): TagColumn {
  const kept = (tag: string) => excludedPrefix === undefined || !tag.startsWith(excludedPrefix);
  const split = (cell: string) =>
    (roundTrip ? parseExportedTags(cell) : undefined) ?? splitTags(cell, separator);
  return { column, split: cached(cell => split(cell).filter(kept)) };
}

/**
 * Gives a subscriber the tags of a row.
 *
 * @param always tags for every row
 */
export function addTags(
  subscriber: { tags?: readonly string[] },
  cells: readonly string[],
  columns: readonly TagColumn[],
  always: readonly string[],
): void {
  if (columns.length === 0 && always.length === 0) return;
  const [only] = columns;
  if (always.length === 0 && columns.length === 1 && only !== undefined) {
    const tags = only.split(cells[only.column] ?? '');
    if (tags.length > 0) subscriber.tags = tags;
    return;
  }
  const tags = new Set(always);
  for (const { column, split } of columns) for (const tag of split(cells[column] ?? '')) tags.add(tag);
  if (tags.size > 0) subscriber.tags = [...tags];
}

/** Most people share their tags with others: equal cells are split once. */
function cached(split: (cell: string) => string[]): (cell: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return cell => {
    let tags = known.get(cell);
    if (tags === undefined) {
      tags = split(cell);
      if (known.size < 10_000) known.set(cell, tags);
    }
    return tags;
  };
}

/**
 * Splits a cell into tags. Quoted tags are separated by commas, as in `"A, B","C"` (Mailchimp).
 *
 * @param separator undefined: semicolons, bars or commas, whichever the cell contains
 */
function splitTags(cell: string, separator: string | undefined): string[] {
  const text = withoutEscape(cell.trim());
  if (text === '') return [];
  const quoted = /^"(?:[^"]|"")*"(?:\s*,\s*"(?:[^"]|"")*")*$/.test(text);
  const mark = separator ?? (text.includes(';') ? ';' : text.includes('|') ? '|' : ',');
  const parts = quoted || (mark === ',' && text.includes('"')) ? quotedParts(text) : text.split(mark);
  return [...new Set(parts.map(part => part.trim()).filter(part => /[^\s,;|]/.test(part)))];
}

/** Splits at commas outside quotes. */
function quotedParts(text: string): string[] {
  return [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"(?=\s*(?:,|$))|([^,]+))\s*(?:,|$)/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );
}
