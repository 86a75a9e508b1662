/** JSON Schema (2020-12) of what a command prints with `--output json`. */
import type { FieldSchema } from '../contract/schema.ts';
import { fieldsOf } from '../terminal/fields.ts';
import type { View } from '../terminal/terminal.ts';
import { type CommandSpec, viewsOf } from './command.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/** @param name words that lead to the command */
export function outputSchema(name: string, spec: CommandSpec): JsonSchema {
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `newsletter ${name} --output json`,
  };
  if (spec.output === 'text') return { ...head, description: 'text, or JSON of the service, as it is' };
  const kinds = viewsOf(spec).map(recordSchema);
  const lists = kinds.map(items => ({ type: 'array', items }));
  const any = { list: lists, record: kinds, undefined: [...lists, ...kinds] }[String(spec.prints)] ?? kinds;
  return { ...head, ...(any.length === 1 ? any[0] : { anyOf: any }) };
}

/** A record; further keys may come where the service sends them. */
function recordSchema(view: View): JsonSchema {
  const properties = Object.fromEntries(
    fieldsOf(view).map(name => {
      const kind = view.kinds?.[name];
      return [name, kind === undefined ? {} : fieldSchema(kind)];
    }),
  );
  const known = Object.keys(properties).length > 0;
  return { type: 'object', properties, additionalProperties: view.open === true || !known };
}

function fieldSchema(field: FieldSchema): JsonSchema {
  const schema = valueSchema(field);
  if (field.nullable !== true || schema.type === undefined) return schema;
  const values = schema.enum as readonly unknown[] | undefined;
  return { ...schema, type: [schema.type, 'null'], ...(values && { enum: [...values, null] }) };
}

function valueSchema(field: FieldSchema): JsonSchema {
  switch (field.kind) {
    case 'uuid':
      return { type: 'string', format: 'uuid' };
    case 'time':
      return { type: 'string', format: 'date-time' };
    case 'text':
      return { type: 'string' };
    case 'enumeration':
      return { type: 'string', enum: field.values };
    case 'integer':
    case 'number':
    case 'boolean':
      return { type: field.kind };
    case 'map':
      return { type: 'object' };
    case 'list':
      return { type: 'array', items: valueSchema(field.of) };
    case 'record': {
      const properties = Object.entries(field.fields).map(([name, inner]) => [name, fieldSchema(inner)]);
      return { type: 'object', properties: Object.fromEntries(properties) };
    }
    case 'anything':
      return {};
  }
}
