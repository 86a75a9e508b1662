/** Changing many people: a new update, one that was interrupted, and one that is taken back. */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PatchJournal } from '../../bulk/patch-journal.ts';
import type { Subscriber } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { makeFolder } from '../../lib/folder.ts';
import { withLock } from '../../lib/lock.ts';
import { readRecords } from '../../lib/record-file.ts';
import { DiskIndex } from '../../people/disk-index.ts';
import { suggestion } from '../../people/filter/problem.ts';
import { fileNameOf } from '../../people/local-account.ts';
import { TagCounts } from '../../people/tags.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import {
  carryOut,
  type UpdateResult,
  type UpdateSettings,
  type UpdateSurroundings,
  type UpdateWork,
} from './carry-out.ts';
import { otherValues } from './note-outcome.ts';
import type { PlannedStep } from './plan.ts';
import { UpdateFolder, updatesFolder } from './run-folder.ts';
import { hasValues, reversed, stepFor, type UpdateWishes } from './wishes.ts';

/** Whom an update is about, beside those whom the reader selects; and what is looked at before anything is changed. */
export interface UpdateLimits {
  readonly named?: { take(person: Subscriber): boolean; readonly missing: readonly string[] } | undefined;
  readonly check?: () => void;
}

/**
 * Changes people.
 *
 * @param what for people: `add tag "x"`
 * @throws Failure before anything is changed: declined, too_many_changes, update_running
 */
export async function updatePeople(
  wishes: UpdateWishes,
  what: string,
  { named, check }: UpdateLimits,
  settings: UpdateSettings,
  surroundings: UpdateSurroundings,
): Promise<UpdateResult> {
  return await alone(surroundings, settings, async () => {
    const folder = UpdateFolder.create(surroundings.configDir, surroundings.account, what);
    let place = 0;
    const seen = new TagCounts();
    const { remove = [] } = wishes.tags;
    const work: UpdateWork = {
      folder,
      what,
      isNew: true,
      check: check ?? (() => warnOfUnseen(remove, seen, surroundings.terminal)),
      decide: person => {
        if (named !== undefined && !named.take(person)) return 'other';
        const step = stepFor(person, wishes);
        if (remove.length > 0) seen.add(person.tags);
        return step === undefined ? 'unchanged' : { place: place++, ...step };
      },
      plan: folder.steps,
      journal: folder.journal,
      missing: () => named?.missing ?? [],
      resume: 'newsletter subscribers update --resume',
      begin: changes => folder.save({ changes }),
      end: begun => begun.save({ ended_at: new Date().toISOString() }),
    };
    let isBegun = false;
    const begin = (changes: number) => {
      isBegun = true;
      return work.begin(changes);
    };
    try {
      return await carryOut({ ...work, begin }, settings, surroundings);
    } finally {
      if (!isBegun) rmSync(dirname(folder.steps), { recursive: true, force: true });
    }
  });
}

function warnOfUnseen(tags: readonly string[], seen: TagCounts, terminal: Terminal): void {
  if (seen.tags.length === 0) return;
  for (const tag of tags.filter(each => seen.of(each) === 0))
    terminal.warn(`none of them has the tag "${tag}"${suggestion(tag, seen.tags)}`);
}

/** Goes on with the latest update that was interrupted. @throws Failure not_found; as `updatePeople` */
export async function resumeUpdate(
  settings: UpdateSettings,
  surroundings: UpdateSurroundings,
): Promise<UpdateResult> {
  return await alone(surroundings, settings, async () => {
    const folder = UpdateFolder.of(surroundings.configDir, surroundings.account).find(
      ({ run }) => run.ended_at === null,
    );
    if (folder === undefined)
      throw new Failure('not_found', 'no interrupted update to resume in this account', { hint: null });
    const { steps } = await stepsById(folder);
    const done = new PatchJournal(folder.journal);
    done.close();
    return await carryOut(
      {
        folder,
        what: `resuming: ${folder.run.what}`,
        decide: person => {
          const step = steps.take(person.id);
          if (step === undefined || done.has(step.place)) return 'other';
          if (hasValues(person, step.before)) return step;
          return hasValues(person, step.after) ? 'unchanged' : 'edited';
        },
        plan: `${folder.steps}.rest`,
        journal: folder.journal,
        missing: () => namesOf(steps, ({ place }) => !done.has(place)),
        resume: 'newsletter subscribers update --resume',
        begin: () => folder,
        end: begun => begun.save({ ended_at: new Date().toISOString() }),
      },
      settings,
      surroundings,
    ).finally(() => steps.close());
  });
}

