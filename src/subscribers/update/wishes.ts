import type { PatchBody } from '../../bulk/subscriber-patch.ts';
import { endpoints, type Subscriber } from '../../contract/index.ts';
import type { Json, JsonObject } from '../../contract/schema.ts';
import { requireFields } from '../../http/required-fields.ts';
import { isNothing, isSameValue } from '../../people/compare.ts';
import { areSameTags, changedTags, type TagChanges } from '../../people/tags.ts';

/** What is to be changed about people. */
export interface UpdateWishes {
  readonly tags: TagChanges;
  /** Values by variable; null erases one. */
  readonly fields: Readonly<Record<string, Json>>;
  readonly status: string | undefined;
}

/** Values of a person, as far as they are changed. A field that is missing is null. */
export interface PersonValues {
  readonly tags?: readonly string[];
  readonly fields?: JsonObject;
}

/** A change to one person: what there was, and what there is to be. */
export interface UpdateStep {
  readonly id: string;
  readonly email: string;
  readonly before: PersonValues;
  readonly after: PersonValues;
  readonly status?: string;
  /** Where fields change: the other ones that have a value. */
  readonly kept?: JsonObject | undefined;
}

/** The change that somebody needs; undefined when everything is as wished. */
export function stepFor(person: Subscriber, wishes: UpdateWishes): UpdateStep | undefined {
  requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags']);
  const { id, email } = person;
  const tags = changedTags(person.tags, wishes.tags);
  const changed = Object.entries(wishes.fields).filter(
    ([variable, value]) => !isSameValue(person.fields[variable] ?? null, value),
  );
  if (tags === undefined && changed.length === 0 && wishes.status === undefined) return undefined;
  const before: Record<string, Json> = {};
  for (const [variable] of changed) before[variable] = person.fields[variable] ?? null;
  const hasFields = changed.length > 0;
  return {
    id,
    email,
    before: { ...(tags && { tags: person.tags }), ...(hasFields && { fields: before }) },
    after: { ...(tags && { tags }), ...(hasFields && { fields: Object.fromEntries(changed) }) },
    // The service does not show it, so everybody may need it.
    ...(wishes.status !== undefined && { status: wishes.status }),
    ...(hasFields && { kept: otherFields(person, before) }),
  };
}

function otherFields({ fields }: Subscriber, changed: JsonObject): JsonObject {
  const others = Object.entries(fields as JsonObject).filter(
    ([variable, value]) => !Object.hasOwn(changed, variable) && !isNothing(value),
  );
  return Object.fromEntries(others);
}

/** Whether somebody has these values. */
export function hasValues(person: Subscriber, { tags, fields = {} }: PersonValues): boolean {
  requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags']);
  if (tags !== undefined && !areSameTags(tags, person.tags)) return false;
  return Object.entries(fields).every(([variable, value]) =>
    isSameValue(person.fields[variable] ?? null, value),
  );
}

/** The body of the request. */
export function bodyOf({ after, status }: UpdateStep): PatchBody {
  return { ...after, ...(status !== undefined && { status }) };
}

/**
 * The step that takes another one back. A status cannot be: the service does not show which one there was.
 *
 * @param clearsFields whether the service has cleared the other fields
 */
export function reversed(step: UpdateStep, clearsFields: boolean): UpdateStep {
  const { id, email, before, after, kept } = step;
  if (!clearsFields || before.fields === undefined) return { id, email, before: after, after: before, kept };
  return { id, email, before: after, after: { ...before, fields: { ...kept, ...before.fields } } };
}
