/** What a sync prints. */
import { changeRow } from '../../cli/changes.ts';
import type { Context } from '../../context.ts';
import { integer } from '../../contract/schema.ts';
import type { FailureCode } from '../../lib/failure.ts';
import type { RunOutcome } from '../../sync/note.ts';
import type { WrittenPerson } from '../../sync/planned.ts';
import type { SyncResult } from '../../sync/run.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Row, View } from '../../terminal/terminal.ts';

const planned = [
  'people',
  'last',
  'new',
  'changed',
  'missing',
  'unchanged',
  'left_alone',
  'left_account',
  'rejected',
] as const;
const outcomes = ['created', 'updated', 'removed', 'refused', 'not_sent'] as const;
const more = [
  'just_left',
  'just_left_people',
  'refused_before',
  'maybe_left',
  'unreadable',
  'left_out',
  'left_out_in_account',
  'missing_kept',
  'still_unsubscribed',
  'marked_kept',
  'by_field',
  'left_by_field',
  'columns_gone',
  'rejects_file',
  'state_lost',
] as const;

/** What `sync` prints with `--output json`. */
export const syncView: View = {
  plural: 'syncs',
  columns: ['sync', 'run', ...planned, ...outcomes, 'plan', 'dry_run'],
  fields: ['sync', 'run', ...planned, ...more, ...outcomes, 'plan', 'dry_run', 'changes', 'requests'],
  kinds: {
    sync: { kind: 'text' },
    run: { kind: 'text', nullable: true },
    ...Object.fromEntries([...planned, ...outcomes].map(name => [name, { ...integer, nullable: true }])),
    plan: { kind: 'text', nullable: true },
    dry_run: { kind: 'boolean' },
  },
};

export const sendingCodes = [
  'declined',
  'partly_done',
  'stopped_early',
  'update_running',
  'outcome_unknown',
] as const satisfies readonly FailureCode[];

interface SyncShown {
  readonly sync: string;
  readonly dryRun: boolean;
  readonly planOut: string | undefined;
}

/** @throws Failure with which the sync ended */
export async function printSync(
  context: Context,
  { sync, dryRun, planOut }: SyncShown,
  result: SyncResult,
  {
    exitCode = false,
    allowRejects = false,
  }: { readonly exitCode?: boolean; readonly allowRejects?: boolean } = {},
): Promise<void> {
  const { terminal } = context;
  const { outcome = nothingDone, run, people, changes, failure } = result;
  const { created, updated, removed } = outcome;
  const isPlan = dryRun || planOut !== undefined;
  const unsent = isPlan ? await unsentRequests(context, result) : [];
  const row: Row = {
    sync,
    run,
    ...planRow(result),
    created,
    updated,
    removed,
    refused: outcome.refused,
    not_sent: outcome.notDone,
    plan: planOut ?? null,
    dry_run: isPlan,
    ...(terminal.isStructured && { changes: people.map(personRow) }),
    ...(terminal.isStructured && isPlan && { requests: unsent }),
  };
  const said = saidOf(sync, result, isPlan);
  await terminal.answer(said, row, syncView);
  if (!terminal.isStructured) {
    // In a log, the record is on stdout.
    if (!terminal.stdoutIsTerminal) terminal.note(said);
    if (planOut !== undefined && failure === undefined)
      terminal.note(`to carry it out: newsletter sync apply ${planOut}`);
    if (dryRun) terminal.note('nothing was sent (--dry-run)');
    if (run !== null && updated + removed > outcome.statuses)
      terminal.note(`to undo what it changed: newsletter undo ${run}`);
  }
  const { attentionTo } = await import('../../sync/attention.ts');
  const attention = result.planned && attentionTo(result.planned, allowRejects);
  // What is said once must not be lost behind what ended the run.
  if (failure !== undefined && attention !== undefined)
    terminal.warn([attention.message, ...attention.details].join('\n  '));
  if (failure !== undefined) throw failure;
  if (exitCode && changes > 0) return context.end(8);
  if (attention !== undefined) throw attention;
}

const nothingDone: RunOutcome = { created: 0, updated: 0, removed: 0, refused: 0, notDone: 0, statuses: 0 };

/** The result in a line: `sync shop: 2 created, 21 updated, 0 removed, 1,000 read`. */
function saidOf(sync: string, { outcome, planned: found, changes }: SyncResult, isPlan: boolean): string {
  const { rows = 0, suppressed = 0 } = found?.source ?? {};
  const leftOut = suppressed > 0 ? `, ${grouped(suppressed)} left out` : '';
  const read = found === undefined ? '' : `, ${grouped(rows)} read${leftOut}`;
  if (!isPlan) {
    const { created, updated, removed } = outcome ?? nothingDone;
    return `sync ${sync}: ${grouped(created)} created, ${grouped(updated)} updated, ${grouped(removed)} removed${read}`;
  }
  if (found === undefined) return `sync ${sync}: ${counted(changes, 'person', 'people')} to create or change`;
  const { create, change, missing } = found.plan.counts;
  return `sync ${sync}: ${grouped(create)} to create, ${grouped(change)} to update, ${grouped(missing)} to remove${read}`;
}

const requestsShown = 3;

/** The first requests of a plan: as data, or on stderr. */
async function unsentRequests(
  context: Context,
  { people, newFields, changes }: SyncResult,
): Promise<readonly Row[]> {
  const { terminal, options } = context;
  if (!(terminal.isStructured || options.dryRun)) return [];
  const [{ planRequests }, { stepFor }] = await Promise.all([
    import('../../cli/dry-run.ts'),
    import('../../sync/planned.ts'),
  ]);
  const api = await context.api();
  api.limits.rails?.preview(rails => rails.planChanges(changes));
  const previews = [
    ...newFields.map(({ name, kind }) => api.preview('createField', { body: { name, kind } })),
    ...people
      .slice(0, requestsShown)
      .map(stepFor)
      .map(({ id, bodies: [body = {}] }) =>
        id === '' ? api.preview('saveSubscriber', { body }) : api.preview('updateSubscriber', { id, body }),
      ),
  ];
  const which = changes > 1 ? `, the first, for ${counted(changes, 'subscriber')} in all` : '';
  return planRequests(context, previews, which);
}

function planRow({ planned: found }: SyncResult): Row {
  if (found === undefined) return {};
  const { plan, source } = found;
  const { counts } = plan;
  return {
    people: plan.people,
    last: plan.last ?? null,
    new: counts.create,
    changed: counts.change,
    missing: plan.missing,
    unchanged: counts.unchanged,
    left_alone: plan.left,
    left_account: counts.gone,
    rejected: source.rejected,
    just_left: plan.leaving.count,
    just_left_people: plan.leaving.shown,
    refused_before: counts.refused,
    maybe_left: counts.unsure,
    unreadable: counts.unread,
    left_out: source.suppressed,
    left_out_in_account: plan.suppressed.count,
    missing_kept: plan.held,
    still_unsubscribed: plan.returned.count,
    marked_kept: plan.withdrawn.count,
    state_lost: plan.isLost,
    by_field: Object.fromEntries(plan.byField),
    left_by_field: Object.fromEntries(plan.leftByField),
    columns_gone: found.columnsGone,
    rejects_file: source.rejectsFile,
  };
}

function personRow({ do: what, change }: WrittenPerson): Row {
  return what === 'create' ? { do: what, email: change.email, ...change.after } : changeRow(what, change);
}
