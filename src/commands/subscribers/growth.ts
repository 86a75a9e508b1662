import { type Command, Option } from 'commander';
import { requests } from '../../cli/command-metadata.ts';
import { refuseDryRun } from '../../cli/dry-run-flag.ts';
import { examples } from '../../cli/examples.ts';
import { collect, queryOf } from '../../cli/list-options.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { integer } from '../../contract/schema.ts';
import type { GrowthPeriod, Period } from '../../subscribers/growth.ts';
import type { Row } from '../../terminal/terminal.ts';

interface GrowthFlags {
  readonly by: Period;
  readonly html?: string;
  readonly param?: readonly string[];
}

/** `subscribers growth`: sign-ups over time. */
export function registerGrowth(parent: Command, context: Context): void {
  const command = parent
    .command('growth')
    .description(
      'Draw sign-ups over time, by source. Counts those who are subscribers now, by the day they were created (UTC); this reads all subscribers.',
    )
    .addOption(
      new Option('--by <period>', 'a bar for each day, week (ISO 8601) or month')
        .choices(['day', 'week', 'month'])
        .default('month'),
    )
    .option('--html <file>', 'write a page with the chart to this file instead')
    .option('--param <key=value>', 'a query parameter of your own (repeatable)', collect)
    .action(async (flags: GrowthFlags) => {
      if (flags.html !== undefined) refuseDryRun(context);
      await run(context, flags);
    });
  requests(command, ['listSubscribers', 'getAccount'], { here: true });
  examples(command, [
    ['month by month', 'newsletter subscribers growth -o table'],
    ['weeks, for a script', 'newsletter subscribers growth --by week -o csv'],
    ['a page to look at or send on', 'newsletter subscribers growth --by week --html growth.html'],
  ]);
}

async function run(context: Context, flags: GrowthFlags): Promise<void> {
  const { terminal } = context;
  const query = queryOf(flags.param);
  const [{ SignupCounter }, { AllSubscribers }] = await Promise.all([
    import('../../subscribers/growth.ts'),
    import('../../subscribers/read-all.ts'),
  ]);
  const signups = new SignupCounter(flags.by, endpoints.listSubscribers.response.fields.source.values);
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
  if (subscribers.warning !== undefined) terminal.warn(subscribers.warning);
}

async function print(
  { terminal, options }: Context,
  rows: readonly GrowthPeriod[],
  sources: readonly string[],
): Promise<void> {
  if (terminal.format === 'table' && options.fields === undefined && rows.length > 0) {
    const { growthChart } = await import('../../subscribers/growth-chart.ts');
    const paint = terminal.stdoutIsTerminal ? terminal.paint : undefined;
    await terminal.print(growthChart(rows, sources, terminal.width, paint));
    return;
  }
  const flat = rows.map(({ sources: counts, ...row }): Row => ({ ...row, ...counts }));
  await terminal.list(flat, {
    plural: 'sign-ups',
    columns: ['period', 'from', 'signups', 'subscribers', ...sources],
    kinds: Object.fromEntries(['signups', 'subscribers', ...sources].map(name => [name, integer])),
    empty: 'newsletter import people.csv',
  });
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
