/** One email, as its readers get it, in a frame without scripts. */
import type { Email } from '../../contract/index.ts';
import { bodyPage } from '../../lib/email-body.ts';
import { type LocalResponse, pageResponse } from '../../lib/local-server.ts';
import { allowedHtml } from '../../lib/page/allowed-html.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import type { SandboxContext } from '../store/context.ts';
import { groupOf, subjectOf } from './emails.ts';
import { pagesPath, peoplePage, type Section } from './layout.ts';
import { count, pairs, statusPill, timeOf, words } from './parts.ts';

/** @param query `view=text` for the text part, `images=1` to load images from the web */
export function emailPage(
  context: SandboxContext,
  email: Email,
  section: Section,
  query: URLSearchParams,
): LocalResponse {
  const isText = query.get('view') === 'text' || !email.body_html;
  const content = `<p class="caption"><a href="${pagesPath}/${section}">← ${section === 'inbox' ? 'Inbox' : 'Emails'}</a></p>
<h1>${subjectOf(email)}</h1>
${email.preview ? `<p class="soft">${words(email.preview)}</p>` : ''}
<section class="box" aria-label="About this email">${heading(context, email)}</section>
<section aria-label="The email">
${views(email, isText, query.has('images'))}
${isText ? textPart(context, email) : frame(email, query.has('images'))}
</section>`;
  return peoplePage(context, { title: email.subject || '(no subject)', section, content });
}

function heading(context: SandboxContext, email: Email): string {
  const { account } = context.state;
  const { status, sent_count, delivery_count, bounce_count, like_count, unsubscribe_count } = email;
  const group = groupOf(context, email);
  const from = account.email_address === null ? '' : ` &lt;${words(account.email_address)}&gt;`;
  const link = group && `<a href="${pagesPath}/groups/${email.group_id}">${group}</a>`;
  const went = sent_count > 0;
  return pairs([
    ['From', `${words(account.name)}${from}`],
    ['To', link === undefined ? 'no group' : `${link}${went ? `, ${count(sent_count, 'reader')}` : ''}`],
    ['Status', statusPill(status)],
    ['Sent', email.sent_at === null ? undefined : timeOf(email.sent_at)],
    ['Scheduled', email.scheduled_at === null ? undefined : timeOf(email.scheduled_at)],
    [
      'Result',
      went
        ? `${delivery_count.toLocaleString('en')} delivered, ${bounce_count.toLocaleString('en')} bounced, ${count(like_count, 'like')}, ${unsubscribe_count.toLocaleString('en')} unsubscribed`
        : undefined,
    ],
  ]);
}

/** Links between the parts of the email, and one that loads the images from the web. */
function views({ body_html: html, body_text: text }: Email, isText: boolean, hasImages: boolean): string {
  const link = (query: string, name: string, isCurrent: boolean) =>
    `<li><a class="tab" href="?${query}"${isCurrent ? ' aria-current="true"' : ''}>${name}</a></li>`;
  const both = html && text ? [link('', 'HTML', !isText), link('view=text', 'Plain text', isText)] : [];
  const isOnWeb = /(?:src|background)\s*=\s*["']?\s*https?:|url\(\s*["']?\s*https?:/i.test(html ?? '');
  const images =
    isOnWeb && !isText && !hasImages ? [link('images=1', 'Load images from the web', false)] : [];
  const links = [...both, ...images];
  return links.length === 0 ? '' : `<ul class="plain tabs">${links.join('')}</ul>`;
}

function frame({ id }: Email, hasImages: boolean): string {
  const source = `${pagesPath}/emails/${id}/body${hasImages ? '?images=1' : ''}`;
  return `<iframe title="The email as readers see it" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" tabindex="0" src="${source}"></iframe>`;
}

function textPart({ state }: SandboxContext, { body_text: text }: Email): string {
  if (!text) return '<p class="box">This email has no body yet.</p>';
  const footer = footerLines(state.account).join('\n');
  return `<pre class="box" dir="auto" tabindex="0">${escapeHtml(`${text}\n\n${footer}`)}</pre>`;
}

/** What mail laws ask for below every newsletter; the service's own footer may look otherwise. */
function footerLines({ name, physical_address }: SandboxContext['state']['account']): string[] {
  return ['—', [name, physical_address].filter(Boolean).join(', '), 'Unsubscribe'];
}

/**
 * The document in the frame. Its own policy forbids scripts, forms, frames and everything from elsewhere, also when it
 * is opened outside the frame.
 */
export function emailBody({ state }: SandboxContext, email: Email, hasImages: boolean): LocalResponse {
  const { background_color, foreground_color, font_id } = email;
  const shown = { html: email.body_html ?? '', text: email.body_text ?? '' };
  const page = bodyPage({ ...shown, background_color, foreground_color, font_id }, '1.25rem');
  const allowed = allowedHtml(page, hasImages);
  const footer = footerLines(state.account).map(escapeHtml).join('<br>');
  const body = `<!doctype html><meta charset="utf-8"><title>Email</title><base target="_blank"><meta http-equiv="x-dns-prefetch-control" content="off">${allowed}
<div style="margin:2em auto 1em;padding:0 1em;font:13px sans-serif;text-align:center;opacity:.75">${footer}</div>`;
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "style-src 'unsafe-inline'",
    `img-src data:${hasImages ? ' https: http:' : ''}`,
    "form-action 'none'",
  ];
  return pageResponse(200, { html: body, policy: policy.join('; ') }, "'self'");
}
