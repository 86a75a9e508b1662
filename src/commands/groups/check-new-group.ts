import { isNamed } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import {
  allGroups,
  countPeople,
  countUnsubscribed,
  filtersOf,
  testOf,
  unknownFilter,
} from '../../people/groups/membership.ts';
import { grouped } from '../../terminal/numbers.ts';

interface NewGroup {
  readonly name: string;
  readonly filters: readonly unknown[];
  /** Whether another group may have the same name. */
  readonly force: boolean;
}

/**
 * Looks before a group is created, since groups cannot be deleted: whether there is one of that name and, unless --yes
 * has answered the question already, how many people its filters match.
 *
 * @throws Failure group_exists; declined, confirmation_needed for a group without filters, of nobody or everybody
 */
export async function checkNewGroup(context: Context, { name, filters, force }: NewGroup): Promise<void> {
  const { terminal, options } = context;
  const api = await context.api();
  const groups = await allGroups(api);
  const namesake = groups.find(isNamed(name));
  if (namesake !== undefined && !force) {
    throw new Failure('group_exists', `a group "${name}" already exists`, {
      details: [`its id is ${namesake.id}; subscribers: ${namesake.subscribers_count}`],
    });
  }
  if (filters.length === 0) return await doubt(context, 'a group without filters contains all subscribers');
  if (options.yes && !options.dryRun) return;
  const valid = filtersOf({ filters });
  // The service reports invalid filters.
  if (valid.length < filters.length) return;
  const unknown = unknownFilter(valid);
  if (unknown !== undefined) {
    return terminal.note(
      `cannot tell how many people would be in it: unknown filter: ${unknown.field} ${unknown.operator}`,
    );
  }
  const { total, count, names } = await countPeople(api, testOf(valid), terminal);
  const some = count === 0 ? '' : `: ${names.join(', ')}${names.length < count ? ' …' : ''}`;
  terminal.note(`its filters match ${grouped(count)} ${count === 1 ? 'person' : 'people'} here${some}`);
  const unsubscribed = countUnsubscribed(groups, total);
  if (unsubscribed > 0) {
    terminal.note(`the service leaves out those who have unsubscribed (${grouped(unsubscribed)} in total)`);
  }
  if (count === 0) await doubt(context, 'the group would be empty');
  if (count === total) await doubt(context, 'the group would contain all subscribers');
}

/** @throws Failure declined, confirmation_needed */
async function doubt({ terminal, options }: Context, what: string): Promise<void> {
  terminal.warn(what);
  if (options.dryRun) return;
  if (await terminal.confirm('Create it anyway? Groups cannot be deleted.', '--yes')) return;
  throw new Failure('declined', 'no group was created');
}
