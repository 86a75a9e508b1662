/** Small pieces of the pages for people, each as HTML. */
import { escapeHtml } from '../../lib/page/escape-html.ts';
import type { RecordList } from '../resources/handler.ts';

/** Records on one page. */
const pageLength = 50;

/** A text from outside, in either writing direction. */
export const words = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`;

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** A time as the service writes it, for people: `22 Nov 2026, 06:12 UTC`. */
export const timeOf = (iso: string) =>
  `<time datetime="${escapeHtml(iso)}">${moment.format(new Date(iso))} UTC</time>`;

export const pill = (text: string, className = '') =>
  `<span class="pill ${className}">${escapeHtml(text)}</span>`;

const toneOfStatus: Readonly<Record<string, string>> = {
  sent: 'good',
  subscribed: 'good',
  scheduled: 'warning',
  sending: 'warning',
  reviewing: 'warning',
  paused: 'warning',
  denied: 'serious',
  unsubscribed: 'serious',
};

export const statusPill = (status: string) => pill(status, toneOfStatus[status]);

/** Pairs of a name and its value (HTML); those without a value are left out. */
export function pairs(all: readonly (readonly [name: string, html: string | undefined])[]): string {
  const rows = all.flatMap(([name, html]) =>
    html === undefined ? [] : [`<div><dt>${escapeHtml(name)}</dt><dd>${html}</dd></div>`],
  );
  return `<dl class="pairs">${rows.join('')}</dl>`;
}

/** Commands to type next. */
export function nextBox(commands: readonly string[]): string {
  const lines = commands.map(line => `<li><code>${escapeHtml(line)}</code></li>`).join('');
  return `<section class="box" aria-labelledby="next"><h2 id="next">Try next</h2><ul class="plain">${lines}</ul>
<p class="soft">In another terminal, add <code>--profile sandbox</code>.</p></section>`;
}

/** A page of a list. */
export interface Slice<T> {
  readonly records: readonly T[];
  readonly page: number;
  readonly pages: number;
}

/** @param page from the address; a page that does not exist becomes the nearest one */
export function sliceOf<T>(all: RecordList<T>, page: string | null): Slice<T> {
  const pages = Math.max(1, Math.ceil(all.total / pageLength));
  const wanted = /^\d{1,9}$/.test(page ?? '') ? Number(page) : 1;
  const at = Math.min(Math.max(1, wanted), pages);
  return { records: all.slice((at - 1) * pageLength, at * pageLength), page: at, pages };
}

/** Links to the previous and the next page. */
export function pager({ page, pages }: Slice<unknown>): string {
  if (pages === 1) return '';
  const link = (to: number, text: string, rel: string) => `<a rel="${rel}" href="?page=${to}">${text}</a>`;
  const before = page > 1 ? link(page - 1, '← Previous', 'prev') : '';
  const behind = page < pages ? link(page + 1, 'Next →', 'next') : '';
  return `<nav class="tabs" aria-label="Pages">${before}<span class="soft">Page ${page} of ${pages.toLocaleString('en')}</span>${behind}</nav>`;
}
