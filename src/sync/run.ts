/** A run of a sync: sends its plan, a request for each person. */
import type { ChangeContext, ChangeSettings } from '../changes/carry-out.ts';
import { ChangeReport, partlyDone } from '../changes/report.ts';
import type { SyncOutcome, SyncRun } from '../changes/run-facts.ts';
import type { RunFolder } from '../changes/runs.ts';
import { sendPlanned } from '../changes/send.ts';
import { fieldFor } from '../import/new-fields.ts';
import type { Failure } from '../lib/failure.ts';
import { likelyVariable } from '../lib/text/likely-variable.ts';
import { allFields } from '../people/custom-fields.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import { knownOutcome, latestRun, noteRun, type PlannedRun } from './note.ts';
import { againWith, stepsOf, type WrittenPerson } from './planned.ts';
import type { PlannedSync } from './sync-plan.ts';

/** How a plan is sent. */
export interface SendingSettings extends Pick<ChangeSettings, 'concurrency' | 'report' | 'dryRun'> {
  /** Number of rejected or refused people who are nothing to look at. */
  readonly maxRejects: number;
}

export interface SyncResult {
  readonly run: SyncRun;
  /** Undefined: a saved plan was carried out. */
  readonly planned?: PlannedSync;
  /** Undefined: nothing was sent. */
  readonly outcome?: SyncOutcome;
  /** The first people to create or to change. */
  readonly people: readonly WrittenPerson[];
  readonly failure: Failure | undefined;
}

/** Sends the plan, and takes what became of it into the state. @param question undefined: it asks nothing */
export async function sendPlan(
  { folder, run, state }: PlannedRun,
  question: string | undefined,
  settings: SendingSettings,
  context: ChangeContext,
): Promise<Pick<SyncResult, 'failure'> & { readonly outcome: SyncOutcome }> {
  const count = run.changes ?? 0;
  const isKnown = latestRun(run.sync, true, context) !== undefined;
  const report = new ChangeReport(settings.report);
  let begun = run;
  const begin = async () => {
    folder.save(run);
    begun = await withNewFields(folder, run, context);
    return stepsOf(folder, begun);
  };
  const label = 'syncing';
  // An interrupted run is not resumed: the next one notes what it did, and plans the rest.
  const again = `run the same sync again, it sends the rest: ${againWith(run)}`;
  const soFar = () =>
    `${grouped(report.count('created', 'changed'))} of ${counted(count, 'person', 'people')} sent`;
  const { journal } = folder;
  const steps = { folder, count, journal, report, question, begin, label, again, soFar };
  try {
    if (count === 0) folder.save(run);
    const stopped = count === 0 ? undefined : await sendPlanned(steps, settings.concurrency, context);
    const outcome = await noteRun({ folder, run: begun, state }, stopped === undefined);
    if (stopped !== undefined) folder.update({ outcome: knownOutcome(outcome) });
    // One run stays, by which the sync is known if its state is lost.
    else if (count === 0 && isKnown) folder.remove();
    else folder.update({ outcome, is_noted: true, ended_at: new Date().toISOString() });
    report.commit();
    return { outcome, failure: stopped ?? exitOf(outcome, report, settings, context.terminal) };
  } finally {
    report.discard();
  }
}

/** Creates the fields of the plan, unless they are there. */
async function withNewFields(
  folder: RunFolder,
  run: SyncRun,
  { api, terminal }: ChangeContext,
): Promise<SyncRun> {
  if (run.new_fields.length === 0) return run;
  const known = await allFields(api);
  const variables: Record<string, string> = {};
  for (const field of run.new_fields) {
    const { variable } = await fieldFor(api, field, known, message => terminal.warn(message));
    variables[likelyVariable(field.name)] = variable;
  }
  folder.update({ variables });
  return { ...run, variables };
}

/** The failure to exit with: as many refused people are tolerated as rejected rows, but none who opted out or is gone. */
function exitOf(
  { refused, not_removed, not_sent: left }: SyncOutcome,
  report: ChangeReport,
  { maxRejects }: SendingSettings,
  terminal: ChangeContext['terminal'],
): Failure | undefined {
  const failure = partlyDone(
    report,
    [
      [refused, refused === 1 ? 'person was refused by the service' : 'people were refused by the service'],
      [left, left === 1 ? 'person has just left the account' : 'people have just left the account'],
    ],
    (_, why) => why,
  );
  const canTolerate = left + not_removed === 0;
  if (failure === undefined || !canTolerate || refused > maxRejects)
    return failure?.reworded(failure.message, {
      hint: `they are sent again at each run${canTolerate ? `; --max-rejects ${refused} ends with 0` : ''}`,
    });
  warnOf(failure, terminal);
  return undefined;
}

/** Says as a warning what else would end a run. */
export function warnOf({ message, details }: Failure, { warn, show }: ChangeContext['terminal']): void {
  warn(message);
  if (details.length > 0) show(details.map(line => `  ${line}`).join('\n'));
}
