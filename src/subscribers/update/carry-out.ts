/** Carrying an update of many people out: the plan, the question, the changes, and what became of them. */
import { rmSync } from 'node:fs';
import { PatchJournal } from '../../bulk/patch-journal.ts';
import { type PatchOutcome, sendPatches } from '../../bulk/send-patches.ts';
import { type Stopping, toTheirEnd } from '../../bulk/stopping.ts';
import type { SubscriberPatch } from '../../bulk/subscriber-patch.ts';
import type { Subscriber } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { readRecords } from '../../lib/record-file.ts';
import type { LocalAccount } from '../../people/local-account.ts';
import type { AllSubscribers } from '../../people/read-all.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { noteOutcome } from './note-outcome.ts';
import { type Decision, makePlan, type PlannedStep, type UpdatePlan } from './plan.ts';
import { planText } from './plan-text.ts';
import { type UpdateSummary, UpdateTally } from './report.ts';
import type { UpdateFolder } from './run-folder.ts';
import { bodyOf, type UpdateStep } from './wishes.ts';

export interface UpdateSettings {
  readonly concurrency: number;
  /** More changes than this are refused. */
  readonly maxChanges: number | undefined;
  readonly report: string | undefined;
  readonly dryRun: boolean;
}

export interface UpdateSurroundings extends Stopping {
  readonly configDir: string;
  readonly account: LocalAccount;
  /** Reads the list; ends with the first Ctrl-C. */
  readonly reader: AllSubscribers;
  /** Sends the changes; what is under way at the first Ctrl-C is brought to its end. */
  readonly api: Api;
  readonly beforeWrite: () => Promise<void>;
}

/** What happened, and the failure to exit with, if any. */
export interface UpdateResult {
  readonly summary: UpdateSummary;
  readonly failure: Failure | undefined;
  /** The first few changes. */
  readonly shown: readonly UpdateStep[];
}

/** One update: a new one, one that goes on, or one that is taken back. */
export interface UpdateWork {
  readonly folder: UpdateFolder;
  readonly what: string;
  readonly decide: (person: Subscriber) => PlannedStep | Exclude<Decision, UpdateStep>;
  /** Where the plan of this run is written. */
  readonly plan: string;
  readonly journal: string;
  /** Those who were named and not found. */
  readonly missing: () => readonly string[];
  /** The next command when it is interrupted. */
  readonly resume: string;
  /** Whether nothing is kept of it unless something is sent. */
  readonly isNew?: true;
  /** Whether it gives people back what they had. */
  readonly isUndo?: true;
  /** Looks at the plan, before anything is changed. @throws Failure */
  readonly check?: (() => void) | undefined;
  readonly begin: (changes: number) => UpdateFolder;
  readonly end: (folder: UpdateFolder) => void;
}

/** @throws Failure before anything is changed: declined, too_many_changes */
export async function carryOut(
  work: UpdateWork,
  settings: UpdateSettings,
  surroundings: UpdateSurroundings,
): Promise<UpdateResult> {
  const { terminal, reader } = surroundings;
  const tally = new UpdateTally(settings.report);
  try {
    const reading = terminal.progress('reading subscribers');
    const plan = await makePlan(reader.pages(reading), work.decide, work.plan, ({ email, id }, why) =>
      tally.add(why, email, id),
    ).finally(() => reading.stop());
    const missing = work.missing();
    for (const name of missing) tally.add('missing', name);
    // Programs that read JSON get an error alone on stderr.
    if (!terminal.isStructured || terminal.stderrIsTerminal) {
      terminal.tell(planText(plan, work.what, missing));
    }
    const doubt = incompleteList(reader, terminal);
    if (doubt !== undefined && !settings.dryRun && plan.changes > 0) terminal.warn(doubt.message);
    work.check?.();
    const failure = settings.dryRun
      ? await listPlanned(work.plan, tally)
      : await change(work, plan, tally, settings, surroundings);
    if (tally.keptSpelling !== undefined)
      terminal.warn(`the service keeps the spelling "${tally.keptSpelling}"`);
    const isSent = !settings.dryRun && plan.changes > 0;
    tally.commit();
    const summary = tally.summary(isSent ? work.folder.run.id : null, plan, missing, settings.dryRun);
    return {
      summary,
      failure: failure ?? remaining(summary, tally) ?? doubt,
      shown: plan.shown,
    };
  } finally {
    tally.discard();
    if (work.plan !== work.folder.steps) rmSync(work.plan, { force: true });
  }
}

