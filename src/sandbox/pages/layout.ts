/** The layout of the pages for people: header and navigation; no script, nothing from elsewhere. */
import { type LocalResponse, pageResponse } from '../../lib/local-server.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { htmlPage } from '../../lib/page/page.ts';
import type { SandboxContext } from '../store/context.ts';
import style from './pages.css?raw';

/** The sections, as the path and the navigation name them; the overview is at `/`. The service has no such paths. */
const sectionNames = ['emails', 'groups', 'subscribers', 'imports', 'fields'] as const;
export type SectionName = (typeof sectionNames)[number];

export interface PeoplePage {
  readonly status?: number;
  /** As text. */
  readonly title: string;
  readonly section?: SectionName | undefined;
  /** HTML; text from outside in it is escaped already. */
  readonly content: string;
}

export function peoplePage({ state }: SandboxContext, page: PeoplePage): LocalResponse {
  const { status = 200, title, section, content } = page;
  const account = escapeHtml(state.account.name);
  const links = sectionNames.map(name => {
    const current = name === section ? ' aria-current="page"' : '';
    return `<li><a class="tab" href="/${name}"${current}>${name.charAt(0).toUpperCase()}${name.slice(1)}</a></li>`;
  });
  const body = `<header class="tabs top">
<a class="account" href="/"><bdi>${account}</bdi> <span class="pill">sandbox</span></a>
<nav aria-label="Sections"><ul class="plain tabs">${links.join('')}</ul></nav>
</header>
<main>
${content}
</main>
<footer>This is a sandbox: no email leaves this computer.</footer>`;
  const policy = { 'frame-src': "'self'", 'form-action': "'self'" };
  return pageResponse(
    status,
    htmlPage({ title: `${title} · ${state.account.name} (sandbox)`, body, style, policy }),
  );
}
