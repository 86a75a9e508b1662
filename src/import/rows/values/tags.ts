/** Tags in the cells of a file. */
import { distinctTags } from '../../../people/tags.ts';
import { withoutEscape } from './formula-escape.ts';
import type { ColumnTarget } from './target.ts';

export interface TagColumn {
  readonly column: number;
  readonly split: (cell: string) => readonly string[];
}

/** @param origin whether the cells may be written by this program, and have its apostrophes */
export function tagColumn(
  column: number,
  { separator, excludedPrefix }: Extract<ColumnTarget, { to: 'tags' }>,
  { roundTrip, isEscaped }: { readonly roundTrip: boolean; readonly isEscaped: boolean },
): TagColumn {
  const kept = (tag: string) => excludedPrefix === undefined || !tag.startsWith(excludedPrefix);
  const split = (cell: string) => {
    const text = cell.trim();
    return (
      (roundTrip ? parseExportedTags(cell) : undefined) ??
      splitTags(isEscaped ? withoutEscape(text) : text, separator)
    );
  };
  return { column, split: cached(cell => split(cell).filter(kept)) };
}

/** Gives a subscriber the tags of a row. @param always tags for every row */
export function addTags(
  subscriber: { tags?: readonly string[] },
  cells: readonly string[],
  columns: readonly TagColumn[],
  always: readonly string[],
): void {
  if (columns.length === 0 && always.length === 0) return;
  // The usual list, whose tags are split once, is not gone through again: a sixth of the time of an import.
  const [only] = columns;
  if (always.length === 0 && columns.length === 1 && only !== undefined) {
    const tags = only.split(cells[only.column] ?? '');
    if (tags.length > 0) subscriber.tags = tags;
    return;
  }
  const tags = distinctTags([
    ...always,
    ...columns.flatMap(({ column, split }) => split(cells[column] ?? '')),
  ]);
  if (tags.length > 0) subscriber.tags = tags;
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
 * Splits a cell at its separator, by default semicolons, bars or commas, whichever it contains, and at line
 * breaks. Quoted tags are separated by commas, as in `"A, B","C"` (Mailchimp).
 */
function splitTags(text: string, separator: string | undefined): string[] {
  const list = parseTagList(text);
  if (list !== undefined) return distinct(list);
  const quoted = /^"(?:[^"]|"")*"(?:\s*,\s*"(?:[^"]|"")*")*$/.test(text);
  const mark = separator ?? (text.includes(';') ? ';' : text.includes('|') ? '|' : ',');
  const lines = quoted ? [text] : text.split(/[\r\n]/);
  const parts = lines.flatMap(line =>
    quoted || (mark === ',' && line.includes('"')) ? quotedParts(line) : line.split(mark),
  );
  return distinct(parts);
}

function distinct(tags: readonly string[]): string[] {
  return distinctTags(tags.map(tag => tag.trim()).filter(tag => /[^\s,;|]/.test(tag)));
}

function quotedParts(text: string): string[] {
  return [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"(?=\s*(?:,|$))|([^,]+))\s*(?:,|$)/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );
}

/**
 * An item of a list, from where the last one ended: of Python ('a', "b", u'c', None, 1), or of Postgres as array_out writes
 * it ("Array Input and Output Syntax": "a b", NULL, a).
 */
const listItem =
  /\s*(?:[ub]?'((?:[^'\\]|\\.)*)'|[ub]?"((?:[^"\\]|\\.)*)"|None|NULL|([^,{}"'\\]*[^,{}"'\\\s]))\s*(?:,\s*$|,|$)/suy;

/** Parses a list: `["a", "b"]`, `['a', 'b']` or `{a,"b c"}`. `[]`, `{}`, `null` and `None` are empty ones. */
function parseTagList(text: string): string[] | undefined {
  if (/^(?:null|None|\[\s*\]|\{\s*\})$/i.test(text)) return [];
  if (text.startsWith('[') && text.endsWith(']')) return parseJson(text) ?? parseItems(text);
  return text.startsWith('{') && text.endsWith('}') ? parseItems(text) : undefined;
}

function parseJson(text: string): string[] | undefined {
  try {
    const items: unknown = JSON.parse(text);
    if (!Array.isArray(items) || items.some(item => typeof item === 'object' && item !== null))
      return undefined;
    return items.filter(item => item !== null).map(String);
  } catch {
    return undefined;
  }
}

function parseItems(text: string): string[] | undefined {
  const inner = text.slice(1, -1);
  const pattern = new RegExp(listItem);
  const items: string[] = [];
  do {
    const found = pattern.exec(inner);
    if (found === null) return undefined;
    // None is an empty tag, which is none.
    const [, single, double, bare] = found;
    const quoted = single || double;
    items.push(bare ?? (quoted ?? '').replace(/\\(.)/gsu, '$1'));
  } while (pattern.lastIndex < inner.length);
  return items;
}

/** Parses tags as our exports quote them, `"a;b"," c"`, or as JSON, `["a,b"]`; undefined for others. */
export function parseExportedTags(cell: string): string[] | undefined {
  const text = withoutEscape(cell);
  if (/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/.test(text)) {
    return [...text.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, tag = '']) => tag.replaceAll('""', '"'));
  }
  return text.startsWith('["') ? parseJson(text) : undefined;
}
