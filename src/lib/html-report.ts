/** HTML reports: pages that load nothing, light or dark as the browser prefers. */
import style from './html-report.css?raw';

export interface HtmlReport {
  /** As text. */
  readonly title: string;
  /** Below the title, as text. */
  readonly subtitle: string;
  /** HTML. */
  readonly body: string;
  /** CSS, added to that of all reports. */
  readonly style?: string;
  /** JavaScript, run at the end of the page in this order; without any, the page may run no script. */
  readonly scripts?: readonly string[];
  /** For the scripts, which read it as JSON from the element `data`. */
  readonly data?: unknown;
}

/** @returns a complete HTML page */
export function htmlReport({
  title,
  subtitle,
  body,
  style: more = '',
  scripts = [],
  data,
}: HtmlReport): string {
  const policy = ["default-src 'none'", "style-src 'unsafe-inline'"];
  if (scripts.length > 0) policy.push("script-src 'unsafe-inline'");
  // Escaped, so that no text in the data can end the script element.
  const json = JSON.stringify(data ?? null).replaceAll('<', '\\u003c');
  const parts = data === undefined ? [] : [`<script type="application/json" id="data">${json}</script>`];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<title>${escapeHtml(title)}</title>
<style>${style}${more}</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1><p class="dim">${escapeHtml(subtitle)}</p></header>
${body}
${[...parts, ...scripts.map(script => `<script>${script}</script>`)].join('\n')}
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** @returns HTML that shows the text, in elements and in attribute values */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character] ?? '');
}

/**
 * A table in a card, which scrolls when it is wider than the screen.
 *
 * @param heads as text
 * @param rows cells as HTML, `<td>` and all
 */
export function tableCard(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map(name => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const body = rows.map(row => `<tr>${row}</tr>`).join('\n');
  return `<section class="table"><table><thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table></section>`;
}
