/**
 * The commands as data for programs: `newsletter commands --json`. Short, because agents read it:
 * what is false, null or empty is left out, and what holds for every command is said once.
 */
import { endpoints } from '../contract/index.ts';
import { type FieldSchema, fieldsFrom, type RecordSchema } from '../contract/schema.ts';
import { exits, failures } from '../lib/failure.ts';
import { fieldsOf } from '../terminal/fields.ts';
import type { View } from '../terminal/terminal.ts';
import {
  type ArgumentSpec,
  argumentName,
  type CommandNode,
  type CommandSpec,
  type DescribedCommand,
  isRequired,
  isRunnable,
  isVariadic,
  usageOf,
  viewsOf,
} from './command.ts';
import { dryRunView, effectsOf, exitsOf, writesToService } from './command-metadata.ts';
import { globalOptions, helpOption, type OptionSpec, versionOption } from './option.ts';
import { topics } from './topics/index.ts';

/** Whether a value is worth printing: not false, null or empty. */
const says = (value: unknown) => {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== false;
};

const short = <T extends Readonly<Record<string, unknown>>>(record: T): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => says(value))) as Partial<T>;

/**
 * One command: `commands emails send --json`.
 *
 * @param isWhole explains all options, also where the record names the usual ones
 */
export function commandJson(path: readonly string[], spec: DescribedCommand, isWhole: boolean) {
  const { repeat, writes, requests } = effectsOf(spec);
  const { usualOptions } = spec;
  const isUsual = (name: string) => isWhole || (usualOptions?.includes(name) ?? true);
  const options = Object.entries(spec.options);
  return {
    command: path.join(' '),
    usage: `newsletter ${path.join(' ')} ${usageOf(spec)}`,
    description: spec.description,
    writes,
    repeat,
    ...short({
      changes_this_machine: spec.changesThisMachine !== undefined,
      signs_in: spec.requests.includes('oauth'),
      arguments: spec.arguments.map(argumentJson),
      options: options.flatMap(([name, option]) => (isUsual(name) ? [optionJson(option)] : [])),
      // Explained by --all.
      more_options: options.flatMap(([name, { flags }]) => (isUsual(name) ? [] : [flags])),
    }),
    output: outputJson(spec),
    ...short({
      requests: requests.map(name => `${endpoints[name].method} ${endpoints[name].path}`),
      passes_exit_code: spec.passesStatus === true,
    }),
    exit_codes: exitsOf(spec).map(Number),
    ...short({
      errors: [...(spec.codes ?? [])],
      examples: spec.examples.map(([, line]) => line),
    }),
  };
}

/** The fields of what it prints, by kind of record; null for text. */
function outputJson(spec: DescribedCommand): Readonly<Record<string, readonly string[]>> | null {
  if (spec.output === 'text') return null;
  return Object.fromEntries(viewsOf(spec).map(view => [view.plural, fieldsOf(view)]));
}

function argumentJson(argument: ArgumentSpec) {
  const { description, choices } = argument;
  return {
    name: argumentName(argument),
    description,
    ...short({ required: isRequired(argument), variadic: isVariadic(argument), values: choices }),
  };
}

function optionJson({ flags, description, type, choices, repeatable, default: value, negation }: OptionSpec) {
  return {
    flags,
    description,
    ...short({
      type: type === 'number' ? type : undefined,
      values: choices,
      repeatable,
      default: value,
      negatable: negation !== undefined,
    }),
  };
}

/** A line of the index. */
export function indexRow({ path, spec, summary }: CommandNode) {
  const { repeat, writes } = effectsOf(spec);
  return { command: path.join(' '), repeat, writes, summary };
}

/** The whole program: `commands --json`. */
export function programJson(tree: readonly CommandNode[], version: string) {
  return {
    name: 'newsletter',
    version,
    description: 'Run your email newsletter account from the command line.',
    global_options: [versionOption, ...Object.values(globalOptions), helpOption].map(optionJson),
    commands: tree.flatMap(({ path, spec }) => (isRunnable(spec) ? [commandJson(path, spec, true)] : [])),
    topics: Object.fromEntries(topics.map(({ name, summary }) => [name, summary])),
    exit_codes: Object.fromEntries(Object.entries(exits)),
    errors: Object.fromEntries(Object.entries(failures).map(([code, { exit }]) => [code, exit])),
  };
}

/** JSON Schema (2020-12) of what a command prints with `--output json`. */

const dialect = 'https://json-schema.org/draft/2020-12/schema';

export type JsonSchema = { readonly [key: string]: unknown };

/** @param name words that lead to the command */
export function outputSchema(name: string, spec: CommandSpec): JsonSchema {
  const head = {
    $schema: dialect,
    title: `newsletter ${name} --output json`,
  };
  if (spec.output === 'text') return { ...head, description: 'text, or JSON of the service, as it is' };
  const kinds = viewsOf(spec).map(recordSchema);
  const lists = kinds.map(items => ({ type: 'array', items }));
  const counts = 'count' in (spec.options ?? {}) ? [{ type: 'integer', description: 'with --count' }] : [];
  const printed = [...(spec.prints === 'record' ? [] : lists), ...(spec.prints === 'list' ? counts : kinds)];
  // Other commands that write have a key `dry_run`, and the requests in `requests`.
  const request = recordSchema(dryRunView);
  const printsRequests =
    writesToService(spec) && !viewsOf(spec).every(view => fieldsOf(view).includes('dry_run'));
  const all = printsRequests ? [...printed, request, { type: 'array', items: request }] : printed;
  return { ...head, ...(all.length === 1 ? all[0] : { anyOf: all }) };
}

/** The schema of the error that a failed command prints on stderr with `--output json`. */
export function errorSchema(): JsonSchema {
  const shape =
    'message:text status:integer? method:text? path:text? details:texts hint:text? notes:texts exit:integer';
  const code = { kind: 'enumeration', values: Object.keys(failures) } as const;
  const fields = { code, ...fieldsFrom(shape, 'request_id:text?') };
  return {
    $schema: dialect,
    title: 'newsletter: an error',
    ...objectSchema({ error: { kind: 'record', fields } }),
  };
}

/** The schema of a record. The service may send further keys, and leave some out. */
function recordSchema({ kinds = {}, open }: View): JsonSchema {
  const isOpen = open === true || Object.keys(kinds).length === 0;
  const { required, ...properties } = objectSchema(kinds);
  return { ...properties, ...(isOpen ? {} : { required }), additionalProperties: isOpen };
}

function objectSchema(fields: RecordSchema) {
  const all = Object.entries(fields);
  const properties = Object.fromEntries(all.map(([name, field]) => [name, fieldSchema(field)]));
  const required = all.flatMap(([name, { optional }]) => (optional === true ? [] : [name]));
  return { type: 'object', properties, required };
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
    case 'record':
      return objectSchema(field.fields);
    case 'anything':
      return {};
  }
}
