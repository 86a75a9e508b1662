/**
 * The pages that the callback server sends. They are constant: no script, nothing loaded, nothing of the request
 * repeated.
 */
import { createHash } from 'node:crypto';

export interface CallbackPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const style = `
:root { color-scheme: light dark; --paper: #f6f3ee; --card: #fffdfa; --ink: #22201d; --soft: #6d665e;
  --line: #e4ddd3; --good: #2f6b45; --bad: #a63d22; --tint: #f1ece3; }
@media (prefers-color-scheme: dark) { :root { --paper: #171513; --card: #211e1b; --ink: #f0ebe4; --soft: #a69d92;
  --line: #38332e; --good: #8fcfa6; --bad: #f0947a; --tint: #2c2824; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; }
main { width: 100%; max-width: 27rem; padding: 2.5rem 2.25rem 2rem; text-align: center; background: var(--card);
  border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px #0000000a, 0 18px 48px -18px #00000030; }
svg { width: 3.5rem; height: 3.5rem; margin-bottom: 1rem; fill: none; stroke-width: 2.25; stroke-linecap: round;
  stroke-linejoin: round; }
.good { stroke: var(--good); } .bad { stroke: var(--bad); } .soft { stroke: var(--soft); }
h1 { margin: 0 0 .5rem; font: 600 1.6rem/1.25 ui-serif, Georgia, "Iowan Old Style", "DejaVu Serif", serif;
  letter-spacing: -.01em; text-wrap: balance; }
p { margin: 0 0 1.5rem; color: var(--soft); text-wrap: balance; }
p:last-child { margin: 0; }
code { display: block; padding: .7rem 1rem; border-radius: .6rem; background: var(--tint); color: var(--ink);
  text-align: left; font: .9rem/1.4 ui-monospace, "DejaVu Sans Mono", monospace; }
code::before { content: "$ "; color: var(--soft); }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

const circle = '<circle cx="12" cy="12" r="10"/>';
const icons = {
  good: `<svg class="good" viewBox="0 0 24 24" aria-hidden="true">${circle}<path d="m7.5 12.4 3 3 6-6.4"/></svg>`,
  bad: `<svg class="bad" viewBox="0 0 24 24" aria-hidden="true">${circle}<path d="m8.5 8.5 7 7m0-7-7 7"/></svg>`,
  soft: `<svg class="soft" viewBox="0 0 24 24" aria-hidden="true">${circle}<path d="M8 12h8"/></svg>`,
};

function page(status: number, icon: keyof typeof icons, title: string, text: string): CallbackPage {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
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
<body>
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
