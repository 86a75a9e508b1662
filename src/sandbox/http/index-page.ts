import { escapeHtml } from '../../lib/html-report.ts';
import { htmlPage } from './html-page.ts';
import type { SandboxResponse } from './response.ts';

/** The page at `/`. @param host host and port as the browser sent them */
export function indexPage(host: string, accountName: string): SandboxResponse {
  const content = `<h1>A sandbox of the newsletter service</h1>
<p>The account is <strong>${escapeHtml(accountName)}</strong>. Its readers are made up, and no email leaves this
computer.</p>
<ul>
<li>REST: <code>http://${escapeHtml(host)}/v1/account</code></li>
<li>OAuth: <code>http://${escapeHtml(host)}/oauth/authorize</code></li>
</ul>
<footer>Requests need a bearer token: the key that the sandbox printed when it started.</footer>`;
  return htmlPage(200, 'A sandbox of the newsletter service', content);
}
