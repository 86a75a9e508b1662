/** Who is in a group, by the sandbox's reading of its filters: service.txt does not show what filters do. */
import type { Group, Subscriber } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { WholeList } from '../../http/pages.ts';
import { largest } from '../../lib/extremes.ts';
import { filterFields, membershipTest, operators } from '../../lib/filter-operators.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { counted } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { PersonTest } from '../filter/compile.ts';
import { filterBy } from '../filter/subscriber-filter.ts';
import { AllSubscribers } from '../read-all.ts';

export type GroupFilter = Group['filters'][number];

/** All groups of the account. @throws Failure partly_done when the service counts more than it sent */
export async function allGroups(api: Api): Promise<Group[]> {
  const groups: Group[] = [];
  const list = new WholeList(api.pages('listGroups'));
  for await (const page of list) for (const each of page.data) groups.push(each);
  list.checkComplete();
  return groups;
}

/** The valid filters of a group, or of a request for one. */
export function filtersOf({ filters }: { readonly filters?: unknown }): readonly GroupFilter[] {
  const isFilter = (one: unknown): one is GroupFilter =>
    isObject(one) && typeof one.field === 'string' && typeof one.operator === 'string';
  return Array.isArray(filters) ? filters.filter(isFilter) : [];
}

/** A filter whose field or operator has no known meaning. */
export function unknownFilter(filters: readonly GroupFilter[]): GroupFilter | undefined {
  return filters.find(
    ({ field, operator }) =>
      !Object.hasOwn(operators, operator) ||
      !(field.startsWith('fields.') || filterFields.some(name => name === field)),
  );
}

/** Tests who meets all filters. The service does not show whether a person is subscribed. */
export const testOf = (filters: readonly GroupFilter[]): PersonTest => membershipTest(filters, fieldValue);

function fieldValue(person: Subscriber, name: string): unknown {
  if (!name.startsWith('fields.')) return (person as Readonly<Record<string, unknown>>)[name];
  const { fields } = person;
  const variable = name.slice('fields.'.length);
  return isObject(fields) && Object.hasOwn(fields, variable) ? fields[variable] : undefined;
}

/** Counts the people whom changes take out of groups, as far as the meaning of the groups' filters is known. */
export function countDepartures(groups: readonly Group[]) {
  const counts = groups.flatMap(({ name, filters }) => {
    const valid = filtersOf({ filters });
    const isKnown = valid.length > 0 && valid.length === filters.length && !unknownFilter(valid);
    return isKnown ? [{ name, isIn: testOf(valid), count: 0 }] : [];
  });
  return {
    see(
      person: Subscriber,
      { tags = person.tags, fields }: Partial<Pick<Subscriber, 'tags' | 'fields'>>,
    ): void {
      const after = { ...person, tags, fields: { ...person.fields, ...fields } };
      for (const group of counts) if (group.isIn(person) && !group.isIn(after)) group.count++;
    },
    warnings: () =>
      counts
        .filter(({ count }) => count > 0)
        .map(
          ({ name, count }) =>
            `${counted(count, 'person does not', 'people do not')} match the group "${name}" any more, and its filters cannot be changed (for another group: newsletter groups create)`,
        ),
  };
}

export type GroupDepartures = ReturnType<typeof countDepartures>;

/**
 * The number of people who unsubscribed: lists include them without their status, groups leave them out.
 *
 * @returns 0 if the account has no group without filters
 */
export function countUnsubscribed(groups: readonly Group[], listed: number): number {
  const sizes = groups
    .filter(({ filters }) => Array.isArray(filters) && filters.length === 0)
    .map(({ subscribers_count }) => subscribers_count);
  return sizes.length === 0 ? 0 : Math.max(0, listed - largest(sizes));
}

interface Selection {
  readonly total: number;
  readonly count: number;
  /** Addresses of the first three. */
  readonly names: readonly string[];
}

/** Reads all subscribers, with progress. @throws Failure partly_done when the service counts more than it sent */
export async function countPeople(api: Api, matches: PersonTest, terminal: Terminal): Promise<Selection> {
  const people = new AllSubscribers(api, { filter: filterBy(matches) });
  const names: string[] = [];
  for await (const page of people.withProgress(terminal)) {
    for (const { email } of page.slice(0, 3 - names.length)) names.push(email);
  }
  people.report(terminal);
  return { total: people.list.count, count: people.selected, names };
}
