/** The plan of a sync for people: a screenful. */

import type { SyncRun } from '../changes/run.ts';
import { planLines } from '../changes/text.ts';
import { largest } from '../lib/extremes.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { SyncRules } from './decide.ts';
import type { SyncPlan } from './plan-writer.ts';
import type { SyncSource } from './source.ts';

/** A plan, and what it was made from. */
export interface PlannedSync {
  readonly plan: SyncPlan;
  readonly source: Pick<
    SyncSource,
    'name' | 'rows' | 'accepted' | 'rejected' | 'suppressed' | 'rejectsFile' | 'unreadable'
  >;
  readonly run: SyncRun;
  readonly rules: SyncRules;
  /** What the source had columns for at the last run, and has none for now. */
  readonly columnsGone: readonly string[];
  /** When the last run ended, ISO 8601; undefined: there was none. */
  readonly lastRun: string | undefined;
}

type Line = readonly [n: number, what: string, detail: string];

const fieldsText = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([field, count]) => `${field.replace(/^fields\./, '')} ${grouped(count)}`).join(', ');

export function syncPlanText(planned: PlannedSync): string {
  const { plan } = planned;
  const lines = countLines(planned).filter(([n], i) => n > 0 || i < 2);
  const width = largest(lines.map(([n]) => grouped(n).length));
  const nameWidth = largest(lines.map(([, what]) => what.length));
  const more = plan.counts.create - plan.shownNew.length;
  return [
    headline(planned),
    ...lines.map(([n, what, detail]) =>
      `  ${grouped(n).padStart(width)}  ${what.padEnd(nameWidth)}  ${detail}`.trimEnd(),
    ),
    ...plan.shownNew.map(email => `  new: ${email}`),
    ...(plan.shownNew.length > 0 && more > 0 ? [`  … and ${grouped(more)} more`] : []),
    ...planLines(plan.shown, plan.counts.change + plan.counts.missing),
  ].join('\n');
}

function headline({ run, source, lastRun, plan }: PlannedSync): string {
  const { last, isLost } = plan;
  const before =
    last === undefined || lastRun === undefined
      ? isLost
        ? 'its state is not on this machine'
        : 'first run'
      : `${counted(last, 'person', 'people')} at the last run, ${lastRun.slice(0, 10)}`;
  return `sync ${run.sync}: ${counted(source.accepted, 'person', 'people')} in ${source.name} (${before})`;
}

function countLines({ plan, source, rules }: PlannedSync): Line[] {
  const { counts, byField, leftByField, left, held } = plan;
  const own = [...leftByField.keys()].map(field => field.replace(/^fields\./, '')).join(',');
  const isFirst = plan.last === undefined || plan.isLost;
  return [
    [counts.create, 'new', ''],
    [counts.change, 'changed', fieldsText(byField)],
    [counts.missing, 'missing', `not in the source any more: ${rules.missing.text}`],
    [plan.missing - counts.missing, 'missing', held > 0 ? heldText(source.unreadable) : 'kept as they are'],
    [
      left,
      'left alone',
      `${isFirst ? 'differ, and no last run tells who changed them' : 'changed in the account only'}: ${fieldsText(leftByField)} (to take the source's: --own ${own})`,
    ],
    [counts.gone, 'gone', 'left the account; not created again (--recreate)'],
    [counts.unsure, 'not created', 'the state of this sync is lost, so they may have left (--recreate)'],
    [counts.refused, 'refused', 'by the service before; not sent again until they change (--recreate)'],
    [plan.suppressed, 'not to email', 'marked in the source; never sent'],
    [counts.unread, 'unreadable', 'their rows were rejected; kept as they are'],
    [
      source.rejected,
      'rejected',
      source.rejectsFile === null ? 'rows; --rejects <file> writes them' : `rows: ${source.rejectsFile}`,
    ],
    [counts.unchanged, 'unchanged', ''],
  ];
}

function heldText(unreadable: number): string {
  return `kept as they are, since ${counted(unreadable, 'row')} cannot be read`;
}

export function questionText({ plan, run }: Pick<PlannedSync, 'plan' | 'run'>): string {
  const { create, change, missing } = plan.counts;
  const changed = change + missing;
  const parts = [
    ...(create > 0 ? [`create ${counted(create, 'subscriber')}`] : []),
    ...(changed > 0 ? [`change ${counted(changed, 'subscriber')}`] : []),
  ];
  const text = parts.join(' and ');
  const fields = run.new_fields.map(({ name }) => name).join(', ');
  const created = fields === '' ? '' : ` Custom fields will be created, and cannot be deleted: ${fields}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}?${created}`;
}
