import type { Context } from '../context.ts';
import type { FieldSchema, Json, JsonObject, RecordSchema } from '../contract/schema.ts';
import { parseExactJson } from '../lib/exact-json.ts';
import { Failure } from '../lib/failure.ts';
import { unreadable } from '../lib/file-errors.ts';
import { isObject } from '../lib/is-object.ts';
import { choice, flag, type OptionSpec, optionGroup, text } from './option.ts';
import { needPipe } from './stdin.ts';

/** A field's flag: `email_address` is `--email-address`. */
function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}

function keyOf(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a writable field can be a flag: what is simple on the wire. */
function isSimple(field: FieldSchema): boolean {
  return (
    field.kind !== 'list' && field.kind !== 'map' && field.kind !== 'anything' && field.kind !== 'record'
  );
}

/** Options for the fields of a request body. */
export type BodyOptions = Record<string, OptionSpec<string | boolean | undefined>> & {
  readonly data: OptionSpec<string | undefined>;
};

/**
 * An option for each simple writable field of an endpoint's body, and `--data` for the whole body.
 *
 * @param meanings help texts by field; fields that are not named have no option
 */
export function bodyOptions(body: RecordSchema, meanings: Readonly<Record<string, string>>): BodyOptions {
  const options: Record<string, OptionSpec<string | boolean | undefined>> = {};
  for (const [name, meaning] of Object.entries(meanings)) {
    const field = body[name];
    if (field !== undefined && isSimple(field)) options[keyOf(name)] = optionFor(name, field, meaning);
  }
  const data = text('--data <json>', 'the whole body as JSON, @file or - for stdin; flags override it');
  return optionGroup(writtenHeading, { ...options, data });
}

/** The heading of options that say what is written. */
export const writtenHeading = 'What is written';

function optionFor(
  name: string,
  field: FieldSchema,
  meaning: string,
): OptionSpec<string | boolean | undefined> {
  const long = flagOf(name);
  if (field.kind === 'boolean') return flag(long, meaning, { negation: `the opposite of ${long}` });
  if (field.kind === 'enumeration') return choice(`${long} <${name}>`, meaning, field.values);
  return text(`${long} <${field.kind === 'uuid' ? 'id' : 'text'}>`, meaning);
}

/**
 * The request body that the flags make: `--data`, overridden by each flag given. Texts may be `@file` or `-`.
 *
 * @param options the command's own options, as Commander names them
 * @throws Failure invalid_value, unreadable_file
 */
export async function bodyOf(
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
  throw new Failure('nothing_to_change', 'nothing to change: no field was given', { hint: example });
}

async function readJsonObject(context: Context, text: string): Promise<JsonObject> {
  const value = await readJson(context, text, '--data');
  if (isObject(value)) return value as JsonObject;
  throw new Failure('invalid_value', '--data must be a JSON object');
}

/** JSON given as it is, as `@file` or as `-`. @throws Failure invalid_value, unreadable_file */
export async function readJson(context: Context, text: string, flag: string): Promise<Json> {
  const source = await readText(context, text);
  try {
    // Numbers leave as they were written.
    return parseExactJson(source) as Json;
  } catch (error) {
    const { jsonProblemText } = await import('../lib/json-problem.ts');
    throw new Failure('invalid_value', `${flag} is not JSON: ${jsonProblemText(source)}`, { cause: error });
  }
}

/** A text given as it is, as `@file`, or as `-` for standard input; `@@` begins a text with an @. */
export async function readText(context: Context, text: string): Promise<string> {
  if (text.startsWith('@@')) return text.slice(1);
  if (text === '-' || text === '@-') return notEmpty('standard input', await readStdin(context));
  if (!text.startsWith('@')) return text;
  return notEmpty(text.slice(1), await readTextFile(text));
}

/** What was to write the text has failed, more often than not: nothing is emptied by accident. */
function notEmpty(source: string, text: string): string {
  if (text !== '') return text;
  throw new Failure('invalid_value', `${source} is empty`, { hint: 'an empty text is given as ""' });
}

async function readTextFile(text: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  try {
    return (await readFile(text.slice(1), 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    throw unreadable(text.slice(1), error, 'a text that begins with @ is given as @@…');
  }
}

async function readStdin(context: Context): Promise<string> {
  needPipe(context);
  const { stdin, interrupted } = context;
  if (stdin.readableEnded) throw new Failure('usage', 'only one text can be read from standard input');
  const { addAbortSignal } = await import('node:stream');
  // An interruption ends the reading; toArray alone would look for it only when more comes.
  return (await addAbortSignal(interrupted, stdin.setEncoding('utf8')).toArray()).join('');
}
