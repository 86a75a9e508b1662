/** What the service shows after a change: it may make something else of it than service.txt lets one expect. */
import { appendFileSync } from 'node:fs';
import type { PatchOutcome } from '../../bulk/send-patches.ts';
import type { SubscriberPatch } from '../../bulk/subscriber-patch.ts';
import type { Subscriber } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { readRecords } from '../../lib/record-file.ts';
import { isNothing, isSameValue } from '../../people/compare.ts';
import { areSameTags, otherSpelling } from '../../people/tags.ts';
import type { UpdateTally } from './report.ts';
import type { UpdateFolder } from './run-folder.ts';
import { hasValues, type PersonValues } from './wishes.ts';

/** The values that somebody has after a change, where they are not those that were sent. */
interface OtherValues extends PersonValues {
  readonly place: number;
}

/**
 * Notes what became of a change.
 *
 * @param isUndo whether earlier values were sent: as many people as can be get them back
 * @returns a failure when the others would fare the same: nobody has got the values that were sent so far, or the
 *   service has cleared fields that were not sent
 */
export function noteOutcome(
  tally: UpdateTally,
  folder: UpdateFolder,
  patch: SubscriberPatch,
  outcome: PatchOutcome,
  isUndo: boolean,
): Failure | undefined {
  const { place, email, id, body } = patch;
  if ('failure' in outcome) {
    const { message, details } = outcome.failure;
    tally.add('failed', email, id, [message, ...details].join('; '));
    return undefined;
  }
  const cleared = clearedFields(patch, outcome.record);
  if (cleared.length > 0) {
    folder.save({ clears_fields: true, ended_at: new Date().toISOString() });
    tally.add('failed', email, id, `the service also cleared ${cleared.join(', ')}`);
    const what = `the service cleared other fields of ${email}: ${cleared.join(', ')}`;
    return stopped('unexpected_answer', what, email, folder);
  }
  if (hasValues(outcome.record, body)) {
    tally.add('changed', email, id);
    tally.keptSpelling ??= otherSpelling(body.tags ?? [], outcome.record.tags);
    return undefined;
  }
  const { tags, fields } = outcome.record;
  const values = Object.keys(body.fields ?? {}).map(variable => [variable, fields[variable] ?? null]);
  const others = { place, ...(body.tags && { tags }), fields: Object.fromEntries(values) };
  appendFileSync(folder.others, `${JSON.stringify(others)}\n`, { mode: 0o600 });
  const difference = expectedText(body, outcome.record);
  tally.add('failed', email, id, difference);
  if (isUndo || tally.changed > 0) return undefined;
  return stopped('partly_done', `${email} was not changed as requested: ${difference}`, email, folder);
}

/** What the service has made of changes, by their place in the plan. */
export async function otherValues(folder: UpdateFolder): Promise<ReadonlyMap<number, PersonValues>> {
  const others = new Map<number, PersonValues>();
  for await (const { place, ...values } of readRecords<OtherValues>(folder.others)) others.set(place, values);
  return others;
}

/** A service may replace all fields with those that are sent: then none of the others is left. */
function clearedFields({ kept = {} }: SubscriberPatch, { fields }: Subscriber): string[] {
  const others = Object.keys(kept);
  return others.every(variable => isNothing(fields[variable])) ? others.map(each => `fields.${each}`) : [];
}

/** What was expected, and what came. */
function expectedText({ tags, fields = {} }: SubscriberPatch['body'], record: Subscriber): string {
  const wrong = Object.entries(fields).filter(
    ([name, value]) => !isSameValue(record.fields[name] ?? null, value),
  );
  const pairs: (readonly [string, unknown, unknown])[] = wrong.map(([name, value]) => [
    `fields.${name}`,
    value,
    record.fields[name] ?? null,
  ]);
  if (tags !== undefined && !areSameTags(tags, record.tags)) pairs.unshift(['tags', tags, record.tags]);
  return pairs
    .map(([name, wanted, got]) => `expected ${name} ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`)
    .join('; ');
}

function stopped(
  code: 'unexpected_answer' | 'partly_done',
  message: string,
  email: string,
  { run }: UpdateFolder,
): Failure {
  return new Failure(code, message, {
    details: ['no further changes were sent', `to undo it: newsletter subscribers undo ${run.id}`],
    hint: `check it: newsletter subscribers get ${email}`,
  });
}
