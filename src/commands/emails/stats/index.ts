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
import { endpoints } from '../../../contract/index.ts';
import type { EmailOrder } from '../../../emails/statistics/condition.ts';
import { rates } from '../../../emails/statistics/rates.ts';
import type { EmailStatistics } from '../../../emails/statistics/statistics.ts';
import { Failure } from '../../../lib/failure.ts';
import { nearest } from '../../../lib/text/nearest.ts';
import type { Row, View } from '../../../terminal/terminal.ts';
import { checkConditions, parseConditions } from './conditions.ts';
import { readEmails, statisticsFor } from './read.ts';

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
  failIf: repeatable(
    '--fail-if <condition>',
    "exit 8 if this is true for an email: 'complaint_rate>0.1%' (repeatable)",
  ),
  html: text('--html <file>', 'write a self-contained page with charts (overwrites the file)'),
};
type Flags = OptionValues<typeof options>;

/** Fractions, which a table shows as percentages. */
const fractions = (names: readonly string[]) =>
  Object.fromEntries(
    names.map(name => [name, (row: Row) => (typeof row[name] === 'number' ? row[name] : null)]),
  );

const shares = rates.map(rate => `${rate}_share`);
const medianNames = shares.map(share => `median_${share}`);

const listView: View = {
  plural: 'sent emails',
  columns: ['id', 'subject', 'sent_at', 'sent_count', ...shares],
  fields: [
    ...['id', 'subject', 'status', 'group_id', 'sent_at', 'sent_count'],
    ...rates.flatMap(rate => [`${rate}_count`, `${rate}_share`]),
    'exceeded',
  ],
  kinds: endpoints.listEmails.response.fields,
  shares: fractions([...shares, ...medianNames]),
  empty: 'newsletter emails send <id>',
};

/** One email, beside the medians of earlier emails. */
const detailView: View = {
  ...listView,
  plural: 'compared emails',
  fields: [...(listView.fields ?? []), 'summary', 'compared_with', ...medianNames],
};

/** `emails stats`: deliveries, bounces, complaints, likes and unsubscribes of emails that are out. */
export const stats = command({
  name: 'stats',
  description:
    'Show statistics of sent emails: deliveries, bounces, complaints, likes, unsubscribes; no opens. With an id, show one email compared with the median of the ten sent before it; emails that are sending or paused have numbers too. Shares (delivery_share, …) are the count as a fraction of sent_count. Marked are complaints above 0.1% and 0.3% (from 3 complaints), and bounces above 2% (from 5 bounces). Emails to fewer than 50 are not compared.',
  arguments: [
    {
      name: '[email]',
      description: 'id, first eight characters of it, or subject',
    },
  ],
  options,
  requests: ['listEmails', 'listGroups', 'getGroup', 'getAccount'],
  output: [listView, detailView],
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
  const { terminal } = context;
  const conditions = await parseConditions(flags.failIf);
  const order = await orderOf(flags.sort);
  const { sentBefore } = await import('../../../emails/statistics/statistics.ts');
  const { all, comparable, emails } = await readEmails(context, flags, id !== undefined);
  const named = id === undefined ? undefined : await statisticsFor(emails, id);
  const one = named ?? all.at(-1);
  const before = one === undefined ? [] : sentBefore(comparable, one, named && flags.limit);
  if (one === undefined) await showNone(context, flags);
  else if (flags.html !== undefined) await writePage(context, { all, one, before }, flags.html);
  else {
    const shown = named === undefined ? all : [...before, named];
    const overview = await drawing(context, shown);
    if (overview !== undefined) {
      const listed = await inOrder(shown, order);
      await terminal.draw(canvas => overview({ all: shown, listed, one, before }, canvas));
    } else if (named === undefined) await listEmails(context, await inOrder(all, order));
    else await recordEmail(context, named, before);
  }
  await checkConditions(conditions, named === undefined ? all : [named], terminal);
}

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

/** @throws Failure usage */
function checkFlags(id: string | undefined, { html, sort }: Flags): void {
  if (sort === undefined || (id === undefined && html === undefined)) return;
  const what = id === undefined ? '--html' : 'an email';
  throw new Failure('usage', `--sort sorts the list: it cannot be combined with ${what}`);
}

/** What draws for people, once subjects can be measured; undefined for records and on narrow terminals. */
async function drawing({ terminal, options }: Context, all: readonly EmailStatistics[]) {
  if (!terminal.isForPeople || options.fields !== undefined) return undefined;
  const [{ leastWidth, overview }, { prepareToMeasure }] = await Promise.all([
    import('../../../emails/statistics/drawn.ts'),
    import('../../../terminal/formats/measure.ts'),
  ]);
  if (terminal.width < leastWidth) return undefined;
  await prepareToMeasure(all.map(({ subject }) => subject ?? ''));
  return overview;
}

/** The latest first, or as `--sort` says. */
async function inOrder(
  all: readonly EmailStatistics[],
  order: EmailOrder | undefined,
): Promise<EmailStatistics[]> {
  const latestFirst = all.toReversed();
  if (order === undefined) return latestFirst;
  const { inOrder } = await import('../../../emails/statistics/condition.ts');
  return inOrder(latestFirst, order);
}

/** @throws Failure not_found if a page is wanted */
async function showNone({ terminal }: Context, { since, group, html }: Flags): Promise<void> {
  if (html !== undefined) throw new Failure('not_found', 'no sent emails');
  const isFiltered = since !== undefined || group !== undefined;
  await terminal.list([], isFiltered ? { ...listView, empty: undefined } : listView);
  if (isFiltered) terminal.note('no sent emails match');
}

async function listEmails({ terminal }: Context, emails: readonly EmailStatistics[]): Promise<void> {
  const { rowOf } = await import('../../../emails/statistics/statistics.ts');
  await terminal.list(emails.map(rowOf), listView);
}

/** One email, with the medians of those before it. */
async function recordEmail(
  { terminal }: Context,
  one: EmailStatistics,
  before: readonly EmailStatistics[],
): Promise<void> {
  const { medians, rowOf, verdict } = await import('../../../emails/statistics/statistics.ts');
  const middle = medians(before);
  await terminal.record(
    {
      ...rowOf(one),
      summary: verdict(one),
      compared_with: before.length,
      ...Object.fromEntries(rates.map(rate => [`median_${rate}_share`, middle[rate]])),
    },
    detailView,
  );
}

/** A page for a browser. @throws Failure write_failed */
async function writePage(
  context: Context,
  emails: {
    readonly all: readonly EmailStatistics[];
    readonly one: EmailStatistics;
    readonly before: readonly EmailStatistics[];
  },
  file: string,
): Promise<void> {
  const [{ statisticsPage }, { writeAtomically }] = await Promise.all([
    import('../../../emails/statistics/page.ts'),
    import('../../../lib/files/atomic-file.ts'),
  ]);
  const { name } = await context.account();
  const page = statisticsPage({ ...emails, account: name, now: new Date() });
  writeAtomically(file, page, { hint: 'choose another path for --html' });
  context.terminal.note(`wrote ${file}`);
}
