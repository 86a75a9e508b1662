/** The plan of a sync: one reading of the source, one of the account, and what is to be done about each person. */
import { addressKey } from '../import/rows/values/email-address.ts';
import { limitNewSpace } from '../lib/new-space.ts';
import { DiskIndex } from '../people/disk-index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { isOfLastRun, type KnownPerson } from './decide.ts';
import { isSaid, type Pair, type PlanInputs, PlanWriter, type SyncPlan } from './plan-writer.ts';

/** @throws Failure write_failed; partly_done when the account could not be read to its end */
export async function makeSyncPlan(inputs: PlanInputs, terminal: Terminal): Promise<SyncPlan> {
  const { reader, folder, source } = inputs;
  const pairs = new DiskIndex<Pair>(folder.path, source.accepted);
  const plan = new PlanWriter(inputs);
  try {
    const { last, missing } = await pairUp(inputs, pairs);
    const progress = terminal.progress('reading subscribers');
    try {
      for await (const page of reader.pages(progress)) {
        for (const person of page) plan.present(person, pairs.take(addressKey(person.email)));
        limitNewSpace();
      }
    } finally {
      progress.stop();
    }
    const incomplete = reader.incomplete();
    if (incomplete !== undefined) throw incomplete;
    for (const pair of pairs.rest()) plan.absent(pair);
    plan.commit();
    return plan.end(last, missing);
  } finally {
    plan.discard();
    pairs.close();
  }
}

/** Joins what the source says now with what it said at the last run. */
async function pairUp(
  { source, known, folder, rules }: PlanInputs,
  pairs: DiskIndex<Pair>,
): Promise<{ readonly last: number | undefined; readonly missing: number }> {
  const earlier = new DiskIndex<KnownPerson>(folder.path, source.accepted);
  let [last, missing] = [0, 0];
  try {
    for await (const person of known) {
      if (isOfLastRun(person)) last++;
      earlier.add(addressKey(person.email), person);
    }
    await source.people((now, key) => {
      const before = earlier.take(key);
      const { email } = now;
      if (before === undefined || addressKey(before.email) !== key) pairs.add(key, { email, now });
      else if (now.isPartial !== true && before.fields !== undefined && isSaid(now, before))
        pairs.add(key, { email, before, isSame: true });
      else pairs.add(key, { email, now, before });
    });
    for (const before of earlier.rest()) {
      const key = addressKey(before.email);
      if (isOfLastRun(before) && !source.isUnread(key)) missing++;
      pairs.add(key, { email: before.email, before });
    }
  } finally {
    earlier.close();
  }
  return { last: rules.hasState ? last : undefined, missing };
}
