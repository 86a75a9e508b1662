/** Statistics as one page for a browser. */
import chartLibrary from 'uplot/dist/uPlot.iife.min.js?raw';
import chartStyle from 'uplot/dist/uPlot.min.css?raw';
import { escapeHtml, htmlReport, tableCard } from '../lib/html-report.ts';
import { grouped, percent } from '../terminal/numbers.ts';
import charts from './page/charts.js?raw';
import style from './page/style.css?raw';
import { type Rate, rates, rateTitles, type Threshold, thresholds } from './rates.ts';
import { type EmailStatistics, medians, sentBefore } from './statistics.ts';

const dateOf = ({ sent_at }: EmailStatistics) => sent_at?.slice(0, 10) ?? 'no date';
const subjectOf = ({ subject }: EmailStatistics) => subject ?? '(no subject)';
const markOf = (one: EmailStatistics, rate: Rate) => one.exceeded.find(each => each.rate === rate);
const classOf = (found: Threshold | undefined) =>
  found === undefined ? '' : found.serious ? 'serious' : 'warning';
/** For readers who cannot tell the colors apart. */
const signOf = (found: Threshold | undefined) =>
  found === undefined ? '' : `<span class="sign">${found.serious ? '!!' : '!'}</span>`;

/**
 * @param all the oldest first, at least one
 * @param one the email at the top of the page; the latest by default
 * @returns HTML
 */
export function statisticsPage(
  all: readonly EmailStatistics[],
  one: EmailStatistics | undefined = all.at(-1),
): string {
  const body = [
    one === undefined ? '' : tiles(one, sentBefore(all, one.id)),
    '<noscript><style>.charts{display:none}</style><p class="dim">The charts are drawn by JavaScript; the numbers are in the table.</p></noscript>',
    `<main class="charts">${rates.map(rate => chart(rate, all)).join('')}</main>`,
    table(all),
    '<footer class="dim">Rates are shares of the emails sent, computed from the counts the service keeps.</footer>',
  ];
  return htmlReport({
    title: 'How the emails went',
    subtitle: `${all.length} sent ${all.length === 1 ? 'email' : 'emails'}, ${datesOf(all)}`,
    body: body.join('\n'),
    style: `${chartStyle}${style}`,
    scripts: [chartLibrary, `window.uPlot ??= uPlot;(() => {${charts}})();`],
    data: dataOf(all),
  });
}

function datesOf(all: readonly EmailStatistics[]): string {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined || first === last) return first ? dateOf(first) : '';
  return `${dateOf(first)} to ${dateOf(last)}`;
}

function tiles(one: EmailStatistics, before: readonly EmailStatistics[]): string {
  const middle = medians(before);
  const tile = (
    rate: Rate,
  ) => `<div class="tile ${classOf(markOf(one, rate))}" style="--tone: var(--${rate})">
<small>${rateTitles[rate]}</small><b>${percent(one.rates[rate])}${signOf(markOf(one, rate))}</b>
<small>${grouped(one.counts[rate])}${middle[rate] === null ? '' : ` · median ${percent(middle[rate])}`}</small></div>`;
  const compared = before.length === 0 ? '' : `, beside the median of the ${before.length} sent before it`;
  const remarks = one.exceeded.map(
    found => `<li class="${classOf(found)}">${signOf(found)} ${escapeHtml(found.meaning)}</li>`,
  );
  return `<section style="margin-top:26px"><h2>${escapeHtml(subjectOf(one))}</h2>
<p class="dim">sent to ${grouped(one.sent_count)} on ${escapeHtml(dateOf(one))}${compared}</p>
<div class="tiles">${rates.map(tile).join('')}</div>${remarks.length > 0 ? `<ul>${remarks.join('')}</ul>` : ''}</section>`;
}

function chart(rate: Rate, all: readonly EmailStatistics[]): string {
  const lines = thresholds
    .filter(each => each.rate === rate)
    .map(({ count, of }) => `${(count / of) * 100}%`);
  const usual =
    lines.length > 0
      ? `median ${percent(medians(all)[rate])}; providers act above ${lines.toReversed().join(' and ')}`
      : `median ${percent(medians(all)[rate])}`;
  return `<section class="chart"><h2>${rateTitles[rate]}</h2><p class="caption" data-usual="${usual}">${usual}</p><div id="chart-${rate}"></div></section>`;
}

function table(all: readonly EmailStatistics[]): string {
  const rows = all.toReversed().map(one => {
    const cells = rates.map(rate => {
      const found = markOf(one, rate);
      const title = found === undefined ? '' : ` title="${escapeHtml(found.meaning)}"`;
      return `<td class="${classOf(found)}"${title}>${percent(one.rates[rate])}${signOf(found)}</td>`;
    });
    return `<td>${escapeHtml(subjectOf(one))}</td><td>${escapeHtml(dateOf(one))}</td><td>${grouped(one.sent_count)}</td>${cells.join('')}`;
  });
  return tableCard(['subject', 'date', 'sent', ...rates.map(rate => rateTitles[rate])], rows);
}

/** What the charts draw. Emails without a time are left out. */
function dataOf(all: readonly EmailStatistics[]): object {
  const emails = all
    .filter(({ sent_at }) => !Number.isNaN(Date.parse(sent_at ?? '')))
    .map(one => ({
      time: Date.parse(one.sent_at ?? '') / 1000,
      date: dateOf(one),
      subject: subjectOf(one),
      rates: one.rates,
    }));
  const drawn = rates.map(rate => ({
    rate,
    title: rateTitles[rate],
    limits: thresholds
      .filter(each => each.rate === rate)
      .map(({ count, of, serious }) => ({ share: count / of, serious })),
  }));
  return { emails, charts: drawn };
}
