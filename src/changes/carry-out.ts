/** Carries out a change set, or undoes one: plan, confirmation, changes, report. */
import { rmSync } from 'node:fs';
import type { Subscriber } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { Failure } from '../lib/failure.ts';
import { unwritable } from '../lib/files/file-errors.ts';
import { makeFolder } from '../lib/files/folder.ts';
import { readRecords } from '../lib/files/record-file.ts';
import { withLock } from '../lib/lock.ts';
import { fileNameOf, type LocalAccount } from '../people/local-account.ts';
import type { AllSubscribers } from '../people/read-all.ts';
import { grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Step } from './change.ts';
import { ChangeJournal } from './journal.ts';
import type { NewAddresses } from './new-addresses.ts';
import { noteOutcome } from './outcome.ts';
import { type ChangePlan, type Concern, type Decision, makePlan } from './plan.ts';
import { ChangeReport } from './report.ts';
import { type RunFolder, runsFolder } from './runs.ts';
import { type ChangeOutcome, sendChanges } from './send-changes.ts';

export interface ChangeSettings {
  readonly concurrency: number;
  /** Maximum number of changes. */
  readonly maxChanges: number | undefined;
  readonly report: string | undefined;
  readonly dryRun: boolean;
}

export interface ChangeContext {
  readonly terminal: Terminal;
  /** The first Ctrl-C. */
  readonly stop: AbortSignal;
  /** After this call the first Ctrl-C lets the work finish; the second shows this text. */
  readonly deferExit: (lastWords: () => string) => void;
  readonly configDir: string;
  readonly account: LocalAccount;
  readonly accountName: string;
  readonly profile: string;
  /** Reads the list; stops at the first Ctrl-C. */
  readonly reader: () => AllSubscribers;
  /** Sends the changes; finishes those in progress at the first Ctrl-C. */
  readonly api: Api;
  readonly beforeWrite: () => Promise<void>;
  /** Normalizes an address. */
  readonly addressKey: (email: string) => string;
}

/** The work to carry out. */
export interface ChangeWork {
  readonly folder: RunFolder;
  readonly decide: (person: Subscriber) => Decision;
  /** Requested people who were not found, after the whole list was read. */
  readonly missing: () => Iterable<string>;
  /** All addresses that the work gives; undefined: none. */
  readonly newAddresses?: NewAddresses | undefined;
  /** Where to write the steps. */
  readonly plan: string;
  readonly journal: string;
  readonly text: (plan: ChangePlan, report: ChangeReport) => string;
  readonly question: (plan: ChangePlan) => string;
  /** Progress for the interruption message: `3 of 5 changed`. */
  readonly soFar: (report: ChangeReport, plan: ChangePlan) => string;
  /** Title of the progress display. */
  readonly label: string;
  /** The next command after an interruption. */
  readonly resume: string;
  /** Whether people missing from an incomplete list may count as gone. */
  readonly needsWholeList: boolean;
  /** Checks the plan before anything is changed. @throws Failure */
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
  /** The error that ended it early. */
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
    const reading = terminal.progress('reading subscribers');
    const onDecision = ({ email, id }: Pick<Subscriber, 'id' | 'email'>, decision: Concern) => {
      if (typeof decision === 'string') report.add(decision, email, id);
      // A person created by an import stays, with or without the new tag or status.
      else if (decision.kind === 'mark') report.add('created', email, id);
    };
    const { decide, newAddresses } = work;
    const plan = await makePlan(reader.pages(reading), decide, work.plan, {
      onDecision,
      newAddresses,
    }).finally(() => reading.stop());
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
    const failure = settings.dryRun
      ? await listPlanned(work.plan, report)
      : await change(work, { plan, report }, settings, context);
    return { plan, report, missing, failure, doubt: incomplete };
  } catch (error) {
    report.discard();
    throw error;
  } finally {
    if (work.plan !== work.folder.changes) rmSync(work.plan, { force: true });
  }
}

/** Reports the people whom a dry run would change. */
async function listPlanned(plan: string, report: ChangeReport): Promise<undefined> {
  for await (const { email, id, kind } of readRecords<Step>(plan))
    if (kind !== 'mark') report.add('planned', email, id);
}

