/**
 * The pages that the callback server sends. They are constant: no script, nothing loaded, nothing of the request
 * repeated.
 */
import { createHash } from 'node:crypto';
import type { LocalResponse } from '../lib/local-server.ts';
import pageStyle from '../lib/page/page.css?raw';
import ownStyle from './callback-page.css?raw';

const style = `${pageStyle}${ownStyle}`;
const styleHash = createHash('sha256').update(style).digest('base64');

const circle = '<circle cx="12" cy="12" r="10"/>';
const icons = {
  good: `<svg class="good" viewBox="0 0 24 24" aria-hidden="true">${circle}<path d="m7.5 12.4 3 3 6-6.4"/></svg>`,
  bad: `<svg class="bad" viewBox="0 0 24 24" aria-hidden="true">${circle}<path d="m8.5 8.5 7 7m0-7-7 7"/></svg>`,
  soft: `<svg class="soft" viewBox="0 0 24 24" aria-hidden="true">${circle}<path d="M8 12h8"/></svg>`,
};

function page(status: number, icon: keyof typeof icons, title: string, text: string): LocalResponse {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      connection: 'close',
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · newsletter</title>
<style>${style}</style>
</head>
<body class="card">
<main>
${icons[icon]}
<h1>${title}</h1>
${text}
</main>
</body>
</html>
`,
  };
}

export const callbackPages = {
  signedIn: page(
    200,
    'good',
    'You are signed in',
    '<p>The terminal has what it needs.<br>You can close this tab.</p>\n<code>newsletter whoami</code>',
  ),
  failed: page(
    200,
    'bad',
    'You are not signed in',
    '<p>Nothing was stored. The terminal says what happened; from there you can try again.</p>\n<code>newsletter login</code>',
  ),
  elsewhere: page(
    404,
    'soft',
    'Nothing here',
    '<p>A sign-in is waiting on this computer, but not for this request.</p>',
  ),
} as const;
