import { allProfiles, showList } from '../../cli/all-profiles/index.ts';
import { command } from '../../cli/command.ts';
import { exampleId } from '../../cli/example-id.ts';
import { text } from '../../cli/option.ts';
import { emailAmong } from '../../cli/resolve-id.ts';
import { fractions } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { type Email, endpoints } from '../../contract/index.ts';
import type { EmailStatistics } from '../../emails/statistics.ts';
import { Failure } from '../../lib/failure.ts';
import type { View } from '../../terminal/terminal.ts';

const listView: View = {
  plural: 'sent emails',
  columns: [
    'id',
    'subject',
    'sent_at',
    'sent_count',
    'delivery_rate',
    'bounce_rate',
    'complaint_rate',
    'like_rate',
    'unsubscribe_rate',
  ],
  fields: [
    'id',
    'subject',
    'sent_at',
    'sent_count',
    'delivery_count',
    'delivery_rate',
    'bounce_count',
    'bounce_rate',
    'complaint_count',
    'complaint_rate',
    'like_count',
    'like_rate',
    'unsubscribe_count',
    'unsubscribe_rate',
    'exceeded',
    'disagreeing',
  ],
  kinds: endpoints.listEmails.response.fields,
  shares: fractions,
  empty: 'newsletter emails send <id>',
};

/** One email, compared with the medians of earlier emails. */
const detailView: View = {
  ...listView,
  fields: [
    ...(listView.fields ?? []),
    'compared_with',
    'median_delivery_rate',
    'median_bounce_rate',
    'median_complaint_rate',
    'median_like_rate',
    'median_unsubscribe_rate',
  ],
};

/** `emails stats`: deliveries, bounces, complaints, likes and unsubscriptions of sent emails. */
export const stats = command({
  name: 'stats',
  description:
    'How the sent emails went: deliveries, bounces, complaints, likes, unsubscriptions. With an id, one of them beside the median of the last ten sent before it. Rates are computed from the counts, as fractions of sent_count; the service does not say what its own mean. Marked: complaints above 0.1 % and 0.3 %, bounces above 2 %.',
  arguments: [
    {
      name: '[id]',
      description: 'id of a sent email, or its first eight characters',
      completes: 'email',
    },
  ],
  options: {
    ...allProfiles,
    html: text('--html <file>', 'write a page with charts, complete in itself; replaces a file of that name'),
  },
  requests: ['listEmails'],
  output: [listView, detailView],
  changesThisMachine: (_, { html }) => html !== undefined,
  examples: [
    ['all sent emails', 'newsletter emails stats'],
    ['one, beside those before it', `newsletter emails stats ${exampleId}`],
    ['a page to look at or send on', 'newsletter emails stats --html stats.html'],
    ['for a spreadsheet', 'newsletter emails stats -o csv'],
    ['of all profiles', 'newsletter emails stats --all-profiles'],
  ],
  run: async (context, [id], { html }) => await showStatistics(context, id, html),
});

async function showStatistics(context: Context, id?: string, file?: string): Promise<void> {
  if (context.options.allProfiles) return await showAll(context, id, file);
  const [{ sentEmails, rowOf, rateDifferences }, { overview }] = await Promise.all([
    import('../../emails/statistics.ts'),
    import('../../emails/statistics-overview.ts'),
  ]);
  const { terminal } = context;
  const emails = await allEmails(context);
  const all = sentEmails(emails);
  const one = id === undefined ? undefined : statisticsOf(all, emails, id);
  if (file !== undefined) await writePage(context, all, one, file);
  else if (one !== undefined) await showOne(context, all, one);
  else if (isDrawn(context) && all.length > 0) {
    await prepare(all);
    await terminal.draw(canvas => overview(all, canvas));
  } else {
    await terminal.list(all.toReversed().map(rowOf), listView);
  }
  for (const difference of rateDifferences(one === undefined ? all : [one])) terminal.note(difference);
}

async function allEmails(context: Context): Promise<Email[]> {
  const emails: Email[] = [];
  for await (const page of (await context.api()).pages('listEmails', {})) {
    // Bodies are large and not needed for statistics.
    for (const email of page.data) emails.push({ ...email, body_html: null, body_text: null });
  }
  return emails;
}

/** Prints the emails of all profiles as records; charts and pages support one account only. */
async function showAll(context: Context, id?: string, file?: string): Promise<void> {
  if (id !== undefined || file !== undefined) {
    throw new Failure(
      'usage',
      `--all-profiles lists: it does not go with ${id === undefined ? '--html' : 'an id'}`,
    );
  }
  const { sentEmails, rowOf, rateDifferences } = await import('../../emails/statistics.ts');
  await showList(context, listView, async own => {
    const all = sentEmails(await allEmails(own));
    const after = () => {
      for (const difference of rateDifferences(all)) own.terminal.note(difference);
    };
    return { rows: all.toReversed().map(rowOf), after };
  });
}

const isDrawn = ({ terminal, options }: Context) => terminal.isForPeople && options.fields === undefined;

async function prepare(all: readonly EmailStatistics[]): Promise<void> {
  const { prepareToMeasure } = await import('../../terminal/formats/measure.ts');
  await prepareToMeasure(all.map(({ subject }) => subject ?? ''));
}

function statisticsOf(
  all: readonly EmailStatistics[],
  emails: readonly Email[],
  id: string,
): EmailStatistics {
  const email = emailAmong(emails, id);
  const found = all.find(each => each.id === email.id);
  if (found !== undefined) return found;
  throw new Failure('not_found', `email ${email.id} has no statistics: it is not sent but ${email.status}`, {
    hint: 'newsletter emails stats',
  });
}

async function showOne(
  context: Context,
  all: readonly EmailStatistics[],
  one: EmailStatistics,
): Promise<void> {
  const [{ medians, rowOf, sentBefore }, { rates }, { detail }] = await Promise.all([
    import('../../emails/statistics.ts'),
    import('../../emails/rates.ts'),
    import('../../emails/statistics-detail.ts'),
  ]);
  const before = sentBefore(all, one.id);
  if (isDrawn(context)) {
    await prepare([one]);
    return await context.terminal.draw(canvas => detail(one, before, canvas));
  }
  const middle = medians(before);
  await context.terminal.record(
    {
      ...rowOf(one),
      compared_with: before.length,
      ...Object.fromEntries(rates.map(rate => [`median_${rate}_rate`, middle[rate]])),
    },
    detailView,
  );
}

async function writePage(
  context: Context,
  all: readonly EmailStatistics[],
  one: EmailStatistics | undefined,
  file: string,
): Promise<void> {
  const [{ statisticsPage }, { writeAtomically }] = await Promise.all([
    import('../../emails/statistics-page.ts'),
    import('../../lib/atomic-file.ts'),
  ]);
  if (all.length === 0)
    throw new Failure('not_found', 'no email has been sent yet: there is nothing to draw');
  writeAtomically(file, statisticsPage(all, one), { hint: 'choose another place for --html' });
  context.terminal.note(`wrote ${file}`);
}
