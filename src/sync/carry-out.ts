/** Carries out plans, whatever made them. */
import type { ChangeContext } from '../changes/carry-out.ts';
import { type PatchBody, stepOf } from '../changes/change.ts';
import { CreatedPeople } from '../changes/created-people.ts';
import { ChangeReport } from '../changes/report.ts';
import type { SyncRun } from '../changes/run.ts';
import type { RunFolder } from '../changes/runs.ts';
import type { ImportedSubscriber } from '../import/rows/parsed-row.ts';
import { Failure } from '../lib/failure.ts';
import { readRecords } from '../lib/files/record-file.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import { noteRun, type RunOutcome } from './note-run.ts';
import { type PlannedPerson, planFile, rowOf } from './planned.ts';
import { isByJob, plannedPeople, sendPlan } from './send.ts';
import type { SyncState } from './state.ts';
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

type RunSizes = Pick<
  SyncRun,
  'files' | 'creations' | 'changes' | 'jobable' | 'new_fields' | 'columns' | 'had_state'
>;

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

/**
 * The failure to exit with.
 *
 * @param refusals what the service said of single people
 * @param stopped the error that ended the run early
 */
function exitOf(
  { created, updated, refused, refusedPeople, unknown, notDone, errors }: RunOutcome,
  refusals: readonly string[],
  stopped: Failure | undefined,
  resume: string,
): Failure | undefined {
  const done = `${grouped(created)} created, ${grouped(updated)} changed`;
  if (stopped?.code === 'interrupted')
    return stopped.reworded(`${stopped.message}: ${done}`, { hint: resume });
  if (unknown > 0) {
    return new Failure(
      'outcome_unknown',
      `${counted(unknown, 'person', 'people')} may or may not be in the account`,
      {
        details: [done],
        hint: `to find out, and send what is missing: ${resume}`,
      },
    );
  }
  if (stopped !== undefined && created + updated === 0 && stopped.hint !== resume)
    return stopped.reworded(stopped.message, { details: [...stopped.details, `to resume it: ${resume}`] });
  const isOwn =
    stopped?.hint === resume || stopped?.code === 'partly_done' || stopped?.code === 'stopped_early';
  if (stopped !== undefined && isOwn) return stopped;
  if (stopped !== undefined) {
    return new Failure('stopped_early', `stopped before the end: ${done}, ${grouped(notDone)} not sent yet`, {
      details: [stopped.message, ...stopped.details],
      hint: resume,
      cause: stopped,
    });
  }
  if (refused + notDone === 0) return undefined;
  const parts = [
    ...(refused > 0 ? [`${counted(refused, 'person', 'people')} skipped or refused by the service`] : []),
    ...(notDone > 0 ? [`${counted(notDone, 'person', 'people')} in failed jobs`] : []),
  ];
  const said = [
    ...new Set([...refusals, ...(refusals.length === 0 ? refusedPeople : []), ...errors.slice(0, 3)]),
  ];
  return new Failure('partly_done', `not everybody was sent: ${parts.join(', ')}`, {
    details: said,
    hint:
      notDone > 0
        ? 'the next run sends them again'
        : 'they are not sent again until the source says something else of them, or with --recreate',
  });
}

export async function listed(folder: RunFolder): Promise<PlannedPerson[]> {
  const people: PlannedPerson[] = [];
  for await (const planned of readRecords<PlannedPerson>(folder.file(planFile))) {
    if (planned.do !== 'note') people.push(planned);
    if (people.length === mostListed) break;
  }
  return people;
}
