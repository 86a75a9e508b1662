/** A change to one person: values before and after. */
import { endpoints, type Subscriber } from '../contract/index.ts';
import type { Json, JsonObject } from '../contract/schema.ts';
import { requireFields } from '../http/response-body.ts';
import { isNothing, isSameAddress, isSameValue } from '../people/compare.ts';
import { areSameTags, changedTags, type TagChanges } from '../people/tags.ts';

/** Values of a person that changes concern. */
export interface PersonValues {
  readonly email?: string;
  readonly tags?: readonly string[];
  readonly fields?: JsonObject;
}

/** The body of PATCH /v1/subscribers/{id}: fields not named stay. */
export interface PatchBody extends PersonValues {
  readonly status?: string;
}

export interface Change {
  /** Unique within the change set; for an import, the position in the sending order. */
  readonly place: number;
  readonly id: string;
  readonly email: string;
  /** Missing fields are empty. */
  readonly before: PersonValues;
  /** The sent values. Tags of an import may be added to existing tags. */
  readonly after: PersonValues;
  readonly status?: string;
  /** Other fields that have a value. */
  readonly kept?: JsonObject | undefined;
}

export interface Step extends Change {
  /** `create`: without an id; `mark`: a person created by an import. */
  readonly kind: 'create' | 'change' | 'restore' | 'mark';
  readonly body: PatchBody;
  /** Where a file has the person, as `line 6`: in CI, addresses are masked. */
  readonly row?: string | undefined;
}

export interface RequestedChanges {
  readonly tags: TagChanges;
  /** Values by variable; null clears a field. */
  readonly fields: Readonly<Record<string, Json>>;
  readonly status: string | undefined;
  readonly email?: string | undefined;
}

/** The change that a person needs; undefined if all values are as requested. */
export function changeFor(person: Subscriber, wanted: RequestedChanges, place: number): Change | undefined {
  requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags']);
  const { id, email } = person;
  const tags = changedTags(person.tags, wanted.tags);
  const changed = Object.entries(wanted.fields).filter(
    ([variable, value]) => !isSameValue(person.fields[variable] ?? null, value),
  );
  const isMoved = wanted.email !== undefined && !isSameAddress(email, wanted.email);
  if (tags === undefined && changed.length === 0 && wanted.status === undefined && !isMoved) return undefined;
  const fields = Object.fromEntries(changed);
  const earlier = Object.fromEntries(changed.map(([name]) => [name, person.fields[name] ?? null]));
  const hasFields = changed.length > 0;
  const changedOnly = (all: Required<PersonValues>): PersonValues => ({
    ...(isMoved && { email: all.email }),
    ...(tags && { tags: all.tags }),
    ...(hasFields && { fields: all.fields }),
  });
  return {
    place,
    id,
    email,
    before: changedOnly({ email, tags: person.tags, fields: earlier }),
    after: changedOnly({ email: wanted.email ?? email, tags: tags ?? [], fields }),
    // The service does not show the status, so any person may need the change.
    ...(wanted.status !== undefined && { status: wanted.status }),
    ...(hasFields && { kept: otherFields(person.fields, fields) }),
  };
}

/** The step that carries out a change. */
export function stepOf(change: Change): Step {
  const { after, status } = change;
  return { ...change, kind: 'change', body: { ...after, ...(status !== undefined && { status }) } };
}

/** Fields with a value that are not among others. */
export function otherFields(fields: JsonObject, others: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([variable, value]) => !Object.hasOwn(others, variable) && !isNothing(value),
    ),
  );
}

/** A value of a person that is not the wanted one. */
export interface OtherValue {
  /** `email`, `tags` or `fields.<variable>`. */
  readonly field: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** The values of a person that are not as wanted. @param isSameTags compares wanted tags with those of the person */
export function otherValues(
  { email, tags, fields = {} }: PersonValues,
  got: Pick<Subscriber, 'tags' | 'fields'> & Partial<Pick<Subscriber, 'email'>>,
  isSameTags = areSameTags,
): OtherValue[] {
  const others: OtherValue[] = [];
  if (email !== undefined && !isSameAddress(got.email, email))
    others.push({ field: 'email', expected: email, got: got.email });
  if (tags !== undefined && !isSameTags(tags, got.tags))
    others.push({ field: 'tags', expected: tags, got: got.tags });
  for (const [variable, expected] of Object.entries(fields)) {
    const value = got.fields[variable] ?? null;
    if (!isSameValue(value, expected)) others.push({ field: `fields.${variable}`, expected, got: value });
  }
  return others;
}

export function hasValues(person: Subscriber, values: PersonValues): boolean {
  requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags']);
  return otherValues(values, person).length === 0;
}

/** Values with the actual variables of created fields. @param variables by expected variables */
export function withVariables<T extends { readonly fields?: object | undefined }>(
  values: T,
  variables: Readonly<Record<string, string>>,
): T {
  const { fields } = values;
  if (fields === undefined || Object.keys(variables).length === 0) return values;
  const entries = Object.entries(fields).map(([name, value]) => [variables[name] ?? name, value] as const);
  return { ...values, fields: Object.fromEntries(entries) };
}

export function renamed<C extends Change>(change: C, variables: Readonly<Record<string, string>>): C {
  return { ...change, after: withVariables(change.after, variables) };
}

/** The decision about a person: a step, no step and why, or `other` for people not concerned. */
export type Decision = Step | 'unchanged' | 'edited' | 'created' | 'other';

/** Whether a change gives nothing but a status, which cannot be restored. */
export const isStatusOnly = ({ after, status }: Change) =>
  status !== undefined && Object.keys(after).length === 0;

/** The names of what a change writes: `email`, `tags`, `fields.<variable>`, `status`. */
export function changedFields({ after, status }: Pick<Step, 'after' | 'status'>): string[] {
  return [
    ...(after.email === undefined ? [] : ['email']),
    ...(after.tags === undefined ? [] : ['tags']),
    ...Object.keys(after.fields ?? {}).map(variable => `fields.${variable}`),
    ...(status === undefined ? [] : ['status']),
  ];
}
