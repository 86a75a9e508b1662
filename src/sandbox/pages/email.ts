/** One email, as its readers get it, in a frame without scripts. */
import type { Email } from '../../contract/index.ts';
import { bodyPage } from '../../lib/email-body.ts';
import { type LocalResponse, pageResponse } from '../../lib/local-server.ts';
import { allowedHtml } from '../../lib/page/allowed-html.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import type { SandboxContext } from '../store/context.ts';
import type { PageRecord } from './sections.ts';

/** The email in its frame. */
export function emailView({ id, body_html, body_text }: PageRecord): string {
  if (!body_html && !body_text) return '<p class="box">This email has no body yet.</p>';
  return `<iframe title="The email as readers see it" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" tabindex="0" src="/emails/${id}/body"></iframe>`;
}

/**
 * The document in the frame. Its own policy forbids scripts, forms, frames and everything from elsewhere, also when it
 * is opened outside the frame. (`emails preview` shows the text part, and images of the web.)
 */
export function emailBody({ state }: SandboxContext, email: PageRecord): LocalResponse {
  const { background_color, foreground_color, body_html, body_text } = email as unknown as Email;
  const parts = { html: body_html ?? '', text: body_text ?? '' };
  const page = bodyPage({ ...parts, background_color, foreground_color }, '1.25rem');
  const allowed = allowedHtml(page, false);
  // What mail laws ask for below every newsletter; the service's own footer may look otherwise.
  const { name, physical_address } = state.account;
  const sender = escapeHtml([name, physical_address].filter(Boolean).join(', '));
  const body = `<!doctype html><meta charset="utf-8"><title>Email</title><base target="_blank"><meta http-equiv="x-dns-prefetch-control" content="off">${allowed}
<div style="margin:2em auto 1em;padding:0 1em;font:13px sans-serif;text-align:center;opacity:.75">—<br>${sender}<br>Unsubscribe</div>`;
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "style-src 'unsafe-inline'",
    'img-src data:',
    "form-action 'none'",
  ];
  return pageResponse(200, { html: body, policy: policy.join('; ') }, "'self'");
}
