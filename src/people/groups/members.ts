/** Whether it is certain who is in a group: its filters must match as many people here as the service counts. */
import { endpoints, type Group } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/response-body.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { PersonTest } from '../filter/compile.ts';
import { filterBy, type PeopleFilter } from '../filter/subscriber-filter.ts';
import { allGroups, countPeople, countUnsubscribed, filtersOf, testOf, unknownFilter } from './membership.ts';

/** @throws Failure filter_unknown when a filter has no known meaning */
export function testOfMembers(group: Group): PersonTest {
  requireFields(endpoints.getGroup.response, group, ['filters', 'subscribers_count']);
  const filters = filtersOf(group);
  const unknown = unknownFilter(filters);
  if (unknown !== undefined) throw unclear(group, `unknown filter: ${unknown.field} ${unknown.operator}`);
  return testOf(filters);
}

interface Members {
  readonly filter: PeopleFilter;
  /** A warning where some of them have unsubscribed. */
  readonly unsubscribed: string | undefined;
}

/**
 * The members of a group, if the service counts the same number; reads all subscribers once.
 *
 * @throws Failure filter_unknown; partly_done when the service counts more than it sent
 */
export async function certainMembers(api: Api, group: Group, terminal: Terminal): Promise<Members> {
  const matches = testOfMembers(group);
  const { total, count } = await countPeople(api, matches, terminal);
  const extra = await extraMembers(api, group, { total, count });
  return {
    filter: filterBy(matches),
    unsubscribed: extra > 0 ? unsubscribedText(extra, count) : undefined,
  };
}

/**
 * Number of matching people who have unsubscribed, as far as the service's count tells.
 *
 * @param count people that the filters match, of `total` in the account
 * @throws Failure filter_unknown when that does not explain the difference
 */
export async function extraMembers(
  api: Api,
  group: Group,
  { total, count }: { readonly total: number; readonly count: number },
): Promise<number> {
  const extra = count - group.subscribers_count;
  if (extra === 0 || (extra > 0 && extra <= countUnsubscribed(await allGroups(api), total))) return extra;
  const there = grouped(group.subscribers_count);
  const here = count === 1 ? '1 person' : `${grouped(count)} people`;
  throw unclear(group, `its filters match ${here} here, but the service counts ${there}`);
}

export function unsubscribedText(extra: number, count: number): string {
  return `${grouped(extra)} of these ${grouped(count)} ${extra === 1 ? 'has' : 'have'} unsubscribed according to the service, which does not show who`;
}

function unclear({ name }: Group, why: string): Failure {
  return new Failure('filter_unknown', `cannot tell who is in the group "${name}"`, { details: [why] });
}
