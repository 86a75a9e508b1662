import { ExactNumber, jsonText } from '../lib/exact-json.ts';
import { isObject } from '../lib/is-object.ts';
import type { Row } from './terminal.ts';

/** A JSON object, as opposed to a list or a plain value (an exact number is one). */
export function isNestedRecord(value: unknown): value is Row {
  return isNested(value) && isObject(value);
}

/** A number, as JavaScript has it or as it was sent. */
export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/**
 * @param path a field's name, or a dotted path into an object or list: `fields.city`, `tags.0`.
 *   A key that has dots itself is found, too.
 * @returns the value, or undefined where the record has no such field
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

/** @returns a flat object with the chosen fields under the names given, null where the record has none */
export function picked(record: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map(field => [field, valueAt(record, field) ?? null]));
}

/** Remembers which of the chosen fields no record had. */
export interface FieldWatch {
  see(record: Row): void;
  unseen(): readonly string[];
  /** What the last record has instead. */
  there(): readonly string[];
}

export function watchFields(fields: readonly string[] | undefined): FieldWatch {
  const unseen = new Set(fields);
  let last: Row = {};
  return {
    see(record) {
      last = record;
      for (const field of unseen) if (valueAt(record, field) !== undefined) unseen.delete(field);
    },
    unseen: () => [...unseen],
    there: () =>
      Object.entries(last).flatMap(([key, value]) =>
        isNestedRecord(value) ? [key, ...Object.keys(value).map(inner => `${key}.${inner}`)] : [key],
      ),
  };
}

/**
 * One value as a cell of TSV or CSV: full, nothing rounded.
 * Empty for null; lists of plain values joined by commas; everything else that has parts as compact JSON.
 */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = value;
    const plain = parts.every(part => !isNested(part) && !String(part).includes(','));
    return plain ? parts.map(plainText).join(',') : jsonText(value);
  }
  return isNested(value) ? jsonText(value) : String(value);
}

export function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}
