/** One email, as its readers get it, in a frame without scripts. */
import type { Email } from '../../contract/index.ts';
import { bodyPage } from '../../lib/email-body.ts';
import { type LocalResponse, pageResponse } from '../../lib/local-server.ts';
import { allowedHtml } from '../../lib/page/allowed-html.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import type { SandboxContext } from '../store/context.ts';
import { pagesPath } from './layout.ts';
import type { PageRecord } from './sections.ts';

/** The email in its frame, or its text part. @param query `view=text` for the text part, `images=1` to load images from the web */
export function emailView({ state }: SandboxContext, email: PageRecord, query: URLSearchParams): string {
  const { id, html, text } = bodyOf(email);
  const isText = query.get('view') === 'text' || html === '';
  return `<section aria-label="The email">
${views({ html, text }, isText, query.has('images'))}
${isText ? textPart(state.account, text) : frame(id, query.has('images'))}
</section>`;
}

function bodyOf({ id, body_html, body_text }: PageRecord) {
  return { id, html: String(body_html ?? ''), text: String(body_text ?? '') };
}

/** Links between the parts of the email, and one that loads the images from the web. */
function views(
  { html, text }: Readonly<Record<'html' | 'text', string>>,
  isText: boolean,
  hasImages: boolean,
): string {
  const link = (query: string, name: string, isCurrent: boolean) =>
    `<li><a class="tab" href="?${query}"${isCurrent ? ' aria-current="true"' : ''}>${name}</a></li>`;
  const both = html && text ? [link('', 'HTML', !isText), link('view=text', 'Plain text', isText)] : [];
  const isOnWeb = /(?:src|background)\s*=\s*["']?\s*https?:|url\(\s*["']?\s*https?:/i.test(html);
  const images =
    isOnWeb && !isText && !hasImages ? [link('images=1', 'Load images from the web', false)] : [];
  const links = [...both, ...images];
  return links.length === 0 ? '' : `<ul class="plain tabs">${links.join('')}</ul>`;
}

function frame(id: string, hasImages: boolean): string {
  const source = `${pagesPath}/emails/${id}/body${hasImages ? '?images=1' : ''}`;
  return `<iframe title="The email as readers see it" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" tabindex="0" src="${source}"></iframe>`;
}

function textPart(account: SandboxContext['state']['account'], text: string): string {
  if (text === '') return '<p class="box">This email has no body yet.</p>';
  const footer = footerLines(account).join('\n');
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
export function emailBody({ state }: SandboxContext, email: PageRecord, hasImages: boolean): LocalResponse {
  const { background_color, foreground_color, font_id } = email as unknown as Email;
  const { html, text } = bodyOf(email);
  const page = bodyPage({ html, text, background_color, foreground_color, font_id }, '1.25rem');
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
