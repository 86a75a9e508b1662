/** What the pages for people have in common: the account above, the way around, no script, nothing from elsewhere. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../lib/page/html-report.ts';
import pageStyle from '../../lib/page/page.css?raw';
import reportStyle from '../../lib/page/report.css?raw';
import { htmlResponse, type SandboxResponse } from '../http/message.ts';
import type { SandboxContext } from '../store/context.ts';
import ownStyle from './pages.css?raw';

/** Every page for people stands below this path, which the service does not have; the overview at `/`. */
export const pagesPath = '/browse';

/** The sections, as the path and the navigation name them. */
export const sections = ['inbox', 'emails', 'groups', 'subscribers'] as const;
export type Section = (typeof sections)[number];

export interface PeoplePage {
  readonly status?: number;
  /** As text. */
  readonly title: string;
  readonly section?: Section | undefined;
  /** HTML; text from outside in it is escaped already. */
  readonly content: string;
}

const style = `${pageStyle}${reportStyle}${ownStyle}`;
const policy = [
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "frame-src 'self'",
  "form-action 'self'",
];

/** A response with a whole page. */
export function peoplePage({ state }: SandboxContext, page: PeoplePage): SandboxResponse {
  const { status = 200, title, section, content } = page;
  const account = escapeHtml(state.account.name);
  const links = sections.map(name => {
    const current = name === section ? ' aria-current="page"' : '';
    return `<li><a href="${pagesPath}/${name}"${current}>${name.charAt(0).toUpperCase()}${name.slice(1)}</a></li>`;
  });
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${account} (sandbox)</title>
<style>${style}</style>
</head>
<body class="report browse">
<header>
<a class="account" href="/"><bdi>${account}</bdi> <span class="pill">sandbox</span></a>
<nav aria-label="Sections"><ul class="tabs">${links.join('')}</ul></nav>
</header>
<main>
${content}
</main>
<footer>This is a sandbox: no email leaves this computer.</footer>
</body>
</html>
`;
  return htmlResponse(status, body, policy);
}
