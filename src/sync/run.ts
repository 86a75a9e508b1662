/** A run of a sync: sends its plan person by person, and takes the outcome of each into the state. */
import { type ChangeContext, sendSteps } from '../changes/carry-out.ts';
import { type PatchBody, type Step, stepOf } from '../changes/change.ts';
import { ChangeJournal, CreatedPeople } from '../changes/journal.ts';
import { ChangeReport } from '../changes/report.ts';
import {
  type FoundRun,
  type RunFolder,
  renamed,
  runsOf,
  type SyncRun,
  withVariables,
} from '../changes/runs.ts';
import { normalizeName } from '../import/columns/header-names.ts';
import { fieldNamed } from '../import/new-fields.ts';
import type { ImportedSubscriber } from '../import/rows/parsed-row.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { Failure } from '../lib/failure.ts';
import { readRecords } from '../lib/files/record-file.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { allFields } from '../people/custom-fields.ts';
import { DiskIndex } from '../people/disk-index.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { KnownPerson } from './decide.ts';
import { emailOf, type PlannedPerson, planFile, type WrittenPerson } from './plan.ts';
import type { SyncState } from './state.ts';
import type { PlannedSync } from './text.ts';

export interface SendingSettings {
  readonly name: string;
  readonly concurrency: number;
  readonly report: string | undefined;
}

/** What became of the people of a run. */
export interface RunOutcome {
  readonly created: number;
  readonly updated: number;
  /** People who were missing from the source, and got what `--missing` says. */
  readonly removed: number;
  readonly refused: number;
  readonly notDone: number;
}

export const madeIn = ({ created, updated, removed }: RunOutcome) => created + updated + removed;

export interface SyncResult {
  readonly sync: string;
  readonly run: string | null;
  /** Number of people to create or to change. */
  readonly changes: number;
  readonly planned: PlannedSync | undefined;
  /** Undefined: nothing was sent. */
  readonly outcome: RunOutcome | undefined;
  /** The first people to create or to change. */
  readonly people: readonly PlannedPerson[];
  /** The first requests of a run that is not carried out. */
  readonly requests: PlannedRequests | undefined;
  readonly failure: Failure | undefined;
}

/** The first requests that a plan would send. */
export interface PlannedRequests {
  readonly fields: SyncRun['new_fields'];
  readonly people: readonly { readonly id: string; readonly body: PatchBody }[];
}

/** Requests shown, and people firstPeople: the saved plan has all. */
const mostShown = 3;
const mostListed = 10_000;

export async function requestsOf(folder: RunFolder, run: SyncRun): Promise<PlannedRequests> {
  const people: { readonly id: string; readonly body: PatchBody }[] = [];
  for await (const { id, bodies } of stepsOf(folder, run)) {
    people.push({ id, body: bodies[0] ?? {} });
    if (people.length === mostShown) break;
  }
  return { fields: run.new_fields, people };
}

export async function firstPeople(folder: RunFolder): Promise<PlannedPerson[]> {
  const people: PlannedPerson[] = [];
  for await (const planned of readRecords<PlannedPerson>(folder.file(planFile))) {
    if (planned.do !== 'note') people.push(planned);
    if (people.length === mostListed) break;
  }
  return people;
}

type RunSizes = Pick<SyncRun, 'files' | 'changes' | 'new_fields' | 'columns' | 'had_state'>;

export function newRun(
  { id }: RunFolder,
  name: string,
  { account, accountName, profile }: ChangeContext,
  sizes: RunSizes,
): SyncRun {
  return {
    id,
    kind: 'sync',
    what: `sync ${name}`,
    sync: name,
    started_at: new Date().toISOString(),
    ended_at: null,
    undone_at: null,
    base_url: account.baseUrl,
    account: account.id,
    account_name: accountName,
    profile,
    variables: {},
    made: null,
    created: null,
    statuses: 0,
    is_noted: false,
    ...sizes,
  };
}

type Sent = Omit<SyncResult, 'planned' | 'people'>;

export function nothingSent({ sync, changes }: SyncRun): Sent {
  return {
    sync,
    run: null,
    changes: changes ?? 0,
    outcome: undefined,
    failure: undefined,
    requests: undefined,
  };
}

/** An interrupted run is not resumed: the next one notes what it did, and plans the rest. */
const again = ({ files, sync }: SyncRun) =>
  `run the same sync again, it sends the rest: newsletter sync ${files.map(shellWord).join(' ')} --name ${sync}`;

