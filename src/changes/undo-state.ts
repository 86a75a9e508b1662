/** Whether somebody is still as a run has left them, and what makes them what they were. */
import type { JsonObject } from '../contract/schema.ts';
import { isNothing, isSameValue, type PresentValues } from '../people/compare.ts';
import {
  areSameTags,
  areSpelledAlike,
  distinctTags,
  hasTags,
  type TagsRule,
  tagsAfter,
  tagsWithout,
} from '../people/tags.ts';
import { type Change, otherFields, type PatchBody, type Step } from './change.ts';

/** As they were before the run, as it left them, or neither: what was edited since is not overwritten. */
type UndoState = 'before' | 'after' | 'edited';

/** How the changes of a run are read. */
export interface UndoRules {
  /** Whether an edit of a field that the run did not change counts: `before` has all fields. */
  readonly isWhole: boolean;
  /** What may have become of tags that were sent. */
  readonly tags: readonly TagsRule[];
  /** Number of further tags that everybody got, whose names are not known. */
  readonly tagIds: number;
  /** Whether the service has cleared fields that were not sent. */
  readonly clearsFields: boolean;
}

export function undoState({ before, after }: Change, now: PresentValues, rules: UndoRules): UndoState {
  const changed = after.fields ?? {};
  let isBefore = true;
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
  // A change of capitals alone: the spelling tells.
  if (areSameTags(now, before)) return left.some(tags => areSpelledAlike(now, tags)) ? 'after' : 'before';
  const isLeft = (tags: readonly string[]) =>
    hasTags(now, tags) && tagsWithout(distinctTags(now), tags).length <= tagIds;
  return left.some(isLeft) ? 'after' : 'edited';
}

const namesOf = (one: object | undefined, other: object) =>
  new Set([...Object.keys(one ?? {}), ...Object.keys(other)]);

/**
 * The step that gives somebody the earlier values. It names all their fields, since service.txt does not say whether
 * those that are not named stay, and those that were empty as null; the other bodies leave that out. A status cannot be
 * restored: the service does not show which one there was.
 */
export function restoringStep(change: Change, now: PresentValues, { clearsFields }: UndoRules): Step {
  const { place, id, email, before, after, kept } = change;
  const names = Object.keys(after.fields ?? {});
  const earlier = Object.fromEntries(names.map(name => [name, before.fields?.[name] ?? null]));
  const kind = 'restore';
  // What came from the service is JSON.
  const current = otherFields(now.fields as JsonObject, earlier);
  const shown = {
    before: { ...(before.tags && { tags: now.tags }), ...(names.length > 0 && { fields: pick(now, names) }) },
    after: { ...(before.tags && { tags: before.tags }), ...(names.length > 0 && { fields: earlier }) },
  };
  const body = (fields: JsonObject): PatchBody => ({
    ...(names.length > 0 && Object.keys(fields).length > 0 && { fields }),
    ...(before.tags && { tags: before.tags }),
  });
  const all = { ...(clearsFields && kept), ...current, ...earlier };
  const filled = (fields: JsonObject) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value)));
  const bodies = [all, filled(all), filled(earlier)].map(body).filter(one => Object.keys(one).length > 0);
  return { place, id, email, ...shown, kind, bodies, kept: current };
}

function pick({ fields }: PresentValues, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map(name => [name, fields[name] ?? null])) as JsonObject;
}

/** What is not as it was before. */
export function leftOver({ before, after }: Change, now: PresentValues, { isWhole }: UndoRules): string[] {
  const fields = [...namesOf(before.fields, isWhole ? now.fields : (after.fields ?? {}))]
    .filter(name => !isSameValue(now.fields[name], before.fields?.[name]))
    .map(name => `fields.${name}`);
  return before.tags === undefined || areSameTags(now.tags, before.tags) ? fields : [...fields, 'tags'];
}

/** Minutes by which the clocks of this machine and of the service may differ. */
const clockTolerance = 10 * 60_000;
/** How nobody is created whom an import creates (service.txt, "Subscriber": source): by signing up, or through MCP. */
const otherSources = new Set(['form', 'mcp']);

/** Whether somebody came otherwise than by the import, which may have failed to create them. */
export function isFromElsewhere(
  { created_at, source }: { readonly created_at: string; readonly source: string },
  startedAt: string,
): boolean {
  return otherSources.has(source) || Date.parse(created_at) < Date.parse(startedAt) - clockTolerance;
}
