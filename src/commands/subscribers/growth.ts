import { command } from '../../cli/command.ts';
import { choice, type OptionValues, text } from '../../cli/option.ts';
import { filterOf, peopleFilters } from '../../cli/options/filter-options.ts';
import { paramOption, queryOf } from '../../cli/options/list-options.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { fieldsFrom, integer } from '../../contract/schema.ts';
import type { Growth, SignupCounter } from '../../subscribers/growth.ts';
import type { Row, View } from '../../terminal/terminal.ts';

const options = {
  by: choice(
    '--by <period>',
    'period of a bar: day, week (ISO 8601) or month (default month; drawn in the weeks after a list was moved in: day)',
    ['day', 'week', 'month'],
  ),
  ...peopleFilters,
  html: text('--html <file>', 'write an HTML page with the chart to this file instead'),
  ...paramOption,
};

const knownSources = endpoints.listSubscribers.response.fields.source.values;

/** @param sources the sources found, which may include some that the API documentation does not name */
function viewOf(sources: readonly string[], isFiltered = false): View {
  return {
    plural: 'sign-ups',
    columns: ['period', 'from', 'signups', 'moved', 'subscribers', ...sources],
    kinds: {
      ...fieldsFrom(
        'period:text from:text signups:integer moved:integer subscribers:integer unfinished:boolean',
      ),
      ...Object.fromEntries(sources.map(name => [name, integer])),
    },
    open: true,
    // Nobody in the range or with the tag: the list itself need not be empty.
    empty: isFiltered ? undefined : 'newsletter import people.csv',
  };
}

export const growth = command({
  name: 'growth',
  description:
    "Show how many joined each day, week or month, by source. Counts everyone in the service's list by the day they were created (UTC); the API does not show who has unsubscribed. Reads all subscribers. A day with 100 or more and 30 times the others is a list that was moved in: it counts as moved, not as sign-ups. The current period is marked as incomplete.",
  options,
  requests: ['listSubscribers', 'listFields', 'getAccount'],
  codes: ['invalid_filter'],
  output: viewOf(knownSources),
  prints: 'list',
  changesThisMachine: (_, { html }) => html !== undefined,
  examples: [
    ['month by month', 'newsletter subscribers growth -o table'],
    ['weeks, for a script', 'newsletter subscribers growth --by week -o csv'],
    ['day by day, the last month', 'newsletter subscribers growth --by day --since 30d'],
    ['only subscribers with a tag', 'newsletter subscribers growth --tag member'],
    ['an HTML page', 'newsletter subscribers growth --by week --html growth.html'],
  ],
  run,
});

type Flags = OptionValues<typeof options>;

async function run(context: Context, _: readonly [], flags: Flags): Promise<void> {
  const { terminal } = context;
  const query = queryOf(flags.param);
  const filter = await filterOf({ ...flags, since: undefined });
  const [{ SignupCounter }, { AllSubscribers }] = await Promise.all([
    import('../../subscribers/growth.ts'),
    import('../../people/read-all.ts'),
  ]);
  const signups = new SignupCounter(knownSources);
  const subscribers = new AllSubscribers(await context.api(), { query, filter });
  for await (const page of subscribers.withProgress(terminal)) for (const one of page) signups.add(one);
  await show(context, signups, flags, filter !== undefined);
  if (signups.undated > 0) terminal.warn(`${signups.undated} left out: created_at is not a time`);
  subscribers.report(terminal);
}

async function show(
  context: Context,
  signups: SignupCounter,
  flags: Flags,
  isFiltered: boolean,
): Promise<void> {
  const { terminal, options } = context;
  const { html } = flags;
  const now = Date.now();
  const { isWeeksAgo } = await import('../../subscribers/growth.ts');
  const moved = signups.moves().at(-1)?.start ?? Number.NEGATIVE_INFINITY;
  const isDrawn = terminal.isForPeople && options.fields === undefined;
  // After a move every earlier month says nothing of the list as it is now.
  const isAfterMove = (isDrawn || html !== undefined) && flags.by === undefined && isWeeksAgo(moved, now);
  const by = flags.by ?? (isAfterMove ? 'day' : 'month');
  const rows = signups.periods(by, now, flags.since ?? (isAfterMove ? moved : undefined));
  const { sources } = signups;
  const drawn = { by, rows, sources, figures: signups.figures(now) };
  if (html !== undefined) return await writePage(context, drawn, html);
  if (isDrawn && rows.length > 0) {
    const { growthChart } = await import('../../subscribers/growth-chart.ts');
    return await terminal.draw(canvas => growthChart(drawn, canvas));
  }
  const flat = rows.map(({ sources: counts, ...row }): Row => ({ ...row, ...counts }));
  await terminal.list(flat, viewOf(sources, isFiltered));
}

async function writePage(context: Context, growth: Growth, path: string): Promise<void> {
  const [{ growthPage }, { writeAtomically }] = await Promise.all([
    import('../../subscribers/growth-page.ts'),
    import('../../lib/files/atomic-file.ts'),
  ]);
  const { name } = await context.account();
  writeAtomically(path, growthPage(growth, name, new Date()), { hint: 'choose another place for --html' });
  context.terminal.note(`wrote ${path}`);
}
