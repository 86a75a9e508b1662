/** What a sync prints. */
import { nothingDone } from '../../changes/run-facts.ts';
import { changeRow } from '../../cli/changes.ts';
import type { Context } from '../../context.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import type { Preview } from '../../http/api.ts';
import type { FailureCode } from '../../lib/failure.ts';
import type { WrittenPerson } from '../../sync/planned.ts';
import type { SyncResult } from '../../sync/run.ts';
import type { PlannedSync } from '../../sync/sync-plan.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Row, View } from '../../terminal/terminal.ts';

type PlanColumns = Readonly<Record<string, (found: PlannedSync) => unknown>>;

/** What the plan says, by column with its kind: absent if it ended before it had read everything. */
const planned: PlanColumns = {
  'people:integer~': ({ source }) => source.validation.accepted,
  'last:integer?~': ({ plan, lastRun }) => (lastRun === undefined && plan.last === 0 ? null : plan.last),
  'new:integer~': ({ plan }) => plan.of.create.count,
  'changed:integer~': ({ plan }) => plan.of.change.count,
  'missing:integer~': ({ plan, rules }) =>
    rules.missing.text === 'keep' ? plan.missing : plan.removals + plan.of.held.count,
  'unchanged:integer~': ({ plan }) => plan.of.unchanged.count,
  'left_alone:integer~': ({ plan }) => plan.left,
  'left_account:integer~': ({ plan }) => plan.of.gone.count,
  'rejected:integer~': ({ source }) => source.validation.rejected,
};

/** The same that a table has no room for. */
const more: PlanColumns = {
  'just_left:integer~': ({ plan }) => plan.leaving.count,
  'just_left_people:texts~': ({ plan }) => plan.leaving.emails,
  'maybe_left:integer~': ({ plan }) => plan.of.unsure.count,
  'opted_out:integer~': ({ plan, rules }) =>
    rules.missing.text === 'keep' ? plan.missingMarked : plan.of.optedOut.count,
  'unreadable:integer~': ({ plan }) => plan.of.unread.count,
  'left_out:integer~': ({ source }) => source.validation.suppressed,
  'left_out_in_account:integer~': ({ plan }) => plan.of.emailed.count,
  'left_out_people:texts~': ({ plan }) => plan.of.emailed.emails,
  'missing_kept:integer~': ({ plan }) => plan.of.held.count,
  'kept_people:texts~': ({ plan }) => [...plan.of.held.emails, ...plan.of.other.emails],
  'still_unsubscribed:integer~': ({ plan }) => plan.stillUnsubscribed,
  'by_field:map~': ({ plan }) => Object.fromEntries(plan.byField),
  'left_by_field:map~': ({ plan }) => Object.fromEntries(plan.leftByField),
  'columns_gone:texts~': ({ source }) => source.columnsGone,
  'reasons:maps~': ({ source }) => source.reasons,
  'rejects_file:text?~': ({ source }) => source.rejectsFile,
  'state_lost:boolean~': ({ plan }) => plan.isLost,
};

const outcomes = ['created', 'updated', 'removed', 'refused', 'not_sent'] as const;

const nameOf = (column: string) => column.replace(/:.*/, '');

/** What `sync` prints with `--output json`. */
export const syncView: View = {
  plural: 'syncs',
  columns: ['sync', 'run', ...Object.keys(planned).map(nameOf), ...outcomes, 'plan', 'dry_run'],
  kinds: fieldsFrom(
    'sync:text run:text?',
    ...Object.keys({ ...planned, ...more }),
    ...outcomes.map(name => `${name}:integer`),
    'attention:texts~ plan:text? dry_run:boolean changes:maps~ requests:maps~',
  ),
};

export const sendingCodes = [
  'declined',
  'partly_done',
  'stopped_early',
  'already_running',
  'outcome_unknown',
] as const satisfies readonly FailureCode[];

