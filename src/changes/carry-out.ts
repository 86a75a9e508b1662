/** Carries out a change set, or undoes one: plan, confirmation, changes, report. */
import { rmSync } from 'node:fs';
import type { Subscriber } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { unwritableHere } from '../lib/files/file-errors.ts';
import { makeOwnFolder } from '../lib/files/folder.ts';
import { readRecords } from '../lib/files/record-file.ts';
import { withLock } from '../lib/lock.ts';
import { fileNameOf, type LocalAccount } from '../people/local-account.ts';
import type { AllSubscribers } from '../people/read-all.ts';
import { counted } from '../terminal/numbers.ts';
import {
  type ChangePlan,
  type Concern,
  type Decision,
  makePlan,
  type NewAddresses,
  type Step,
} from './change.ts';
import { ChangeReport } from './report.ts';
import { newRunFolder, type RunFolder, runsFolder } from './runs.ts';
import { type PlannedSteps, type SendingContext, sendPlanned } from './send.ts';

export interface ChangeSettings {
  readonly concurrency: number;
  /** Maximum number of changes. */
  readonly maxChanges: number | undefined;
  readonly report: string | undefined;
  readonly dryRun: boolean;
}

export interface ChangeContext extends SendingContext {
  readonly configDir: string;
  readonly account: LocalAccount;
  readonly accountName: string;
  readonly profile: string;
  /** The command line, without the program's name. */
  readonly typed: readonly string[];
  /** Reads the list; stops at the first Ctrl-C. */
  readonly reader: () => AllSubscribers;
  /** Normalizes an address. */
  readonly addressKey: (email: string) => string;
}

/** The work to carry out. */
export interface ChangeWork
  extends Pick<PlannedSteps, 'folder' | 'journal' | 'label' | 'again' | 'sameAgain'> {
  readonly decide: (person: Subscriber) => Decision;
  /** Requested people who were not found, after the whole list was read. */
  readonly missing: () => Iterable<string>;
  /** All addresses that the work gives; undefined: none. */
  readonly newAddresses?: NewAddresses | undefined;
  /** Where to write the steps. */
  readonly plan: string;
  readonly text: (plan: ChangePlan, report: ChangeReport) => string;
  readonly question: (plan: ChangePlan) => string;
  readonly soFar: (report: ChangeReport, plan: ChangePlan) => string;
  /** Whether people missing from an incomplete list may count as gone. */
  readonly needsWholeList: boolean;
  /** Warns of what the whole list has shown. */
  readonly check?: () => void;
  readonly begin?: (plan: ChangePlan) => void;
  /** Notes that all is done. @param changes number of people who were to be changed */
  readonly end: (changes: number, report: ChangeReport) => void;
}

/** The result. */
export interface CarriedOut {
  readonly plan: ChangePlan;
  readonly report: ChangeReport;
  readonly missing: readonly string[];
  readonly failure: Failure | undefined;
  /** Doubts about the list. */
  readonly doubt: Failure | undefined;
}

/**
 * The caller must commit or discard the report.
 *
 * @throws Failure before anything is changed: declined, too_many_changes
 */