/** @returns the error that ended it early */
async function change(
  work: ChangeWork,
  { plan, report }: Pick<CarriedOut, 'plan' | 'report'>,
  { maxChanges = Number.POSITIVE_INFINITY, concurrency }: ChangeSettings,
  context: ChangeContext,
): Promise<Failure | undefined> {
  const { changes } = plan;
  const { terminal, beforeWrite } = context;
  if (changes === 0) {
    finish(work, 0, report);
    return undefined;
  }
  if (changes > maxChanges) {
    throw new Failure(
      'too_many_changes',
      `${grouped(changes)} people would change, more than --max-changes ${maxChanges}`,
    );
  }
  context.api.limits.rails?.planChanges(changes);
  await beforeWrite();
  if (!(await terminal.confirm(work.question(plan), '--yes')))
    throw new Failure('declined', 'nothing was changed');
  work.begin?.(plan);
  const journal = new ChangeJournal(work.journal);
  const failure = await sendSteps(
    {
      ...work,
      steps: readRecords<Step>(work.plan),
      count: changes,
      journal,
      report,
      soFar: () => `${work.soFar(report, plan)} so far`,
    },
    concurrency,
    context,
  );
  journal.close();
  if (failure === undefined) finish(work, changes, report);
  return failure;
}

/** Planned steps, and what is said and kept while they are sent. */
export interface StepsToSend extends Pick<ChangeWork, 'folder' | 'label' | 'resume'> {
  readonly steps: AsyncIterable<Step>;
  readonly count: number;
  readonly journal: ChangeJournal;
  readonly report: ChangeReport;
  /** Progress for the interruption message: `3 of 5 changed so far`. */
  readonly soFar: () => string;
  /** Called with each step that the service refused. */
  readonly onRefused?: (step: Step, failure: Failure) => void;
}

/**
 * Sends the steps that the journal does not have.
 *
 * @returns the error that ended it early; undefined: all were sent, and the journal has those that were made
 */
export async function sendSteps(
  { steps, count, folder, journal, report, label, resume, soFar, onRefused }: StepsToSend,
  concurrency: number,
  { terminal, api, stop, deferExit }: Pick<ChangeContext, 'terminal' | 'api' | 'stop' | 'deferExit'>,
): Promise<Failure | undefined> {
  const progress = terminal.progress(label, count);
  let stopped: Failure | undefined;
  let done = 0;
  const onOutcome = (step: Step, outcome: ChangeOutcome) => {
    if ('failure' in outcome) onRefused?.(step, outcome.failure);
    stopped ??= noteOutcome(report, folder, step, outcome);
    if (stopped !== undefined) throw stopped;
    progress.update(++done);
  };
  deferExit(() => {
    progress.stop();
    return `Stopped. To resume: ${resume}`;
  });
  const sayStopping = () =>
    terminal.note('Stopping after the changes under way; press Ctrl-C again to stop now.');
  stop.addEventListener('abort', sayStopping, { once: true });
  const sent = await sendChanges(steps, { api, concurrency, stop, journal, onOutcome }).finally(() => {
    stop.removeEventListener('abort', sayStopping);
    progress.stop();
  });
  if (report.keptSpelling !== undefined)
    terminal.warn(`the service keeps the spelling "${report.keptSpelling}"`);
  const { failure } = sent;
  if (failure === undefined && !stop.aborted) return undefined;
  // A service that alters values will alter the next ones too: stop.
  if (stopped !== undefined) return stopped;
  if (failure === undefined || stop.aborted)
    return new Failure('interrupted', `interrupted: ${soFar()}`, { hint: resume });
  // Running the command again would not help: by then the new name of a renamed tag is in use.
  const { hint = resume } = failure.code === 'outcome_unknown' ? {} : failure;
  const next = hint === resume ? [] : [`to resume it: ${resume}`];
  return failure.reworded(failure.message, { details: [...failure.details, soFar(), ...next], hint });
}

/** Notes that all is done: there is nothing to resume. */
function finish({ end, journal }: ChangeWork, changes: number, report: ChangeReport): void {
  end(changes, report);
  rmSync(journal, { force: true });
}

/**
 * Locks the account against other updates from this machine: a second one would overwrite tags that the first has
 * changed.
 *
 * @throws Failure update_running, write_failed
 */
export async function withAccountLock<T>(
  { configDir, account, api }: Pick<ChangeContext, 'configDir' | 'account' | 'api'>,
  work: () => Promise<T>,
): Promise<T> {
  const folder = runsFolder(configDir);
  const cannotMake = (error: unknown) =>
    unwritable(`to ${folder}`, error, 'NEWSLETTER_CONFIG_DIR names another folder');
  try {
    makeFolder(folder);
  } catch (error) {
    throw cannotMake(error);
  }
  const busy = () => new Failure('update_running', 'another process is changing subscribers of this account');
  const path = `${folder}/${fileNameOf(account)}.lock`;
  return await withLock(path, { busy, cannotMake, clock: api.limits.clock }, work);
}
