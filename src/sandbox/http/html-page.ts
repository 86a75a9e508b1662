/** The look of the sandbox's pages: no script, nothing loaded from elsewhere, light or dark as the browser prefers. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../lib/html-report.ts';
import { htmlResponse, type SandboxResponse } from './response.ts';

const style = `
:root { color-scheme: light dark; --paper: #f6f3ee; --card: #fffdfa; --ink: #22201d; --soft: #6d665e;
  --line: #e4ddd3; --accent: #a63d22; --on-accent: #fffaf5; --tint: #f7e9e2; }
@media (prefers-color-scheme: dark) { :root { --paper: #171513; --card: #211e1b; --ink: #f0ebe4; --soft: #a69d92;
  --line: #38332e; --accent: #f0947a; --on-accent: #2b110a; --tint: #3a251e; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; index-items: center; padding: 2rem 1rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; }
main { width: 100%; max-width: 29rem; padding: 2.25rem 2.25rem 1.75rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px #0000000a, 0 18px 48px -18px #00000030; }
h1 { margin: 0 0 .5rem; font: 600 1.6rem/1.25 ui-serif, Georgia, "Iowan Old Style", "DejaVu Serif", serif;
  letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere; }
p { margin: .25rem 0 1rem; overflow-wrap: anywhere; }
.soft, footer { color: var(--soft); font-size: .9rem; }
.pair { display: flex; align-items: center; gap: .7rem; margin-bottom: 1.5rem; }
.pair span { display: grid; index-items: center; width: 3rem; height: 3rem; border-radius: .85rem;
  font: 600 1.2rem/1 ui-monospace, "DejaVu Sans Mono", monospace; background: var(--ink); color: var(--card); }
.pair span:last-child { border-radius: 50%; font-family: ui-serif, Georgia, "DejaVu Serif", serif;
  background: var(--tint); color: var(--accent); }
.pair i { width: 2.2rem; border-top: 2px dotted var(--soft); opacity: .7; }
ul { list-style: none; margin: 1.25rem 0; padding: 1rem 0 0; border-top: 1px solid var(--line); }
li { position: relative; padding: .2rem 0 .2rem 1.75rem; }
li::before { content: ""; position: absolute; left: .3rem; top: .62rem; width: .65rem; height: .32rem;
  border: solid var(--accent); border-width: 0 0 2px 2px; transform: rotate(-45deg); }
form { display: flex; gap: .75rem; margin: 1.5rem 0 1.25rem; }
button { flex: 1; padding: .75rem 1rem; border-radius: .6rem; font: inherit; font-weight: 600; cursor: pointer;
  border: 1px solid var(--line); background: transparent; color: var(--ink); }
button.go { flex: 2; border-color: transparent; background: var(--accent); color: var(--on-accent); }
button:hover { filter: brightness(1.08); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { padding-top: 1rem; border-top: 1px solid var(--line); }
code { padding: .1em .35em; border-radius: .3em; background: var(--tint); font-size: .9em; overflow-wrap: anywhere; }
@media (max-width: 26rem) { main { padding: 1.5rem 1.25rem; } form { flex-direction: column-reverse; } }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * A response with a whole page.
 *
 * @param title plain text
 * @param content HTML; text from outside in it must be escaped already
 * @param formAction where the page's form may lead, as Content-Security-Policy sources
 */
export function htmlPage(
  status: number,
  title: string,
  content: string,
  formAction = "'none'",
): SandboxResponse {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
  return htmlResponse(status, body, [`style-src 'sha256-${styleHash}'`, `form-action ${formAction}`]);
}
