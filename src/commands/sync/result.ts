/** What a sync prints. */
import type { Context } from '../../context.ts';
import { integer } from '../../contract/schema.ts';
import { Failure, type FailureCode } from '../../lib/failure.ts';
import type { SyncResult } from '../../sync/carry-out.ts';
import type { PlannedPerson } from '../../sync/planned.ts';
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
  'gone',
  'rejected',
] as const;
const outcomes = ['created', 'updated', 'refused', 'unknown', 'not_sent'] as const;
const more = [
  'refused_before',
  'unsure',
  'unread',
  'suppressed',
  'by_field',
  'left_by_field',
  'columns_gone',
  'rejects_file',
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
  'still_running',
  'outcome_unknown',
  'unfinished_undo',
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
  const { outcome, run, people, changes, failure } = result;
  const isPlan = dryRun || planOut !== undefined;
  const unsent = await unsentRequests(context, result);
  const row: Row = {
    sync,
    run,
    ...planRow(result),
    created: outcome?.created ?? 0,
    updated: outcome?.updated ?? 0,
    refused: outcome?.refused ?? 0,
    unknown: outcome?.unknown ?? 0,
    not_sent: outcome?.notDone ?? 0,
    plan: planOut ?? null,
    dry_run: isPlan,
    ...(terminal.isStructured && { changes: people.map(changeRow) }),
    ...(terminal.isStructured && isPlan && { requests: unsent }),
  };
  const said = isPlan
    ? `${counted(changes, 'subscriber')} would be created or changed`
    : `Created ${grouped(outcome?.created ?? 0)} and changed ${counted(outcome?.updated ?? 0, 'subscriber')}`;
  await terminal.answer(said, row, syncView);
  if (!terminal.isStructured) {
    if (planOut !== undefined && failure === undefined)
      terminal.note(`to carry it out: newsletter sync apply ${planOut}`);
    if (dryRun) terminal.note('nothing was sent (--dry-run)');
    if (run !== null && (outcome?.created ?? 0) + (outcome?.updated ?? 0) > 0)
      terminal.note(`to undo it: newsletter undo ${run}`);
  }
  if (failure !== undefined) throw failure;
  const rejected = result.planned?.source.rejected ?? 0;
  if (exitCode && changes > 0) return context.end(8);
  if (rejected === 0 || allowRejects) return;
  throw new Failure('partly_done', `${counted(rejected, 'row')} of the source could not be read`, {
    hint:
      result.planned?.source.rejectsFile == null
        ? '--rejects <file> writes them; --allow-rejects lets them be'
        : `see ${result.planned.source.rejectsFile}`,
    isWarning: true,
  });
}

/** The first requests of a plan: as data, or on stderr as a curl line. */
async function unsentRequests(context: Context, { requests, changes }: SyncResult): Promise<readonly Row[]> {
  if (requests === undefined) return [];
  const { curlText, rowOf } = await import('../../cli/dry-run.ts');
  const api = await context.api();
  const { fields, rows } = requests;
  const content = [Buffer.from(JSON.stringify({ subscribers: rows }))];
  const previews = [
    ...fields.map(({ name, kind }) => api.preview('createField', { body: { name, kind } })),
    ...(rows.length === 0 ? [] : [api.preview('createImport', { body: {} }, { content })]),
    ...requests.changes.map(({ id, body }) => api.preview('updateSubscriber', { id, body })),
  ];
  if (context.terminal.isStructured)
    return await Promise.all(previews.map(preview => rowOf(context, preview)));
  const [first] = previews;
  if (first !== undefined && context.options.dryRun) {
    const of = changes > 1 ? `, the first, for ${counted(changes, 'subscriber')} in all` : '';
    context.terminal.show(`as a curl line${of}:\n${await curlText(context, first)}`);
  }
  return [];
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
    gone: counts.gone,
    rejected: source.rejected,
    refused_before: counts.refused,
    unsure: counts.unsure,
    unread: counts.unread,
    suppressed: plan.suppressed,
    by_field: Object.fromEntries(plan.byField),
    left_by_field: Object.fromEntries(plan.leftByField),
    columns_gone: found.columnsGone,
    rejects_file: source.rejectsFile,
  };
}

function changeRow(one: PlannedPerson): Row {
  if (one.do === 'note') return { email: one.email };
  if (one.do === 'create') return { do: 'create', ...one.person };
  const { email, id, before, after, status } = one.change;
  return { do: one.do, email, id, before, after, ...(status !== undefined && { status }) };
}