/** @throws Failure with which the sync ended */
export async function printSync(
  context: Context,
  result: SyncResult,
  { dryRun, planOut }: { readonly dryRun: boolean; readonly planOut?: string | undefined },
): Promise<void> {
  const { terminal } = context;
  const { outcome = nothingDone, people, failure, planned: found } = result;
  const { sync, id, changes } = result.run;
  const run = result.outcome === undefined || changes === 0 ? null : id;
  const isPlan = dryRun || planOut !== undefined;
  const { requestRow, showFirstRequests } = await import('../../cli/dry-run.ts');
  const unsent = isPlan && (dryRun || terminal.isStructured) ? await unsentRequests(context, result) : [];
  const all = counted(changes ?? 0, 'subscriber');
  const which = (changes ?? 0) > 1 ? `, the first, for ${all} in all` : '';
  if (!terminal.isStructured) showFirstRequests(context, unsent, which);
  const [{ attentionsTo, attentionTo }, { warnOf }] = await Promise.all([
    import('../../sync/text.ts'),
    import('../../sync/run.ts'),
  ]);
  const attentions = found === undefined ? [] : attentionsTo(found, failure);
  const row: Row = {
    sync,
    run,
    ...(found && valuesOf({ ...planned, ...more }, found)),
    ...(found && { attention: attentions.map(([cause]) => cause) }),
    ...Object.fromEntries(outcomes.map(name => [name, outcome[name]])),
    plan: (failure === undefined && planOut) || null,
    dry_run: isPlan,
    ...(terminal.isStructured && { changes: people.map(personRow) }),
    ...(terminal.isStructured && isPlan && { requests: unsent.map(requestRow) }),
  };
  const said = saidOf(result, isPlan);
  await terminal.answer(said, row, syncView);
  // In a log, the record is on stdout.
  if (!terminal.stdoutIsTerminal) terminal.note(said);
  if (planOut !== undefined && failure === undefined)
    terminal.note(`to carry it out: newsletter sync apply ${planOut}`);
  if (dryRun) terminal.note('nothing was sent (--dry-run)');
  const status = outcome.removed > 0 ? found?.rules.missing.status : undefined;
  const except = status === undefined ? '' : `, but not the status ${status}`;
  if (run !== null && outcome.updated + outcome.removed > outcome.statuses)
    terminal.note(`to undo what it changed${except}: newsletter undo ${run}`);
  const attention = attentionTo(attentions);
  // What is said once must not be lost behind what ended the run.
  if (failure !== undefined && attention !== undefined) warnOf(attention, terminal);
  if (failure !== undefined) throw failure;
  if (attention !== undefined) throw attention;
}

const valuesOf = (columns: PlanColumns, found: PlannedSync) =>
  Object.fromEntries(Object.entries(columns).map(([column, of]) => [nameOf(column), of(found)]));

/** The result in a line: `sync shop: 2 created, 21 updated, 0 removed, 1,000 read`. */
function saidOf({ run: { sync, changes }, outcome, planned: found }: SyncResult, isPlan: boolean): string {
  const { rows = 0, suppressed = 0 } = found?.source.validation ?? {};
  const leftOut = suppressed > 0 ? `, ${grouped(suppressed)} left out` : '';
  const read = found === undefined ? '' : `, ${grouped(rows)} read${leftOut}`;
  if (!isPlan) {
    const { created, updated, removed } = outcome ?? nothingDone;
    return `sync ${sync}: ${grouped(created)} created, ${grouped(updated)} updated, ${grouped(removed)} removed${read}`;
  }
  if (found === undefined)
    return `sync ${sync}: ${counted(changes ?? 0, 'person', 'people')} to create or change`;
  const { removals, of } = found.plan;
  return `sync ${sync}: ${grouped(of.create.count)} to create, ${grouped(of.change.count)} to update, ${grouped(removals)} to remove${read}`;
}

const requestsShown = 3;

/** The first requests of a plan. */
async function unsentRequests(
  context: Context,
  { people, run: { new_fields, changes } }: SyncResult,
): Promise<readonly Preview[]> {
  const { stepFor } = await import('../../sync/planned.ts');
  const api = await context.api();
  api.limits.rails?.preview(rails => rails.planChanges(changes ?? 0));
  return [
    ...new_fields.map(({ name, kind }) => api.preview('createField', { body: { name, kind } })),
    ...people
      .slice(0, requestsShown)
      .map(stepFor)
      .map(({ id, body }) =>
        id === '' ? api.preview('saveSubscriber', { body }) : api.preview('updateSubscriber', { id, body }),
      ),
  ];
}

function personRow(person: WrittenPerson): Row {
  const { do: what, email, after } = person;
  return what === 'create' ? { do: what, email, ...after } : changeRow(what, person);
}
