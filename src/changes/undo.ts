/** Undoes a run: restores changed people, and lists created ones. */
import type { Failure } from '../lib/failure.ts';
import { commandLine } from '../lib/text/shell-word.ts';
import { counted } from '../terminal/numbers.ts';
import {
  type ChangeContext,
  type ChangeResult,
  type ChangeSettings,
  type ChangeWork,
  carryOut,
  summaryOf,
  withAccountLock,
} from './carry-out.ts';
import { type ChangeReport, type Planned, partlyDone, undoPlanText } from './report.ts';
import type { ChangeRun, ImportRun } from './run-facts.ts';
import { type FoundRun, newPeopleHint, newRunId } from './runs.ts';
import { RunPeople } from './undo-people.ts';

export interface UndoSettings extends ChangeSettings {
  /** For people that the run created. */
  readonly status: string | undefined;
}

export interface UndoContext extends ChangeContext {
  /**
   * Locks an import against being resumed during the undo.
   *
   * @returns `forget`: from then on it cannot be resumed at all
   * @throws Failure already_running
   */
  readonly hold: (run: ImportRun) => Promise<{ readonly forget: () => void; readonly release: () => void }>;
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
  const undo = async (forgetImport = () => {}) => {
    const people = new RunPeople(found, context.addressKey);
    try {
      await people.read();
      const work = workOf(found, people, settings, context.typed, forgetImport);
      return await carryOut(work, settings, context);
    } finally {
      people.close();
    }
  };
  if (settings.dryRun) return await undo();
  return await withAccountLock(context, async () => {
    const { run } = found;
    const held = run.kind === 'import' ? await context.hold(run) : undefined;
    try {
      return await undo(held?.forget);
    } finally {
      held?.release();
    }
  });
}

function workOf(
  found: FoundRun,
  people: RunPeople,
  settings: UndoSettings,
  typed: readonly string[],
  forgetImport: () => void,
): ChangeWork<UndoSummary> {
  const { run, folder } = found;
  const { status } = settings;
  return {
    folder,
    decide: person => people.decide(person, status),
    missing: () => people.missing(status !== undefined),
    newAddresses: people.newAddresses,
    // A dry run takes no lock: several may plan at once.
    plan: `${folder.changes}.${newRunId()}.undo`,
    // The account tells who was restored by an undo that was interrupted.
    journal: undefined,
    text: planned => {
      const { statuses } = people;
      const keep = `  ${counted(statuses, 'person keeps', 'people keep')} the new status: the service does not show the earlier one`;
      return [undoPlanText(titleOf(run), planned, status), ...(statuses > 0 ? [keep] : [])].join('\n');
    },
    question: ({ changes, marks }) => {
      const restore = changes > marks ? [`restore ${counted(changes - marks, 'subscriber')}`] : [];
      const give = marks > 0 ? [`give ${counted(marks, 'new one')} status ${status}`] : [];
      const text = [...restore, ...give].join(' and ');
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}?`;
    },
    soFar: ({ report }) => `${counted(report.count('restored'), 'subscriber')} restored`,
    label: 'restoring',
    again: commandLine(typed),
    needsWholeList: true,
    begin: forgetImport,
    end: ({ plan, report }) => {
      // Nothing was undone: new people can still be given a status, and an address may be free later.
      const isLeft = people.created > 0 || (status === undefined && report.count('unchanged') === 0);
      if (plan.changes === 0 && isLeft) return;
      forgetImport();
      const now = new Date().toISOString();
      const left = { not_restored: report.count('failed', 'address_in_use'), status_kept: people.statuses };
      const marked = plan.marks > 0 && status !== undefined ? { new_status: status } : {};
      const undone = { undone_at: now, ...left, ...marked };
      folder.update({ ...undone, ...(run.kind !== 'import' && { ended_at: run.ended_at ?? now }) });
    },
    summary: planned => undoSummary(found, planned, settings, people.statuses),
    left: (summary, report) => notRestored(found, report, summary, settings),
  };
}

function titleOf({ id, kind, what, started_at, account_name }: ChangeRun): string {
  const when = started_at.replace('T', ' ').replace(/\..*/, ' UTC');
  const how = kind === 'import' ? `imported ${when} into` : `${when}, in`;
  return `undoing run ${id}: ${what}, ${how} ${account_name}`;
}

function undoSummary(
  { run }: FoundRun,
  planned: Planned,
  { status, dryRun }: UndoSettings,
  /** Number of people who got a status, which is not restored. */
  statuses: number,
) {
  const { plan, report, missing } = planned;
  const { run: id, ...counts } = summaryOf(run.id, planned, dryRun);
  const marked = report.count('marked');
  return {
    run: id,
    kind: run.kind,
    what: run.what,
    to_restore: plan.changes - plan.marks,
    restored: report.count('restored'),
    /** Number of people created by the run who are still there, without those who got a status now. */
    stay: status === undefined ? report.count('created') : dryRun ? 0 : plan.marks - marked,
    /** Number of people edited since, who were left as they are. */
    edited: report.count('edited'),
    gone: missing.length,
    statuses,
    /** Number of people created by the run who got a status now. */
    marked,
    ...counts,
  };
}

export type UndoSummary = ReturnType<typeof undoSummary>;

/** For an import the undo lists people edited since; for an update it should change all people. */
function notRestored(
  { run }: FoundRun,
  report: ChangeReport,
  { stay, statuses, failed, edited, address_in_use, gone, dry_run }: UndoSummary,
  { status }: UndoSettings,
): Failure | undefined {
  const isImport = run.kind === 'import';
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
    [
      status === undefined ? 0 : gone,
      `with another address now, they are changed one by one: ${update} <address>`,
    ],
  ] as const;
  const hint = hints.find(([count]) => count > 0)?.[1] ?? failure?.hint;
  return failure?.reworded(failure.message, { hint, isWarning: dry_run || failure.isWarning });
}
