/** Carries out plans: new ones, saved ones, and those of interrupted runs. */
import { alone, type ChangeContext } from '../changes/carry-out.ts';
import { type PatchBody, stepOf } from '../changes/change.ts';
import { CreatedPeople } from '../changes/created-people.ts';
import { ChangeReport } from '../changes/report.ts';
import type { SyncRun } from '../changes/run.ts';
import { type FoundRun, newRunFolder, type RunFolder, runsOf } from '../changes/runs.ts';
import type { ImportedSubscriber } from '../import/rows/parsed-row.ts';
import { Failure } from '../lib/failure.ts';
import { readRecords } from '../lib/files/record-file.ts';
import { exitOf } from './exit.ts';
import { noteRun, type RunOutcome } from './note-run.ts';
import { applicable, readPlanFile } from './plan-file.ts';
import { type PlannedPerson, planFile, rowOf } from './planned.ts';
import { isByJob, plannedPeople, sendPlan } from './send.ts';
import { SyncState } from './state.ts';
import type { PlannedSync } from './text.ts';

export interface CarryingOut {
  readonly name: string;
  readonly concurrency: number;
  readonly report: string | undefined;
}

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

/** The first requests that a plan would send, of each kind. */
export interface PlannedRequests {
  readonly fields: SyncRun['new_fields'];
  /** Rows of the first job. */
  readonly rows: readonly ImportedSubscriber[];
  readonly changes: readonly { readonly id: string; readonly body: PatchBody }[];
}

/** Maximum number of requests, or rows of a job, that are shown. */
const mostShown = 3;

export async function requestsOf(folder: RunFolder, run: SyncRun): Promise<PlannedRequests> {
  const rows: ImportedSubscriber[] = [];
  const changes: { readonly id: string; readonly body: PatchBody }[] = [];
  for await (const planned of plannedPeople(folder, run)) {
    if (planned.do === 'note') continue;
    if (isByJob(planned, run)) rows.push(planned.do === 'create' ? planned.person : rowOf(planned.change));
    else if (planned.do !== 'create')
      changes.push({ id: planned.change.id, body: stepOf(planned.change).bodies[0] ?? {} });
  }
  return { fields: run.new_fields, rows: rows.slice(0, mostShown), changes: changes.slice(0, mostShown) };
}

/** People listed in the result; the saved plan has all. */
const mostListed = 10_000;

type RunSizes = Pick<SyncRun, 'files' | 'creations' | 'changes' | 'jobable' | 'new_fields' | 'had_state'>;

