import type { FieldSchema, RecordSchema, ValueSchema } from '../../contract/schema.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { type FieldErrors, HttpError, throwIfInvalid } from './error.ts';

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads a JSON body and checks it against `fields`, which are all optional. Other fields are invalid.
 *
 * @param readOnly the fields of the resource: those that cannot be written are called read-only, not unknown
 * @throws HttpError 415 for another content type, 400 for malformed JSON, 422 that lists the invalid fields
 */
export function readBody(
  contentType: string | undefined,
  text: string,
  fields: RecordSchema,
  readOnly: RecordSchema,
): Record<string, unknown> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(contentType ?? '')) {
    throw new HttpError(415, 'The body must be JSON, with Content-Type: application/json.');
  }
  const body = parse(text);
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries(body)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) check(field, value, name, errors);
    else if (Object.hasOwn(readOnly, name)) errors[name] = [`${name} is read-only.`];
    else errors[name] = [`${name} is not a known field.`];
  }
  throwIfInvalid(errors);
  return body;
}

function parse(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.');
  }
  if (!isObject(body)) throw new HttpError(400, 'The body must be a JSON object.');
  return body;
}

function check(field: FieldSchema, value: unknown, path: string, errors: FieldErrors): void {
  if (value === null && field.nullable) return;
  const problem = problemWith(field, value);
  if (problem !== undefined) {
    errors[path] = [`${path} must be ${problem}.`];
  } else if (field.kind === 'list' && Array.isArray(value) && field.of.kind !== 'anything') {
    for (const [index, element] of value.entries()) check(field.of, element, `${path}.${index}`, errors);
  } else if (field.kind === 'record' && isObject(value)) {
    checkRecord(field.fields, value, path, errors);
  }
}

function checkRecord(
  fields: RecordSchema,
  value: Record<string, unknown>,
  path: string,
  errors: FieldErrors,
): void {
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(value, name)) check(field, value[name], `${path}.${name}`, errors);
    else if (!field.optional) errors[`${path}.${name}`] = [`${path}.${name} is missing.`];
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(fields, name)) errors[`${path}.${name}`] = [`${path}.${name} is not a known field.`];
  }
}

/** @returns what the value must be; undefined if it is valid */
function problemWith(shape: ValueSchema, value: unknown): string | undefined {
  switch (shape.kind) {
    case 'uuid':
      return typeof value === 'string' && uuidForm.test(value) ? undefined : 'a UUID';
    case 'text':
      return typeof value === 'string' ? undefined : 'a string';
    case 'time':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? undefined : 'a date-time';
    case 'integer':
      return Number.isInteger(value) ? undefined : 'an integer';
    case 'number':
      return typeof value === 'number' ? undefined : 'a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'enumeration':
      return typeof value === 'string' && shape.values.includes(value)
        ? undefined
        : `one of ${shape.values.join(', ')}`;
    case 'anything':
      return undefined;
    case 'list':
      return Array.isArray(value) ? undefined : 'an array';
    case 'map':
    case 'record':
      return isObject(value) ? undefined : 'an object';
  }
}
