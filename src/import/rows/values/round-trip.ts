/** Parsing what this program has exported: values come back exactly as they were. */
import { type FieldKind, parseValue, type ValueRules } from './field-values.ts';
import { withoutEscape } from './formula-escape.ts';
import type { ParsedValue } from './parsed-value.ts';

/** A date as the service writes it, with or without a time. */
const isoDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Parses a cell of our export, not empty: text and dates stay as they are; a date in another form was edited since. */
export function parseExportedValue(kind: FieldKind, cell: string, rules: ValueRules): ParsedValue {
  if (kind === 'text') return { value: cell };
  const read = parseValue(kind, cell, rules);
  return kind === 'date' && 'value' in read && isoDate.test(cell) ? { value: cell } : read;
}

/**
 * Parses tags as our exports quote them, `"a;b"," c"`, or as JSON, `["a,b"]`.
 *
 * @returns undefined when the cell is not quoted: then it is split like any other
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