export function newRun(
  { id }: RunFolder,
  { name, batchSize }: { readonly name: string; readonly batchSize: number },
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
    batch_size: batchSize,
    variables: {},
    made: null,
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

/** Sends the plan in a folder, and takes what became of it into the state. */
export async function carryOut(
  folder: RunFolder,
  run: SyncRun,
  state: SyncState,
  { concurrency, report: path }: Pick<CarryingOut, 'concurrency' | 'report'>,
  context: ChangeContext,
): Promise<Sent> {
  const { terminal, reader, stop } = context;
  if (run.changes === 0) {
    folder.save(run);
    const outcome = await noteRun(folder, state, { reader, terminal });
    folder.remove();
    return { ...nothingSent(run), outcome };
  }
  stop.throwIfAborted();
  await context.beforeWrite();
  const report = new ChangeReport(path);
  try {
    if (folder.read() === undefined) await begin(folder, run);
    const resume = resumeCommand(run.sync);
    const stopped = await sendPlan(folder, report, { concurrency }, resume, context);
    const outcome = await noteRun(folder, state, { reader, terminal, report });
    const isOver = stopped === undefined;
    folder.update({ ended_at: isOver ? new Date().toISOString() : null, is_noted: isOver });
    report.commit();
    const failure = exitOf(outcome, report.refusals, stopped, resume);
    return { ...nothingSent(run), run: run.id, outcome, failure };
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

export function resumeCommand(name: string): string {
  return `newsletter sync --name ${name} --resume`;
}

type FoundSync = FoundRun & { readonly run: SyncRun };

/** The latest run of a sync that is interrupted, or of which the state does not know yet what became. */
function interrupted(
  { name }: Pick<CarryingOut, 'name'>,
  { configDir, account }: ChangeContext,
): FoundSync | undefined {
  const isOpen = (found: FoundRun): found is FoundSync =>
    found.run.kind === 'sync' && found.run.sync === name && !found.run.is_noted;
  return runsOf(configDir, account).find(isOpen);
}

/** Takes an interrupted run into the state, so that nobody is sent twice; what was not sent is planned anew. */
export async function settle(
  settings: Pick<CarryingOut, 'name' | 'concurrency'>,
  state: SyncState,
  context: ChangeContext,
): Promise<void> {
  const found = interrupted(settings, context);
  if (found === undefined) return;
  const { folder, run } = found;
  const { terminal, reader } = context;
  const report = new ChangeReport(undefined);
  const failure = await sendPlan(
    folder,
    report,
    { ...settings, isSettling: true },
    resumeCommand(run.sync),
    context,
  );
  if (failure !== undefined) throw failure;
  const { created, updated } = await noteRun(folder, state, { reader, terminal });
  folder.update({ ended_at: run.ended_at ?? new Date().toISOString() });
  terminal.note(
    `the run of ${run.started_at.slice(0, 16).replace('T', ' ')} UTC was interrupted after ${created + updated} of ${run.changes ?? 0}: the rest is planned anew`,
  );
}

/** Goes on with the latest interrupted run, without reading the source. @throws Failure not_found */
export async function resumeSync(settings: CarryingOut, context: ChangeContext): Promise<SyncResult> {
  return await alone(context, async () => {
    const found = interrupted(settings, context);
    if (found === undefined) {
      throw new Failure('not_found', `no interrupted run of sync ${settings.name} to resume`, {
        hint: `newsletter sync <file> --name ${settings.name}`,
      });
    }
    const { folder, run } = found;
    if (folder.hasUnfinishedUndo || run.undone_at !== null)
      throw new Failure('unfinished_undo', `run ${run.id} is being undone: it cannot be resumed`, {
        hint: `newsletter undo ${run.id} --resume`,
      });
    const people = await listed(folder);
    const state = new SyncState(context.configDir, context.account, settings.name);
    return { ...(await carryOut(folder, run, state, settings, context)), planned: undefined, people };
  });
}

/**
 * Carries out a saved plan.
 *
 * @throws Failure plan_outdated when something has changed since
 */
export async function applyPlan(
  path: string,
  settings: Pick<CarryingOut, 'concurrency' | 'report'> & { readonly dryRun: boolean },
  context: ChangeContext,
): Promise<SyncResult> {
  const saved = readPlanFile(path, context.account);
  const work = async () => {
    const { configDir, account } = context;
    const state = new SyncState(configDir, account, saved.sync);
    if (!settings.dryRun) await settle({ ...settings, name: saved.sync }, state, context);
    const folder = newRunFolder(configDir);
    folder.make();
    try {
      await applicable(saved, { folder, state }, context);
      const people = await listed(folder);
      const run = newRun(folder, { name: saved.sync, batchSize: saved.batch_size }, context, {
        files: saved.files,
        creations: saved.creations,
        changes: saved.changes,
        jobable: saved.jobable,
        new_fields: saved.new_fields,
        had_state: saved.state !== null,
      });
      if (settings.dryRun)
        return { ...nothingSent(run), planned: undefined, people, requests: await requestsOf(folder, run) };
      return { ...(await carryOut(folder, run, state, settings, context)), planned: undefined, people };
    } finally {
      if (folder.read() === undefined) folder.remove();
    }
  };
  return settings.dryRun ? await work() : await alone(context, work);
}

export async function listed(folder: RunFolder): Promise<PlannedPerson[]> {
  const people: PlannedPerson[] = [];
  for await (const planned of readRecords<PlannedPerson>(folder.file(planFile))) {
    if (planned.do !== 'note') people.push(planned);
    if (people.length === mostListed) break;
  }
  return people;
}
