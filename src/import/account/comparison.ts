/** Compares the people to import with those of the account, one after the other in the sending order. */
import type { Change } from '../../changes/change.ts';
import type { JsonObject } from '../../contract/schema.ts';
import { LineSet } from '../../lib/line-set.ts';
import { changesOf, isNothing, type ValueChange } from '../../people/compare.ts';
import type { ImportOptions } from '../options.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import type { CheckedImport } from '../state.ts';
import { mostFirst } from './first-changed.ts';
import type { PersonThere } from './read-account.ts';

const mostReplacing = 3;

/** Numbers of people, by field. */
type Counts = Record<string, number>;

export class Comparison {
  /** Positions among the accepted people. */
  readonly unchanged: LineSet;
  readonly changed: LineSet;
  /** The first people who are changed. */
  readonly first: Change[] = [];
  /** The first people who have another value now. */
  readonly replacing: Change[] = [];
  readonly counts: Record<'new' | 'changed' | 'unchanged', number> & Record<'fields' | 'replaced', Counts>;
  readonly #options: ImportOptions;
  #position = 0;

  constructor({ options, validation: { accepted } }: CheckedImport) {
    this.#options = options;
    this.unchanged = new LineSet(accepted);
    this.changed = new LineSet(accepted);
    this.counts = { new: accepted, changed: 0, unchanged: 0, fields: {}, replaced: {} };
  }

  /**
   * Adds the next accepted person.
   *
   * @param before undefined: not in the account @param isCorrected in it with a corrected address
   * @returns what changes; undefined: nothing, or the person is new
   */
  add(sent: ImportedSubscriber, before: PersonThere | undefined, isCorrected: boolean): Change | undefined {
    const position = this.#position++;
    if (before === undefined && !isCorrected) return undefined;
    const { counts } = this;
    counts.new--;
    const changes = before === undefined ? [] : valueChanges(before, sent, this.#options);
    if (before === undefined || changes.length === 0) {
      counts.unchanged++;
      this.unchanged.add(position);
      return undefined;
    }
    counts.changed++;
    this.changed.add(position);
    countFields(changes, counts.fields);
    const lost = changes.filter(({ field, old }) => field !== 'tags' && !isNothing(old));
    countFields(lost, counts.replaced);
    const change = changeOf(position - counts.unchanged, before, sent, changes);
    if (lost.length > 0 && this.replacing.length < mostReplacing)
      this.replacing.push({ ...change, after: { fields: fieldsOf(lost) } });
    if (this.first.length < mostFirst) this.first.push(change);
    return change;
  }
}

function countFields(changes: readonly ValueChange[], counts: Counts): void {
  for (const { field } of changes) counts[field] = (counts[field] ?? 0) + 1;
}

function valueChanges(
  before: PersonThere,
  sent: ImportedSubscriber,
  { existingTags = 'add', tagId }: ImportOptions,
): ValueChange[] {
  const found = changesOf(before, sent, existingTags);
  // The names of tags sent by id are not known.
  if (tagId.length > 0 && !found.some(({ field }) => field === 'tags'))
    found.push({ field: 'tags', old: before.tags, new: before.tags });
  return found;
}

/** The stored form: the fields that differ, and all sent tags. @param place in the sending order */
function changeOf(
  place: number,
  { id, email, fields, tags }: PersonThere,
  sent: ImportedSubscriber,
  changes: readonly ValueChange[],
): Change {
  return {
    place,
    id,
    email,
    // Both sides are JSON.
    before: { fields: fields as JsonObject, tags },
    after: { fields: fieldsOf(changes), tags: sent.tags ?? [] },
  };
}

function fieldsOf(changes: readonly ValueChange[]): JsonObject {
  const values = changes.flatMap(({ field, new: value }) =>
    field === 'tags' ? [] : [[field.slice('fields.'.length), value] as const],
  );
  return Object.fromEntries(values) as JsonObject;
}
