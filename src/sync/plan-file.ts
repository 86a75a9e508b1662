/** Plans that are saved, reviewed and carried out later: JSON with every person, and what the account had. */
import { hash } from 'node:crypto';
import { type ChangeContext, inNewRun } from '../changes/carry-out.ts';
import { hasValues } from '../changes/change.ts';
import { runFacts, type SyncRun } from '../changes/run-facts.ts';
import type { RunFolder } from '../changes/runs.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { Failure } from '../lib/failure.ts';
import { writeAtomically } from '../lib/files/atomic-file.ts';
import { readJson } from '../lib/files/file-errors.ts';
import { RecordFileWriter, readRecords } from '../lib/files/record-file.ts';
import type { LocalAccount } from '../people/local-account.ts';
import { counted } from '../terminal/numbers.ts';
import { noteInterrupted, type PlannedRun } from './note.ts';
import { lineOf, type PlannedPerson, type WrittenPerson } from './planned.ts';
import { type SendingSettings, type SyncResult, sendPlan } from './run.ts';
import { SyncState } from './state.ts';
import { Listed, mostListed } from './sync-plan.ts';

/** Ready to be reviewed, and to be carried out as it is. */
interface SavedPlan {
  readonly run: SyncRun;
  /** Id of the state that it was made with; null: there was none. */
  readonly state: string | null;
  readonly people: readonly PlannedPerson[];
}

/** Of the plan as JSON without white space: one that was edited would leave the sync in a state of its own. */
const digestOf = (plan: SavedPlan) => hash('sha256', JSON.stringify(plan), 'hex');

/** @throws Failure write_failed */
export async function savePlanFile(path: string, { folder, run, state }: PlannedRun): Promise<void> {
  const people: PlannedPerson[] = [];
  for await (const planned of readRecords<PlannedPerson>(folder.changes)) people.push(planned);
  const plan: SavedPlan = { run, state: (await state.header())?.id ?? null, people };
  const text = JSON.stringify({ ...plan, sha256: digestOf(plan) }, null, 2);
  // It holds addresses.
  writeAtomically(path, `${text}\n`, { mode: 0o600 });
}

/** @throws Failure unreadable_file, invalid_value, wrong_account */
function readPlanFile(path: string, { id }: LocalAccount): SavedPlan {
  const hint = 'save one: newsletter sync <file> --name <sync> --plan-out plan.json';
  const content = readJson(path, hint);
  if (content === undefined)
    throw new Failure('unreadable_file', `cannot read ${path}: file not found`, { hint });
  const { sha256, ...plan } = content as unknown as SavedPlan & { readonly sha256: string };
  if (sha256 !== digestOf(plan))
    throw new Failure('invalid_value', `${path} is not a plan of a sync, or was changed after it was saved`, {
      hint,
    });
  if (plan.run.account !== id)
    throw new Failure('wrong_account', `the plan is for another account: ${plan.run.account_name}`);
  return plan;
}

/** Makes a saved plan ready, if account and state are still as it knows them. @throws Failure plan_outdated */
async function applicable(
  { run, state: madeWith, people }: SavedPlan,
  { folder, state }: { readonly folder: RunFolder; readonly state: SyncState },
  { reader, terminal }: Pick<ChangeContext, 'reader' | 'terminal'>,
): Promise<void> {
  const hint = `save a new plan: ${lineOf(run)} --plan-out plan.json`;
  if (((await state.header())?.id ?? null) !== madeWith) {
    const what = `sync ${run.sync} has run since the plan was saved, or its state is not on this machine`;
    throw new Failure('plan_outdated', what, { details: ['nothing was changed'], hint });
  }
  const plan = new RecordFileWriter<PlannedPerson>(folder.changes);
  try {
    const open = new Map<string, WrittenPerson>();
    for (const planned of people) {
      plan.add(planned);
      if (planned.do !== 'note') open.set(addressKey(planned.email), planned);
    }
    const subscribers = reader();
    const others = new Listed();
    for await (const page of subscribers.withProgress(terminal))
      for (const person of page) {
        const key = addressKey(person.email);
        const planned = open.get(key);
        if (planned === undefined) continue;
        // A person to create has no id.
        if (person.id !== planned.id || !hasValues(person, planned.before)) others.add(person.email);
        open.delete(key);
      }
    subscribers.report(terminal);
    for (const planned of open.values()) if (planned.do !== 'create') others.add(planned.email);
    if (others.count > 0) {
      const what = `${counted(others.count, 'person has', 'people have')} changed in the account since the plan was saved`;
      throw new Failure('plan_outdated', what, {
        details: [...others.lines(3), 'nothing was changed'],
        hint,
      });
    }
    plan.commit();
  } finally {
    plan.discard();
  }
}

/** Carries out a saved plan. @throws Failure plan_outdated when something has changed since */
export async function applyPlan(
  path: string,
  settings: SendingSettings,
  context: ChangeContext,
): Promise<SyncResult> {
  const saved = readPlanFile(path, context.account);
  const { sync } = saved.run;
  return await inNewRun(context, settings, async folder => {
    const { dryRun } = settings;
    const state = new SyncState(context.configDir, context.account, sync);
    await noteInterrupted(sync, state, context, dryRun ? folder : undefined);
    await applicable(saved, { folder, state }, context);
    const people = saved.people.filter(planned => planned.do !== 'note').slice(0, mostListed);
    const run = { ...saved.run, ...runFacts(folder, 'sync', context) };
    const sent = dryRun
      ? { failure: undefined }
      : await sendPlan({ folder, run, state }, undefined, settings, context);
    return { ...sent, run, people };
  });
}
