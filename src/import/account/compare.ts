/** What an import will change in the account, computed before anything is sent. */
import type { Change } from '../../changes/change.ts';
import type { JsonObject } from '../../contract/schema.ts';
import { LineSet } from '../../lib/line-set.ts';
import { changesOf, type ValueChange } from '../../people/compare.ts';
import type { DiskIndex } from '../../people/disk-index.ts';
import type { TagsRule } from '../../people/tags.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import { addressKey } from '../rows/values/email-address.ts';
import type { PersonThere } from './read-account.ts';

/** The comparison of the people to send with those in the account. */
export interface Comparison {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Number of people whose field changes, by `tags` or `fields.<variable>`. */
  readonly fields: Readonly<Record<string, number>>;
  /** Positions, among the accepted people, of those who need not be sent. */
  readonly unchangedPlaces: LineSet;
  /** Positions, among the accepted people, of those who are changed. */
  readonly changedPlaces: LineSet;
}

/** Options of the comparison. */
export interface ComparisonRules {
  readonly tags: TagsRule;
  /** Variables of fields that the import creates: all people lack a value. */
  readonly newVariables: ReadonlySet<string>;
  /** Whether tags are sent by id: their names are not known. */
  readonly hasTagIds: boolean;
}

/** Passes the accepted people in the sending order to `add`. */
type AcceptedPeople = (add: (subscriber: ImportedSubscriber) => void) => AsyncIterable<unknown>;

interface ComparedPeople {
  readonly people: AcceptedPeople;
  /** Number of people to send. */
  readonly accepted: number;
  /** Those of them who are in the account. */
  readonly there: DiskIndex<PersonThere>;
}

/** @param onChange called with each changed person, in the sending order */
export async function compare(
  { people, accepted, there }: ComparedPeople,
  rules: ComparisonRules,
  onChange: (change: Change) => void,
): Promise<Comparison> {
  const [unchangedPlaces, changedPlaces] = [new LineSet(accepted), new LineSet(accepted)];
  const fields = new Map<string, number>();
  let [place, changed, unchanged] = [0, 0, 0];
  const add = (sent: ImportedSubscriber) => {
    const at = place++;
    const before = there.take(addressKey(sent.email));
    if (before === undefined) return;
    const changes = changesIn(before, sent, rules);
    if (changes.length === 0) {
      unchanged++;
      unchangedPlaces.add(at);
      return;
    }
    changed++;
    changedPlaces.add(at);
    for (const { field } of changes) fields.set(field, (fields.get(field) ?? 0) + 1);
    onChange(changeOf(at - unchanged, before, sent, changes));
  };
  // If none of them is in the account, there is nothing to compare.
  if (there.left > 0) for await (const _ of people(add));
  const counts = Object.fromEntries([...fields].sort((a, b) => b[1] - a[1]));
  return {
    new: accepted - changed - unchanged,
    changed,
    unchanged,
    fields: counts,
    unchangedPlaces,
    changedPlaces,
  };
}

/** The stored form: the fields that differ, and all sent tags. */
function changeOf(
  place: number,
  { id, email, fields, tags }: PersonThere,
  sent: ImportedSubscriber,
  changes: readonly ValueChange[],
): Change {
  const differing = changes.flatMap(({ field, new: value }) =>
    field === 'tags' ? [] : [[field.slice('fields.'.length), value] as const],
  );
  return {
    place,
    id,
    email,
    // Both sides are JSON.
    before: { fields: fields as JsonObject, tags },
    after: { fields: Object.fromEntries(differing) as JsonObject, tags: sent.tags ?? [] },
  };
}

function changesIn(before: PersonThere, sent: ImportedSubscriber, rules: ComparisonRules): ValueChange[] {
  const { newVariables, hasTagIds } = rules;
  const found = changesOf(before, sent, rules.tags);
  const isKnown = (field: string) => found.some(change => change.field === field);
  for (const [variable, value] of Object.entries(newVariables.size === 0 ? {} : (sent.fields ?? {}))) {
    const field = `fields.${variable}`;
    if (newVariables.has(variable) && !isKnown(field)) found.push({ field, old: null, new: value });
  }
  if (hasTagIds && !isKnown('tags')) found.push({ field: 'tags', old: before.tags, new: before.tags });
  return found;
}
