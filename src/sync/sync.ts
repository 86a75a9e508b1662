/** The sync in steps: note an interrupted run, read, plan, check the size, confirm, send, note. */
import { type ChangeContext, inNewRun } from '../changes/carry-out.ts';
import { readJournal } from '../changes/journal.ts';
import { runFacts, type SyncRun } from '../changes/run-facts.ts';
import { type FoundRun, type RunFolder, runsOf } from '../changes/runs.ts';
import type { ImportOptions } from '../import/options.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import type { FilesContext } from '../import/state.ts';
import { Failure } from '../lib/failure.ts';
import { limitNewSpace } from '../lib/new-space.ts';
import { allFields } from '../people/custom-fields.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { SyncRules } from './decide.ts';
import { latestRun, noteInterrupted } from './note.ts';
import { Pairs } from './pairs.ts';
import { type EarlierRuns, type PlanInputs, PlanWriter, type SyncPlan } from './plan.ts';
import { savePlanFile } from './plan-file.ts';
import { keepOptOuts } from './planned.ts';
import { accident, type Limits } from './policy.ts';
import { nothingSent, type SendingSettings, type SyncResult, sendPlan } from './run.ts';
import { openSource, refuseLostConsent, type SyncSource, type SyncSourceContext } from './source.ts';
import { type KnownPerson, SyncState } from './state.ts';
import {
  firstFillText,
  mayOptOut,
  optOutQuestion,
  type PlannedSync,
  questionText,
  syncPlanText,
  withOptOuts,
} from './text.ts';

export interface SyncSettings extends SendingSettings {
  readonly name: string;
  readonly rules: Omit<SyncRules, 'variables' | 'hasState'>;
  readonly limits: Limits;
  readonly expectRows: number | undefined;
  readonly maxRejects: number;
  /** Save the plan, and do nothing. */
  readonly planOut: string | undefined;
}

export interface SyncContext extends ChangeContext, Pick<SyncSourceContext, 'stdin' | 'service'> {
  readonly accountOf: FilesContext['account'];
}

/** @throws Failure before anything is changed: whatever is wrong with the source; too_many_missing, too_many_changes, declined, already_running */
export async function syncPeople(
  options: ImportOptions,
  settings: SyncSettings,
  context: SyncContext,
): Promise<SyncResult> {
  const { dryRun, planOut, name } = settings;
  return await inNewRun(context, settings, async folder => {
    const state = new SyncState(context.configDir, context.account, name);
    const unsent = await noteInterrupted(name, state, context, dryRun ? folder : undefined);
    const planned = await plan(options, settings, { state, folder, unsent }, context);
    const { run, isSuspicious } = planned;
    if (isSuspicious !== undefined && !dryRun) {
      const sent = await sendOptOuts({ ...planned, isSuspicious }, { folder, state }, settings, context);
      return { ...sent, planned };
    }
    const people = planned.plan.written;
    if (planOut !== undefined) await savePlanFile(planOut, { folder, run, state });
    if (dryRun || planOut !== undefined)
      return { ...nothingSent(run), planned, people, failure: isSuspicious };
    // Without a terminal the limits decide.
    const question = context.terminal.asks ? questionText(planned) : undefined;
    return { ...(await sendPlan({ folder, run, state }, question, settings, context)), planned, people };
  });
}

/**
 * Sends those who opted out, where a limit stops the rest: nobody is to be emailed for a night because of a limit that
 * they alone do not pass. For all others the state stays as it is.
 *
 * @throws Failure why the run is stopped, if nobody is sent
 */
async function sendOptOuts(
  planned: PlannedSync & { readonly isSuspicious: Failure },
  { folder, state }: Pick<PlanningContext, 'folder' | 'state'>,
  settings: SyncSettings,
  context: SyncContext,
) {
  const { plan, run, isSuspicious } = planned;
  const header = await state.header();
  if (header === undefined || settings.planOut !== undefined || !mayOptOut(planned, settings.limits))
    throw isSuspicious;
  const people = await keepOptOuts(folder);
  const { source } = header;
  const sent = await sendPlan(
    { folder, run: { ...run, changes: plan.optOuts, new_fields: [], source }, state },
    context.terminal.asks ? optOutQuestion(planned, isSuspicious.message) : undefined,
    settings,
    context,
  );
  const { failure = isSuspicious } = sent;
  const others = failure === isSuspicious ? [] : [isSuspicious.message];
  return {
    ...sent,
    people,
    failure: failure.reworded(failure.message, { details: [...failure.details, ...others] }),
  };
}

interface PlanningContext {
  readonly state: SyncState;
  readonly folder: RunFolder;
  /** Number of people of an interrupted run who were not sent. */
  readonly unsent: number;
}

