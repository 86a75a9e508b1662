import type { Account } from '../../contract/index.ts';
import { type LocalResponse, pageResponse } from '../../lib/local-server.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { htmlPage } from '../../lib/page/page.ts';
import type { SandboxClient } from './client.ts';

/** The page on which the user approves or cancels. */
export function consentPage(shown: {
  account: Account;
  client: SandboxClient;
  redirectUri: string;
  formToken: string;
}): LocalResponse {
  const { account, client, redirectUri, formToken } = shown;
  const app = escapeHtml(client.name);
  const name = escapeHtml(account.name);
  const content = `<svg viewBox="0 0 152 52" width="152" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
<rect x="2" y="2" width="48" height="48" rx="13"/><path d="M60 26h32" stroke-dasharray="2 5"/><circle cx="126" cy="26" r="24"/>
<g fill="currentColor" stroke="none" text-anchor="middle" font-size="20" font-weight="600"><text x="26" y="33">&gt;_</text><text x="126" y="33">${initial(account.name)}</text></g></svg>
<h1>Let ${app} use ${name}?</h1>
<p class="soft">${escapeHtml(client.description)} asks for the same access that you have${signedIn(account)}.</p>
<ul class="checks">
<li>See, add and change subscribers, groups, tags and fields</li>
<li>Import lists of people</li>
<li>Edit emails and send them to your readers</li>
<li>Change the account’s name and addresses</li>
</ul>
<form class="tabs" method="post" action="/oauth/authorize">
<input type="hidden" name="form_token" value="${escapeHtml(formToken)}">
<button name="decision" value="cancel">Cancel</button>
<button class="go" name="decision" value="approve">Approve</button>
</form>
<footer>Either way you return to <code>${escapeHtml(new URL(redirectUri).host)}</code>. This is a sandbox: the
readers are made up and no email leaves this computer.</footer>`;
  return card(200, `Let ${client.name} use ${account.name}?`, content, formTargets(redirectUri));
}

/** A page for an error that must not be sent to the app. */
export function errorPage(title: string, why: string): LocalResponse {
  const content = `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(why)}</p>
<footer>Nothing was approved, and nothing was sent to the app.</footer>`;
  return card(400, title, content);
}

/** @param formAction where the page's form may lead, as sources of a Content-Security-Policy */
function card(status: number, title: string, content: string, formAction = "'none'"): LocalResponse {
  const body = `<main class="box">\n${content}\n</main>`;
  return pageResponse(
    status,
    htmlPage({ title, body, layout: 'card', policy: { 'form-action': formAction } }),
  );
}

const signedIn = ({ email_address }: Account) =>
  email_address === null ? '' : `, signed in as <strong>${escapeHtml(email_address)}</strong>`;

function initial(name: string): string {
  const word = name.replace(/^(the|a|an)\s+/i, '');
  return escapeHtml((/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '?').toUpperCase());
}

/** Browsers apply form-action to the redirect after the form, too. An IPv6 address cannot be written there. */
function formTargets(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri);
  return `'self' ${hostname.startsWith('[') ? protocol : origin}`;
}