/** Lists the people whom a plan changes, of whom a dry run changes none. */
async function listPlanned(plan: string, tally: UpdateTally): Promise<undefined> {
  for await (const { email, id } of readRecords<PlannedStep>(plan)) tally.add('planned', email, id);
}

/** @returns what ended it early */
async function change(
  work: UpdateWork,
  { changes }: UpdatePlan,
  tally: UpdateTally,
  settings: UpdateSettings,
  surroundings: UpdateSurroundings,
): Promise<Failure | undefined> {
  const { maxChanges = Number.POSITIVE_INFINITY, concurrency } = settings;
  const { terminal, api, stop, beforeWrite } = surroundings;
  if (changes === 0) {
    if (!work.isNew) work.end(work.folder);
    return undefined;
  }
  if (changes > maxChanges) {
    throw new Failure(
      'too_many_changes',
      `${grouped(changes)} people would change, more than --max-changes ${maxChanges}`,
    );
  }
  await beforeWrite();
  if (!(await terminal.confirm(`Change ${counted(changes, 'person', 'people')}?`, '--yes'))) {
    throw new Failure('declined', 'nothing was changed');
  }
  const folder = work.begin(changes);
  const journal = new PatchJournal(work.journal);
  const progress = terminal.progress('changing', changes);
  let unexpected: Failure | undefined;
  const onOutcome = (patch: SubscriberPatch, outcome: PatchOutcome) => {
    const end = noteOutcome(tally, folder, patch, outcome, work.isUndo === true);
    unexpected ??= end;
    if (end !== undefined) throw end;
    progress.update(tally.changed + tally.failed);
  };
  const sent = await toTheirEnd(
    surroundings,
    work.resume,
    () => progress.stop(),
    () => sendPatches(patchesOf(work.plan), { api, concurrency, stop, journal, onOutcome }),
  );
  if (sent.failure === undefined && !stop.aborted) {
    journal.remove();
    work.end(folder);
    return undefined;
  }
  journal.close();
  // A service that makes something else of changes does so again: there is no use in going on.
  if (unexpected !== undefined) return unexpected;
  const hint = work.resume;
  if (stop.aborted) {
    return new Failure(
      'interrupted',
      `interrupted: ${grouped(tally.changed)} of ${grouped(changes)} changed so far`,
      { hint },
    );
  }
  return sent.failure?.reworded(sent.failure.message, {
    details: [...sent.failure.details, `${grouped(tally.changed)} of ${grouped(changes)} changed so far`],
    hint,
  });
}

async function* patchesOf(plan: string): AsyncGenerator<SubscriberPatch> {
  for await (const step of readRecords<PlannedStep>(plan)) {
    const { place, id, email, kept } = step;
    yield { place, id, email, body: bodyOf(step), kept };
  }
}

function remaining(
  { failed, missing, edited }: UpdateSummary,
  { refusals }: UpdateTally,
): Failure | undefined {
  if (failed + missing.length + edited === 0) return undefined;
  const parts = [
    ...(failed > 0 ? [`${grouped(failed)} rejected by the service`] : []),
    ...(edited > 0 ? [`${grouped(edited)} edited since`] : []),
    ...(missing.length > 0 ? [`${grouped(missing.length)} not in the account`] : []),
  ];
  return new Failure('partly_done', `not all were changed: ${parts.join(', ')}`, {
    details: refusals,
    hint: '--report <file> has a line for each',
  });
}

/** The failure of a list that did not come whole: somebody may have been left out. */
function incompleteList(reader: AllSubscribers, terminal: Terminal): Failure | undefined {
  try {
    reader.report(terminal);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
