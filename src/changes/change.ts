/** A change to one person: values before and after; and the plan of many, a file of them. */
import { endpoints, type Subscriber } from '../contract/index.ts';
import type { Json, JsonObject } from '../contract/schema.ts';
import { requireFields } from '../http/response-body.ts';
import { RecordFileWriter } from '../lib/files/record-file.ts';
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

/** The stored form. */
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

/** The planned step for one person. */
export interface Step extends Change {
  /** `create`: without an id; `mark`: a person created by an import. */
  readonly kind: 'create' | 'change' | 'restore' | 'mark';
  readonly body: PatchBody;
  /** Where a file has the person, as `line 6`: in CI, addresses are masked. */
  readonly row?: string | undefined;
}

/** The requested changes. */
export interface RequestedChanges {
  readonly tags: TagChanges;
  /** Values by variable; null clears a field. */
  readonly fields: Readonly<Record<string, Json>>;
  readonly status: string | undefined;
  /** The new address. */
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
  const earlier = changed.map(([variable]): [string, Json] => [
    variable,
    // Values from the service are JSON.
    (person.fields[variable] ?? null) as Json,
  ]);
  const hasFields = changed.length > 0;
  return {
    place,
    id,
    email,
    before: {
      ...(isMoved && { email }),
      ...(tags && { tags: person.tags }),
      ...(hasFields && { fields: Object.fromEntries(earlier) }),
    },
    after: {
      ...(isMoved && { email: wanted.email }),
      ...(tags && { tags }),
      ...(hasFields && { fields }),
    },
    // The service does not show the status, so any person may need the change.
    ...(wanted.status !== undefined && { status: wanted.status }),
    ...(hasFields && { kept: otherFields(person.fields as JsonObject, fields) }),
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

export function hasValues(person: Subscriber, { email, tags, fields = {} }: PersonValues): boolean {
  requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags']);
  if (email !== undefined && !isSameAddress(email, person.email)) return false;
  if (tags !== undefined && !areSameTags(tags, person.tags)) return false;
  return Object.entries(fields).every(([variable, value]) =>
    isSameValue(person.fields[variable] ?? null, value),
  );
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

export function renamed(change: Change, variables: Readonly<Record<string, string>>): Change {
  return { ...change, after: withVariables(change.after, variables) };
}

/** The decision about a person: a step, no step and why, or `other` for people not concerned. */
export type Decision = Step | 'unchanged' | 'edited' | 'created' | 'other';

/** A decision about a person concerned; `address_in_use`: another person has the new address. */
export type Concern = Exclude<Decision, 'other'> | 'address_in_use';

/** Maximum number of changes shown in full. */
const shownSteps = 3;

export interface ChangePlan {
  /** Number of people concerned. */
  readonly matched: number;
  /** Of those, people to change. */
  readonly changes: number;
  /** Of those, people created by an import who get a tag or status. */
  readonly marks: number;
  /** Of those, people who get nothing but a status. */
  readonly statuses: number;
  /** Number of people who get another value, by `email`, `tags`, `fields.<variable>` or `status`. */
  readonly byField: ReadonlyMap<string, number>;
  /** The first few changes. */
  readonly shown: readonly Step[];
}

/**
 * Decides about each person, and writes the steps to a file. Those who get another address come last: whether somebody
 * else has it is known when everybody was seen.
 *
 * @param people pages of people
 * @param onDecision called with the decision about each person concerned
 * @throws Failure write_failed
 */
export async function makePlan(
  people: AsyncIterable<readonly Subscriber[]>,
  decide: (person: Subscriber) => Decision,
  path: string,
  onDecision: (person: Pick<Subscriber, 'id' | 'email'>, decision: Concern) => void,
  newAddresses: NewAddresses | undefined,
): Promise<ChangePlan> {
  const steps = new RecordFileWriter<Step>(path);
  const byField = new Map<string, number>();
  const shown: Step[] = [];
  const moving: Step[] = [];
  let [matched, marks, statuses] = [0, 0, 0];
  const add = (step: Step) => {
    steps.add(step);
    if (step.kind === 'mark') marks++;
    if (isStatusOnly(step)) statuses++;
    if (shown.length < shownSteps) shown.push(step);
    for (const field of changedFields(step)) byField.set(field, (byField.get(field) ?? 0) + 1);
  };
  try {
    for await (const page of people) {
      for (const person of page) {
        newAddresses?.see(person);
        const decision = decide(person);
        if (decision === 'other') continue;
        matched++;
        if (typeof decision === 'object' && decision.after.email !== undefined) {
          moving.push(decision);
          continue;
        }
        onDecision(person, decision);
        if (typeof decision === 'object') add(decision);
      }
    }
    for (const step of moving) {
      const isFree = newAddresses?.give(step.after.email ?? '', step.id) === true;
      onDecision(step, isFree ? step : 'address_in_use');
      if (isFree) add(step);
    }
    steps.commit();
  } finally {
    steps.discard();
  }
  return { matched, changes: steps.count, marks, statuses, byField, shown };
}

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

/**
 * The only place that decides whether somebody may get another address: not if another person has it, since that is no
 * correction, but the same person twice.
 */
export class NewAddresses {
  readonly #keyOf: (email: string) => string;
  /** By the normalized address: the id of the person who has it, or will; empty: none is known. */
  readonly #owners = new Map<string, string>();

  /** @param keyOf normalizes an address */
  constructor(keyOf: (email: string) => string) {
    this.#keyOf = keyOf;
  }

  /** To be called for all new addresses, before the list is read. */
  add(email: string): void {
    this.#owners.set(this.#keyOf(email), '');
  }

  /** To be called for each person of the account. */
  see({ id, email }: Pick<Subscriber, 'id' | 'email'>): void {
    if (this.#owners.size === 0) return;
    const key = this.#keyOf(email);
    if (this.#owners.has(key)) this.#owners.set(key, id);
  }

  /** Gives an address to a person, once the list was read. @returns whether no other person has it */
  give(email: string, id: string): boolean {
    const key = this.#keyOf(email);
    const owner = this.#owners.get(key) ?? '';
    if (owner !== '' && owner !== id) return false;
    this.#owners.set(key, id);
    return true;
  }
}
