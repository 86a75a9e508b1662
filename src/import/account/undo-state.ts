/** Whether somebody is still as the import left them: what is edited since is not overwritten. */
import type { PatchBody } from '../../bulk/subscriber-patch.ts';
import type { Json } from '../../contract/schema.ts';
import { isSameValue, type PresentValues } from '../../people/compare.ts';
import {
  areSameTags,
  distinctTags,
  hasTags,
  type TagsRule,
  tagsAfter,
  tagsWithout,
} from '../../people/tags.ts';
import type { BeforeImage } from './before-images.ts';
import type { LocalRun } from './local-runs.ts';

/** Somebody as the account has them now. */
export interface PresentPerson {
  readonly id: string;
  readonly email: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly created_at: string;
  /** How they were created: `app`, `api`, `mcp` or `form`. */
  readonly source: string;
}

/** As they were before the import, as it left them, or neither. */
export type UndoState = 'before' | 'after' | 'edited';

/** What the import did with tags. */
export interface ImportedTags {
  /** Number of further tags that it gave everybody, whose names are not known. */
  readonly tag_ids: number;
  /** Whether the service was seen to add or to replace tags; null: neither. */
  readonly tags: TagsRule | null;
}

export function undoState(before: BeforeImage, now: PresentPerson, imported: ImportedTags): UndoState {
  const { sent } = before;
  const names = new Set([...Object.keys(before.fields), ...Object.keys(now.fields)]);
  let isBefore = true;
  for (const name of names) {
    if (isSameValue(now.fields[name], before.fields[name])) continue;
    if (!Object.hasOwn(sent.fields, name) || !isSameValue(now.fields[name], sent.fields[name]))
      return 'edited';
    isBefore = false;
  }
  if (areSameTags(now.tags, before.tags)) return isBefore ? 'before' : 'after';
  return hasTagsOfImport(before, now.tags, imported) ? 'after' : 'edited';
}

/** Whether the tags are those that the import leaves. */
function hasTagsOfImport(
  { tags, sent }: BeforeImage,
  now: readonly string[],
  { tag_ids: tagIds, tags: seen }: ImportedTags,
): boolean {
  return (seen === null ? (['add', 'replace'] as const) : [seen]).some(rule => {
    const expected = tagsAfter(tags, sent.tags, rule);
    return hasTags(now, expected) && tagsWithout(distinctTags(now), expected).length <= tagIds;
  });
}

/**
 * The changes that make somebody what they were, the best one first, for services that refuse it. It names all their
 * fields, since service.txt does not say whether those that are not named stay (nobody else has changed them), and
 * those that were empty as null; the others leave that out.
 */
export function restoringBodies(
  before: BeforeImage,
  now: PresentPerson,
): readonly [PatchBody, ...PatchBody[]] {
  const { fields, tags, sent } = before;
  const had = entriesOf(fields).filter(([, value]) => !isNothing(value));
  const gone = entriesOf(now.fields).filter(([name, value]) => !isNothing(value) && isNothing(fields[name]));
  const empty = gone.map(([name]) => [name, null] as const);
  const changed = had.filter(([name]) => Object.hasOwn(sent.fields, name));
  const body = (entries: readonly (readonly [string, unknown])[]): PatchBody =>
    // What came from the service is JSON.
    entries.length === 0 ? { tags } : { fields: Object.fromEntries(entries) as Record<string, Json>, tags };
  return [body([...had, ...empty]), ...(empty.length > 0 ? [body(had)] : []), body(changed)];
}

const entriesOf = (values: Readonly<Record<string, unknown>>) => Object.entries(values);
const isNothing = (value: unknown) => value === null || value === undefined;

/** What is not as it was before. */
export function leftOver(before: PresentValues, now: PresentValues): string[] {
  const names = new Set([...Object.keys(before.fields), ...Object.keys(now.fields)]);
  const fields = [...names]
    .filter(name => !isSameValue(now.fields[name], before.fields[name]))
    .map(name => `fields.${name}`);
  return areSameTags(now.tags, before.tags) ? fields : [...fields, 'tags'];
}

/** Minutes by which the clocks of this machine and of the service may differ. */
const clockTolerance = 10 * 60_000;
/** How nobody is created whom an import creates (service.txt, "Subscriber": source): by signing up, or through MCP. */
const otherSources = new Set(['form', 'mcp']);

/** Whether somebody came otherwise than by the import, which may have failed to create them. */
export function isFromElsewhere(
  { created_at, source }: PresentPerson,
  { started_at }: Pick<LocalRun, 'started_at'>,
): boolean {
  return otherSources.has(source) || Date.parse(created_at) < Date.parse(started_at) - clockTolerance;
}
