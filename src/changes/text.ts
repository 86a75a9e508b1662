/** Plans of changes as text. */

import { largest } from '../lib/extremes.ts';
import { grouped } from '../terminal/numbers.ts';
import { oneLine } from '../terminal/sanitize.ts';
import type { Change } from './change.ts';
import type { ChangePlan } from './plan.ts';
import type { ChangeReport, PersonOutcome, ReadBack } from './report.ts';
import type { ChangeRun } from './run.ts';

/** Maximum number of people listed of each kind. */
const shownPeople = 10;

/** The plan of changes: how many, which fields, and some examples before and after. */
export function planText(plan: ChangePlan, what: string, report: ChangeReport): string {
  const { matched, changes, byField } = plan;
  const fields = [...byField].map(([field, count]) => `${field} ${grouped(count)}`);
  const of = fields.length > 0 ? ` (${fields.join(', ')})` : '';
  return [
    `${what}:`,
    `  ${grouped(matched)} ${matched === 1 ? 'person' : 'people'}, ${grouped(changes)} to change${of}`,
    ...examples(plan),
    ...peopleOf(report, 'edited', 'edited since: kept'),
    ...peopleOf(report, 'taken', 'kept, since another subscriber has the new address'),
    ...peopleOf(report, 'missing', 'not in the account'),
  ].join('\n');
}

/** The plan of an undo. @param mark the tag or status for people whom the run created */
export function undoPlanText(
  plan: ChangePlan,
  { title, id, kind }: { readonly title: string } & Pick<ChangeRun, 'id' | 'kind'>,
  report: ChangeReport,
  mark: string,
): string {
  const { changes, marks } = plan;
  const unchanged = report.count('unchanged');
  const stays = `new with this ${kind}: they stay, since the service cannot delete them${marks > 0 ? `, and get ${mark}` : ''}`;
  return [
    title,
    `  ${grouped(changes - marks)} to restore`,
    ...(unchanged > 0 ? [`  ${grouped(unchanged)} already as before`] : []),
    ...examples(plan),
    ...peopleOf(report, 'edited', 'edited since: kept'),
    ...peopleOf(report, 'taken', 'kept, since another subscriber has the earlier address'),
    ...peopleOf(report, 'missing', 'not in the account'),
    ...peopleOf(report, 'created', stays),
    ...(report.count('created') > 0 && marks === 0
      ? [`    to take them off the list: newsletter undo ${id} --status unsubscribed`]
      : []),
  ].join('\n');
}

/** What there is to say of an undo beside the number of people restored. */
export function undoResultText(
  kind: ChangeRun['kind'],
  report: ChangeReport,
  verified: ReadBack | null,
): string {
  const counts = [
    [report.count('edited'), 'edited since: kept'],
    [report.count('created'), `new with this ${kind}: still in the account`],
    [report.count('failed'), 'rejected by the service'],
  ] as const;
  const lines = counts.filter(([count]) => count > 0);
  const width = largest(lines.map(([count]) => grouped(count).length));
  return [
    ...lines.map(([count, what]) => `  ${grouped(count).padStart(width)}  ${what}`),
    ...(verified === null
      ? []
      : [`  verified: ${grouped(verified.checked - verified.different)} of ${grouped(verified.of)}`]),
  ].join('\n');
}

/** The tag or status for people created by the import. */
export function markText(tag: string | undefined, status: string | undefined): string {
  const marks = [
    ...(tag === undefined ? [] : [`tag "${tag}"`]),
    ...(status === undefined ? [] : [`status ${status}`]),
  ];
  return marks.join(' and ');
}

function peopleOf(report: ChangeReport, outcome: PersonOutcome, what: string): string[] {
  const count = report.count(outcome);
  if (count === 0) return [];
  const names = report.people.filter(one => one.outcome === outcome).slice(0, shownPeople);
  return [
    `  ${grouped(count)} ${what}:`,
    ...names.map(({ email }) => `    ${email}`),
    ...(count > shownPeople ? ['    … (--report <file> lists all)'] : []),
  ];
}

const examples = ({ shown, changes }: ChangePlan) => planLines(shown, changes);

/** The first few changes, before and after, of so many. */
export function planLines(shown: readonly Change[], of: number): string[] {
  const more = of - shown.length;
  return [...shown.flatMap(stepLines), ...(more > 0 ? [`  … and ${grouped(more)} more`] : [])];
}

function stepLines({ email, before, after, status }: Change): string[] {
  const lines = Object.entries(after.fields ?? {}).map(
    ([variable, value]) => `fields.${variable}: ${shown(before.fields?.[variable])} → ${shown(value)}`,
  );
  if (after.tags !== undefined) lines.unshift(`tags: ${shown(before.tags)} → ${shown(after.tags)}`);
  if (after.email !== undefined) lines.unshift(`email: ${before.email ?? email} → ${after.email}`);
  if (status !== undefined) lines.push(`status: ${status}`);
  // A value with line breaks must not look like a line of the plan.
  return [`  ${email}`, ...lines.map(line => `    ${oneLine(line)}`)];
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.join(', ');
  if (value === null || value === undefined || value === '') return '(none)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
