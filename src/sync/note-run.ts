/** Takes what became of a run into the state of its sync: what was done is remembered, the rest is as before. */
import { hasValues } from '../changes/change.ts';
import { ChangeJournal } from '../changes/journal.ts';
import type { ChangeReport } from '../changes/report.ts';
import type { SyncRun } from '../changes/run.ts';
import type { RunFolder } from '../changes/runs.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { readLog } from '../lib/append-log.ts';
import { LineSet } from '../lib/line-set.ts';
import { DiskIndex } from '../people/disk-index.ts';
import type { AllSubscribers } from '../people/read-all.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { KnownPerson } from './decide.ts';
import { type JobOutcome, JobOutcomes } from './jobs.ts';
import type { PlannedChange, PlannedPerson, WrittenPerson } from './planned.ts';
import { isByJob, jobCount, plannedPeople, type RefusedChange, refusedFile, runOf } from './send.ts';
import type { SyncState } from './state.ts';

/** What became of the people of a run. */
export interface RunOutcome {
  readonly created: number;
  readonly updated: number;
  /** People whom the service skipped or refused. */
  readonly refused: number;
  /** People of whom it is not known. */
  readonly unknown: number;
  /** People who were not sent, or whose job failed. */
  readonly notDone: number;
  /** The first few refused people. */
  readonly refusedPeople: readonly string[];
  /** What the service said of failed jobs. */
  readonly errors: readonly string[];
}

interface NoteContext {
  readonly reader: () => AllSubscribers;
  readonly terminal: Terminal;
  readonly report?: ChangeReport;
}

/** What to remember of a person; `refused`: as before, and what was refused. */
type StateNote = { readonly email: string } & (
  | { readonly next: KnownPerson | null }
  | { readonly refused: string; readonly isMissing: boolean }
);

const mostNamed = 3;

/** @throws Failure write_failed; whatever reading the account fails with */
export async function noteRun(
  folder: RunFolder,
  state: SyncState,
  context: NoteContext,
): Promise<RunOutcome> {
  const run = runOf(folder);
  const jobs = new JobOutcomes(folder, run, jobCount(run));
  const done = await presentPeople(folder, run, jobs, context);
  const notes = new DiskIndex<StateNote>(folder.path, run.changes ?? 1024);
  const counts = { done: 0, created: 0, refused: 0, maybe: 0, 'not-done': 0, 'some-skipped': 0 };
  const refusedPeople: string[] = [];
  try {
    for await (const { planned, outcome: seen, position } of outcomesOf(folder, run, jobs)) {
      const isThere = seen === 'some-skipped' && done.has(position);
      const outcome = isThere ? 'done' : seen === 'some-skipped' ? 'refused' : seen;
      const email = emailOf(planned);
      if (planned.do !== 'note') {
        if (outcome === 'done' && planned.do === 'create') counts.created++;
        else counts[outcome]++;
        if (outcome === 'refused' && refusedPeople.length < mostNamed) refusedPeople.push(email);
        // Changes that were sent one by one are in the report already.
        if (position >= 0) context.report?.add(...reported(planned, outcome));
      }
      const note = noteOf(planned, outcome, run);
      if (note !== undefined) notes.add(addressKey(email), { email, ...note });
    }
    // A part of a state that was lost would make everybody else look new.
    const header = await state.header();
    const isThere = header !== undefined;
    const isLost = run.had_state && !isThere;
    const columns = run.columns?.map(name => run.variables[name] ?? name);
    const isOther = columns !== undefined && columns.join() !== header?.columns?.join();
    if (!isLost && (notes.left > 0 || !isThere || isOther)) await replaceState(state, notes, columns);
  } finally {
    notes.close();
  }
  folder.update({ is_noted: true, made: counts.created + counts.done });
  return {
    created: counts.created,
    updated: counts.done,
    refused: counts.refused,
    unknown: counts.maybe,
    notDone: counts['not-done'],
    refusedPeople,
    errors: jobs.errors,
  };
}

/** A line of the report: outcome, address, id, reason. */
function reported(planned: WrittenPerson, outcome: JobOutcome): Parameters<ChangeReport['add']> {
  const id = planned.do === 'create' ? null : planned.change.id;
  if (outcome === 'done') return [planned.do === 'create' ? 'created' : 'changed', emailOf(planned), id];
  return ['failed', emailOf(planned), id, reasons[outcome]];
}