/**
 * Takes an update back: who has the values that it gave gets the earlier ones; who was edited since is left alone.
 *
 * @param id undefined: the latest one that was not taken back
 * @throws Failure not_found; as `updatePeople`
 */
export async function undoUpdate(
  id: string | undefined,
  settings: UpdateSettings,
  surroundings: UpdateSurroundings,
): Promise<UpdateResult> {
  return await alone(surroundings, settings, async () => {
    const folder = UpdateFolder.of(surroundings.configDir, surroundings.account).find(({ run }) =>
      id === undefined ? run.undone_at === null : run.id === id,
    );
    if (folder === undefined) {
      const which = id === undefined ? 'no update' : `no update ${id}`;
      throw new Failure('not_found', `this machine has made ${which} of this account that can be undone`, {
        hint: null,
      });
    }
    const { steps, hasStatus } = await stepsById(folder);
    if (hasStatus) {
      surroundings.terminal.warn('the status is not restored: the service does not show the earlier one');
    }
    rmSync(folder.undoJournal, { force: true });
    const others = await otherValues(folder);
    return await carryOut(
      {
        folder,
        what: `undoing: ${folder.run.what}`,
        isUndo: true,
        decide: person => {
          const step = steps.take(person.id);
          if (step === undefined || Object.keys(step.after).length === 0) return 'other';
          const made = others.get(step.place);
          if (hasValues(person, step.after) || (made !== undefined && hasValues(person, made)))
            return { place: step.place, ...reversed(step, folder.run.clears_fields === true) };
          return hasValues(person, step.before) ? 'unchanged' : 'edited';
        },
        plan: `${folder.steps}.undo`,
        journal: folder.undoJournal,
        missing: () => namesOf(steps, ({ after }) => Object.keys(after).length > 0),
        resume: `newsletter subscribers undo ${folder.run.id}`,
        begin: () => folder,
        end: begun => begun.save({ undone_at: new Date().toISOString(), ended_at: new Date().toISOString() }),
      },
      settings,
      surroundings,
    ).finally(() => steps.close());
  });
}

/** The steps of a run by the id of the person, on disk: there may be a million. To be closed. */
async function stepsById(folder: UpdateFolder) {
  const steps = new DiskIndex<PlannedStep>(dirname(folder.steps), folder.run.changes);
  let hasStatus = false;
  for await (const step of readRecords<PlannedStep>(folder.steps)) {
    steps.add(step.id, step);
    hasStatus ||= step.status !== undefined;
  }
  return { steps, hasStatus };
}

/** The people of a plan who are no longer in the account, as far as they matter. */
function namesOf(steps: DiskIndex<PlannedStep>, matters: (step: PlannedStep) => boolean): string[] {
  const names: string[] = [];
  for (const step of steps.rest()) if (matters(step)) names.push(step.email);
  return names;
}

/** One update of an account at a time on this machine: the second would write tags that the first has changed. */
async function alone<T>(
  { configDir, account }: UpdateSurroundings,
  { dryRun }: UpdateSettings,
  work: () => Promise<T>,
): Promise<T> {
  if (dryRun) return await work();
  makeFolder(updatesFolder(configDir));
  const path = join(updatesFolder(configDir), `${fileNameOf(account)}.lock`);
  const busy = () => new Failure('update_running', 'another process is changing subscribers of this account');
  return await withLock(path, { busy }, work);
}
