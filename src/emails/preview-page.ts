/** A page that shows an email as readers will see it, on a wide and on a narrow screen, without running scripts. */
import { escapeHtml } from '../lib/html-report.ts';
import { bodyPage, type EmailPreview } from './body-page.ts';

const style = `
:root { color-scheme: light dark; --paper: #efece6; --card: #fffdfa; --ink: #22201d; --soft: #6d665e; --line: #ddd6cb; }
@media (prefers-color-scheme: dark) { :root { --paper: #171513; --card: #211e1b; --ink: #f0ebe4; --soft: #a69d92; --line: #38332e; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; }
header { max-width: 72rem; margin: 0 auto 1.25rem; }
h1 { margin: 0; font-size: 1.35rem; line-height: 1.3; }
header p { margin: .15rem 0 0; color: var(--soft); }
main { display: flex; gap: 1.5rem; max-width: 72rem; margin: 0 auto; }
figure { margin: 0; flex: 1 1 auto; min-width: 0; }
figure.narrow { flex: 0 0 375px; }
figcaption { margin-bottom: .35rem; font-size: .8rem; color: var(--soft); }
iframe { display: block; width: 100%; height: calc(100vh - 10rem); min-height: 26rem; background: #fff;
  border: 1px solid var(--line); border-radius: .6rem; }
details { max-width: 72rem; margin: 1.25rem auto 0; color: var(--soft); }
pre { padding: 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: var(--ink);
  white-space: pre-wrap; word-break: break-word; }
@media (max-width: 900px) { main { flex-direction: column; } figure.narrow { flex-basis: auto; width: 375px; max-width: 100%; } }
`;

const policy =
  "default-src 'none'; img-src https: http: data:; font-src https: data:; style-src 'unsafe-inline' https:; form-action 'none'; base-uri 'none'";

/** @returns an HTML page; the email's images are loaded from their servers, its scripts never run */
export function previewPage(email: EmailPreview): string {
  const frame = `sandbox="" referrerpolicy="no-referrer" srcdoc="${escapeHtml(bodyPage(email))}"`;
  const preview = email.preview === '' ? 'no preview line' : escapeHtml(email.preview);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(email.subject) || 'no subject'} · preview</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escapeHtml(email.subject) || 'no subject'}</h1><p>${preview}</p></header>
<main>
<figure><figcaption>on a wide screen</figcaption><iframe title="wide" ${frame}></iframe></figure>
<figure class="narrow"><figcaption>on a phone</figcaption><iframe title="phone" ${frame}></iframe></figure>
</main>
<details><summary>text part</summary><pre>${escapeHtml(email.text) || 'none'}</pre></details>
</body>
</html>
`;
}
