import type { CustomField } from '../../contract/index.ts';
import type { JsonObject } from '../../contract/schema.ts';
import { type FieldErrors, invalid } from '../http/error.ts';
import type { World } from '../store/context.ts';
import type { StoredField } from '../store/state.ts';
import { type Handlers, listing, recordWith, time } from './handler.ts';

/** The definitions of custom fields. */
export const fieldHandlers = {
  listFields: world =>
    listing(world.state.fields, (field, place) => showField(world, field, place), 'oldest first'),

  createField(world, { body }) {
    const { fields } = world.state;
    const name = checkedName(world, body.name ?? '');
    const now = world.rules.clock();
    const variable = freeVariable(world, name);
    const field = { name, variable, kind: body.kind ?? 'text', createdAt: now, updatedAt: now };
    return { status: 201, record: showField(world, field, fields.push(field) - 1) };
  },

  updateField(world, { id, body }) {
    const { place, record } = recordWith(world, 'fields', id);
    if (body.name !== undefined) {
      record.name = checkedName(world, body.name, place);
      record.updatedAt = world.rules.clock();
    }
    return { status: 200, record: showField(world, record, place) };
  },
} satisfies Partial<Handlers>;

function showField({ ids }: World, field: StoredField, place: number): CustomField {
  return {
    id: ids.fields.at(place),
    name: field.name,
    variable: field.variable,
    kind: field.kind,
    position: place + 1,
    created_at: time(field.createdAt),
    updated_at: time(field.updatedAt),
  };
}

function checkedName({ state }: World, given: string, own?: number): string {
  const name = given.trim();
  if (name === '') invalid('name', 'name must not be empty.');
  const taken = state.fields.findIndex(field => field.name.toLowerCase() === name.toLowerCase());
  if (taken !== -1 && taken !== own) invalid('name', `A field named ${name} exists already.`);
  return name;
}

function freeVariable({ state }: World, name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const base = plain.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '') || 'field';
  const taken = new Set(state.fields.map(field => field.variable));
  let variable = base;
  for (let n = 2; taken.has(variable); n++) variable = `${base}_${n}`;
  return variable;
}

const fits: Record<StoredField['kind'], (value: unknown) => boolean> = {
  text: value => typeof value === 'string',
  number: value => typeof value === 'number' && Number.isFinite(value),
  boolean: value => typeof value === 'boolean',
  date: value => typeof value === 'string' && isDate(value),
};

const needed: Record<StoredField['kind'], string> = {
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
 * Checks values for custom fields and puts them over those there were; null erases one.
 *
 * @returns the new values and what is wrong with the given ones: `unknown` variables apart from values of the
 * wrong kind, because an import only ignores the former
 */
export function mergeValues(
  { state }: World,
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
    else if (fits[field.kind](value)) values[variable] = value;
    else misfit[name] = [`${name} must be ${needed[field.kind]}.`];
  }
  return { values, unknown, misfit };
}
