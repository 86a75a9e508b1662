/** The pages that the callback server sends. They are constant: nothing of the request is repeated. */
import { type LocalResponse, pageResponse } from '../lib/local-server.ts';
import { htmlPage } from '../lib/page/page.ts';

/** Paths in a circle, and the class that colors them. */
const icons = {
  good: 'm7.5 12.4 3 3 6-6.4',
  serious: 'm8.5 8.5 7 7m0-7-7 7',
  soft: 'M8 12h8',
} as const;

function page(status: number, icon: keyof typeof icons, title: string, text: string): LocalResponse {
  const body = `<main class="box centered">
<svg class="${icon}" viewBox="0 0 24 24" width="56" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="${icons[icon]}"/></svg>
<h1>${title}</h1>
${text}
</main>`;
  const response = pageResponse(status, htmlPage({ title: `${title} · newsletter`, body, layout: 'card' }));
  return { ...response, headers: { ...response.headers, connection: 'close' } };
}

export const callbackPages = {
  signedIn: page(
    200,
    'good',
    'You are signed in',
    '<p class="soft">The terminal has what it needs.<br>You can close this tab.</p>\n<code>newsletter whoami</code>',
  ),
  failed: page(
    200,
    'serious',
    'You are not signed in',
    '<p class="soft">Nothing was stored. The terminal says what happened; from there you can try again.</p>\n<code>newsletter login</code>',
  ),
  elsewhere: page(
    404,
    'soft',
    'Nothing here',
    '<p class="soft">A sign-in is waiting on this computer, but not for this request.</p>',
  ),
} as const;
