/** Carries out a change set, or undoes one: plan, confirmation, changes, report. */
import { rmSync } from 'node:fs';
import { Failure } from '../lib/failure.ts';
import { readRecords } from '../lib/files/record-file.ts';
import { withLock } from '../lib/lock.ts';
import { fileNameOf } from '../people/local-account.ts';
import type { AllSubscribers } from '../people/read-all.ts';
import { counted } from '../terminal/numbers.ts';
import type { Step } from './change.ts';
import { makePlan, type Planning } from './plan.ts';
import { type ChangePlan, ChangeReport, type Planned } from './report.ts';
import type { RunOwner } from './run-facts.ts';
import { newRunFolder, type RunFolder, runsFolder } from './runs.ts';
import { type PlannedSteps, type SendingContext, sendPlanned } from './send.ts';

export interface ChangeSettings {
  readonly concurrency: number;
  readonly maxChanges: number | undefined;
  readonly report: string | undefined;
  readonly dryRun: boolean;
}

export interface ChangeContext extends SendingContext, RunOwner {
  readonly configDir: string;
  /** The command line, without the program's name. */
  readonly typed: readonly string[];
  /** Reads the list; stops at the first Ctrl-C. */
  readonly reader: () => AllSubscribers;
  readonly addressKey: (email: string) => string;
}

/** The work to carry out. @template S its summary */
export interface ChangeWork<S>
  extends Planning,
    Pick<PlannedSteps, 'folder' | 'journal' | 'label' | 'again' | 'sameAgain'> {
  /** Requested people who were not found, after the whole list was read. */
  readonly missing: () => Iterable<string>;
  readonly text: (planned: Planned) => string;
  readonly question: (plan: ChangePlan) => string;
  readonly soFar: (planned: Planned) => string;
  /** Whether people missing from an incomplete list may count as gone. */
  readonly needsWholeList: boolean;
  /** Warns of what the whole list has shown. */
  readonly check?: () => void;
  readonly begin: (plan: ChangePlan) => void;
  /** Notes that all is done. */
  readonly end: (planned: Planned) => void;
  readonly summary: (planned: Planned) => S;
  /** The failure if some people are not as wanted. */
  readonly left: (summary: S, report: ChangeReport) => Failure | undefined;
}

/** The result, and the failure to exit with, if any. */
export interface ChangeResult<S = ChangeSummary> {
  readonly summary: S;
  readonly failure: Failure | undefined;
  readonly shown: readonly Step[];
  /** Whether a value was given that can be restored: a status cannot. */
  readonly canUndo: boolean;
}

/** @throws Failure before anything is changed: declined, too_many_changes */
export async function carryOut<S>(
  work: ChangeWork<S>,
  settings: ChangeSettings,
  context: ChangeContext,
): Promise<ChangeResult<S>> {
  const { terminal } = context;
  const report = new ChangeReport(settings.report);
  try {
    const reader = context.reader();
    const plan = await makePlan(reader.withProgress(terminal), work, report);
    context.stop.throwIfAborted();
    const incomplete = reader.list.incomplete();
    if (incomplete !== undefined && work.needsWholeList) throw incomplete;
    const planned = { plan, report, missing: [...work.missing()] };
    for (const name of planned.missing) report.add('missing', name);
    // JSON consumers get only an error on stderr.
    if (!terminal.isStructured || terminal.stderrIsTerminal) terminal.tell(work.text(planned));
    reader.printWarnings(terminal);
    if (incomplete !== undefined && !settings.dryRun && plan.changes > 0) terminal.warn(incomplete.message);
    work.check?.();
    const stopped = await sendOrList(work, planned, settings, context);
    report.commit();
    const summary = work.summary(planned);
    const canUndo = [...plan.byField.keys()].some(field => field !== 'status');
    return {
      summary,
      failure: stopped ?? work.left(summary, report) ?? incomplete,
      shown: plan.shown,
      canUndo,
    };
  } catch (error) {
    report.discard();
    throw error;
  } finally {
    // The plan of an undo is not kept with the run.
    if (work.plan !== work.folder.changes) rmSync(work.plan, { force: true });
  }
}

