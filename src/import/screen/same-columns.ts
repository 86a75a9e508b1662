import { typedColumn } from '../columns/columns.ts';
import type { Dialect } from '../columns/dialect.ts';
import { normalizeName } from '../columns/header-names.ts';
import type { ImportPlan } from '../state.ts';

/** What a message or a question is about: a column of a file, or the whole of it. */
interface OfColumn {
  readonly plan: ImportPlan;
  readonly column: number | undefined;
}

/** Some things, at least one, that are about columns of the same name. */
type AlikeColumns<T> = readonly [T, ...T[]];

/** Groups what is about columns of the same name. @param kindOf what must be the same, too */
export function byColumn<T extends OfColumn>(
  all: readonly T[],
  kindOf: (one: T) => string,
): AlikeColumns<T>[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const key = JSON.stringify([nameOf(one), kindOf(one)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

/** Whether a group is about every file that has the column: a flag without the name of a file is about all of them. */
export function isOfAll<T extends OfColumn>(group: AlikeColumns<T>, plans: readonly ImportPlan[]): boolean {
  const name = nameOf(group[0]);
  const has = ({ dialect }: ImportPlan) =>
    name === null || dialect.header.some(cell => normalizeName(cell) === name);
  return plans.every(plan => !has(plan) || group.some(one => one.plan === plan));
}

/** The same groups, but of those about some files only, each thing alone. */
export function sameColumns<T extends OfColumn>(
  all: readonly T[],
  plans: readonly ImportPlan[],
  kindOf: (one: T) => string,
): AlikeColumns<T>[] {
  return byColumn(all, kindOf).flatMap(group =>
    isOfAll(group, plans) ? [group] : group.map((one): AlikeColumns<T> => [one]),
  );
}

/** The name that a column has in every file; a column that can only be named by number has none in other files. */
function nameOf({ plan: { label, dialect }, column }: OfColumn): string | null {
  if (column === undefined) return null;
  const header = uniqueHeader(dialect, column);
  return header === undefined ? `${label}:${column}` : normalizeName(header);
}

/** The header by which a flag names a column; undefined: only its number does. */
export function uniqueHeader(dialect: Dialect, column: number): string | undefined {
  const typed = typedColumn(withoutFile(dialect), column);
  return typed === (dialect.header[column] ?? '').trim() ? typed : undefined;
}

/** For a question about all files that have the column: its flags name no file. */
export const withoutFile = (dialect: Dialect): Dialect => ({ ...dialect, prefix: '' });
