/** A page that shows an email as readers will see it. Scripts in the email do not run; images load on request. */
import { bodyPage, type EmailPreview } from '../../lib/email-body.ts';
import { allowedHtml } from '../../lib/page/allowed-html.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { htmlPage } from '../../lib/page/page.ts';
import type { EmailLink } from '../lint/document.ts';
import type { EmailFinding } from '../lint/finding.ts';
import style from './page.css?raw';
import script from './script.js?raw';

export interface PreviewPage {
  readonly email: EmailPreview;
  /** The text of the body, whose beginning inboxes show without a preview text. */
  readonly firstWords: string;
  /** The sender as inboxes show it. */
  readonly sender: string;
  readonly findings: readonly EmailFinding[];
  /** What was not checked. */
  readonly unchecked?: string | undefined;
  readonly links: readonly EmailLink[];
  readonly images: number;
}

/** @returns a self-contained HTML page */
export function previewPage(page: PreviewPage): string {
  const { email, firstWords, sender, findings, unchecked, links, images } = page;
  const parts = [
    inbox(email, firstWords, sender),
    views(email, images),
    findingList(findings, unchecked),
    linkList(links),
  ];
  const title = email.subject || '(no subject)';
  return htmlPage({
    title: `${title} · preview`,
    body: `<header><h1>${escapeHtml(title)}</h1></header>\n<main>\n${parts.join('\n')}\n</main>`,
    style,
    script,
    // The frames inherit it: emails use inline styles, and images when asked for.
    policy: { 'style-src': "'unsafe-inline'", 'img-src': 'https: http: data:' },
  }).html;
}

/** How inboxes show the email: one line on a wide screen, three on a phone. */
function inbox({ subject, preview }: EmailPreview, firstWords: string, sender: string): string {
  const first = firstWords.replace(/\s+/g, ' ').slice(0, 200);
  const [from, about] = [escapeHtml(sender), escapeHtml(subject || '(no subject)')];
  const said =
    preview === '' ? `<i title="the first words of the body">${escapeHtml(first)}</i>` : escapeHtml(preview);
  return `<section aria-labelledby="inbox"><h2 id="inbox">In the inbox</h2>
<div class="inbox">
<figure><figcaption class="caption">Gmail on a wide screen</figcaption><div class="box line"><b class="cut">${from}</b>
<span class="cut"><b>${about}</b> <span class="soft">- ${said}</span></span></div></figure>
<figure><figcaption class="caption">A phone</figcaption><div class="box"><b class="cut">${from}</b>
<span class="cut">${about}</span><span class="soft two-lines">${said}</span></div></figure>
</div></section>`;
}

function views(email: EmailPreview, images: number): string {
  const { html, text } = email;
  const [size, textSize] = [Buffer.byteLength(html), Buffer.byteLength(text)].map(kilobytes);
  const hosts = images === 1 ? 'one image' : `${images} images`;
  const withImages = escapeHtml(allowedHtml(bodyPage(email), true));
  const button =
    images === 0
      ? ''
      : ` <button type="button" id="images" data-email="${withImages}">Load ${hosts} from the web</button>`;
  const dark = darkStyle(html);
  return `<section aria-label="The email">
${viewSwitch('wide', 'Wide', true)}${viewSwitch('phone', 'Phone')}${viewSwitch('dark', 'Dark')}${viewSwitch('text', 'Plain text')}${button}
<p class="caption">HTML ${size} of the 102 kB that Gmail shows; text part ${textSize}. The service adds its footer.</p>
<div class="view wide">${frame('The email on a wide screen', email)}</div>
<div class="view phone">${frame('The email on a phone', email)}</div>
<div class="view dark"><p class="caption">${dark.caption}</p>${frame('The email in dark mode', email, dark.style)}</div>
<div class="view text"><pre class="box">${escapeHtml(text) || 'No text part.'}</pre></div>
</section>`;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

const viewSwitch = (id: string, label: string, isFirst = false) =>
  `<input type="radio" name="view" id="${id}"${isFirst ? ' checked' : ''}><label class="tab" for="${id}">${label}</label>`;

/** Mail programs invert colors, unless the email has its own styles for dark screens. */
function darkStyle(html: string): { readonly caption: string; readonly style: string } {
  if (/prefers-color-scheme/i.test(html)) {
    return {
      caption: 'With the dark styles of the email, in programs that support them, such as Apple Mail.',
      style: '',
    };
  }
  const turned = 'filter:invert(1) hue-rotate(180deg)';
  return {
    caption: 'Approximately as Gmail and Outlook invert the colors; each program differs.',
    style: `<style>html{background:#fff;${turned}}img,video,[background]{${turned}}img{color:#fff}</style>`,
  };
}

/** A frame without scripts. It has the origin of the page, so that the page can measure it; links open new tabs. */
function frame(title: string, email: EmailPreview, more = ''): string {
  const head = `<!doctype html><base target="_blank"><meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">${more}`;
  const noImages = '<meta http-equiv="content-security-policy" content="img-src data:">';
  const source = `${head}${noImages}${allowedHtml(bodyPage(email), false)}`;
  const sandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';
  return `<iframe title="${title}" sandbox="${sandbox}" referrerpolicy="no-referrer" data-head="${escapeHtml(head)}" srcdoc="${escapeHtml(source)}"></iframe>`;
}

const severityClass: Readonly<Record<EmailFinding['severity'], string>> = {
  error: 'serious',
  warning: 'warning',
  info: 'soft',
};

function findingList(findings: readonly EmailFinding[], unchecked: string | undefined): string {
  const items = findings.map(({ severity, code, message, line }) => {
    const place = line === undefined ? '' : ` <span class="soft">line ${line}</span>`;
    return `<li><b class="${severityClass[severity]}">${severity}</b> ${escapeHtml(message)}${place} <code>${code}</code></li>`;
  });
  const list =
    items.length === 0
      ? '<p class="good">No problems found.</p>'
      : `<ul class="plain rows">${items.join('\n')}</ul>`;
  const note = unchecked === undefined ? '' : `<p class="soft">Not checked: ${escapeHtml(unchecked)}.</p>`;
  return `<section aria-labelledby="findings"><h2 id="findings">Findings</h2>${list}${note}</section>`;
}

function linkList(links: readonly EmailLink[]): string {
  if (links.length === 0) return '';
  const items = links.map(({ text, address, line }) => {
    const place = line === undefined ? '' : ` <span class="soft">line ${line}</span>`;
    const shown = escapeHtml(address);
    const isSafe = /^(?:https?|mailto|tel):/i.test(address);
    const link = isSafe ? `<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>` : shown;
    return `<li><b>${escapeHtml(text) || '(no text)'}</b>${place}<br>${link}</li>`;
  });
  return `<section aria-labelledby="links"><h2 id="links">Links</h2><ol class="plain rows">${items.join('\n')}</ol></section>`;
}
