import { typedColumn } from '../columns/columns.ts';
import { normalizeName } from '../columns/header-names.ts';
import type { ImportPlan } from '../state.ts';

/** What a message or a question is about: a column of a file, or the whole of it. */
interface OfColumn {
  readonly plan: ImportPlan;
  readonly column: number | undefined;
}

/**
 * Groups what is about the same column of every file that has it: a flag without the name of a file is about all of
 * them. What is about some of these files only stays alone.
 *
 * @param kindOf what must be the same, too
 */
export function sameColumns<T extends OfColumn>(
  all: readonly T[],
  plans: readonly ImportPlan[],
  kindOf: (one: T) => string,
): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const key = JSON.stringify([nameOf(one), kindOf(one)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].flatMap(group => {
    const name = nameOf(group[0]);
    const having = plans.filter(
      ({ dialect }) => name === null || dialect.header.some(cell => normalizeName(cell) === name),
    );
    const isOfAll = having.every(plan => group.some(one => one.plan === plan));
    return isOfAll ? [group] : group.map((one): [T] => [one]);
  });
}

/** The name that a column has in every file; a column that can only be named by number has none in other files. */
function nameOf({ plan: { label, dialect }, column }: OfColumn): string | null {
  if (column === undefined) return null;
  const typed = typedColumn({ ...dialect, prefix: '' }, column);
  const header = (dialect.header[column] ?? '').trim();
  return typed === header ? normalizeName(header) : `${label}:${typed}`;
}

/** The plan for a question about all files that have the column: its flags name no file. */
export function withoutFile(plan: ImportPlan): ImportPlan {
  return { ...plan, dialect: { ...plan.dialect, prefix: '' } };
}
