import type { Context } from '../../context.ts';
import type { FieldSchema, Json, JsonObject, RecordSchema } from '../../contract/schema.ts';
import { Failure } from '../../lib/failure.ts';
import { isObject, whyNotJson } from '../../lib/json/is-object.ts';
import { choice, flag, longFlag, type OptionSpec, type OptionSpecs, optionGroup, text } from '../option.ts';
import { bytesOf } from '../stdin.ts';

/** The name of the option for a body field: `emailAddress` for `email_address`. */
function keyOf(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether one flag can hold the value of a field. */
function isSimple({ kind }: FieldSchema): boolean {
  return !['list', 'map', 'anything', 'record'].includes(kind);
}

/**
 * Options for a request body: one for each simple field, and `--data` for the whole body.
 *
 * @param body the fields that the endpoint accepts
 * @param meanings help text by field name; a field without one gets no option
 */
export function bodyOptions(body: RecordSchema, meanings: Readonly<Record<string, string>>): OptionSpecs {
  const options: Record<string, OptionSpec> = {};
  for (const [name, meaning] of Object.entries(meanings)) {
    const field = body[name];
    if (field !== undefined && isSimple(field)) options[keyOf(name)] = optionFor(name, field, meaning);
  }
  const data = text('--data <json>', 'request body as JSON, @file or - for stdin; flags override its fields');
  return optionGroup(bodyHeading, { ...options, data });
}

/** Help heading of the options for a request body. */
export const bodyHeading = 'Request body';

function optionFor(name: string, field: FieldSchema, meaning: string): OptionSpec {
  const long = longFlag(keyOf(name));
  if (field.kind === 'boolean') return flag(long, meaning, { negation: `turn off ${long}` });
  if (field.kind === 'enumeration') return choice(`${long} <${name}>`, meaning, field.values);
  return text(`${long} <${field.kind === 'uuid' ? 'id' : 'text'}>`, meaning);
}

/**
 * Builds the request body: `--data`, overridden by each flag given. Text values may be `@file` or `-` (stdin).
 *
 * @param options values of the command's options by name
 * @returns the fields that were given
 * @throws Failure invalid_value, unreadable_file
 */
export async function bodyFromOptions(
  context: Context,
  body: RecordSchema,
  options: Readonly<Record<string, unknown>>,
): Promise<Record<string, Json>> {
  const { data } = options;
  const made: Record<string, Json> =
    typeof data === 'string' ? { ...(await readJsonObject(context, data)) } : {};
  for (const [name, field] of Object.entries(body)) {
    const value = options[keyOf(name)];
    if (!isSimple(field)) continue;
    if (typeof value === 'boolean') made[name] = value;
    else if (typeof value === 'string')
      made[name] = field.kind === 'text' ? await readText(context, value) : value;
  }
  return made;
}

/** @throws Failure nothing_to_change when a body names no field */
export function mustChange(body: JsonObject, example: string): void {
  if (Object.keys(body).length > 0) return;
  throw new Failure('nothing_to_change', 'nothing to change: no field given', { hint: example });
}

async function readJsonObject(context: Context, text: string): Promise<JsonObject> {
  const value = await readJson(context, text, '--data');
  if (isObject(value)) return value as JsonObject;
  throw new Failure('invalid_value', '--data must be a JSON object');
}

/**
 * Parses JSON given directly, as `@file`, or as `-` (stdin).
 *
 * @param flag the option it belongs to, for messages
 * @throws Failure invalid_value, unreadable_file
 */
export async function readJson(context: Context, text: string, flag: string): Promise<Json> {
  return parseJson(await readText(context, text), flag);
}

/** @throws Failure invalid_value with what JSON.parse says */
export function parseJson(source: string, flag: string, hint?: string): Json {
  try {
    return JSON.parse(source) as Json;
  } catch (cause) {
    const why = source.trim() === '' ? 'it is empty' : whyNotJson(cause);
    throw new Failure('invalid_value', `${flag} is not JSON: ${why}`, { hint, cause });
  }
}

/** Reads a text as `bytesOf` does. @throws Failure invalid_value for an empty file or stdin, as `bytesOf` */
export async function readText(context: Context, value: string): Promise<string> {
  const text = (await bytesOf(context, value)).toString('utf8').replace(/^\uFEFF/, '');
  if (text !== '' || value === '') return text;
  // Usually the program that writes it has failed: that must not erase the field.
  const source = value.startsWith('@') && value !== '@-' ? value.slice(1) : 'standard input';
  throw new Failure('invalid_value', `${source} is empty`, { hint: 'for an empty text pass ""' });
}
