import { command, exampleSent } from '../../cli/command.ts';
import { number, type OptionValues, optionGroup, text, wholeNumber } from '../../cli/option.ts';
import { sinceOption, untilOption } from '../../cli/options/filter-options.ts';
import { emailAmong, findGroup } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import { statusText } from '../../emails/naming.ts';
import type { Overview } from '../../emails/statistics/drawn.ts';
import { rates } from '../../emails/statistics/rates.ts';
import type { EmailStatistics, Selection } from '../../emails/statistics/statistics.ts';
import { WholeList } from '../../http/pages.ts';
import { isId } from '../../http/url.ts';
import { Failure } from '../../lib/failure.ts';
import type { View } from '../../terminal/terminal.ts';
import { emailArgument, emailNamed } from './email-or-file.ts';

const options = {
  ...optionGroup('Filters', {
    since: sinceOption('emails sent'),
    until: untilOption('emails sent'),
    limit: number(
      '--limit <n>',
      'only the last n emails; with an id, how many to compare with (default 10)',
      wholeNumber,
    ),
    group: text('--group <group>', 'emails to this group'),
  }),
  html: text('--html <file>', 'write a self-contained page with charts (overwrites the file)'),
};
type Flags = OptionValues<typeof options>;

const shares = rates.map(rate => `${rate}_share`);
const medianNames = shares.map(share => `median_${share}`);

const listView: View = {
  plural: 'sent emails',
  columns: ['id', 'subject', 'sent_at', 'sent_count', ...shares],
  kinds: fieldsFrom(
    'id:uuid subject:text? status:text group_id:uuid? sent_at:time? sent_count:integer?',
    ...rates.map(rate => `${rate}_count:integer? ${rate}_share:number?`),
    'exceeded:texts',
  ),
  shares: [...shares, ...medianNames],
  empty: 'newsletter emails send <id>',
};

/** One email, beside the medians of earlier emails. */
const detailView: View = {
  ...listView,
  plural: 'compared emails',
  kinds: {
    ...listView.kinds,
    ...fieldsFrom('summary:text compared_with:integer', ...medianNames.map(name => `${name}:number?`)),
  },
};

export const stats = command({
  name: 'stats',
  description:
    'Show statistics of sent emails: deliveries, bounces, complaints, likes, unsubscribes; no opens. With an id, show one email compared with the median of the ten sent before it; emails that are sending or paused have numbers too. Shares (delivery_share, …) are the count as a fraction of sent_count. Marked are complaints above 0.1% and 0.3% (from 3 complaints), and bounces above 2% (from 5 bounces). Emails to fewer than 50 are not compared.',
  arguments: [{ ...emailArgument, name: '[email]' }],
  options,
  requests: ['listEmails', 'listGroups', 'getGroup', 'getAccount'],
  output: [listView, detailView],
  changesThisMachine: (_, { html }) => html !== undefined,
  examples: [
    ['all sent emails', 'newsletter emails stats'],
    ['one email, compared with earlier ones', `newsletter emails stats ${exampleSent}`],
    ['a page with charts', 'newsletter emails stats --html stats.html'],
    ['for a spreadsheet, this year', 'newsletter emails stats --since 2026-01-01 -o csv'],
    ['the complaints of the last email', 'newsletter emails stats --limit 1 --json=complaint_share,exceeded'],
  ],
  run: async (context, [email], flags) =>
    await showStatistics(context, email && (await emailNamed(email)), flags),
});

async function showStatistics(context: Context, id: string | undefined, flags: Flags): Promise<void> {
  const { terminal } = context;
  const { sentBefore } = await import('../../emails/statistics/statistics.ts');
  const { all, comparable, emails } = await readEmails(context, flags, id !== undefined);
  const named = id === undefined ? undefined : await statisticsFor(emails, id);
  const one = named ?? all.at(-1);
  const before = one === undefined ? [] : sentBefore(comparable, one, named && flags.limit);
  if (one === undefined) await showNone(context, flags);
  else if (flags.html !== undefined) await writePage(context, { all, one, before }, flags.html);
  else {
    const listed = named === undefined ? all : [];
    const overview = await drawing(context, [...listed, one]);
    if (overview !== undefined) {
      await terminal.draw(canvas => overview({ all: listed, one, before }, canvas));
    } else if (named === undefined) await listEmails(context, all);
    else await recordEmail(context, named, before);
  }
}

