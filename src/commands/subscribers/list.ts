import { command } from '../../cli/command.ts';
import { flag, optionGroup } from '../../cli/option.ts';
import {
  filterOf,
  peopleFilters,
  sampleOf,
  sampleOptions,
  sortOption,
  sortOrderOf,
} from '../../cli/options/filter-options.ts';
import { listOptions, printList, printPeopleCount, queryOf, viewOf } from '../../cli/options/list-options.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import type { ListQuery } from '../../people/read-all.ts';
import type { Row } from '../../terminal/terminal.ts';

const options = {
  ...listOptions,
  ...peopleFilters,
  ...sampleOptions,
  ...optionGroup('Sorting and counting', {
    sort: sortOption,
    count: flag('--count', 'print only how many there are'),
  }),
};

const view = viewOf(endpoints.listSubscribers.response);
const empty = 'newsletter import people.csv';

/** `subscribers list`: the people on the list, or those that a filter selects. */
export const list = command({
  name: 'list',
  description:
    'List everybody, find or count subscribers: by tag, text, date; random samples (A/B test). Filters run on this machine, since the service has none: with a filter, the whole list is read.',
  options,
  requests: ['listSubscribers', 'listFields'],
  output: view,
  prints: 'list',
  codes: ['invalid_filter'],
  examples: [
    ['the first page', 'newsletter subscribers list'],
    ['every address', 'newsletter subscribers list --all -o tsv --fields email'],
    ['with a custom field', 'newsletter subscribers list --limit 10 --fields email,fields.first_name'],
    ['a filter', 'newsletter subscribers list --where \'tags has member and fields.city = "Berlin"\''],
    ['100 members at random', 'newsletter subscribers list --tag member --sample 100'],
    ['how many were never emailed', 'newsletter subscribers list --never-emailed --count'],
  ],
  run: async (context, _, flags) => {
    const [filter, sample] = await Promise.all([filterOf(flags), sampleOf(flags)]);
    const { limit, perPage, sort, count, page, param } = flags;
    if (filter === undefined && sample === undefined && sort === undefined && !count) {
      return await printList(context, 'listSubscribers', { flags, empty, argsOf: async () => ({}) });
    }
    if (page !== undefined) {
      throw new Failure('usage', '--page cannot be combined with filters, --sample, --sort or --count');
    }
    if (count && [limit, sample, sort].some(given => given !== undefined)) {
      throw new Failure('usage', '--count cannot be combined with --limit, --sample or --sort');
    }
    const query = { perPage, query: queryOf(param), filter, sample, limit, sort: await sortOrderOf(sort) };
    if (count) await printPeopleCount(context, query);
    else await printSelected(context, query);
  },
});

async function printSelected({ api, terminal }: Context, query: ListQuery): Promise<void> {
  const { AllSubscribers } = await import('../../people/read-all.ts');
  const people = new AllSubscribers(await api(), query);
  async function* rows(): AsyncGenerator<Row> {
    for await (const page of people.withProgress(terminal)) yield* page;
  }
  await terminal.list(rows(), view, () => ({ meta: people.lastMeta }));
  if (people.isRead && query.filter !== undefined) {
    terminal.note(`${people.selected} of ${people.count} match`);
  }
  people.report(terminal);
}
