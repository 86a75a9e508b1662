/** Takes what became of a run into the state of its sync: what was done is remembered, the rest is as before. */
import { isDeepStrictEqual } from 'node:util';
import type { ChangeContext } from '../changes/carry-out.ts';
import { isStatusOnly } from '../changes/change.ts';
import { readJournal } from '../changes/journal.ts';
import { type KnownSource, peopleSent, type SyncOutcome, type SyncRun } from '../changes/run-facts.ts';
import { type FoundRun, type RunFolder, runsOf } from '../changes/runs.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { DiskIndex } from '../people/disk-index.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import { emailOf, type PlannedPerson, plannedPeople } from './planned.ts';
import type { KnownPerson, SyncState } from './state.ts';

/** Takes the people of a run into the state. */
export async function noteRun(folder: RunFolder, state: SyncState): Promise<SyncOutcome> {
  const run = syncRunIn(folder);
  const journal = readJournal(folder.journal);
  const outcome = { created: 0, updated: 0, removed: 0, refused: 0, not_sent: 0, statuses: 0 };
  const notes = new DiskIndex<StateNote>(folder.path, run.changes ?? 1024);
  try {
    for await (const planned of plannedPeople(folder, run)) {
      const became = becameOf(planned, journal);
      if (planned.do !== 'note') outcome[became === 'done' ? counterOf[planned.do] : became]++;
      if (became === 'done' && planned.do === 'missing' && isStatusOnly(planned.change)) outcome.statuses++;
      const note = noteOf(planned, became, run);
      if (note !== undefined) notes.add(addressKey(emailOf(planned)), { email: emailOf(planned), ...note });
    }
    const header = await state.header();
    // With the variables of the fields that were created.
    const columns = run.source.columns.map(name => run.variables[name] ?? name);
    const source = { ...run.source, columns };
    const isOther = !isDeepStrictEqual(source, header?.source);
    // A state with a part of the people would make all others look new.
    const isLost = run.had_state && header === undefined;
    if (!isLost && (notes.left > 0 || isOther)) await replaceState(state, notes, source);
  } finally {
    notes.close();
  }
  return outcome;
}

/** The outcome of a run that has not ended: without a person sent it is unknown, as its first request may have arrived. */
export const knownOutcome = (outcome: SyncOutcome) => (peopleSent(outcome) > 0 ? outcome : null);

function syncRunIn(folder: RunFolder): SyncRun {
  const run = folder.read();
  if (run?.kind !== 'sync') throw new Error(`no sync in ${folder.path}`);
  return run;
}

const counterOf = { create: 'created', change: 'updated', missing: 'removed' } as const;

type Became = 'done' | 'refused' | 'not_sent';

function becameOf(planned: PlannedPerson, { done, refused }: ReturnType<typeof readJournal>): Became {
  if (planned.do === 'note' || done.has(planned.change.place)) return 'done';
  return refused.has(planned.change.place) ? 'refused' : 'not_sent';
}

/** What to remember of a person; `refused`: as before, and what was refused. */
type Note =
  | { readonly next: KnownPerson | null }
  | { readonly refused: string; readonly of: 'create' | 'change' | 'missing' };
type StateNote = { readonly email: string } & Note;

/** Undefined: as before. */
function noteOf(
  planned: PlannedPerson,
  became: Became,
  { started_at, had_state }: SyncRun,
): Note | undefined {
  if (planned.do === 'note' || became === 'done') return { next: planned.next };
  if (became === 'refused') return { refused: planned.digest, of: planned.do };
  // Its request may have arrived: the next run looks whether the person is there.
  if (planned.do === 'create') return { next: { ...planned.next, created: 'maybe', since: started_at } };
  // The next run has a state: who was known without one must not look new to it.
  if (had_state) return undefined;
  const { missing: _, ...others } = planned.next;
  return { next: planned.do === 'change' ? planned.next : { ...others, tags: [] } };
}

async function replaceState(
  state: SyncState,
  notes: DiskIndex<StateNote>,
  source: KnownSource,
): Promise<void> {
  await state.replace(
    source,
    (email, before) => {
      const key = addressKey(email);
      const note = notes.take(key);
      return note === undefined || addressKey(note.email) !== key ? undefined : personOf(note, before());
    },
    function* () {
      for (const note of notes.rest()) yield personOf(note, undefined);
    },
  );
}

function personOf(note: StateNote, before: KnownPerson | undefined): KnownPerson | null {
  if ('next' in note) return note.next;
  const { email, refused } = note;
  // A creation that is refused shows that an earlier one, whose response was lost, did not arrive.
  if (before === undefined || (note.of === 'create' && before.created === 'maybe')) return { email, refused };
  return { ...before, refused, ...(note.of === 'missing' && { missing: before.missing ?? 'keep' }) };
}

type FoundSync = FoundRun & { readonly run: SyncRun };

/** The latest run of a sync: one of which its state knows what became, or one that was interrupted. */
export function latestRun(
  name: string,
  isNoted: boolean,
  { configDir, account }: Pick<ChangeContext, 'configDir' | 'account'>,
): FoundSync | undefined {
  const isWanted = (found: FoundRun): found is FoundSync =>
    found.run.kind === 'sync' && found.run.sync === name && found.run.is_noted === isNoted;
  return runsOf(configDir, account).find(isWanted);
}

/**
 * Takes an interrupted run into the state; the rest is planned anew.
 *
 * @param dryRun in which only a copy of the state is written, in the folder of the dry run
 * @returns number of its people who were not sent: their changes were within the limits already
 */
export async function noteInterrupted(
  name: string,
  state: SyncState,
  context: ChangeContext,
  dryRun: RunFolder | undefined,
): Promise<number> {
  const found = latestRun(name, false, context);
  if (found === undefined) return 0;
  const { folder, run } = found;
  if (dryRun !== undefined) state.writeTo(dryRun.file('state.ndjson'));
  const outcome = await noteRun(folder, state);
  if (dryRun === undefined) {
    const ended_at = run.ended_at ?? new Date().toISOString();
    folder.update({ outcome: knownOutcome(outcome), is_noted: true, ended_at });
  }
  const began = run.started_at.slice(0, 16).replace('T', ' ');
  const how = dryRun === undefined ? 'was interrupted' : 'has not ended';
  const sent = `${grouped(peopleSent(outcome))} of ${counted(run.changes ?? 0, 'person', 'people')} sent`;
  context.terminal.note(`The run of ${began} UTC ${how}: ${sent}. The rest is planned again.`);
  return outcome.not_sent;
}