/** Sends the plan in a folder, and takes what became of it into the state. */
export async function sendPlan(
  folder: RunFolder,
  run: SyncRun,
  state: SyncState,
  { concurrency, report: path }: Pick<SendingSettings, 'concurrency' | 'report'>,
  context: ChangeContext,
): Promise<Sent> {
  if (run.changes === 0) {
    folder.save(run);
    const outcome = await noteRun(folder, state);
    folder.remove();
    return { ...nothingSent(run), outcome };
  }
  context.stop.throwIfAborted();
  context.api.limits.rails?.planChanges(run.changes ?? 0);
  await context.beforeWrite();
  const report = new ChangeReport(path);
  try {
    await begin(folder, run);
    const stopped = await send(folder, report, concurrency, context);
    const outcome = await noteRun(folder, state);
    const isOver = stopped === undefined;
    folder.update({ ended_at: isOver ? new Date().toISOString() : null, is_noted: isOver });
    report.commit();
    return {
      ...nothingSent(run),
      run: run.id,
      outcome,
      failure: stopped ?? exitOf(outcome, report.refusals),
    };
  } finally {
    report.discard();
  }
}

/** Stores what can be undone and resumed, before anything is sent. */
async function begin(folder: RunFolder, run: SyncRun): Promise<void> {
  const created = new CreatedPeople(folder.created);
  for await (const planned of readRecords<PlannedPerson>(folder.file(planFile)))
    if (planned.do === 'create') created.add(planned.person.email);
  created.flush();
  folder.save(run);
}

/** Sends what the journal does not have yet. @returns the error that ended it early */
async function send(
  folder: RunFolder,
  report: ChangeReport,
  concurrency: number,
  context: ChangeContext,
): Promise<Failure | undefined> {
  const run = await withNewFields(folder, context);
  const count = run.changes ?? 0;
  const [journal, refused] = [new ChangeJournal(folder.journal), new ChangeJournal(refusedPath(folder))];
  try {
    return await sendSteps(
      {
        steps: stepsOf(folder, run),
        count,
        folder,
        journal,
        report,
        label: 'syncing',
        resume: again(run),
        soFar: () =>
          `${grouped(report.count('created', 'changed'))} of ${counted(count, 'person', 'people')} sent`,
        // Not found is no refusal: the person has just left.
        onRefused: ({ place }, { exit }) => (exit === 5 ? refused.done(place) : undefined),
      },
      concurrency,
      context,
    );
  } finally {
    journal.close();
    refused.close();
  }
}

const refusedPath = (folder: RunFolder) => folder.file('refused.log');

/** Creates the fields of the plan, unless they are there. */
async function withNewFields(folder: RunFolder, { api, terminal }: ChangeContext): Promise<SyncRun> {
  const run = runOf(folder);
  if (run.new_fields.length === 0) return run;
  const known = await allFields(api);
  const variables: Record<string, string> = {};
  for (const field of run.new_fields) {
    const { variable } = await fieldNamed(api, field, known, message => terminal.warn(message));
    variables[normalizeName(field.name)] = variable;
  }
  folder.update({ variables });
  return runOf(folder);
}

function runOf(folder: RunFolder): SyncRun {
  const run = folder.read();
  if (run?.kind !== 'sync') throw new Error(`no sync in ${folder.path}`);
  return run;
}

/** The lines of a plan, with the variables of the fields that were created. */
async function* plannedPeople(folder: RunFolder, { variables }: SyncRun): AsyncGenerator<PlannedPerson> {
  for await (const planned of readRecords<PlannedPerson>(folder.file(planFile))) {
    if (planned.do === 'note') {
      yield { ...planned, next: planned.next && withVariables(planned.next, variables) };
      continue;
    }
    const next = withVariables(planned.next, variables);
    if (planned.do === 'create') yield { ...planned, person: withVariables(planned.person, variables), next };
    else yield { ...planned, change: renamed(planned.change, variables), next };
  }
}

async function* stepsOf(folder: RunFolder, run: SyncRun): AsyncGenerator<Step> {
  for await (const planned of plannedPeople(folder, run))
    if (planned.do === 'create') yield creationOf(planned.place, planned.person);
    else if (planned.do !== 'note') yield stepOf(planned.change);
}

function creationOf(place: number, person: ImportedSubscriber): Step {
  const { email, ...after } = person as PatchBody & { readonly email: string };
  return { place, id: '', email, before: {}, after, kind: 'create', bodies: [{ email, ...after }] };
}

