/** Compares the values to write for a person with those of the service. */
import type { UnknownRecord } from '../lib/json/is-object.ts';
import { areSameTags, type TagsRule, tagsAfter } from './tags.ts';

export interface PresentValues {
  /** Needed where the address changes. */
  readonly email?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}

/** Fields that are not named do not change. */
export interface WantedValues {
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** A value that would change. */
export interface ValueChange {
  /** `tags` or `fields.<variable>`. */
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** The changes that writing the wanted values would make. */
export function changesOf(
  present: PresentValues,
  wanted: WantedValues,
  rule: TagsRule = 'add',
): ValueChange[] {
  const changes = Object.entries(wanted.fields ?? {}).flatMap(([variable, value]) => {
    const old = present.fields[variable] ?? null;
    return isSameValue(old, value) ? [] : [{ field: `fields.${variable}`, old, new: value }];
  });
  const { tags = [] } = wanted;
  if (tags.length === 0) return changes;
  const after = tagsAfter(present.tags, tags, rule);
  if (areSameTags(after, present.tags)) return changes;
  return [...changes, { field: 'tags', old: present.tags, new: after }];
}

/** Midnight, in dates that a service stores with a time. */
const midnight = /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?$/;
const day = /^\d{4}-\d\d-\d\d$/;

/**
 * Whether a value of the service equals the one that was written. service.txt does not show how values are stored: a
 * number or boolean may come back as text, a date with a time, and an empty text as null.
 */
export function isSameValue(there: unknown, written: unknown): boolean {
  if (there === written) return true;
  if (isNothing(there) || isNothing(written)) return isNothing(there) && isNothing(written);
  if (typeof there === 'string' && typeof written === 'string') return isSameDate(there, written);
  if (typeof there === 'object' && typeof written === 'object') return isSameJson(there, written);
  if (typeof there === 'string') return isTextOf(there, written);
  return typeof written === 'string' && isTextOf(written, there);
}

/** Whether two values of JSON are the same. What Node has for this takes five times as long. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  const [mine, others] = [one as UnknownRecord, other as UnknownRecord];
  const names = Object.keys(mine);
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(others).length)
    return false;
  return names.every(name => isSameJson(mine[name], others[name]));
}

/** Whether an address of the service is the one that was written: it may be stored in lower case. */
export function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function isSameDate(one: string, other: string): boolean {
  if (one.replace(midnight, '') === other.replace(midnight, '')) return day.test(one.replace(midnight, ''));
  if (!/^\d{4}-\d\d-\d\dT/.test(one) || !/^\d{4}-\d\d-\d\dT/.test(other)) return false;
  return Date.parse(one) === Date.parse(other);
}

function isTextOf(text: string, value: unknown): boolean {
  if (typeof value === 'boolean') return text === String(value);
  return typeof value === 'number' && text.trim() !== '' && Number(text) === value;
}