/** Reads the source and the account, and shows what is to be done. */
async function plan(
  options: ImportOptions,
  settings: SyncSettings,
  { state, folder, unsent }: PlanningContext,
  context: SyncContext,
): Promise<PlannedSync & { readonly isSuspicious: Failure | undefined }> {
  const { terminal } = context;
  const header = await state.header();
  const badBefore = header?.source.bad_rows ?? 0;
  const source = await openSource(
    options,
    { ...settings, badBefore },
    { ...context, account: context.accountOf, fields: await allFields(context.api) },
  );
  try {
    const unknown = [...settings.rules.own].filter(
      name => name !== 'tags' && !source.variables.includes(name),
    );
    if (unknown.length > 0) {
      const names = ['tags', ...source.variables].join(', ');
      throw new Failure('invalid_value', `--own: ${source.name} has no column for ${unknown.join(', ')}`, {
        hint: `fields of the source: ${names}`,
      });
    }
    refuseLostConsent(source, header?.source.consent);
    const { columns, gone } = columnsOf(source, header?.source.columns);
    const rules = {
      ...settings.rules,
      variables: source.variables,
      keepsTags: gone.includes('tags'),
      hasState: header !== undefined,
    };
    const reader = context.reader();
    const earlier = await earlierRuns(settings.name, rules, context);
    const found = await makeSyncPlan(
      { source, known: state.people(), reader, rules, folder, earlier },
      terminal,
    );
    const { counts, people, last, missing } = found;
    const { consent, validation } = source;
    const bad = validation.unusable.count;
    const bad_rows = found.held.count > 0 ? Math.min(bad, badBefore) : bad;
    const changes = counts.create + counts.change + counts.missing;
    const run: SyncRun = {
      ...runFacts(folder, 'sync', context),
      what: `sync ${settings.name}`,
      sync: settings.name,
      files: options.files,
      changes,
      new_fields: changes === 0 ? [] : source.newFields,
      source: { columns, consent, bad_rows },
      had_state: header !== undefined,
      variables: {},
      outcome: null,
      is_noted: false,
    };
    const planned = {
      plan: found,
      source,
      run,
      rules,
      earlier,
      columnsGone: gone,
      lastRun: header?.saved_at,
    };
    const marked = found.missingMarked;
    const left = found.leaving.count;
    const size = { people, last, missing, marked, left, changes: Math.max(0, changes - unsent) };
    const passed = accident(size, settings.limits, { ...source, dryRun: settings.dryRun });
    const isSuspicious = passed && withOptOuts(passed, planned, settings);
    const isShown = isSuspicious === undefined || settings.dryRun;
    if (isShown && (!terminal.isStructured || terminal.stderrIsTerminal))
      terminal.tell(syncPlanText(planned));
    const faster = isShown ? firstFillText(planned) : undefined;
    if (faster !== undefined) terminal.hint(faster);
    return { ...planned, isSuspicious };
  } finally {
    await source.close();
  }
}

async function earlierRuns(
  name: string,
  { mark, hasState }: SyncRules,
  context: SyncContext,
): Promise<EarlierRuns> {
  const found = runsOf(context.configDir, context.account);
  const isMarking = ({ run }: FoundRun) =>
    run.kind === 'import' && mark !== undefined && run.given_tags.includes(mark);
  return {
    lastSync: latestRun(name, true, context)?.run.started_at,
    markingImport: found.find(isMarking)?.run.id,
    statuses: hasState ? new Map() : await statusesGiven(found, name),
  };
}

/** People who got a status from the runs of a sync, by id: the service does not show it. */
async function statusesGiven(found: readonly FoundRun[], name: string): Promise<Map<string, KnownPerson>> {
  const people = new Map<string, KnownPerson>();
  for (const { run, folder } of found) {
    if (run.kind !== 'sync' || run.sync !== name) continue;
    const { done } = readJournal(folder.journal);
    for await (const { place, id, email, status } of folder.readChanges())
      if (status !== undefined && done.has(place)) people.set(id, { email, missing: `status:${status}` });
  }
  return people;
}

/** What a source has columns for, and what it had them for at the last run, and no longer has. */
function columnsOf(
  { variables, hasTags }: Pick<SyncSource, 'variables' | 'hasTags'>,
  before: readonly string[] = [],
) {
  const now = [...variables, ...(hasTags ? ['tags'] : [])];
  const gone = before.filter(name => !now.includes(name));
  // Tags that were given stay in doubt until the column is back.
  return { columns: gone.includes('tags') ? [...now, 'tags'] : now, gone };
}

/**
 * One reading of the source, one of the account, and what is to be done about each person.
 *
 * @throws Failure write_failed; partly_done when the account could not be read to its end
 */
async function makeSyncPlan(inputs: PlanInputs, terminal: Terminal): Promise<SyncPlan> {
  const { reader, folder, source, known, rules } = inputs;
  const pairs = new Pairs(source, folder.path, rules.hasState);
  const plan = new PlanWriter(inputs);
  try {
    await pairs.read(known);
    for await (const page of reader.withProgress(terminal)) {
      for (const person of page) {
        const key = addressKey(person.email);
        plan.present(person, key, pairs.take(key));
      }
      limitNewSpace();
    }
    reader.report(terminal);
    for (const pair of pairs.rest()) plan.absent(pair);
    plan.commit();
    return plan.end(rules.hasState ? pairs.lastRun : undefined);
  } finally {
    plan.discard();
    pairs.close();
  }
}
