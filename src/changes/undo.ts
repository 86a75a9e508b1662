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
  summaryOf,
  withAccountLock,
} from './carry-out.ts';
import { type ChangeReport, markText, partlyDone, undoPlanText } from './report.ts';
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
   * @throws Failure already_running
   */
  readonly hold: (run: ImportRun) => Promise<{ readonly end: (isUndone: boolean) => void }>;
}

/**
 * @returns the result, and the failure to exit with, if any
 * @throws Failure before anything is changed: declined, already_running
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
  try {
    const carried = await carryOut(workOf(found, people, settings, context), settings, context);
    const { plan, report, failure } = carried;
    report.commit();
    const summary = undoSummary(found, carried, settings, statuses);
    return { summary, failure: failure ?? remaining(found, report, summary, settings), shown: plan.shown };
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
    missing: () => people.missing(mark !== ''),
    newAddresses: people.newAddresses,
    // A dry run takes no lock: several may plan at once.
    plan: `${folder.changes}.${newRunId()}.undo`,
    journal: folder.undoJournal,
    text: (plan, report) => {
      const { statuses } = people;
      const keep = `  ${counted(statuses, 'person keeps', 'people keep')} the new status: the service does not show the earlier one`;
      return [undoPlanText(plan, titleOf(run), report, mark), ...(statuses > 0 ? [keep] : [])].join('\n');
    },
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
      // Nothing was undone: new people can still be given a status, and an address may be free later.
      const isLeft = people.created > 0 || (mark === '' && report.count('unchanged') === 0);
      if (changes === 0 && isLeft) return;
      const now = new Date().toISOString();
      const left = { not_restored: report.count('failed', 'address_in_use'), status_kept: people.statuses };
      const undone = { undone_at: now, ...left };
      folder.update({ ...undone, ...(run.kind !== 'import' && { ended_at: run.ended_at ?? now }) });
    },
  };
}

function titleOf({ id, kind, what, started_at, account_name }: ChangeRun): string {
  const when = started_at.replace('T', ' ').replace(/\..*/, ' UTC');
  const how = kind === 'import' ? `imported ${when} into` : `${when}, in`;
  return `undoing run ${id}: ${what}, ${how} ${account_name}`;
}

function undoSummary(
  { run }: FoundRun,
  carried: CarriedOut,
  settings: UndoSettings,
  /** Number of people who got a status, which is not restored. */
  statuses: number,
) {
  const { plan, report } = carried;
  const { tagCreated, status, dryRun } = settings;
  const { run: id, ...counts } = summaryOf(run.id, carried, settings);
  const marked = report.count('marked');
  const isMarking = tagCreated !== undefined || status !== undefined;
  return {
    run: id,
    kind: run.kind,
    what: run.what,
    file: 'files' in run ? run.files.join(', ') : null,
    to_restore: plan.changes - plan.marks,
    restored: report.count('restored'),
    /** Number of people whom the run created and who are still there, without those who got a tag or status now. */
    stay: isMarking ? (dryRun ? 0 : plan.marks - marked) : report.count('created'),
    /** Number of people edited since, who were left as they are. */
    edited: report.count('edited'),
    gone: carried.missing.length,
    statuses,
    /** Number of people created by the run who got a tag or status now. */
    marked,
    /** All people except the restored. */
    people: report.people,
    ...counts,
  };
}

export type UndoSummary = ReturnType<typeof undoSummary>;

/** For an import the undo lists people edited since; for an update it should change all people. */
function remaining(
  { run }: FoundRun,
  report: ChangeReport,
  { stay, statuses, failed, edited, address_in_use, gone, dry_run }: UndoSummary,
  { tagCreated, status }: UndoSettings,
): Failure | undefined {
  const isImport = run.kind === 'import';
  const isMarking = tagCreated !== undefined || status !== undefined;
  const failure = partlyDone(
    report,
    [
      [stay, stay === 1 ? 'is new and stays' : 'are new and stay'],
      [statuses, statuses === 1 ? 'keeps the new status' : 'keep the new status'],
      [failed, 'rejected by the service'],
      [isImport ? 0 : edited, 'edited since'],
      [address_in_use, 'whose earlier address another subscriber has'],
      [gone, 'not in the account'],
    ],
    (sum, why) =>
      `${counted(sum, 'subscriber')} of run ${run.id} ${dry_run ? 'would not be' : 'not'} restored: ${why}`,
  );
  const update = 'newsletter subscribers update';
  const hints = [
    [stay, newPeopleHint(run.id)],
    [statuses, `to give them another status: ${update} --from <file> --status <status>`],
    [
      address_in_use,
      `to free an address: ${update} <address> --email <another>; then: newsletter undo ${run.id}`,
    ],
    // New people are found by their address, changed ones by their id.
    [isMarking ? gone : 0, `with another address now, they are changed one by one: ${update} <address>`],
  ] as const;
  const hint = hints.find(([count]) => count > 0)?.[1] ?? failure?.hint;
  return failure?.reworded(failure.message, { hint, isWarning: dry_run || failure.isWarning });
}
