import type { Resource } from '../contract/endpoint.ts';
import type { FieldSchema } from '../contract/schema.ts';
import { Failure } from '../lib/failure.ts';
import { isObject } from '../lib/json/is-object.ts';

/**
 * Checks the fields of a record that the program is about to work with, not only to show (service.txt: "Every listed
 * response field is always present").
 *
 * @param resource what the record is
 * @param names its fields that are needed
 * @throws Failure unexpected_answer when one is missing or is not what service.txt says
 */
export function requireFields<T extends object>(
  { name, fields }: Resource,
  record: T,
  names: readonly (keyof T & string)[],
): void {
  for (const field of names) {
    const schema = fields[field];
    const value: unknown = record[field];
    if (schema === undefined || fits(value, schema)) continue;
    const what = `the service sent ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
    const problem = value === undefined || value === null ? `without ${field}` : `with an invalid ${field}`;
    throw new Failure('unexpected_answer', `${what} ${problem}`);
  }
}

function fits(value: unknown, schema: FieldSchema): boolean {
  if (value === null || value === undefined) return schema.nullable === true || schema.optional === true;
  switch (schema.kind) {
    case 'integer':
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'map':
    case 'record':
      return isObject(value);
    case 'list':
      return Array.isArray(value) && value.every(item => fits(item, schema.of));
    case 'anything':
      return true;
    default:
      // The values of an enumeration may become more.
      return typeof value === 'string';
  }
}

/** A value as text for a message: what is missing or is no text is named as such. */
export function shownText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : 'unknown';
}