export async function carryOut(
  work: ChangeWork,
  settings: ChangeSettings,
  context: ChangeContext,
): Promise<CarriedOut> {
  const { terminal, stop } = context;
  const report = new ChangeReport(settings.report);
  try {
    const reader = context.reader();
    const onDecision = ({ email, id }: Pick<Subscriber, 'id' | 'email'>, decision: Concern) => {
      if (typeof decision === 'string') report.add(decision, email, id);
      // A person created by an import stays, with or without the new tag or status.
      else if (decision.kind === 'mark') report.add('created', email, id);
    };
    const { decide, newAddresses } = work;
    const people = reader.withProgress(terminal);
    const plan = await makePlan(people, decide, work.plan, onDecision, newAddresses);
    stop.throwIfAborted();
    const incomplete = reader.incomplete();
    if (incomplete !== undefined && work.needsWholeList) throw incomplete;
    const missing = [...work.missing()];
    for (const name of missing) report.add('missing', name);
    // JSON consumers get only an error on stderr.
    if (!terminal.isStructured || terminal.stderrIsTerminal) terminal.tell(work.text(plan, report));
    reader.tellRemarks(terminal);
    if (incomplete !== undefined && !settings.dryRun && plan.changes > 0) terminal.warn(incomplete.message);
    work.check?.();
    const tooMany = tooManyChanges(plan, settings);
    if (settings.dryRun) {
      context.api.limits.rails?.preview(rails => rails.planChanges(plan.changes));
      await listPlanned(work.plan, report);
    } else if (tooMany !== undefined) throw tooMany;
    const failure = settings.dryRun ? tooMany : await change(work, { plan, report }, settings, context);
    return { plan, report, missing, failure, doubt: incomplete };
  } catch (error) {
    report.discard();
    throw error;
  } finally {
    if (work.plan !== work.folder.changes) rmSync(work.plan, { force: true });
  }
}

/** Why so many changes are refused; undefined: they are not. A dry run ends with it, too, after its plan. */
function tooManyChanges(
  { changes }: ChangePlan,
  { maxChanges = Number.POSITIVE_INFINITY, dryRun }: ChangeSettings,
): Failure | undefined {
  if (changes <= maxChanges) return undefined;
  return new Failure(
    'too_many_changes',
    `${counted(changes, 'person', 'people')} would change, more than --max-changes ${maxChanges}`,
    { hint: `if this is right: --max-changes ${changes}${dryRun ? '' : '; to see the plan: --dry-run'}` },
  );
}

/** Reports the people whom a dry run would change. */
async function listPlanned(plan: string, report: ChangeReport): Promise<void> {
  for await (const { email, id, kind } of readRecords<Step>(plan))
    if (kind !== 'mark') report.add('planned', email, id);
}

/** @returns the error that ended it early */
async function change(
  work: ChangeWork,
  { plan, report }: Pick<CarriedOut, 'plan' | 'report'>,
  { concurrency }: ChangeSettings,
  context: ChangeContext,
): Promise<Failure | undefined> {
  const { changes } = plan;
  const failure =
    changes === 0
      ? undefined
      : await sendPlanned(
          {
            ...work,
            count: changes,
            report,
            question: work.question(plan),
            begin: () => {
              work.begin?.(plan);
              return readRecords<Step>(work.plan);
            },
            soFar: () => work.soFar(report, plan),
          },
          concurrency,
          context,
        );
  if (failure !== undefined) return failure;
  work.end(changes, report);
  rmSync(work.journal, { force: true });
  return undefined;
}

/** What became of a change set, or of its undo, as `--output json` prints it. @param run null: nothing was sent */
export function summaryOf(
  run: string | null,
  { plan, report, missing }: CarriedOut,
  { dryRun }: Pick<ChangeSettings, 'dryRun'>,
) {
  return {
    run,
    /** Number of people concerned. */
    matched: plan.matched,
    to_change: plan.changes,
    changed: report.count('changed', 'restored', 'marked'),
    /** Number of people already as requested. */
    unchanged: report.count('unchanged'),
    /** Number of people whose change the service refused, or did not make. */
    failed: report.count('failed'),
    /** Number of people who were left as they are, since another person has the new address. */
    address_in_use: report.count('address_in_use'),
    /** People not in the account. */
    missing,
    dry_run: dryRun,
  };
}

export type ChangeSummary = ReturnType<typeof summaryOf>;

/**
 * Works in the folder of a new run, which is removed unless the work has saved the run; unless it is a dry run, with the
 * account locked.
 */
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
  const folder = runsFolder(configDir);
  const cannotMake = (error: unknown) => unwritableHere(`to ${folder}`, error);
  makeOwnFolder(folder);
  const busy = () =>
    new Failure('already_running', 'another process is changing subscribers of this account');
  const path = `${folder}/${fileNameOf(account)}.lock`;
  return await withLock(path, { busy, cannotMake, clock: api.limits.clock }, work);
}
