import { command } from '../../../cli/command.ts';
import { exampleSent } from '../../../cli/examples.ts';
import {
  number,
  type OptionValues,
  optionGroup,
  repeatable,
  text,
  wholeNumber,
} from '../../../cli/option.ts';
import { sinceOption } from '../../../cli/since.ts';
import type { Context } from '../../../context.ts';
import type { EmailOrder } from '../../../emails/statistics/condition.ts';
import type { EmailStatistics } from '../../../emails/statistics/statistics.ts';
import { Failure } from '../../../lib/failure.ts';
import { nearest } from '../../../lib/text/nearest.ts';
import { shellWord } from '../../../lib/text/shell-word.ts';
import { checkConditions, parseConditions } from './conditions.ts';
import { type ReadEmails, readEmails, statisticsFor } from './read.ts';
import { isDrawn, prepareSubjects, showComparison, showOne, writePage } from './show.ts';
import { comparisonView, detailView, listView } from './views.ts';

const options = {
  ...optionGroup('Filters', {
    since: sinceOption('emails sent'),
    limit: number(
      '--limit <n>',
      'only the last n emails; with an id, how many to compare with (default 10)',
      wholeNumber,
    ),
    group: text('--group <group>', 'emails to this group'),
  }),
  sort: text(
    '--sort <column[:desc]>',
    'sort the list by a number: bounce_rate, sent_count, sent_at (default: the latest first)',
    { completes: 'shown-fields' },
  ),
  compare: text('--compare <email>', 'compare two emails: --compare <a> <b>'),
  failIf: repeatable(
    '--fail-if <condition>',
    "exit 8 if this is true for an email: 'complaint_rate>0.1%' (repeatable)",
  ),
  html: text('--html <file>', 'write a self-contained page with charts (overwrites the file)'),
};
type Flags = OptionValues<typeof options>;

/** `emails stats`: deliveries, bounces, complaints, likes and unsubscribes of emails that are out. */
export const stats = command({
  name: 'stats',
  description:
    'Show statistics of sent emails: deliveries, bounces, complaints, likes, unsubscribes; no opens. With an id, show one email compared with the median of the ten sent before it; emails that are sending or paused have numbers too. Shares (delivery_share, …) are the count as a fraction of sent_count. The rates from the service (emails get) may be defined differently. Marked are complaints above 0.1% and 0.3% (from 3 complaints), and bounces above 2% (from 5 bounces).',
  arguments: [
    {
      name: '[email]',
      description: 'id, first eight characters of it, or subject',
    },
  ],
  options,
  requests: ['listEmails', 'listGroups', 'getGroup', 'getAccount'],
  output: [listView, detailView, comparisonView],
  codes: ['condition_met', 'condition_unknown'],
  changesThisMachine: (_, { html }) => html !== undefined,
  examples: [
    ['all sent emails', 'newsletter emails stats'],
    ['one email, compared with earlier ones', `newsletter emails stats ${exampleSent}`],
    ['the most bounces first', 'newsletter emails stats --sort bounce_rate:desc'],
    ['a page with charts', 'newsletter emails stats --html stats.html'],
    ['for a spreadsheet, this year', 'newsletter emails stats --since 2026-01-01 -o csv'],
    [
      'fail if the last email has complaints',
      "newsletter emails stats --limit 1 --fail-if 'complaint_rate>0.1%'",
    ],
  ],
  notes: `Conditions of --fail-if: <metric> <operator> <value>, joined by "and".
  metrics    delivery_rate, bounce_rate, complaint_rate, like_rate,
             unsubscribe_rate (shares of the emails sent, as %);
             delivery_count … unsubscribe_count, sent_count
  operators  > >= < <= = !=
  Small counts may be chance: add "and complaint_count>=3".`,
  run: async (context, [id], flags) => await showStatistics(context, id, flags),
});

async function showStatistics(context: Context, id: string | undefined, flags: Flags): Promise<void> {
  checkFlags(id, flags);
  const conditions = await parseConditions(flags.failIf);
  const order = await orderOf(flags.sort);
  const { impossibleCounts, rateDifferences } = await import('../../../emails/statistics/statistics.ts');
  const shown = await show(
    context,
    id,
    { ...flags, order },
    await readEmails(context, flags, id !== undefined),
  );
  if (id === undefined) warnOfCounts(context, impossibleCounts(shown));
  for (const difference of rateDifferences(shown)) context.terminal.note(difference);
  await checkConditions(conditions, shown, context.terminal);
}

