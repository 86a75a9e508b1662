/** Changes many people: starts a change set, or resumes an interrupted one. */
import type { Subscriber } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { DiskIndex } from '../people/disk-index.ts';
import { suggestion } from '../people/filter/problem.ts';
import { TagCounts } from '../people/tags.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import {
  type ChangeContext,
  type ChangeSettings,
  type ChangeWork,
  carryOut,
  inNewRun,
  withAccountLock,
} from './carry-out.ts';
import { type Change, changeFor, type RequestedChanges, type Step, stepOf } from './change.ts';
import { ChangeJournal, changesDone } from './journal.ts';
import { NewAddresses } from './plan.ts';
import { type ChangeSummary, partlyDone, planText } from './report.ts';
import { type FoundRun, type RunFolder, runFacts, runsOf, type UpdateRun } from './runs.ts';
import { rulesOf, undoState } from './undo-people.ts';

/** What the update is, whom it did not find, and the checks before anything is changed. */
export interface UpdateTarget {
  /** The change in words: `add tag "x"`. */
  readonly what: string;
  readonly kind: UpdateRun['kind'];
  /** Requested people who were not found, after the whole list was read. */
  readonly missing?: () => readonly string[];
  /** Who gets another address. */
  readonly corrections?: Corrections | undefined;
  readonly check?: () => void;
}

/** New addresses, person by person. */
export interface Corrections {
  readonly all: NewAddresses;
  readonly of: (person: Subscriber) => string | undefined;
}

/** The result, and the failure to exit with, if any. */
export interface ChangeResult<S = ChangeSummary> {
  readonly summary: S;
  readonly failure: Failure | undefined;
  readonly shown: readonly Step[];
  /** Whether a value was given that can be restored: a status cannot. */
  readonly canUndo?: boolean;
}

export const resumeUpdateCommand = 'newsletter subscribers update --resume';

/** @throws Failure before anything is changed: declined, too_many_changes, update_running */
export async function updatePeople(
  requested: RequestedChanges,
  { what, kind, missing = () => [], corrections, check }: UpdateTarget,
  settings: ChangeSettings,
  context: ChangeContext,
): Promise<ChangeResult> {
  const seen = new TagCounts();
  const { remove = [] } = requested.tags;
  let place = 0;
  return await inNewRun(context, settings, async folder =>
    update(
      {
        ...forward(folder, what),
        decide: person => {
          const email = corrections?.of(person);
          const change = changeFor(person, { ...requested, email }, place);
          seen.add(person.tags);
          if (change === undefined) return 'unchanged';
          place++;
          return stepOf(change);
        },
        missing,
        newAddresses: corrections?.all,
        plan: folder.changes,
        check: check ?? (() => warnOfUnseen(remove, seen, context.terminal)),
        begin: ({ changes, byField }) => {
          const isStatusOnly = [...byField.keys()].every(field => field === 'status');
          const run = { ...runFacts(folder, kind, context), what, changes };
          folder.save({ ...run, ...(isStatusOnly && { is_status_only: true }) });
        },
      },
      settings,
      context,
    ),
  );
}

/** The common part of new and resumed change sets. */
function forward(folder: RunFolder, what: string): Omit<ChangeWork, 'decide' | 'missing' | 'plan'> {
  return {
    folder,
    journal: folder.journal,
    text: (plan, report) => planText(plan, what, report),
    question: ({ changes }) => `Change ${counted(changes, 'person', 'people')}?`,
    soFar: (report, { changes }) => `${grouped(report.count('changed'))} of ${grouped(changes)} changed`,
    label: 'changing',
    resume: resumeUpdateCommand,
    needsWholeList: false,
    end: () =>
      folder.update({ ended_at: new Date().toISOString(), changes: changesDone(folder.journal) ?? 0 }),
  };
}

function warnOfUnseen(tags: readonly string[], seen: TagCounts, terminal: Terminal): void {
  if (seen.tags.length === 0) return;
  for (const tag of tags.filter(each => seen.of(each) === 0))
    terminal.warn(`none of them has the tag "${tag}"${suggestion(tag, seen.tags)}`);
}

/** The latest interrupted update. */
export function interruptedUpdate({
  configDir,
  account,
}: Pick<ChangeContext, 'configDir' | 'account'>): FoundUpdate | undefined {
  return runsOf(configDir, account).find(isInterrupted);
}

type FoundUpdate = FoundRun & { readonly run: UpdateRun };

function isInterrupted(found: FoundRun): found is FoundUpdate {
  return (
    ['update', 'tags'].includes(found.run.kind) && found.run.ended_at === null && found.folder.hasRecords
  );
}

/** Resumes the latest interrupted update. @throws Failure not_found; as `updatePeople` */
export async function resumeUpdate(settings: ChangeSettings, context: ChangeContext): Promise<ChangeResult> {
  const work = async () => {
    const found = interruptedUpdate(context);
    if (found === undefined)
      throw new Failure('not_found', 'no interrupted update to resume in this account', { hint: null });
    const { run, folder } = found;
    const changes = new DiskIndex<Change>(folder.path, run.changes ?? 1024);
    const newAddresses = new NewAddresses(context.addressKey);
    for await (const change of folder.readChanges()) {
      changes.add(change.id, change);
      if (change.after.email !== undefined) newAddresses.add(change.after.email);
    }
    const done = new ChangeJournal(folder.journal);
    done.close();
    const rules = rulesOf(run);
    const decide = (person: Subscriber) => {
      const change = changes.take(person.id);
      if (change === undefined || done.has(change.place)) return 'other';
      const state = undoState(change, person, rules);
      if (state === 'before') return stepOf(change);
      return state === 'after' ? 'unchanged' : 'edited';
    };
    const missing = () => [...changes.rest()].flatMap(({ place, email }) => (done.has(place) ? [] : [email]));
    try {
      return await update(
        {
          ...forward(folder, `resuming: ${run.what}`),
          decide,
          newAddresses,
          missing,
          plan: `${folder.changes}.rest`,
        },
        settings,
        context,
      );
    } finally {
      changes.close();
    }
  };
  return settings.dryRun ? await work() : await withAccountLock(context, work);
}

async function update(
  work: ChangeWork,
  settings: ChangeSettings,
  context: ChangeContext,
): Promise<ChangeResult> {
  const { plan, report, missing, failure, doubt } = await carryOut(work, settings, context);
  report.commit();
  const summary = {
    run: !settings.dryRun && plan.changes > 0 ? work.folder.id : null,
    matched: plan.matched,
    to_change: plan.changes,
    changed: report.count('changed'),
    unchanged: report.count('unchanged'),
    failed: report.count('failed'),
    edited: report.count('edited'),
    taken: report.count('taken'),
    missing,
    dry_run: settings.dryRun,
  };
  const remaining = partlyDone(
    report,
    [
      [summary.failed, 'rejected by the service'],
      [summary.edited, 'edited since'],
      [summary.taken, 'whose new address another subscriber has'],
      [missing.length, 'not in the account'],
    ],
    (_, why) => `not all were changed: ${why}`,
  );
  const canUndo = [...plan.byField.keys()].some(field => field !== 'status');
  return { summary, failure: failure ?? remaining ?? doubt, shown: plan.shown, canUndo };
}
