/** What all pages have in common: the shell, the style sheet, and a policy by which nothing else runs or is loaded. */
import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.ts';
import sharedStyle from './page.css?raw';

export interface PageContent {
  /** As text. */
  readonly title: string;
  /** HTML; text from outside in it is escaped already. */
  readonly body: string;
  /** `card`: one box in the middle. */
  readonly layout?: 'card';
  /** CSS, added to that of all pages. */
  readonly style?: string;
  readonly script?: string;
  /** Directives of the Content-Security-Policy for what the page needs besides its style and its script. */
  readonly policy?: Readonly<Record<string, string>>;
}

export interface Page {
  readonly html: string;
  /** The Content-Security-Policy. It stands in the page, too, for a page that is a file. */
  readonly policy: string;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Makes a complete page that needs nothing else, light or dark as the browser prefers. */
export function htmlPage({ title, body, layout, style = '', script, policy }: PageContent): Page {
  const wholeStyle = `${sharedStyle}${style}`;
  const directives = {
    'default-src': "'none'",
    'style-src': hashOf(wholeStyle),
    ...(script === undefined ? {} : { 'script-src': hashOf(script) }),
    'base-uri': "'none'",
    'form-action': "'none'",
    ...policy,
  };
  const written = Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
  return {
    policy: written,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${written}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>${escapeHtml(title)}</title>
<style>${wholeStyle}</style>
</head>
<body${layout === undefined ? '' : ` class="${layout}"`}>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`,
  };
}

/**
 * A page for a file: a heading and what was found.
 *
 * @param subtitle below the title, as text
 * @param content HTML
 * @returns HTML
 */
export function reportPage(title: string, subtitle: string, content: string): string {
  const body = `<header><h1>${escapeHtml(title)}</h1><p class="soft">${escapeHtml(subtitle)}</p></header>
<main>
${content}
</main>`;
  return htmlPage({ title, body }).html;
}
