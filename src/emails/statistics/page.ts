/** Statistics as one page for a browser. */
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { reportPage } from '../../lib/page/page.ts';
import { table, tiles } from '../../lib/page/parts.ts';
import { grouped, percent, pointsBetween } from '../../terminal/numbers.ts';
import { rateCharts } from './charts.ts';
import type { Overview } from './drawn.ts';
import { rates, rateTitles, type Threshold, withinLimits } from './rates.ts';
import {
  dateText,
  type EmailStatistics,
  exceededBy,
  fewest,
  isComparable,
  medians,
  subjectText,
  verdict,
} from './statistics.ts';

const countText = (count: number | null) => (count === null ? '–' : grouped(count));
const classOf = (found: Threshold | undefined) =>
  found === undefined ? '' : found.serious ? 'serious' : 'warning';
/** For readers who cannot tell the colors apart. */
const signOf = (found: Threshold | undefined) =>
  found === undefined ? '' : `&nbsp;${found.serious ? '!!' : '!'}`;

export interface StatisticsPage extends Overview {
  readonly account: string;
  readonly now: Date;
}

/** @returns HTML */
export function statisticsPage({ all, one, before, account, now }: StatisticsPage): string {
  const comparable = all.filter(isComparable);
  const body = [
    answer(one, before),
    comparable.length > 1 ? rateCharts(comparable, medians(before)) : '',
    allEmails(all),
    `<footer>Percentages are of all emails sent, computed from the counts of the service. Charts and medians leave out emails to fewer than ${fewest} people.</footer>`,
  ];
  return reportPage(
    `Email statistics: ${account}`,
    `${all.length} ${all.length === 1 ? 'email' : 'emails'}, ${datesOf(all)}. Created ${now.toISOString().slice(0, 10)}`,
    body.join('\n'),
  );
}

function datesOf(all: readonly EmailStatistics[]): string {
  const dates = all.flatMap(({ sent_at }) => sent_at?.slice(0, 10) ?? []);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return 'without a date';
  return first === last ? `sent on ${first}` : `sent from ${first} to ${last}`;
}

function answer(one: EmailStatistics, before: readonly EmailStatistics[]): string {
  const middle = medians(before);
  const figures = rates.map(rate => {
    const found = exceededBy(one, rate);
    const usual = middle[rate];
    const note = `${countText(one.counts[rate])}${usual === null ? '' : ` · median ${percent(usual)}, ${pointsBetween(one.shares[rate], usual)} points`}`;
    const value = `${percent(one.shares[rate])}${signOf(found)}`;
    return { name: rateTitles[rate], value, note, className: classOf(found) };
  });
  const compared =
    before.length === 0 ? '' : `, compared with the median of the ${before.length} sent before it`;
  const exceeded = one.exceeded.map(
    found => `<li class="${classOf(found)}">${escapeHtml(found.meaning)}</li>`,
  );
  return `<section><h2>${escapeHtml(subjectText(one))}</h2>
<p class="soft">sent to ${countText(one.sent_count)}, ${escapeHtml(dateText(one))}${compared}</p>
<p>${escapeHtml(verdict(one) || `${withinLimits}.`)}</p>
${exceeded.length > 0 ? `<ul>${exceeded.join('')}</ul>` : ''}${tiles(figures)}</section>`;
}

function allEmails(all: readonly EmailStatistics[]): string {
  const rows = all.toReversed().map(one => [
    { html: escapeHtml(subjectText(one)) },
    { html: escapeHtml(dateText(one)) },
    { html: countText(one.sent_count) },
    ...rates.map(rate => {
      const found = exceededBy(one, rate);
      return { html: `${percent(one.shares[rate])}${signOf(found)}`, className: classOf(found) };
    }),
  ]);
  return table('All emails', ['subject', 'date', 'sent', ...rates.map(rate => rateTitles[rate])], rows);
}
