import { allProfiles, showList } from '../../../cli/all-profiles/index.ts';
import { command } from '../../../cli/command.ts';
import { exampleId } from '../../../cli/example-id.ts';
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
import type { Condition } from '../../../emails/condition.ts';
import type { EmailStatistics } from '../../../emails/statistics.ts';
import { Failure } from '../../../lib/failure.ts';
import { shellWord } from '../../../lib/shell-word.ts';
import { checkConditions, parseConditions } from './conditions.ts';
import { type ReadEmails, readEmails, statisticsFor } from './read.ts';
import { showComparison, showOne, writePage } from './show.ts';
import { comparisonView, detailView, listView } from './views.ts';

const options = {
  ...optionGroup('Which emails', {
    since: sinceOption('emails sent'),
    limit: number(
      '--limit <n>',
      'only the last n; with an id, the number to compare with (default 10)',
      wholeNumber,
    ),
    group: text('--group <group>', 'emails to this group'),
    ...allProfiles,
  }),
  compare: text('--compare <email>', 'put two emails side by side: --compare <a> <b>', {
    completes: 'email',
  }),
  failIf: repeatable(
    '--fail-if <condition>',
    "exit 8 if this holds for an email shown: 'complaint_rate>0.1%' (repeatable)",
  ),
  html: text('--html <file>', 'write a page with charts, complete in itself; replaces a file of that name'),
};
type Flags = OptionValues<typeof options>;

/** `emails stats`: deliveries, bounces, complaints, likes and unsubscribes of emails that are out. */
export const stats = command({
  name: 'stats',
  description:
    'How the sent emails went: deliveries, bounces, complaints, likes, unsubscribes. With an id, one of them beside the median of the last ten sent before it; emails that are sending or paused have numbers, too. Shares (delivery_share …) are computed here: the count as a fraction of sent_count. The rates that the service gives (emails get) may mean something else. Marked: complaints above 0.1% and 0.3% (from 3 complaints on), bounces above 2% (from 5 on).',
  arguments: [
    {
      name: '[email]',
      description: 'id of an email, its first eight characters, or the subject',
      completes: 'email',
    },
  ],
  options,
  requests: ['listEmails', 'listGroups', 'getGroup', 'getAccount'],
  output: [listView, detailView, comparisonView],
  codes: ['condition_met', 'condition_unknown'],
  changesThisMachine: (_, { html }) => html !== undefined,
  examples: [
    ['all sent emails', 'newsletter emails stats'],
    ['one, beside those before it', `newsletter emails stats ${exampleId}`],
    ['a page to look at or send on', 'newsletter emails stats --html stats.html'],
    ['for a spreadsheet, this year', 'newsletter emails stats --since 2026-01-01 -o csv'],
    [
      'fail if the last email drew complaints',
      "newsletter emails stats --limit 1 --fail-if 'complaint_rate>0.1%'",
    ],
    ['of all profiles', 'newsletter emails stats --all-profiles'],
  ],
  notes: `Conditions of --fail-if: <metric> <operator> <value>, joined by "and".
  metrics    delivery_rate, bounce_rate, complaint_rate, like_rate,
             unsubscribe_rate (shares of the emails sent, as %);
             delivery_count … unsubscribe_count, sent_count
  operators  > >= < <= = !=
  A few complaints among few readers are chance: add "and complaint_count>=3".`,
  run: async (context, [id], flags) => await showStatistics(context, id, flags),
});

async function showStatistics(context: Context, id: string | undefined, flags: Flags): Promise<void> {
  checkFlags(context, id, flags);
  const conditions = await parseConditions(flags.failIf);
  if (context.options.allProfiles) return await showAll(context, flags, conditions);
  const { impossibleCounts, rateDifferences } = await import('../../../emails/statistics.ts');
  const shown = await show(context, id, flags, await readEmails(context, flags, id !== undefined));
  if (id === undefined) warnOfCounts(context, impossibleCounts(shown));
  for (const difference of rateDifferences(shown)) context.terminal.note(difference);
  await checkConditions(conditions, shown, context.terminal);
}

function warnOfCounts({ terminal }: Context, lines: readonly string[]): void {
  for (const line of lines) terminal.warn(`counts that cannot be are left out: ${line}`);
}

/** @throws Failure usage, missing_argument */
function checkFlags(
  { options: { allProfiles: isForAll } }: Context,
  id: string | undefined,
  flags: Flags,
): void {
  const { compare, html } = flags;
  if (isForAll && (id !== undefined || html !== undefined || compare !== undefined)) {
    const what = compare !== undefined ? '--compare' : id === undefined ? '--html' : 'an id';
    throw new Failure('usage', `--all-profiles lists: it does not go with ${what}`);
  }
  if (compare === undefined) return;
  if (html !== undefined) throw new Failure('usage', '--compare prints: it does not go with --html');
  if (id === undefined) {
    throw new Failure('missing_argument', '--compare needs two emails', {
      hint: `newsletter emails stats --compare ${shellWord(compare)} <another id>`,
    });
  }
}

/** Shows what was asked for. @returns the emails shown */
async function show(
  context: Context,
  id: string | undefined,
  flags: Flags,
  { all, comparable, emails }: ReadEmails,
): Promise<readonly EmailStatistics[]> {
  const one = id === undefined ? undefined : await statisticsFor(emails, id);
  if (one !== undefined && flags.compare !== undefined) {
    const first = await statisticsFor(emails, flags.compare);
    await showComparison(context, first, one);
    return [first, one];
  }
  const { sentBefore } = await import('../../../emails/statistics.ts');
  const top = one ?? all.at(-1);
  const before = top === undefined ? [] : sentBefore(comparable, top, one && flags.limit);
  if (flags.html !== undefined) await writePage(context, all, top, before, flags.html);
  else if (one !== undefined) await showOne(context, one, before);
  else await showEmails(context, all, before, flags);
  return one === undefined ? all : [one];
}

async function showEmails(
  { terminal, options: { fields } }: Context,
  all: readonly EmailStatistics[],
  before: readonly EmailStatistics[],
  flags: Flags,
) {
  const { rowOf } = await import('../../../emails/statistics.ts');
  if (!terminal.isForPeople || fields !== undefined || all.length === 0) {
    await terminal.list(
      all.toReversed().map(rowOf),
      isFiltered(flags) ? { ...listView, empty: undefined } : listView,
    );
    if (all.length === 0 && isFiltered(flags)) terminal.note('no sent email is in this selection');
    return;
  }
  const [{ overview }, { prepareToMeasure }] = await Promise.all([
    import('../../../emails/statistics-overview.ts'),
    import('../../../terminal/formats/measure.ts'),
  ]);
  await prepareToMeasure(all.map(({ subject }) => subject ?? ''));
  await terminal.draw(canvas => overview(all, before, canvas, Date.now()));
}

const isFiltered = ({ since, group }: Flags) => since !== undefined || group !== undefined;

/** Prints the emails of all profiles as records; charts and pages support one account only. */
async function showAll(context: Context, flags: Flags, conditions: readonly Condition[]): Promise<void> {
  const { impossibleCounts, rowOf, rateDifferences } = await import('../../../emails/statistics.ts');
  const shown: EmailStatistics[] = [];
  await showList(context, listView, async own => {
    const { all } = await readEmails(own, flags);
    shown.push(...all);
    const after = () => {
      warnOfCounts(own, impossibleCounts(all));
      for (const difference of rateDifferences(all)) own.terminal.note(difference);
    };
    return { rows: all.toReversed().map(rowOf), after };
  });
  await checkConditions(conditions, shown, context.terminal);
}
