import { command } from '../../cli/command.ts';
import { paramOption, queryOf } from '../../cli/list-options.ts';
import { choice, type OptionValues, text } from '../../cli/option.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { integer } from '../../contract/schema.ts';
import type { GrowthPeriod, Period } from '../../subscribers/growth.ts';
import type { Row, View } from '../../terminal/terminal.ts';

const options = {
  by: choice('--by <period>', 'a bar for each day, week (ISO 8601) or month', ['day', 'week', 'month'], {
    default: 'month',
  }),
  html: text('--html <file>', 'write a page with the chart to this file instead'),
  ...paramOption,
};

const knownSources = endpoints.listSubscribers.response.fields.source.values;

/** @param sources the sources found, which may include some that the API documentation does not name */
function viewOf(sources: readonly string[]): View {
  return {
    plural: 'sign-ups',
    columns: ['period', 'from', 'signups', 'subscribers', ...sources],
    kinds: Object.fromEntries(['signups', 'subscribers', ...sources].map(name => [name, integer])),
    fields: ['period', 'from', 'signups', 'subscribers', ...sources],
    open: true,
    empty: 'newsletter import people.csv',
  };
}

/** `subscribers growth`: prints sign-ups over time. */
export const growth = command({
  name: 'growth',
  description:
    'Draw sign-ups over time, by source. Counts those who are subscribers now, by the day they were created (UTC); this reads all subscribers.',
  options,
  requests: ['listSubscribers', 'getAccount'],
  output: viewOf(knownSources),
  changesThisMachine: (_, { html }) => html !== undefined,
  examples: [
    ['month by month', 'newsletter subscribers growth -o table'],
    ['weeks, for a script', 'newsletter subscribers growth --by week -o csv'],
    ['a page to look at or send on', 'newsletter subscribers growth --by week --html growth.html'],
  ],
  run,
});

async function run(context: Context, _: readonly [], flags: OptionValues<typeof options>): Promise<void> {
  const { terminal } = context;
  const query = queryOf(flags.param);
  const [{ SignupCounter }, { AllSubscribers }] = await Promise.all([
    import('../../subscribers/growth.ts'),
    import('../../subscribers/read-all.ts'),
  ]);
  const signups = new SignupCounter(flags.by, knownSources);
  const subscribers = new AllSubscribers(await context.api(), { perPage: undefined, query });
  const progress = terminal.progress('reading subscribers');
  try {
    for await (const page of subscribers.pages(progress)) for (const one of page) signups.add(one);
  } finally {
    progress.stop();
  }
  const rows = signups.periods();
  if (flags.html !== undefined) await writePage(context, rows, signups.sources, flags.by, flags.html);
  else await print(context, rows, signups.sources);
  if (signups.undated > 0) terminal.warn(`${signups.undated} left out, whose created_at is no time`);
  subscribers.report(terminal);
}

async function print(
  { terminal, options }: Context,
  rows: readonly GrowthPeriod[],
  sources: readonly string[],
): Promise<void> {
  if (terminal.isForPeople && options.fields === undefined && rows.length > 0) {
    const { growthChart } = await import('../../subscribers/growth-chart.ts');
    const paint = terminal.stdoutIsTerminal ? terminal.paint : undefined;
    await terminal.print(growthChart(rows, sources, terminal.width, paint));
    return;
  }
  const flat = rows.map(({ sources: counts, ...row }): Row => ({ ...row, ...counts }));
  await terminal.list(flat, viewOf(sources));
}

async function writePage(
  context: Context,
  rows: readonly GrowthPeriod[],
  sources: readonly string[],
  by: Period,
  path: string,
): Promise<void> {
  const [{ growthPage }, { writeAtomically }] = await Promise.all([
    import('../../subscribers/growth-page.ts'),
    import('../../lib/atomic-file.ts'),
  ]);
  writeAtomically(path, growthPage(rows, sources, by, (await context.account()).name), {
    hint: 'choose another place for --html',
  });
  context.terminal.note(`wrote ${path}`);
}
