import type { Group } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { WholeList } from '../../http/whole-list.ts';
import type { Progress } from '../../terminal/terminal.ts';
import { allFields } from '../custom-fields.ts';
import { Attributes } from '../filter/attributes.ts';
import { AllSubscribers } from '../read-all.ts';
import { type GroupFilter, readFilter } from './readings.ts';
import { GroupStudy } from './study.ts';

/** All groups of the account. @throws Failure partly_done when the service counts more than it sent */
export async function allGroups(api: Api): Promise<Group[]> {
  const groups: Group[] = [];
  const list = new WholeList(api.pages('listGroups', {}));
  for await (const page of list) groups.push(...page.data);
  list.checkComplete();
  return groups;
}

/** The filters of a group; none where the service sent something else. */
export function filtersOf({ filters }: Pick<Group, 'filters'>): readonly GroupFilter[] {
  const isFilter = (one: GroupFilter) => typeof one?.field === 'string' && typeof one.operator === 'string';
  return Array.isArray(filters) ? filters.filter(isFilter) : [];
}

/** A study of filters, before anybody was looked at. @param groups those of the account */
export async function openStudy(
  api: Api,
  groups: readonly Group[],
  wanted: readonly GroupFilter[],
): Promise<GroupStudy> {
  const attributes = new Attributes(await allFields(api));
  const now = Date.now();
  const read = async (filter: GroupFilter) => await readFilter(filter, attributes, now);
  const single = groups.filter(
    group => filtersOf(group).length === 1 && Number.isFinite(group.subscribers_count),
  );
  const known = single.map(async group => {
    const [filter] = filtersOf(group);
    return filter === undefined ? [] : [{ group, filter: await read(filter) }];
  });
  const everybody = groups
    .filter(({ filters }) => Array.isArray(filters) && filters.length === 0)
    .map(({ subscribers_count }) => subscribers_count);
  return new GroupStudy(
    await Promise.all(wanted.map(read)),
    (await Promise.all(known)).flat(),
    everybody.length === 0 ? undefined : Math.max(...everybody),
  );
}

/** Looks at everybody. @returns the list that was read, for its report */
export async function lookAtEverybody(
  api: Api,
  study: GroupStudy,
  progress: Progress,
): Promise<AllSubscribers> {
  const people = new AllSubscribers(api, { perPage: undefined, query: {} });
  for await (const page of people.pages(progress)) study.add(page);
  return people;
}