/** Takes what became of a run into the state: what was done is remembered, the rest is as before. */
async function noteRun(folder: RunFolder, state: SyncState): Promise<RunOutcome> {
  const run = runOf(folder);
  const [done, refused] = [new ChangeJournal(folder.journal), new ChangeJournal(refusedPath(folder))];
  done.close();
  refused.close();
  const outcome = { created: 0, updated: 0, removed: 0, refused: 0, notDone: 0 };
  const notes = new DiskIndex<StateNote>(folder.path, run.changes ?? 1024);
  let statuses = 0;
  try {
    for await (const planned of plannedPeople(folder, run)) {
      const became = becameOf(planned, done, refused);
      if (planned.do !== 'note') outcome[became === 'done' ? counterOf[planned.do] : became]++;
      const isStatus = planned.do === 'missing' && planned.change.status !== undefined;
      if (became === 'done' && isStatus) statuses++;
      const note = noteOf(planned, became, run);
      if (note !== undefined) notes.add(addressKey(emailOf(planned)), { email: emailOf(planned), ...note });
    }
    const header = await state.header();
    const columns = run.columns?.map(name => run.variables[name] ?? name);
    const isOther = columns !== undefined && columns.join() !== header?.columns?.join();
    // A part of a state that was lost would make everybody else look new.
    const isLost = run.had_state && header === undefined;
    if (!isLost && (notes.left > 0 || header === undefined || isOther))
      await replaceState(state, notes, columns);
  } finally {
    notes.close();
  }
  folder.update({ is_noted: true, made: madeIn(outcome), created: outcome.created, statuses });
  return outcome;
}

const counterOf = { create: 'created', change: 'updated', missing: 'removed' } as const;

type Became = 'done' | 'refused' | 'notDone';

function becameOf(planned: PlannedPerson, done: ChangeJournal, refused: ChangeJournal): Became {
  if (planned.do === 'note') return 'done';
  const place = placeOf(planned);
  return done.has(place) ? 'done' : refused.has(place) ? 'refused' : 'notDone';
}

const placeOf = (planned: WrittenPerson) => (planned.do === 'create' ? planned.place : planned.change.place);

/** What to remember of a person; `refused`: as before, and what was refused. */
type Note = { readonly next: KnownPerson | null } | { readonly refused: string; readonly isMissing: boolean };
type StateNote = { readonly email: string } & Note;

/** Undefined: as before. */
function noteOf(
  planned: PlannedPerson,
  became: Became,
  { started_at, had_state }: SyncRun,
): Note | undefined {
  if (planned.do === 'note' || became === 'done') return { next: planned.next };
  if (became === 'refused') return { refused: planned.digest, isMissing: planned.do === 'missing' };
  // Its request may have arrived: the next run looks whether the person is there.
  if (planned.do === 'create') return { next: { ...planned.next, brought: 'maybe', since: started_at } };
  // The next run has a state: who was known without one must not look new to it.
  if (had_state) return undefined;
  const { missing: _, ...others } = planned.next;
  return { next: planned.do === 'change' ? planned.next : { ...others, tags: [] } };
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

/** The failure to exit with. @param refusals what the service said of single people */
function exitOf({ refused, notDone }: RunOutcome, refusals: readonly string[]): Failure | undefined {
  if (refused + notDone === 0) return undefined;
  const parts = [
    ...(refused > 0 ? [`${counted(refused, 'person was', 'people were')} refused by the service`] : []),
    ...(notDone > 0 ? [`${counted(notDone, 'person has', 'people have')} just left the account`] : []),
  ];
  return new Failure('partly_done', parts.join(', '), {
    details: refusals,
    hint: 'they are sent again when their data changes, or with --recreate',
  });
}

type FoundSync = FoundRun & { readonly run: SyncRun };

/** The latest run of a sync that is interrupted, or of which the state does not know yet what became. */
function interrupted(name: string, { configDir, account }: ChangeContext): FoundSync | undefined {
  const isOpen = (found: FoundRun): found is FoundSync =>
    found.run.kind === 'sync' && found.run.sync === name && !found.run.is_noted;
  return runsOf(configDir, account).find(isOpen);
}

/**
 * Takes an interrupted run into the state; the rest is planned anew.
 *
 * @returns number of its people who were not sent: their changes were within the limits already
 */
export async function noteInterrupted(
  name: string,
  state: SyncState,
  context: ChangeContext,
): Promise<number> {
  const found = interrupted(name, context);
  if (found === undefined) return 0;
  const { folder, run } = found;
  const outcome = await noteRun(folder, state);
  // Its first request may have been under way when it was killed.
  const unknown = madeIn(outcome) === 0 && { made: null, created: null };
  folder.update({ ended_at: run.ended_at ?? new Date().toISOString(), ...unknown });
  context.terminal.note(
    `the run of ${run.started_at.slice(0, 16).replace('T', ' ')} UTC was interrupted: ${grouped(madeIn(outcome))} of ${counted(run.changes ?? 0, 'person', 'people')} sent, the rest is planned again`,
  );
  return outcome.notDone;
}