/** With an id, the flags select the emails it is compared with; without one, those listed. */
async function readEmails(context: Context, flags: Selection, hasId = false) {
  const { emailsOut, selected } = await import('../../emails/statistics/statistics.ts');
  const api = await context.api();
  const { group: named } = flags;
  // A group may be gone, unlike the emails that went to it.
  const isKnown = named === undefined || isId(named);
  const group = isKnown ? named?.toLowerCase() : (await findGroup(api, named)).id;
  const selection = { ...flags, group };
  const emails: Email[] = [];
  const list = new WholeList(api.pages('listEmails'));
  for await (const page of list) {
    // Bodies are large and not needed for statistics.
    for (const email of page.data) emails.push({ ...email, body_html: null, body_text: null });
  }
  // Medians of an incomplete list would be wrong.
  list.checkComplete();
  const out = emailsOut(emails);
  const all = selected(out, hasId ? { ...selection, limit: undefined } : selection);
  return { all, comparable: hasId ? all : selected(out, { group }), emails };
}

/** @throws Failure not_found for an email that is not out */
async function statisticsFor(emails: readonly Email[], id: string): Promise<EmailStatistics> {
  const { isOut, statisticsOf } = await import('../../emails/statistics/statistics.ts');
  const email = emailAmong(emails, id);
  if (isOut(email)) return statisticsOf(email);
  const message = `email ${email.id} has no statistics: its status is ${statusText(email.status)}`;
  throw new Failure('not_found', message, { hint: 'newsletter emails stats' });
}

/** What draws for people, once subjects can be measured; undefined for records and on narrow terminals. */
async function drawing({ terminal, options }: Context, all: readonly EmailStatistics[]) {
  if (!terminal.isForPeople || options.fields !== undefined) return undefined;
  const [{ leastWidth, overview }, { prepareToMeasure }] = await Promise.all([
    import('../../emails/statistics/drawn.ts'),
    import('../../terminal/formats/measure.ts'),
  ]);
  if (terminal.width < leastWidth) return undefined;
  await prepareToMeasure(all.map(({ subject }) => subject ?? ''));
  return overview;
}

/** @throws Failure not_found if a page is wanted */
async function showNone({ terminal }: Context, { since, until, group, html }: Flags): Promise<void> {
  if (html !== undefined) throw new Failure('not_found', 'no sent emails');
  const isFiltered = [since, until, group].some(each => each !== undefined);
  await terminal.list([], isFiltered ? { ...listView, empty: undefined } : listView);
  if (isFiltered) terminal.note('no sent emails match');
}

/** The latest first. */
async function listEmails({ terminal }: Context, all: readonly EmailStatistics[]): Promise<void> {
  const { rowOf } = await import('../../emails/statistics/statistics.ts');
  await terminal.list(all.toReversed().map(rowOf), listView);
}

/** One email, with the medians of those before it. */
async function recordEmail(
  { terminal }: Context,
  one: EmailStatistics,
  before: readonly EmailStatistics[],
): Promise<void> {
  const { medians, rowOf, verdict } = await import('../../emails/statistics/statistics.ts');
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
async function writePage(context: Context, emails: Overview, file: string): Promise<void> {
  const [{ statisticsPage }, { writeAtomically }] = await Promise.all([
    import('../../emails/statistics/page.ts'),
    import('../../lib/files/atomic-file.ts'),
  ]);
  const { name } = await context.account();
  const page = statisticsPage({ ...emails, account: name, now: new Date() });
  writeAtomically(file, page, { hint: 'choose another path for --html' });
  context.terminal.note(`wrote ${file}`);
}
