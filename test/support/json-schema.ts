/** Checks values against the JSON Schemas that `commands <command> --schema` prints. */
import type { Plain } from './service.ts';

type Schema = Readonly<Record<string, unknown>>;

const typeOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value;

/** What does not fit, by the keywords of JSON Schema that are used; any other keyword is an error. */
export function misfits(value: unknown, schema: Schema, path = '$'): string[] {
  const {
    $schema: _,
    title,
    description,
    type,
    properties,
    required = [],
    additionalProperties,
    items,
    anyOf,
    format,
    ...rest
  } = schema;
  const { enum: values, ...unknown } = rest;
  const found = Object.keys(unknown).map(name => `${path}: unknown keyword ${name}`);
  if (anyOf !== undefined) {
    const all = (anyOf as Schema[]).map(each => misfits(value, each, path));
    return all.some(each => each.length === 0) ? found : [...found, ...all.flat()];
  }
  const types = type === undefined ? undefined : [type].flat();
  const own = typeOf(value);
  if (types && !types.includes(own) && !(own === 'integer' && types.includes('number')))
    return [...found, `${path} is ${own}, not ${types.join(' or ')}`];
  if (Array.isArray(values) && !values.includes(value)) found.push(`${path} is ${JSON.stringify(value)}`);
  if (Array.isArray(value) && items !== undefined)
    found.push(...value.flatMap((each, at) => misfits(each, items as Schema, `${path}[${at}]`)));
  if (own !== 'object' || properties === undefined) return found;
  const known = properties as Readonly<Record<string, Schema>>;
  for (const [key, inner] of Object.entries(value as Plain)) {
    if (known[key] !== undefined) found.push(...misfits(inner, known[key], `${path}.${key}`));
    else if (additionalProperties === false) found.push(`${path}.${key} is not in the schema`);
  }
  for (const key of required as string[])
    if (!(key in (value as Plain))) found.push(`${path}.${key} is missing`);
  return found;
}

/** What does not fit if every key must be declared, those of the service too. */
export const undeclared = (value: unknown, schema: object) =>
  misfits(
    value,
    JSON.parse(
      JSON.stringify(schema).replaceAll('"additionalProperties":true', '"additionalProperties":false'),
    ),
  );