/** Sends the steps of a plan; in a dry run, lists them in the report. @returns the error that ended it early */
async function sendOrList<S>(
  work: ChangeWork<S>,
  planned: Planned,
  settings: ChangeSettings,
  context: ChangeContext,
): Promise<Failure | undefined> {
  const { plan, report } = planned;
  const { changes: count } = plan;
  const tooMany = tooManyChanges(plan, settings);
  if (settings.dryRun) {
    context.api.limits.rails?.preview(rails => rails.planChanges(count));
    for await (const { email, id, kind } of readRecords<Step>(work.plan))
      if (kind !== 'mark') report.add('planned', email, id);
    return tooMany;
  }
  if (tooMany !== undefined) throw tooMany;
  // A script that answers later must not change more people than were shown here.
  const most = settings.maxChanges === undefined ? ['--max-changes', String(count)] : [];
  const steps = {
    ...work,
    count,
    sameAgain: [...(work.sameAgain ?? []), ...most],
    report,
    question: work.question(plan),
    begin: () => {
      work.begin(plan);
      return readRecords<Step>(work.plan);
    },
    soFar: () => work.soFar(planned),
  };
  const stopped = count === 0 ? undefined : await sendPlanned(steps, settings.concurrency, context);
  if (stopped === undefined) work.end(planned);
  return stopped;
}

/** The failure if a plan has more changes than --max-changes; a dry run ends with it, too, after its plan. */
function tooManyChanges(
  { changes }: ChangePlan,
  { maxChanges = Number.POSITIVE_INFINITY, dryRun }: ChangeSettings,
): Failure | undefined {
  if (changes <= maxChanges) return undefined;
  const message = `${counted(changes, 'person', 'people')} would change, more than --max-changes ${maxChanges}`;
  return new Failure('too_many_changes', message, {
    // For programs: the message groups digits.
    details: [`changes: ${changes}, limit: ${maxChanges}`],
    hint: `if this is right: --max-changes ${changes}${dryRun ? '' : '; to see the plan: --dry-run'}`,
  });
}

/** What became of a change set, or of its undo, as `--output json` prints it. @param run null: nothing was sent */
export function summaryOf(run: string | null, { plan, report, missing }: Planned, dryRun: boolean) {
  return {
    run,
    /** Number of people concerned. */
    matched: plan.matched,
    to_change: plan.changes,
    changed: report.count('changed', 'restored', 'marked'),
    /** Number of people already as requested. */
    unchanged: report.count('unchanged'),
    /** Number of changes that the service refused, or did not make. */
    failed: report.count('failed'),
    /** Number of people who keep their address, since another person has the new one. */
    address_in_use: report.count('address_in_use'),
    missing,
    dry_run: dryRun,
  };
}

export type ChangeSummary = ReturnType<typeof summaryOf>;

/** Works in the folder of a new run, removed unless the run was saved. Locks the account, except in a dry run. */
export async function inNewRun<T>(
  context: ChangeContext,
  { dryRun }: Pick<ChangeSettings, 'dryRun'>,
  work: (folder: RunFolder) => Promise<T>,
): Promise<T> {
  const inFolder = async () => {
    const folder = newRunFolder(context.configDir);
    folder.make();
    try {
      return await work(folder);
    } finally {
      if (folder.read() === undefined) folder.remove();
    }
  };
  return dryRun ? await inFolder() : await withAccountLock(context, inFolder);
}

/**
 * Locks the account against other updates from this machine: a second one would overwrite tags that the first has
 * changed.
 *
 * @throws Failure already_running, write_failed
 */
export async function withAccountLock<T>(
  { configDir, account, api }: Pick<ChangeContext, 'configDir' | 'account' | 'api'>,
  work: () => Promise<T>,
): Promise<T> {
  const busy = () =>
    new Failure('already_running', 'another process is changing subscribers of this account');
  const path = `${runsFolder(configDir)}/${fileNameOf(account)}.lock`;
  return await withLock(path, { busy, clock: api.limits.clock }, work);
}
