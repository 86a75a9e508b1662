import type { Context } from '../../context.ts';
import type { Group } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { allGroups, lookAtEverybody, openStudy } from '../../people/groups/open-study.ts';
import type { GroupFilter } from '../../people/groups/readings.ts';
import type { GroupSelection } from '../../people/groups/study.ts';
import { grouped } from '../../terminal/numbers.ts';

/** A group that is about to be created. */
interface NewGroup {
  readonly name: string;
  readonly filters: readonly GroupFilter[];
  /** Whether it may have the name of another one. */
  readonly force: boolean;
}

/**
 * Looks before a group is created, since groups cannot be deleted: whether there is one of that name and, on a
 * terminal, who would be in it.
 *
 * @throws Failure group_exists; declined
 */
export async function checkNewGroup(context: Context, { name, filters, force }: NewGroup): Promise<void> {
  const { terminal } = context;
  const api = await context.api();
  const groups = await allGroups(api);
  const namesake = groups.find(group => typeof group.name === 'string' && group.name.trim() === name.trim());
  if (namesake !== undefined && !force) {
    throw new Failure('group_exists', `a group "${name}" already exists`, {
      details: [`its id is ${namesake.id}; subscribers: ${namesake.subscribers_count}`],
    });
  }
  if (filters.length === 0) return await doubt(context, 'a group without filters contains all subscribers');
  if (!terminal.stderrIsTerminal || terminal.quiet) return;
  const selections = await study(context, api, groups, filters);
  if (selections === undefined) return;
  const { found, total, hidden } = selections;
  for (const line of described(found, hidden)) terminal.note(line);
  if (found.every(({ count }) => count === 0)) await doubt(context, 'the group would be empty');
  if (found.some(({ count }) => count === total))
    await doubt(context, 'the group would contain all subscribers');
}

interface Studied {
  readonly found: readonly GroupSelection[];
  readonly total: number;
  readonly hidden: number;
}

/** @returns undefined, and says why, when it cannot be told who would be in the group */
async function study(
  { terminal }: Context,
  api: Api,
  groups: readonly Group[],
  filters: readonly GroupFilter[],
): Promise<Studied | undefined> {
  const group = await openStudy(api, groups, filters);
  const [unseen] = group.withoutWitness;
  const why = (operator: string) =>
    `cannot tell how many people would be in it: no group of this account shows what ${operator} does`;
  if (unseen !== undefined || !group.isReadable) {
    terminal.note(why((unseen?.filter ?? filters[0])?.operator ?? 'it'));
    return undefined;
  }
  const progress = terminal.progress('reading subscribers');
  try {
    await lookAtEverybody(api, group, progress);
  } finally {
    progress.stop();
  }
  const found = group.selections();
  if (found.length > 0) return { found, total: group.total, hidden: group.hidden };
  terminal.note(why(filters.map(({ operator }) => operator).join(' and ')));
  return undefined;
}

/** `12 people would be in it: …`; with several ways to read the filters, the least and the most. */
function* described(found: readonly GroupSelection[], hidden: number): Generator<string> {
  const counts = found.map(({ count }) => count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const people = most === 1 ? 'person' : 'people';
  const names = found.find(({ count }) => count === least)?.names ?? [];
  const some = names.length === 0 ? '' : `: ${names.join(', ')}${names.length < least ? ' …' : ''}`;
  const number = least === most ? grouped(least) : `${grouped(least)} to ${grouped(most)}`;
  yield `${number} ${people} would be in it${some}`;
  if (least !== most) yield 'the service does not show whether all filters must match, or any';
  if (hidden > 0) yield `the service leaves out those who have unsubscribed (${grouped(hidden)} in total)`;
}

/** Asks on a terminal; elsewhere warns and goes on. @throws Failure declined */
async function doubt({ terminal }: Context, what: string): Promise<void> {
  terminal.warn(what);
  if (!terminal.interactive) return;
  if (await terminal.confirm('Create it anyway? Groups cannot be deleted.', '--yes')) return;
  throw new Failure('declined', 'no group was created');
}

/** The filters of a body, which the service checks. */
export function filtersIn(given: unknown): readonly GroupFilter[] {
  return Array.isArray(given) ? given : [];
}
