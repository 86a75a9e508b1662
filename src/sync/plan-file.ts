/** Plans that are saved, reviewed and carried out later: JSON with every person, and what the account had. */
import { createHash, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ChangeContext, inNewRun } from '../changes/carry-out.ts';
import { type Change, hasValues } from '../changes/change.ts';
import type { SyncRun } from '../changes/run-facts.ts';
import type { RunFolder } from '../changes/runs.ts';
import type { Subscriber } from '../contract/index.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import { Failure } from '../lib/failure.ts';
import { AtomicFile } from '../lib/files/atomic-file.ts';
import { unreadable } from '../lib/files/file-errors.ts';
import { RecordFileWriter, readRecords } from '../lib/files/record-file.ts';
import { isObject } from '../lib/json/is-object.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import type { LocalAccount } from '../people/local-account.ts';
import { counted } from '../terminal/numbers.ts';
import { noteInterrupted } from './note.ts';
import { Listed, type SyncPlan } from './plan.ts';
import { firstPeople, type PlannedPerson, planFile, type WrittenPerson } from './planned.ts';
import { newRun, nothingSent, type SendingSettings, type SyncResult, sendPlan } from './run.ts';
import { SyncState } from './state.ts';
import { listed } from './text.ts';

/** All of a saved plan but the people. */
interface PlanHeader
  extends Pick<
    SyncRun,
    'sync' | 'account' | 'account_name' | 'base_url' | 'files' | 'new_fields' | 'columns' | 'consent'
  > {
  readonly newsletter_sync_plan: 1;
  /** ISO 8601. */
  readonly made_at: string;
  readonly changes: number;
  readonly by_field: Readonly<Record<string, number>>;
  /** Id of the state that it was made with; null: there was none. */
  readonly state: string | null;
}

interface SavedPlan extends PlanHeader {
  readonly people: readonly PlannedPerson[];
  /** Of all before it, as JSON without white space: a plan that was edited would leave the sync in a state of its own. */
  readonly sha256: string;
}

interface PlanToSave {
  readonly folder: RunFolder;
  readonly run: SyncRun;
  readonly state: SyncState;
  readonly plan: SyncPlan;
}

/** @throws Failure write_failed */
export async function savePlanFile(path: string, { folder, run, state, plan }: PlanToSave): Promise<void> {
  const header: PlanHeader = {
    newsletter_sync_plan: 1,
    sync: run.sync,
    account: run.account,
    account_name: run.account_name,
    base_url: run.base_url,
    made_at: run.started_at,
    files: run.files,
    changes: run.changes ?? 0,
    new_fields: run.new_fields,
    columns: run.columns,
    consent: run.consent,
    by_field: Object.fromEntries(plan.byField),
    state: (await state.header())?.id ?? null,
  };
  // It holds addresses.
  const file = new AtomicFile(path, { mode: 0o600 });
  try {
    file.write(`${JSON.stringify(header, null, 2).slice(0, -2)},\n  "people": [`);
    const digest = createHash('sha256').update(`${JSON.stringify(header).slice(0, -1)},"people":[`);
    let before = '\n';
    for await (const planned of readRecords<PlannedPerson>(folder.file(planFile))) {
      const line = JSON.stringify(planned);
      file.write(`${before}    ${line}`);
      digest.update(before.trim() + line);
      before = ',\n';
    }
    file.write(`\n  ],\n  "sha256": "${digest.update(']}').digest('hex')}"\n}\n`);
    file.commit();
  } finally {
    file.discard();
  }
}

/** @throws Failure unreadable_file, invalid_value, wrong_account */
function readPlanFile(path: string, { id, baseUrl }: LocalAccount): SavedPlan {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
  const saved = parsed(text);
  if (saved === undefined) {
    throw new Failure('invalid_value', `${path} is not a plan of a sync that this version can read`, {
      hint: 'save one: newsletter sync <file> --name <sync> --plan-out plan.json',
    });
  }
  if (saved.account !== id || saved.base_url !== baseUrl) {
    throw new Failure('wrong_account', `the plan is for another account: ${saved.account_name}`);
  }
  const { sha256, ...plan } = saved;
  if (sha256 !== hash('sha256', JSON.stringify(plan), 'hex')) {
    throw new Failure('invalid_value', `${path} was changed after it was saved`, {
      hint: 'save a new one: newsletter sync <file> --name <sync> --plan-out plan.json',
    });
  }
  return saved;
}

