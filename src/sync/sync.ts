/** The sync in steps: note an interrupted run, read, plan, check the size, confirm, send, note. */
import { type ChangeContext, inNewRun } from '../changes/carry-out.ts';
import { readJournal } from '../changes/journal.ts';
import { type KnownSource, runFacts, type SyncRun } from '../changes/run-facts.ts';
import { type RunFolder, runsOf } from '../changes/runs.ts';
import type { ImportOptions } from '../import/options.ts';
import { addressKey } from '../import/rows/values/email-address.ts';
import type { FilesContext } from '../import/state.ts';
import { Failure } from '../lib/failure.ts';
import { likelyVariable } from '../lib/text/likely-variable.ts';
import { allFields } from '../people/custom-fields.ts';
import { grouped } from '../terminal/numbers.ts';
import { latestRun, noteInterrupted } from './note.ts';
import { Planner } from './plan.ts';
import { savePlanFile } from './plan-file.ts';
import { keepOptOuts } from './planned.ts';
import { accident, areWithin, type Limits, type SyncRules } from './policy.ts';
import { type SendingSettings, type SyncResult, sendPlan } from './run.ts';
import { openSource, type SyncSource } from './source.ts';
import { SyncState } from './state.ts';
import type { EarlierRuns, PlannedSync } from './sync-plan.ts';
import { optedOut, questionText, syncPlanText } from './text.ts';

export interface SyncSettings extends SendingSettings {
  readonly name: string;
  readonly rules: Omit<SyncRules, 'variables' | 'hasState'>;
  readonly limits: Limits;
  readonly expectRows: number | undefined;
  /** Save the plan, and do nothing. */
  readonly planOut: string | undefined;
}

export interface SyncContext extends ChangeContext, Pick<FilesContext, 'stdin' | 'service'> {
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
    await noteInterrupted(name, state, context, dryRun ? folder : undefined);
    const planned = await plan(options, settings, { state, folder }, context);
    const { accident: stopped, optOuts } = planned;
    if (planOut !== undefined && stopped === undefined)
      await savePlanFile(planOut, { folder, run: planned.run, state });
    if (dryRun || planOut !== undefined || (stopped !== undefined && optOuts === undefined)) {
      const people = dryRun || stopped === undefined ? planned.plan.written : [];
      return { run: planned.run, planned, people, failure: stopped };
    }
    const people = optOuts === undefined ? planned.plan.written : await keepOptOuts(folder);
    const run = { ...planned.run, ...optOuts };
    // Without a terminal the limits decide.
    const question = context.terminal.asks ? questionText(planned) : undefined;
    const maxRejects = settings.maxRejects - planned.source.validation.rejected;
    const sent = await sendPlan({ folder, run, state }, question, { ...settings, maxRejects }, context);
    return { ...sent, run, planned, people, failure: withAccident(sent, stopped, planned) };
  });
}

/** @param accident why only those who opted out were sent */
function withAccident(
  { failure, outcome }: Pick<SyncResult, 'failure' | 'outcome'>,
  accident: Failure | undefined,
  { plan, rules }: PlannedSync,
): Failure | undefined {
  if (accident === undefined) return failure;
  const got = `${grouped(outcome?.removed ?? 0)} of ${optedOut(plan)} got ${rules.missing.text}, nobody else was changed`;
  if (failure === undefined) return accident.reworded(accident.message, { details: [got] });
  return failure.reworded(failure.message, { details: [...failure.details, got, accident.message] });
}