/** Flags with `--sort` parsed. */
type OrderedFlags = Flags & { readonly order: EmailOrder | undefined };

/** @throws Failure invalid_value */
async function orderOf(sort: string | undefined): Promise<EmailOrder | undefined> {
  if (sort === undefined) return undefined;
  const { metricNames, parseOrder } = await import('../../../emails/statistics/condition.ts');
  const order = parseOrder(sort);
  if (order !== undefined) return order;
  const near = nearest(sort, ['sent_at', ...metricNames]);
  throw new Failure(
    'invalid_value',
    `--sort: no column "${sort}"${near === undefined ? '' : `: did you mean ${near}?`}`,
    {
      details: [`columns: sent_at, ${metricNames.filter(name => !name.endsWith('_share')).join(', ')}`],
      hint: '--sort bounce_rate:desc',
    },
  );
}

/** The emails as they are listed: the latest first, or as `--sort` says. */
async function listed(all: readonly EmailStatistics[], order: EmailOrder | undefined) {
  if (order === undefined) return all.toReversed();
  const { inOrder } = await import('../../../emails/statistics/condition.ts');
  return inOrder(all.toReversed(), order);
}

function warnOfCounts({ terminal }: Context, lines: readonly string[]): void {
  for (const line of lines) terminal.warn(`ignored invalid counts: ${line}`);
}

/** @throws Failure usage, missing_argument */
function checkFlags(id: string | undefined, flags: Flags): void {
  const { compare, html, sort } = flags;
  if (sort !== undefined && (id !== undefined || html !== undefined)) {
    const what = id === undefined ? '--html' : 'an email';
    throw new Failure('usage', `--sort sorts the list: it cannot be combined with ${what}`);
  }
  if (compare === undefined) return;
  if (html !== undefined) throw new Failure('usage', '--compare cannot be combined with --html');
  if (id === undefined) {
    throw new Failure('missing_argument', '--compare requires two emails', {
      hint: `newsletter emails stats --compare ${shellWord(compare)} <another id>`,
    });
  }
}

/** @returns the emails shown */
async function show(
  context: Context,
  id: string | undefined,
  flags: OrderedFlags,
  { all, comparable, emails }: ReadEmails,
): Promise<readonly EmailStatistics[]> {
  const one = id === undefined ? undefined : await statisticsFor(emails, id);
  if (one !== undefined && flags.compare !== undefined) {
    const first = await statisticsFor(emails, flags.compare);
    await showComparison(context, first, one);
    return [first, one];
  }
  const { sentBefore } = await import('../../../emails/statistics/statistics.ts');
  const top = one ?? all.at(-1);
  const before = top === undefined ? [] : sentBefore(comparable, top, one && flags.limit);
  if (flags.html !== undefined) await writePage(context, { all, one: top, before }, flags.html);
  else if (one !== undefined) await showOne(context, one, before);
  else await showEmails(context, all, before, flags);
  return one === undefined ? all : [one];
}

async function showEmails(
  context: Context,
  all: readonly EmailStatistics[],
  before: readonly EmailStatistics[],
  flags: OrderedFlags,
) {
  const { terminal } = context;
  const { rowOf } = await import('../../../emails/statistics/statistics.ts');
  if (!isDrawn(context) || all.length === 0) {
    await terminal.list(
      (await listed(all, flags.order)).map(rowOf),
      isFiltered(flags) ? { ...listView, empty: undefined } : listView,
    );
    if (all.length === 0 && isFiltered(flags)) terminal.note('no sent emails match');
    return;
  }
  const { overview } = await import('../../../emails/statistics/overview.ts');
  await prepareSubjects(all);
  const rows = await listed(all, flags.order);
  await terminal.draw(canvas => overview({ all, listed: rows, before }, canvas, Date.now()));
}

const isFiltered = ({ since, group }: Flags) => since !== undefined || group !== undefined;
