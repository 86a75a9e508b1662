import { isObject } from '../lib/json/is-object.ts';
import type { Row, View } from './terminal.ts';

/** The fields that the records of a view are known to have. */
export function fieldsOf(view: View): readonly string[] {
  return view.kinds === undefined ? view.columns : Object.keys(view.kinds);
}

/**
 * @param path a field's name, or a dotted path into an object or list: `fields.city`, `tags.0`.
 *   Keys may contain dots themselves.
 * @returns undefined if the record does not have the field
 */
export function valueAt(record: unknown, path: string): unknown {
  if (typeof record !== 'object' || record === null) return undefined;
  if (Object.hasOwn(record, path)) return (record as Row)[path];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const inner = (record as Row)[path.slice(0, dot)];
    const found = Object.hasOwn(record, path.slice(0, dot)) ? valueAt(inner, path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @returns a flat object with the chosen fields, keyed by their paths; null for fields that the record lacks */
export function pickFields(record: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map(field => [field, valueAt(record, field) ?? null]));
}

export type FieldEntry = readonly [path: string, value: unknown];

/** All fields of a record, or those of `--fields`; an object gives one for each of its keys (`fields.city`). */
export function entriesOf(row: Row, fields: readonly string[] = Object.keys(row)): readonly FieldEntry[] {
  return fields.flatMap(field => entriesBelow(field, valueAt(row, field)));
}

function entriesBelow(path: string, value: unknown): readonly FieldEntry[] {
  if (!isObject(value)) return [[path, value]];
  const keys = Object.keys(value);
  return keys.length === 0 ? [[path, null]] : keys.flatMap(key => entriesBelow(`${path}.${key}`, value[key]));
}

/**
 * A value as the text of a TSV or CSV cell, complete and not rounded: empty for null, lists of plain values joined by
 * commas, other lists and objects as compact JSON.
 */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = value;
    const plain = parts.every(part => !isNested(part) && !String(part).includes(','));
    return plain ? parts.map(valueText).join(',') : JSON.stringify(value);
  }
  return isNested(value) ? JSON.stringify(value) : String(value);
}

/** Whether a value is a list or an object. */
export function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
