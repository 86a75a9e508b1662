/** One email, two emails, or a page. */
import type { Context } from '../../../context.ts';
import type { StatisticsPage } from '../../../emails/statistics/page.ts';
import type { EmailStatistics } from '../../../emails/statistics/statistics.ts';
import { Failure } from '../../../lib/failure.ts';
import { comparisonView, detailView } from './views.ts';

/** Whether to draw for people instead of printing records. */
export const isDrawn = ({ terminal, options }: Context) =>
  terminal.isForPeople && options.fields === undefined;

export async function prepareSubjects(all: readonly EmailStatistics[]): Promise<void> {
  const { prepareToMeasure } = await import('../../../terminal/formats/measure.ts');
  await prepareToMeasure(all.map(({ subject }) => subject ?? ''));
}

/** One email, compared with those before it. */
export async function showOne(
  context: Context,
  one: EmailStatistics,
  before: readonly EmailStatistics[],
): Promise<void> {
  const [{ medians, rowOf }, { rates }, { unusualRates, verdict }] = await Promise.all([
    import('../../../emails/statistics/statistics.ts'),
    import('../../../emails/statistics/rates.ts'),
    import('../../../emails/statistics/verdict.ts'),
  ]);
  const now = Date.now();
  if (isDrawn(context)) {
    const { detail } = await import('../../../emails/statistics/detail.ts');
    await prepareSubjects([one]);
    return await context.terminal.draw(canvas => detail(one, before, canvas, now));
  }
  const middle = medians(before);
  await context.terminal.record(
    {
      ...rowOf(one),
      summary: verdict(one, before, now),
      unusual: unusualRates(one, before, now).map(({ rate }) => `${rate}_share`),
      compared_with: before.length,
      ...Object.fromEntries(rates.map(rate => [`median_${rate}_share`, middle[rate]])),
    },
    detailView,
  );
}

/** Two emails side by side. */
export async function showComparison(
  context: Context,
  first: EmailStatistics,
  second: EmailStatistics,
): Promise<void> {
  const { compareEmails, comparisonRow } = await import('../../../emails/statistics/comparison.ts');
  const all = compareEmails(first, second);
  if (!isDrawn(context)) {
    await context.terminal.list(all.map(comparisonRow), comparisonView);
    return;
  }
  const { comparisonTable } = await import('../../../emails/statistics/comparison.ts');
  await prepareSubjects([first, second]);
  await context.terminal.draw(canvas => comparisonTable(first, second, all, canvas));
}

/** A page for a browser. @throws Failure not_found without emails; write_failed */
export async function writePage(
  context: Context,
  emails: Pick<StatisticsPage, 'all' | 'one' | 'before'>,
  file: string,
): Promise<void> {
  const [{ statisticsPage }, { writeAtomically }] = await Promise.all([
    import('../../../emails/statistics/page.ts'),
    import('../../../lib/files/atomic-file.ts'),
  ]);
  if (emails.all.length === 0) throw new Failure('not_found', 'no sent emails');
  const { name } = await context.account();
  const page = statisticsPage({ ...emails, account: name, now: new Date() });
  writeAtomically(file, page, { hint: 'choose another path for --html' });
  context.terminal.note(`wrote ${file}`);
}