/** Reads the source and the account, and shows what is to be done. */
async function plan(
  options: ImportOptions,
  settings: SyncSettings,
  { state, folder }: { readonly state: SyncState; readonly folder: RunFolder },
  context: SyncContext,
): Promise<PlannedSync> {
  const { terminal } = context;
  const header = await state.header();
  const before = header?.source;
  const fields = await allFields(context.api);
  const source = await openSource(options, settings, before, {
    ...context,
    account: context.accountOf,
    fields,
  });
  try {
    refuseUnknownOwn(settings.rules.own, source);
    const rules = {
      ...settings.rules,
      // The account has no values in fields that this run creates.
      own: new Set([...settings.rules.own, ...source.newFields.map(({ name }) => likelyVariable(name))]),
      variables: source.variables,
      keepsTags: source.columnsGone.includes('tags'),
      hasState: header !== undefined,
    };
    const earlier = await earlierRuns(settings.name, rules, header?.saved_at, context);
    const inputs = { source, known: state.people(), reader: context.reader(), rules, folder, earlier };
    const found = await new Planner(inputs).plan(terminal);
    const { newBadRows, validation } = source;
    // One that is new stays so as long as it keeps a person who is missing.
    const isStill = found.of.held.count > 0;
    const remembered = validation.unusable.first.filter(row => !isStill || !newBadRows.first.includes(row));
    const bad_rows = remembered.map(({ hash }) => hash);
    const changes = found.of.create.count + found.changes;
    const run: SyncRun = {
      ...runFacts(folder, 'sync', context),
      what: `sync ${settings.name}`,
      sync: settings.name,
      files: options.files,
      changes,
      new_fields: changes === 0 ? [] : source.newFields,
      source: { ...source.known, bad_rows },
      had_state: header !== undefined,
      variables: {},
      outcome: null,
      is_noted: false,
    };
    const planned = { plan: found, source, run, rules, earlier, lastRun: header?.saved_at };
    const stopped = stoppedBy(planned, settings, before);
    const isShown = stopped.accident === undefined || settings.dryRun;
    if (isShown && (!terminal.isStructured || terminal.stderrIsTerminal))
      terminal.tell(syncPlanText(planned));
    return { ...planned, ...stopped };
  } finally {
    await source.close();
  }
}

/**
 * Where a limit stops the rest, those who opted out are sent if they alone do not pass it: nobody is to be emailed for a
 * night because of others. For these the state stays as it is.
 */
function stoppedBy(
  { plan: found, source, rules, run: { changes } }: PlannedSync,
  { limits, dryRun, planOut }: SyncSettings,
  before: KnownSource | undefined,
): Pick<PlannedSync, 'accident' | 'optOuts'> {
  const { validation } = source;
  const { sent_early: early = 0, unsent = 0 } = before ?? {};
  const counts = { people: validation.accepted, left: found.leaving.count };
  const size = { ...found, ...counts, changes: early + Math.max(0, (changes ?? 0) - unsent), early };
  const stopped = accident(size, limits, { ...source, dryRun });
  if (stopped === undefined) return {};
  const { count } = found.of.optedOut;
  if (count === 0) return { accident: stopped };
  const who = optedOut(found);
  const said = (what: string) => stopped.reworded(stopped.message, { details: [...stopped.details, what] });
  if (before === undefined || planOut !== undefined || !areWithin(count, limits, found.last))
    return { accident: said(`${who} not sent either`) };
  return {
    accident: said(`${who} would get ${rules.missing.text} all the same`),
    optOuts: { changes: count, new_fields: [], source: { ...before, sent_early: early + count } },
  };
}

function refuseUnknownOwn(own: ReadonlySet<string>, { name, variables }: SyncSource): void {
  const known = ['tags', ...variables];
  const unknown = [...own].filter(field => !known.includes(field));
  if (unknown.length === 0) return;
  throw new Failure('invalid_value', `--own: ${name} has no column for ${unknown.join(', ')}`, {
    hint: `fields of the source: ${known.join(', ')}`,
  });
}

/** @param last when the state was written, ISO 8601; undefined: there is none */
async function earlierRuns(
  name: string,
  { mark }: SyncRules,
  last: string | undefined,
  context: SyncContext,
): Promise<EarlierRuns> {
  const newStatuses = new Map<string, string>();
  let markingImport: string | undefined;
  // The latest counts.
  for (const { run, folder } of runsOf(context.configDir, context.account).reverse()) {
    if (run.kind === 'import' && mark !== undefined && run.given_tags.includes(mark)) markingImport = run.id;
    if (run.kind !== 'update' || last === undefined || run.started_at < last) continue;
    const { done } = readJournal(folder.journal);
    for await (const { email, place, status } of folder.readChanges())
      if (status !== undefined && done.has(place)) newStatuses.set(addressKey(email), status);
  }
  return { lastSync: latestRun(name, true, context)?.run.started_at, markingImport, newStatuses };
}
