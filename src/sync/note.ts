/** Takes what became of a run into the state of its sync: what was done is remembered, the rest is as before. */
import type { ChangeContext } from '../changes/carry-out.ts';
import { isStatusOnly, withVariables } from '../changes/change.ts';
import { readJournal } from '../changes/journal.ts';
import {
  type KnownSource,
  nothingDone,
  peopleSent,
  type SyncOutcome,
  type SyncRun,
} from '../changes/run-facts.ts';
import { type FoundRun, type RunFolder, runsOf } from '../changes/runs.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { readRecords } from '../lib/files/record-file.ts';
import { DiskIndex } from '../people/disk-index.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { PlannedPerson } from './planned.ts';
import type { KnownPerson, SyncState } from './state.ts';

/** A run whose plan is in its folder. */
export interface PlannedRun {
  readonly folder: RunFolder;
  readonly run: SyncRun;
  readonly state: SyncState;
}

/** Writes the state anew, from a plan and its journal. @param isOver false: interrupted, it tells people again */
export async function noteRun({ folder, run, state }: PlannedRun, isOver: boolean): Promise<SyncOutcome> {
  const journal = readJournal(folder.journal);
  const { had_state, variables, changes } = run;
  const outcome = { ...nothingDone };
  const plan = new DiskIndex<PlannedPerson>(folder.path, changes ?? 0);
  try {
    for await (const planned of readRecords<PlannedPerson>(folder.changes)) {
      const became = becameOf(planned, journal);
      if (planned.do !== 'note') outcome[became === 'done' ? counterOf[planned.do] : became]++;
      if (became === 'refused' && planned.do === 'missing') outcome.not_removed++;
      if (became === 'done' && planned.do === 'missing' && isStatusOnly(planned)) outcome.statuses++;
      if (isOver || planned.do !== 'note' || !had_state) plan.add(addressKey(planned.email), planned);
    }
    const before = await state.header();
    // It was lost meanwhile: who is not in the plan would look new.
    if (had_state && before === undefined) return outcome;
    const after = (planned: PlannedPerson, known: KnownPerson | null) =>
      knownAfter(planned, known, becameOf(planned, journal), journal.unknown, run);
    async function* people() {
      for await (const some of state.people())
        yield some.map(([known, line]) => {
          const planned = plan.take(addressKey(known.email));
          return planned === undefined ? line : after(planned, known);
        });
      for (const planned of plan.rest()) yield [after(planned, null)];
    }
    // With the variables of the fields that were created.
    const source = { ...run.source, columns: run.source.columns.map(name => variables[name] ?? name) };
    const unsent = (changes ?? 0) - journal.done.size - journal.refused.size;
    await state.write(isOver ? source : { ...interrupted(source, before?.source), unsent }, people());
    return outcome;
  } finally {
    plan.close();
  }
}

/** The source of a run that was interrupted: what is said about it compares it with the one before. */
function interrupted(source: KnownSource, before = source): KnownSource {
  const { bad_rows, blank_marks } = before;
  return { ...source, bad_rows, blank_marks, columns: [...new Set([...before.columns, ...source.columns])] };
}

/** The outcome of a run that has not ended: without a person sent it is unknown, as its first request may have arrived. */
export const knownOutcome = (outcome: SyncOutcome) => (peopleSent(outcome) > 0 ? outcome : null);

const counterOf = { create: 'created', change: 'updated', missing: 'removed' } as const;

type Became = 'done' | 'refused' | 'not_sent';

function becameOf(planned: PlannedPerson, { done, refused }: ReturnType<typeof readJournal>): Became {
  if (planned.do === 'note' || done.has(planned.place)) return 'done';
  return refused.has(planned.place) ? 'refused' : 'not_sent';
}

/** What to remember of a person; null: nothing. @param known what the state has */
function knownAfter(
  planned: PlannedPerson,
  known: KnownPerson | null,
  became: Became,
  unknown: ReadonlySet<number>,
  { started_at, had_state, variables }: SyncRun,
): KnownPerson | null {
  const next = planned.next && withVariables(planned.next, variables);
  if (planned.do === 'note' || became === 'done' || next === null) return next;
  // A creation that is refused shows that an earlier one, whose response was lost, did not arrive.
  if (planned.do === 'create' && became === 'refused') return known?.created === 'maybe' ? null : known;
  // Its request may have arrived: the next run looks whether the person is there.
  if (planned.do === 'create') return { ...next, created: 'maybe', since: started_at };
  // The next run has a state: who was known without one must not look new to it.
  if (had_state)
    return known && unknown.has(planned.place) ? { ...known, maybe: [...(known.maybe ?? []), next] } : known;
  const { missing: _, status: __, emailed: ___, ...others } = next;
  return planned.do === 'change' ? next : { ...others, tags: [] };
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

/** Takes an interrupted run into the state. @param dryRun in whose folder only a copy of the state is written */
export async function noteInterrupted(
  name: string,
  state: SyncState,
  context: ChangeContext,
  dryRun: RunFolder | undefined,
): Promise<void> {
  const found = latestRun(name, false, context);
  if (found === undefined) return;
  const { folder, run } = found;
  if (dryRun !== undefined) state.writeTo(dryRun.file('state.ndjson'));
  const outcome = await noteRun({ folder, run, state }, false);
  if (dryRun === undefined) {
    const ended_at = run.ended_at ?? new Date().toISOString();
    folder.update({ outcome: knownOutcome(outcome), is_noted: true, ended_at });
  }
  const began = run.started_at.slice(0, 16).replace('T', ' ');
  const how = dryRun === undefined ? 'was interrupted' : 'has not ended';
  const atLeast = readJournal(folder.journal).unknown.size > 0 ? 'at least ' : '';
  const sent = `${atLeast}${grouped(peopleSent(outcome))} of ${counted(run.changes ?? 0, 'person', 'people')} sent`;
  context.terminal.note(`The run of ${began} UTC ${how}: ${sent}. The rest is planned again.`);
}
