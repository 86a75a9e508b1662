import type { CustomField } from '../../contract/index.ts';
import type { JsonObject } from '../../contract/schema.ts';
import { likelyVariable } from '../../lib/text/likely-variable.ts';
import type { FieldErrors } from '../http/error.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredField } from '../store/state.ts';
import { findRecord, type Handlers, recordList, time } from './handler.ts';
import { uniqueName } from './unique-name.ts';

export const fieldHandlers = {
  listFields: context => recordList(context, context.state.fields, showField, 'oldest first'),

  createField(context, { body }) {
    const { fields } = context.state;
    const name = uniqueName('field', fields, body.name ?? '');
    const now = context.options.clock();
    const variable = freeVariable(context, name);
    const field = { name, variable, kind: body.kind ?? 'text', createdAt: now, updatedAt: now };
    return { status: 201, record: showField(context, field, fields.push(field) - 1) };
  },

  updateField(context, { id, body }) {
    const { index, record } = findRecord(context, 'fields', id);
    if (body.name !== undefined) {
      record.name = uniqueName('field', context.state.fields, body.name, index);
      record.updatedAt = context.options.clock();
    }
    return { status: 200, record: showField(context, record, index) };
  },
} satisfies Partial<Handlers>;

function showField({ ids }: SandboxContext, field: StoredField, index: number): CustomField {
  return {
    id: ids.fields.at(index),
    name: field.name,
    variable: field.variable,
    kind: field.kind,
    position: index + 1,
    created_at: time(field.createdAt),
    updated_at: time(field.updatedAt),
  };
}

/** The name in lower case with underscores, and a number if another field has that variable. */
function freeVariable({ state }: SandboxContext, name: string): string {
  const base = likelyVariable(name);
  const taken = new Set(state.fields.map(field => field.variable));
  let variable = base;
  for (let n = 2; taken.has(variable); n++) variable = `${base}_${n}`;
  return variable;
}

const isOfKind: Record<StoredField['kind'], (value: unknown) => boolean> = {
  text: value => typeof value === 'string',
  number: value => typeof value === 'number' && Number.isFinite(value),
  boolean: value => typeof value === 'boolean',
  date: value => typeof value === 'string' && isDate(value),
};

const kindText: Record<StoredField['kind'], string> = {
  text: 'a string',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date like 2024-05-31',
};

function isDate(text: string): boolean {
  const day = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text)?.[1];
  if (day === undefined) return false;
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

/**
 * Replaces values of custom fields; null removes one.
 *
 * @returns the new values, and the errors: `unknown` variables, which an import ignores, and values of the wrong kind
 *   (`misfit`)
 */
export function mergeValues(
  { state }: SandboxContext,
  before: JsonObject,
  given: JsonObject,
): { values: JsonObject; unknown: FieldErrors; misfit: FieldErrors } {
  const values: Record<string, JsonObject[string]> = { ...before };
  const unknown: FieldErrors = {};
  const misfit: FieldErrors = {};
  for (const [variable, value] of Object.entries(given)) {
    const field = state.fields.find(one => one.variable === variable);
    const name = `fields.${variable}`;
    if (field === undefined) unknown[name] = [`No field has the variable ${variable}.`];
    else if (value === null) delete values[variable];
    else if (isOfKind[field.kind](value)) values[variable] = value;
    else misfit[name] = [`${name} must be ${kindText[field.kind]}.`];
  }
  return { values, unknown, misfit };
}
