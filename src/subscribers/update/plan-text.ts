import { counted, grouped } from '../../terminal/numbers.ts';
import type { UpdatePlan } from './plan.ts';
import type { UpdateStep } from './wishes.ts';

/** People of a file that are named on a terminal. */
const shownMissing = 10;

/** The plan, for people: how many, which fields, and a few of them before and after. */
export function planText(plan: UpdatePlan, what: string, missing: readonly string[]): string {
  const { matched, changes, byField, shown, edited, editedNames } = plan;
  const fields = [...byField].map(([field, count]) => `${field} ${grouped(count)}`);
  return [
    `${what}:`,
    `  ${counted(matched, 'person', 'people')}, ${grouped(changes)} to change${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`,
    ...shown.flatMap(stepLines),
    ...(changes > shown.length ? [`  … and ${grouped(changes - shown.length)} more`] : []),
    ...someOf('edited since: kept', edited, editedNames),
    ...someOf('not in the account', missing.length, missing),
  ].join('\n');
}

function someOf(what: string, count: number, people: readonly string[]): string[] {
  if (count === 0) return [];
  const more = count > shownMissing ? ['    … (--report <file> lists all)'] : [];
  return [
    `  ${grouped(count)} ${what}:`,
    ...people.slice(0, shownMissing).map(name => `    ${name}`),
    ...more,
  ];
}

function stepLines({ email, before, after, status }: UpdateStep): string[] {
  const lines = Object.entries(after.fields ?? {}).map(
    ([variable, value]) => `fields.${variable}: ${shown(before.fields?.[variable])} → ${shown(value)}`,
  );
  if (after.tags !== undefined) lines.unshift(`tags: ${shown(before.tags)} → ${shown(after.tags)}`);
  if (status !== undefined) lines.push(`status: ${status}`);
  return [`  ${email}`, ...lines.map(line => `    ${line}`)];
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.join(', ');
  if (value === null || value === undefined || value === '') return '(none)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
