/** A change to one person: what there was, and what there is to be. A change set is a file of them. */
import { endpoints, type Subscriber } from '../contract/index.ts';
import type { Json, JsonObject } from '../contract/schema.ts';
import { requireFields } from '../http/required-fields.ts';
import { isNothing, isSameValue } from '../people/compare.ts';
import { areSameTags, changedTags, type TagChanges } from '../people/tags.ts';

/** Values of a person, as far as they matter. */
export interface PersonValues {
  readonly tags?: readonly string[];
  readonly fields?: JsonObject;
}

/** The body of PATCH /v1/subscribers/{id}: what is not named stays as it is. */
export interface PatchBody extends PersonValues {
  readonly status?: string;
}

/** As it is stored. */
export interface Change {
  /** A number that no other change of the set has; of an import, the place in the order of sending. */
  readonly place: number;
  readonly id: string;
  readonly email: string;
  /** Fields that are missing are empty. */
  readonly before: PersonValues;
  /** What was sent. Tags that an import sends may join those that are there. */
  readonly after: PersonValues;
  readonly status?: string;
  /** The other fields that have a value. */
  readonly kept?: JsonObject | undefined;
}

/** What is to be done about one person. */
export interface Step extends Change {
  /** `mark`: somebody whom an import has created. */
  readonly kind: 'change' | 'restore' | 'mark';
  /** Bodies to send, the best one first: the others are for services that refuse it. */
  readonly bodies: readonly PatchBody[];
}

/** What is to be changed about people. */
export interface RequestedChanges {
  readonly tags: TagChanges;
  /** Values by variable; null erases one. */
  readonly fields: Readonly<Record<string, Json>>;
  readonly status: string | undefined;
}

/** The change that somebody needs; undefined when everything is as requested. */
export function changeFor(person: Subscriber, wanted: RequestedChanges, place: number): Change | undefined {
  requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags']);
  const { id, email } = person;
  const tags = changedTags(person.tags, wanted.tags);
  const changed = Object.entries(wanted.fields).filter(
    ([variable, value]) => !isSameValue(person.fields[variable] ?? null, value),
  );
  if (tags === undefined && changed.length === 0 && wanted.status === undefined) return undefined;
  const fields = Object.fromEntries(changed);
  const earlier = changed.map(([variable]): [string, Json] => [
    variable,
    // What came from the service is JSON.
    (person.fields[variable] ?? null) as Json,
  ]);
  const hasFields = changed.length > 0;
  return {
    place,
    id,
    email,
    before: { ...(tags && { tags: person.tags }), ...(hasFields && { fields: Object.fromEntries(earlier) }) },
    after: { ...(tags && { tags }), ...(hasFields && { fields }) },
    // The service does not show it, so everybody may need it.
    ...(wanted.status !== undefined && { status: wanted.status }),
    ...(hasFields && { kept: otherFields(person.fields as JsonObject, fields) }),
  };
}

/** The step that carries a change out. */
export function stepOf(change: Change): Step {
  const { after, status } = change;
  return { ...change, kind: 'change', bodies: [{ ...after, ...(status !== undefined && { status }) }] };
}

/** Fields that have a value and are not among others. */
export function otherFields(fields: JsonObject, others: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([variable, value]) => !Object.hasOwn(others, variable) && !isNothing(value),
    ),
  );
}

/** Whether somebody has these values. */
export function hasValues(person: Subscriber, { tags, fields = {} }: PersonValues): boolean {
  requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags']);
  if (tags !== undefined && !areSameTags(tags, person.tags)) return false;
  return Object.entries(fields).every(([variable, value]) =>
    isSameValue(person.fields[variable] ?? null, value),
  );
}
