/** `groups create --where`: the service's filters for an expression of ours, and ours for an unknown filter of theirs. */
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import { allFields } from '../../people/custom-fields.ts';
import { SubscriberFilter } from '../../people/filter/subscriber-filter.ts';
import {
  filtersOf,
  type GroupFilter,
  membershipTest,
  unknownFilter,
} from '../../people/groups/membership.ts';
import { filterText, type WrittenFilter } from '../../people/groups/translate.ts';
import { AllSubscribers } from '../../people/read-all.ts';
import { counted } from '../../terminal/numbers.ts';

const nothing = {
  withoutTags: [],
  tags: [],
  search: [],
  since: undefined,
  until: undefined,
  neverEmailed: false,
  source: undefined,
};

/** @throws Failure invalid_filter where filters cannot say it, or would select other people of the account */
export async function filtersWhere(
  context: Context,
  where: readonly string[],
): Promise<readonly WrittenFilter[]> {
  const { terminal, options } = context;
  const api = await context.api();
  const filter = await SubscriberFilter.parse({ ...nothing, where });
  const fields = await allFields(api);
  const written = await filter.groupFilters(fields);
  terminal.note(`as filters: ${written.map(filterText).join(' ')}`);
  if (options.dryRun) return written;
  const [{ matches }, isMember] = [
    await filter.open(async () => fields, Date.now()),
    membershipTest(written as readonly GroupFilter[]),
  ];
  let [selected, others] = [0, 0];
  let first: string | undefined;
  const people = new AllSubscribers(api);
  for await (const page of people.withProgress(terminal)) {
    for (const person of page) {
      const isSelected = matches(person);
      if (isSelected) selected++;
      if (isSelected === isMember(person)) continue;
      others++;
      first ??= person.email;
    }
  }
  people.report(terminal);
  expected.set(context, selected);
  if (first === undefined) return written;
  throw new Failure(
    'invalid_filter',
    `these filters would treat ${counted(others, 'person', 'people')} otherwise than --where, such as ${first}`,
    {
      details: [
        `filters: ${written.map(filterText).join(' ')}`,
        'their values may be of another kind than the field',
      ],
      hint: "newsletter subscribers update --where '<expression>' --add-tag <tag>, then groups create --where 'tags has <tag>'",
    },
  );
}

/** The number of people that `--where` selects, by the command that asked. */
const expected = new WeakMap<Context, number>();

/**
 * People who have unsubscribed are in no group, so the service may count fewer than `--where` selects.
 *
 * @throws Failure partly_done when the service counts more, or none
 */
export function checkCount(context: Context, count: unknown): void {
  const selected = expected.get(context);
  if (selected === undefined || typeof count !== 'number') return;
  if (count <= selected && (count > 0 || selected === 0)) return;
  const here = counted(selected, 'person', 'people');
  throw new Failure(
    'partly_done',
    `the service counts ${count} in the group, but --where matches ${here} here`,
    {
      hint: 'newsletter groups filters',
    },
  );
}

/**
 * How the program would write filters whose operator it does not know: `tags:has:vip` as `tags:equals:vip`. Undefined
 * if there are none, or they cannot be read as an expression.
 */
export async function translationOf(context: Context, filters: unknown): Promise<string | undefined> {
  const given = filtersOf({ filters });
  const odd = given.filter(one => unknownFilter([one]) !== undefined);
  if (odd.length === 0) return undefined;
  try {
    const where = odd.map(expressionOf);
    const fields = await allFields(await context.api());
    const written = await (await SubscriberFilter.parse({ ...nothing, where })).groupFilters(fields);
    return `${odd.map(filterText).join(' ')} may be written as ${written.map(filterText).join(' ')}`;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Words for the operators of --where in other interfaces. */
const operatorWords: Readonly<Record<string, string>> = {
  is: '=',
  eq: '=',
  equal: '=',
  is_not: '!=',
  neq: '!=',
  ne: '!=',
  not: '!=',
  gt: '>',
  after: '>',
  gte: '>=',
  lt: '<',
  before: '<',
  lte: '<=',
  includes: 'has',
  has_tag: 'has',
  begins_with: 'starts with',
  empty: 'is null',
  is_empty: 'is null',
  not_empty: 'is not null',
  present: 'is not null',
};

function expressionOf({ field, operator, value }: GroupFilter): string {
  const typed = operatorWords[operator.toLowerCase()] ?? operator.replaceAll('_', ' ');
  const word = field === 'tags' && typed === '=' ? 'has' : typed;
  if (value === undefined) return `${field} ${word}`;
  return `${field} ${word} "${String(value).replaceAll('"', '""')}"`;
}
