/** `--field variable=value`: values of the kinds of the account's fields. */
import { fieldNamed } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Json, JsonObject } from '../../contract/schema.ts';
import { shownText } from '../../http/response-body.ts';
import { Failure } from '../../lib/failure.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { allFields } from '../../people/custom-fields.ts';

/** Puts `--field` and `--tag` into a body. @throws Failure invalid_value, not_found */
export async function addFieldsAndTags(
  context: Context,
  body: Record<string, Json>,
  { field, tag }: Partial<Readonly<Record<'field' | 'tag', readonly string[] | undefined>>>,
): Promise<undefined> {
  if (tag !== undefined) body.tags = [...tag];
  if (field === undefined) return;
  const before = isObject(body.fields) ? body.fields : {};
  body.fields = { ...before, ...(await typedFields(context, field)) };
}

/** Parses `--field variable=value`; the value is converted to the type of the field. @throws Failure invalid_value */
export async function typedFields(context: Context, pairs: readonly string[]): Promise<JsonObject> {
  const { parseValue } = await import('../../import/rows/values/field-values.ts');
  const fields = await allFields(await context.api());
  const typed: Record<string, Json> = {};
  for (const pair of pairs) {
    const cut = pair.indexOf('=');
    if (cut < 1) {
      throw new Failure('invalid_value', `--field "${pair}" is not variable=value`, {
        hint: '--field first_name=Ann',
      });
    }
    const [name, text] = [pair.slice(0, cut), pair.slice(cut + 1)];
    const field = fieldNamed(fields, name);
    const read = text === '' ? { value: null } : parseValue(field.kind, text, { decimalMark: '.' });
    if ('problem' in read) {
      throw new Failure(
        'invalid_value',
        `--field ${name}: ${read.problem} (the field takes ${shownText(field.kind)} values)`,
      );
    }
    typed[field.variable] = read.value;
  }
  return typed;
}
