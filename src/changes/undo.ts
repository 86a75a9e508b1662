/** Undoes a run: restores changed people, and lists created ones. */
import type { Failure } from '../lib/failure.ts';
import { commandLine } from '../lib/text/shell-word.ts';
import { counted } from '../terminal/numbers.ts';
import {
  type CarriedOut,
  type ChangeContext,
  type ChangeSettings,
  type ChangeWork,
  carryOut,
  withAccountLock,
} from './carry-out.ts';
import { type ChangeReport, markText, partlyDone, type UndoSummary, undoPlanText } from './report.ts';
import type { ChangeRun, ImportRun } from './run-facts.ts';
import type { FoundRun } from './runs.ts';
import { newRunId } from './runs.ts';
import { RunPeople } from './undo-people.ts';
import type { ChangeResult } from './update.ts';

export interface UndoSettings extends ChangeSettings {
  /** The tag or status for people created by the import. */
  readonly tagCreated: string | undefined;
  readonly status: string | undefined;
}

export interface UndoContext extends ChangeContext {
  /**
   * Locks an import against being resumed during the undo.
   *
   * @returns `end` takes whether it was undone
   * @throws Failure import_running
   */
  readonly hold: (run: ImportRun) => Promise<{ readonly end: (isUndone: boolean) => void }>;
}

/**
 * @returns the result, and the failure to exit with, if any
 * @throws Failure before anything is changed: declined, update_running, import_running
 */
export async function undoRun(
  found: FoundRun,
  settings: UndoSettings,
  context: UndoContext,
): Promise<ChangeResult<UndoSummary>> {
  const { folder, run } = found;
  if (settings.dryRun) return await undo(found, settings, context);
  return await withAccountLock(context, async () => {
    const held = run.kind === 'import' ? await context.hold(run) : undefined;
    try {
      return await undo(found, settings, context);
    } finally {
      held?.end(folder.read()?.undone_at != null);
    }
  });
}

/** What can be done about people whom a run has created. @param id of the run */
export const newPeopleHint = (id: string) =>
  `to take new people off the list: newsletter undo ${id} --status unsubscribed; to tag them: newsletter undo ${id} --tag-created <name>`;

async function undo(
  found: FoundRun,
  settings: UndoSettings,
  context: UndoContext,
): Promise<ChangeResult<UndoSummary>> {
  const people = await RunPeople.of(found, context.addressKey);
  const { statuses } = people;
  if (statuses > 0) {
    const who = counted(statuses, 'person keeps', 'people keep');
    context.terminal.warn(`${who} the new status: the service does not show the earlier one`);
  }
  try {
    const carried = await carryOut(workOf(found, people, settings, context), settings, context);
    const { plan, report, failure } = carried;
    report.commit();
    const summary = { ...summaryOf(found, carried, settings), statuses };
    return { summary, failure: failure ?? remaining(found, report, summary), shown: plan.shown };
  } finally {
    people.close();
  }
}

function workOf(
  { run, folder }: FoundRun,
  people: RunPeople,
  { tagCreated, status }: UndoSettings,
  { typed }: UndoContext,
): ChangeWork {
  const mark = markText(tagCreated, status);
  return {
    folder,
    decide: person => people.decide(person, { tag: tagCreated, status }),
    missing: () => people.missing(),
    newAddresses: people.newAddresses,
    // A dry run takes no lock: several may plan at once.
    plan: `${folder.changes}.${newRunId()}.undo`,
    journal: folder.undoJournal,
    text: (plan, report) => undoPlanText(plan, titleOf(run), report, mark),
    question: ({ changes, marks }) => {
      const restore = changes > marks ? [`restore ${counted(changes - marks, 'subscriber')}`] : [];
      const give = marks > 0 ? [`give ${counted(marks, 'new one')} ${mark}`] : [];
      const text = [...restore, ...give].join(' and ');
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}?`;
    },
    soFar: report => `${counted(report.count('restored'), 'subscriber')} restored`,
    label: 'restoring',
    // It restores the rest.
    again: commandLine(typed),
    needsWholeList: true,
    // The account tells who was restored by an undo that was interrupted.
    begin: () => folder.remove('undo.log'),
    end: (changes, report) => {
      // Nothing was undone: new people can still be given a status.
      if (changes === 0 && people.created > 0) return;
      const now = new Date().toISOString();
      const undone = { undone_at: now, not_restored: report.count('failed') };
      folder.update({ ...undone, ...(run.kind !== 'import' && { ended_at: run.ended_at ?? now }) });
    },
  };
}

function titleOf({ id, kind, what, started_at, account_name }: ChangeRun): string {
  const when = started_at.replace('T', ' ').replace(/\..*/, ' UTC');
  const how = kind === 'import' ? `imported ${when} into` : `${when}, in`;
  return `undoing run ${id}: ${what}, ${how} ${account_name}`;
}

function summaryOf(
  { run }: FoundRun,
  { plan, report, missing }: CarriedOut,
  { tagCreated, status, dryRun }: UndoSettings,
): Omit<UndoSummary, 'statuses'> {
  const restored = dryRun ? plan.changes - plan.marks : report.count('restored');
  const isMarking = tagCreated !== undefined || status !== undefined;
  return {
    run: run.id,
    kind: run.kind,
    what: run.what,
    file: 'files' in run ? run.files.join(', ') : null,
    matched: plan.matched,
    to_change: plan.changes,
    changed: report.count('restored', 'marked'),
    restored,
    unchanged: report.count('unchanged'),
    edited: report.count('edited'),
    address_in_use: report.count('address_in_use'),
    marked: report.count('marked'),
    failed: report.count('failed'),
    stay: isMarking ? (dryRun ? 0 : plan.marks - report.count('marked')) : report.count('created'),
    gone: missing.length,
    missing,
    people: report.people,
    dry_run: dryRun,
  };
}

/** For an import the undo lists people edited since; for an update it should change all people. */
function remaining(
  { run }: FoundRun,
  report: ChangeReport,
  { stay, statuses, dry_run }: Pick<UndoSummary, 'stay' | 'statuses' | 'dry_run'>,
): Failure | undefined {
  const isImport = run.kind === 'import';
  const failure = partlyDone(
    report,
    [
      [stay, stay === 1 ? 'is new and stays' : 'are new and stay'],
      [statuses, statuses === 1 ? 'keeps the new status' : 'keep the new status'],
      [report.count('failed'), 'rejected by the service'],
      [isImport ? 0 : report.count('edited'), 'edited since'],
      [report.count('address_in_use'), 'whose earlier address another subscriber has'],
      [isImport ? 0 : report.count('missing'), 'not in the account'],
    ],
    (sum, why) =>
      `${counted(sum, 'subscriber')} of run ${run.id} ${dry_run ? 'would not be' : 'not'} restored: ${why}`,
  );
  const hint =
    stay > 0
      ? newPeopleHint(run.id)
      : statuses > 0
        ? 'to give them a status: newsletter subscribers update --help'
        : failure?.hint;
  return failure?.reworded(failure.message, { hint, isWarning: dry_run || failure.isWarning });
}