function parsed(text: string): SavedPlan | undefined {
  try {
    const saved: unknown = JSON.parse(text);
    if (!isObject(saved) || saved.newsletter_sync_plan !== 1 || !Array.isArray(saved.people))
      return undefined;
    return saved as unknown as SavedPlan;
  } catch {
    return undefined;
  }
}

function planCommand({ files, sync }: Pick<SavedPlan, 'files' | 'sync'>): string {
  return `newsletter sync ${files.map(shellWord).join(' ')} --name ${sync} --plan-out plan.json`;
}

/**
 * Makes a saved plan ready to be carried out, if the account and the state are still as it knows them.
 *
 * @throws Failure plan_outdated
 */
async function applicable(
  saved: SavedPlan,
  { folder, state }: { readonly folder: RunFolder; readonly state: SyncState },
  { reader, terminal }: Pick<ChangeContext, 'reader' | 'terminal'>,
): Promise<void> {
  const hint = `save a new plan: ${planCommand(saved)}`;
  if (((await state.header())?.id ?? null) !== saved.state) {
    const what = `sync ${saved.sync} has run since the plan was saved, or its state is not on this machine`;
    throw new Failure('plan_outdated', what, { details: ['nothing was changed'], hint });
  }
  const [plan, changes] = [
    new RecordFileWriter<PlannedPerson>(folder.file(planFile)),
    new RecordFileWriter<Change>(folder.changes),
  ];
  try {
    const open = new Map<string, WrittenPerson>();
    for (const planned of saved.people) {
      plan.add(planned);
      if (planned.do === 'note') continue;
      open.set(addressKey(planned.change.email), planned);
      if (planned.do !== 'create') changes.add(planned.change);
    }
    const subscribers = reader();
    const others = new Listed();
    for await (const page of subscribers.withProgress(terminal)) {
      for (const person of page) {
        const planned = open.get(addressKey(person.email));
        if (planned === undefined) continue;
        open.delete(addressKey(person.email));
        if (!isAsPlanned(planned, person)) others.add(person.email);
      }
    }
    const incomplete = subscribers.incomplete();
    if (incomplete !== undefined) throw incomplete;
    for (const planned of open.values()) if (planned.do !== 'create') others.add(planned.change.email);
    if (others.count > 0) {
      const what = `${counted(others.count, 'person has', 'people have')} changed in the account since the plan was saved`;
      throw new Failure('plan_outdated', what, {
        details: [...listed(others), 'nothing was changed'],
        hint,
      });
    }
    plan.commit();
    changes.commit();
  } finally {
    plan.discard();
    changes.discard();
  }
}

/** Whether a person in the account is as they were when the plan was made. */
function isAsPlanned(planned: WrittenPerson, person: Subscriber): boolean {
  // A person to create has no id.
  return person.id === planned.change.id && hasValues(person, planned.change.before);
}

/**
 * Carries out a saved plan.
 *
 * @throws Failure plan_outdated when something has changed since
 */
export async function applyPlan(
  path: string,
  settings: Pick<SendingSettings, 'concurrency' | 'report'> & { readonly dryRun: boolean },
  context: ChangeContext,
): Promise<SyncResult> {
  const saved = readPlanFile(path, context.account);
  return await inNewRun(context, settings, async folder => {
    const { dryRun } = settings;
    const state = new SyncState(context.configDir, context.account, saved.sync);
    await noteInterrupted(saved.sync, state, context, dryRun ? folder : undefined);
    await applicable(saved, { folder, state }, context);
    const people = await firstPeople(folder);
    const run = newRun(folder, saved.sync, context, {
      files: saved.files,
      changes: saved.changes,
      new_fields: saved.new_fields,
      columns: saved.columns,
      consent: saved.consent,
      had_state: saved.state !== null,
    });
    const sent = dryRun ? nothingSent(run) : await sendPlan({ folder, run, state }, settings, context);
    return { ...sent, planned: undefined, people };
  });
}
