/** Reading what this program has written: values come back to the letter. */
import { type FieldKind, type ParsedValue, parseValue, type ValueRules } from './field-values.ts';
import { withoutEscape } from './formula-escape.ts';

/** A date as the service writes it, with or without a time. */
const isoDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A cell of an export, not empty: text as it stands, and so are dates unless somebody wrote them otherwise since. */
export function parseExportedValue(kind: FieldKind, cell: string, rules: ValueRules): ParsedValue {
  if (kind === 'text') return { value: cell };
  const read = parseValue(kind, cell, rules);
  return kind === 'date' && 'value' in read && isoDate.test(cell) ? { value: cell } : read;
}

/**
 * Tags as exports quote them, `"a;b"," c"`, or as JSON, `["a,b"]`.
 *
 * @returns undefined when the cell is not quoted: any reading does
 */
export function parseExportedTags(cell: string): string[] | undefined {
  const text = withoutEscape(cell);
  if (/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/.test(text)) {
    return [...text.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, tag = '']) => tag.replaceAll('""', '"'));
  }
  if (!text.startsWith('["')) return undefined;
  try {
    const tags: unknown = JSON.parse(text);
    return Array.isArray(tags) && tags.every(tag => typeof tag === 'string') ? tags : undefined;
  } catch {
    return undefined;
  }
}
