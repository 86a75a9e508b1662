/** Statistics as one page for a browser, complete in itself: nothing is fetched. */

import chartLibrary from 'uplot/dist/uPlot.iife.min.js?raw';
import chartStyle from 'uplot/dist/uPlot.min.css?raw';
import { grouped } from '../terminal/numbers.ts';
import charts from './page/charts.js?raw';
import style from './page/style.css?raw';
import { medians, type Rate, rates, type Statistics, sentBefore, thresholds } from './statistics.ts';
import { percent, titles } from './statistics-text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, character => entities[character] ?? '');

const dateOf = ({ sent_at }: Statistics) => sent_at?.slice(0, 10) ?? 'no date';
const subjectOf = ({ subject }: Statistics) => subject ?? '(no subject)';
const markOf = (one: Statistics, rate: Rate) => one.exceeded.find(each => each.rate === rate);
const classOf = (one: Statistics, rate: Rate) => {
  const found = markOf(one, rate);
  return found === undefined ? '' : found.serious ? 'serious' : 'warning';
};

/**
 * @param all the oldest first, at least one
 * @param one the email that the page is about; the latest unless said
 * @returns HTML
 */
export function statisticsPage(all: readonly Statistics[], one: Statistics | undefined = all.at(-1)): string {
  const title = 'How the emails went';
  const body = [
    `<header><h1>${title}</h1><p class="dim">${all.length} sent ${all.length === 1 ? 'email' : 'emails'}, ${datesOf(all)}</p></header>`,
    one === undefined ? '' : tiles(one, sentBefore(all, one.id)),
    `<main class="charts">${rates.map(rate => chart(rate, all)).join('')}</main>`,
    table(all),
    '<footer class="dim">Rates are shares of the emails sent, computed from the counts the service keeps.</footer>',
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${title}</title>
<style>${chartStyle}${style}</style>
</head>
<body>
${body.join('\n')}
<script type="application/json" id="data">${dataOf(all)}</script>
<script>${chartLibrary}</script>
<script>window.uPlot ??= uPlot;(() => {${charts}})();</script>
</body>
</html>
`;
}

function datesOf(all: readonly Statistics[]): string {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined || first === last) return first ? escaped(dateOf(first)) : '';
  return `${escaped(dateOf(first))} to ${escaped(dateOf(last))}`;
}

function tiles(one: Statistics, before: readonly Statistics[]): string {
  const middle = medians(before);
  const tile = (rate: Rate) => `<div class="tile ${classOf(one, rate)}" style="--tone: var(--${rate})">
<small>${titles[rate]}</small><b>${percent(one.rates[rate])}</b>
<small>${grouped(one.counts[rate])}${middle[rate] === null ? '' : ` · median ${percent(middle[rate])}`}</small></div>`;
  const compared = before.length === 0 ? '' : `, beside the median of the ${before.length} sent before it`;
  const remarks = one.exceeded.map(
    ({ serious, meaning }) => `<li class="${serious ? 'serious' : 'warning'}">${escaped(meaning)}</li>`,
  );
  return `<section style="margin-top:26px"><h2>${escaped(subjectOf(one))}</h2>
<p class="dim">sent to ${grouped(one.sent_count)} on ${escaped(dateOf(one))}${compared}</p>
<div class="tiles">${rates.map(tile).join('')}</div>${remarks.length > 0 ? `<ul>${remarks.join('')}</ul>` : ''}</section>`;
}

function chart(rate: Rate, all: readonly Statistics[]): string {
  const lines = thresholds.filter(each => each.rate === rate).map(({ count, of }) => percent(count / of));
  const usual =
    lines.length > 0
      ? `median ${percent(medians(all)[rate])}; providers act above ${lines.toReversed().join(' and ')}`
      : `median ${percent(medians(all)[rate])}`;
  return `<section class="chart"><h2>${titles[rate]}</h2><p class="caption" data-usual="${usual}">${usual}</p><div id="chart-${rate}"></div></section>`;
}

function table(all: readonly Statistics[]): string {
  const rows = all
    .toReversed()
    .map(one => {
      const cells = rates.map(
        rate =>
          `<td class="${classOf(one, rate)}" title="${escaped(markOf(one, rate)?.meaning ?? '')}">${percent(one.rates[rate])}</td>`,
      );
      return `<tr><td>${escaped(subjectOf(one))}</td><td>${escaped(dateOf(one))}</td><td>${grouped(one.sent_count)}</td>${cells.join('')}</tr>`;
    })
    .join('\n');
  const heads = ['subject', 'date', 'sent', ...rates.map(rate => titles[rate])];
  return `<section class="table"><table><thead><tr>${heads.map(head => `<th>${head}</th>`).join('')}</tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

/** What the charts draw, as JSON that cannot end its script. Emails without a time cannot be placed. */
function dataOf(all: readonly Statistics[]): string {
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
    title: titles[rate],
    limits: thresholds
      .filter(each => each.rate === rate)
      .map(({ count, of, serious }) => ({ share: count / of, serious })),
  }));
  return JSON.stringify({ emails, charts: drawn }).replaceAll('<', '\\u003c');
}