const reasons = {
  refused: 'skipped or refused by the service',
  'some-skipped': 'skipped by the service',
  maybe: 'may or may not have arrived',
  'not-done': 'not sent, or in a job that failed',
} as const;

const emailOf = (planned: PlannedPerson) =>
  planned.do === 'note'
    ? planned.email
    : planned.do === 'create'
      ? planned.person.email
      : planned.change.email;

/** Undefined: as before. */
function noteOf(
  planned: PlannedPerson,
  outcome: JobOutcome,
  { started_at, had_state }: SyncRun,
):
  | { readonly next: KnownPerson | null }
  | { readonly refused: string; readonly isMissing: boolean }
  | undefined {
  if (planned.do === 'note' || outcome === 'done') return { next: planned.next };
  if (outcome === 'refused') return { refused: planned.digest, isMissing: planned.do === 'missing' };
  // Jobs may have arrived, or have done part of their work.
  if (planned.do === 'create')
    return outcome === 'maybe'
      ? { next: { ...planned.next, brought: 'maybe', since: started_at } }
      : undefined;
  // The next run has a state: who was known without one must not look new to it.
  return had_state ? undefined : { next: asWithoutState(planned) };
}

/** What makes the next run decide about a person as if there were no state, too. */
function asWithoutState({ do: what, next }: PlannedChange): KnownPerson {
  if (what === 'change') return next;
  const { missing: _, ...others } = next;
  return { ...others, tags: [] };
}

async function replaceState(
  state: SyncState,
  notes: DiskIndex<StateNote>,
  columns: readonly string[] | undefined,
): Promise<void> {
  const personOf = (note: StateNote, before: KnownPerson | undefined): KnownPerson | null =>
    'next' in note
      ? note.next
      : {
          ...(before ?? { email: note.email }),
          refused: note.refused,
          ...(note.isMissing && { missing: before?.missing ?? 'keep' }),
        };
  await state.replace(
    columns,
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

interface PersonOutcome {
  readonly planned: PlannedPerson;
  readonly outcome: JobOutcome;
  /** Among those who go by jobs; -1: no job. */
  readonly position: number;
}

async function* outcomesOf(
  folder: RunFolder,
  run: SyncRun,
  jobs: JobOutcomes,
): AsyncGenerator<PersonOutcome> {
  const journal = new ChangeJournal(folder.journal);
  journal.close();
  const refused = new LineSet(0);
  for (const { place } of readLog<RefusedChange>(folder.file(refusedFile))) refused.add(place);
  let position = 0;
  for await (const planned of plannedPeople(folder, run)) {
    if (planned.do === 'note') yield { planned, outcome: 'done', position: -1 };
    else if (isByJob(planned, run)) {
      yield { planned, outcome: jobs.of(position), position };
      position++;
    } else if (planned.do !== 'create') {
      const { place } = planned.change;
      const outcome = journal.has(place) ? 'done' : refused.has(place) ? 'refused' : 'not-done';
      yield { planned, outcome, position: -1 };
    }
  }
}

/** Positions of people who are in the account as planned, among those of whose job the service skipped some. */
async function presentPeople(
  folder: RunFolder,
  run: SyncRun,
  jobs: JobOutcomes,
  { reader, terminal }: NoteContext,
): Promise<LineSet> {
  const found = new LineSet(0);
  const doubtful = new DiskIndex<{ readonly planned: WrittenPerson; readonly position: number }>(
    folder.path,
    64,
  );
  try {
    for await (const { planned, outcome, position } of outcomesOf(folder, run, jobs))
      if (outcome === 'some-skipped' && planned.do !== 'note')
        doubtful.add(addressKey(emailOf(planned)), { planned, position });
    if (doubtful.left === 0) return found;
    for await (const page of reader().withProgress(terminal)) {
      for (const person of page) {
        const one = doubtful.take(addressKey(person.email));
        if (one === undefined) continue;
        const { planned, position } = one;
        if (planned.do === 'create' || hasValues(person, planned.change.after)) found.add(position);
      }
    }
    return found;
  } finally {
    doubtful.close();
  }
}
