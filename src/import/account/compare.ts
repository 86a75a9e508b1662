/** What an import will change in the account, computed before anything is sent. */
import type { Change } from '../../changes/change.ts';
import type { RunFolder } from '../../changes/runs.ts';
import type { JsonObject } from '../../contract/schema.ts';
import { RecordFileWriter } from '../../lib/files/record-file.ts';
import { LineSet } from '../../lib/line-set.ts';
import { changesOf, type ValueChange } from '../../people/compare.ts';
import type { DiskIndex } from '../../people/disk-index.ts';
import { acceptedSubscribers } from '../jobs/batches.ts';
import type { ImportedSubscriber } from '../rows/parsed-row.ts';
import { addressKey } from '../rows/values/email-address.ts';
import type { CheckedImport } from '../state.ts';
import type { ExistingTags } from './existing-tags.ts';
import { mostFirst } from './first-changed.ts';
import type { PersonThere } from './read-account.ts';

/** The comparison of the people to send with those in the account. */
interface Comparison {
  readonly counts: {
    readonly new: number;
    readonly changed: number;
    readonly unchanged: number;
    /** Number of people whose field changes, by `tags` or `fields.<variable>`. */
    readonly fields: Readonly<Record<string, number>>;
  };
  /** Positions, among the accepted people, of those who need not be sent. */
  readonly unchanged: LineSet;
  /** Positions, among the accepted people, of those who are changed. */
  readonly changed: LineSet;
  /** The first people who are changed. */
  readonly first: readonly Change[];
}

/**
 * Compares the accepted people, and writes what will change.
 *
 * @param account those of them who are in the account, and its tags, of which those that are sent get a mark
 * @param folder where to write; undefined in a dry run
 */
export async function compare(
  { files, validation, options }: CheckedImport,
  { there, tags }: { readonly there: DiskIndex<PersonThere>; readonly tags: ExistingTags },
  folder: RunFolder | undefined,
): Promise<Comparison> {
  const { accepted } = validation;
  const differing = (before: PersonThere, sent: ImportedSubscriber): ValueChange[] => {
    const found = changesOf(before, sent, options.existingTags ?? 'add');
    // The names of tags sent by id are not known.
    if (options.tagId.length > 0 && !found.some(({ field }) => field === 'tags'))
      found.push({ field: 'tags', old: before.tags, new: before.tags });
    return found;
  };
  const written = folder && new RecordFileWriter<Change>(folder.changes);
  const first: Change[] = [];
  const [unchanged, changed] = [new LineSet(accepted), new LineSet(accepted)];
  const fields = new Map<string, number>();
  let [place, changedCount, unchangedCount] = [0, 0, 0];
  const add = (sent: ImportedSubscriber) => {
    const at = place++;
    tags.mark(sent.tags);
    const before = there.take(addressKey(sent.email));
    if (before === undefined) return;
    const changes = differing(before, sent);
    if (changes.length === 0) {
      unchangedCount++;
      unchanged.add(at);
      return;
    }
    changedCount++;
    changed.add(at);
    for (const { field } of changes) fields.set(field, (fields.get(field) ?? 0) + 1);
    const change = changeOf(at - unchangedCount, before, sent, changes);
    written?.add(change);
    if (first.length < mostFirst) first.push(change);
  };
  try {
    // If neither they nor their tags can be in the account, there is nothing to compare.
    if (there.left > 0 || !tags.isEmpty)
      for await (const _ of acceptedSubscribers(files, validation, options.duplicates, add));
    written?.commit();
  } finally {
    written?.discard();
  }
  const counts = {
    new: accepted - changedCount - unchangedCount,
    changed: changedCount,
    unchanged: unchangedCount,
    fields: Object.fromEntries([...fields].sort((a, b) => b[1] - a[1])),
  };
  return { counts, unchanged, changed, first };
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
