/** Whether a person still has the values that a run left, and the step that restores the earlier ones. */
import type { JsonObject } from '../contract/schema.ts';
import { isNothing, isSameAddress, isSameValue, type PresentValues } from '../people/compare.ts';
import {
  areSameTags,
  areSpelledAlike,
  distinctTags,
  hasTags,
  isRespelling,
  type TagsRule,
  tagsAfter,
  tagsWithout,
} from '../people/tags.ts';
import { type Change, otherFields, type PatchBody, type Step } from './change.ts';

/** As before the run, as the run left them, or neither: values edited since are not overwritten. */
type UndoState = 'before' | 'after' | 'edited';

/** Facts about the run that the comparison needs. */
export interface UndoRules {
  /** Whether an edit of a field that the run did not change counts: `before` has all fields. */
  readonly isWhole: boolean;
  /** Possible handling of the sent tags by the service. */
  readonly tags: readonly TagsRule[];
  /** Number of further tags that each person got, whose names are not known. */
  readonly tagIds: number;
  /** Whether the service cleared fields that were not sent. */
  readonly clearsFields: boolean;
}

export function undoState({ before, after }: Change, now: PresentValues, rules: UndoRules): UndoState {
  const changed = after.fields ?? {};
  let isBefore = true;
  if (before.email !== undefined && !isSameAddress(now.email, before.email)) {
    if (!isSameAddress(now.email, after.email)) return 'edited';
    isBefore = false;
  }
  for (const name of namesOf(before.fields, rules.isWhole ? now.fields : changed)) {
    if (isSameValue(now.fields[name], before.fields?.[name])) continue;
    if (!Object.hasOwn(changed, name) || !isSameValue(now.fields[name], changed[name])) return 'edited';
    isBefore = false;
  }
  const tags = tagsState(before.tags, after.tags ?? [], now.tags, rules);
  return tags === 'before' && !isBefore ? 'after' : tags;
}

function tagsState(
  before: readonly string[] | undefined,
  sent: readonly string[],
  now: readonly string[],
  { tags: rules, tagIds }: UndoRules,
): UndoState {
  if (before === undefined || areSpelledAlike(now, before)) return 'before';
  const left = rules.map(rule => tagsAfter(before, sent, rule));
  // Only capitals changed: compare the spelling.
  if (areSameTags(now, before)) return left.some(tags => areSpelledAlike(now, tags)) ? 'after' : 'before';
  const isLeft = (tags: readonly string[]) =>
    hasTags(now, tags) && tagsWithout(distinctTags(now), tags).length <= tagIds;
  return left.some(isLeft) ? 'after' : 'edited';
}

const namesOf = (one: object | undefined, other: object) =>
  new Set([...Object.keys(one ?? {}), ...Object.keys(other)]);

/**
 * The step that restores a person's earlier values. Its body names all fields, since service.txt does not say
 * whether
 * omitted fields stay, and empty ones as null; the other bodies leave that out. A status cannot be
 * restored: the service does not show the earlier one.
 */
export function restoringStep(change: Change, now: PresentValues, { clearsFields }: UndoRules): Step {
  const { place, id, email, before, after, kept } = change;
  const names = Object.keys(after.fields ?? {});
  const earlier = Object.fromEntries(names.map(name => [name, before.fields?.[name] ?? null]));
  const kind = 'restore';
  // Values from the service are JSON.
  const current = otherFields(now.fields as JsonObject, earlier);
  const address = before.email === undefined ? {} : { email: before.email };
  const shown = {
    before: {
      ...(before.email !== undefined && now.email !== undefined && { email: now.email }),
      ...(before.tags && { tags: now.tags }),
      ...(names.length > 0 && { fields: pick(now, names) }),
    },
    after: {
      ...address,
      ...(before.tags && { tags: before.tags }),
      ...(names.length > 0 && { fields: earlier }),
    },
  };
  const body = (fields: JsonObject): PatchBody => ({
    ...address,
    ...(names.length > 0 && Object.keys(fields).length > 0 && { fields }),
    ...(before.tags && { tags: before.tags }),
  });
  const all = { ...(clearsFields && kept), ...current, ...earlier };
  const filled = (fields: JsonObject) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value)));
  const ways = names.length > 0 ? [all, filled(all), filled(earlier)] : [{}];
  const bodies = ways.map(body).filter(one => Object.keys(one).length > 0);
  return { place, id, email, ...shown, kind, bodies, kept: current };
}

function pick({ fields }: PresentValues, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map(name => [name, fields[name] ?? null])) as JsonObject;
}

/** The fields that differ from the earlier values. */
export function leftOver({ before, after }: Change, now: PresentValues, { isWhole }: UndoRules): string[] {
  const fields = [...namesOf(before.fields, isWhole ? now.fields : (after.fields ?? {}))]
    .filter(name => !isSameValue(now.fields[name], before.fields?.[name]))
    .map(name => `fields.${name}`);
  if (before.email !== undefined && !isSameAddress(now.email, before.email)) fields.push('email');
  if (before.tags === undefined) return fields;
  const isRestored = isRespelling(before.tags, after.tags ?? []) ? areSpelledAlike : areSameTags;
  return isRestored(before.tags, now.tags) ? fields : [...fields, 'tags'];
}

/** Milliseconds by which the clocks of this machine and of the service may differ. */
const clockTolerance = 10 * 60_000;
/** Sources of people that no import creates (service.txt, "Subscriber": source): sign-up form and MCP. */
const otherSources = new Set(['form', 'mcp']);

/** Whether a person came from elsewhere: the import may have failed to create them. */
export function isFromElsewhere(
  { created_at, source }: { readonly created_at: string; readonly source: string },
  startedAt: string,
): boolean {
  return otherSources.has(source) || Date.parse(created_at) < Date.parse(startedAt) - clockTolerance;
}
