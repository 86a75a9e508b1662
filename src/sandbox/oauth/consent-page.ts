import type { Account } from '../../contract/index.ts';
import { escapeHtml } from '../../lib/page/html-report.ts';
import { htmlPage } from '../http/html-page.ts';
import type { SandboxResponse } from '../http/message.ts';
import type { SandboxClient } from './client.ts';

/** The page on which the user approves or cancels. */
export function consentPage(shown: {
  account: Account;
  client: SandboxClient;
  redirectUri: string;
  formToken: string;
}): SandboxResponse {
  const { account, client, redirectUri, formToken } = shown;
  const app = escapeHtml(client.name);
  const name = escapeHtml(account.name);
  const content = `<div class="pair" aria-hidden="true"><span>&gt;_</span><i></i><span>${initial(account.name)}</span></div>
<h1>Let ${app} use ${name}?</h1>
<p class="soft">${escapeHtml(client.description)} asks for the same access that you have${signedIn(account)}.</p>
<ul>
<li>See, add and change subscribers, groups, tags and fields</li>
<li>Import lists of people</li>
<li>Edit emails and send them to your readers</li>
<li>Change the account’s name and addresses</li>
</ul>
<form method="post" action="/oauth/authorize">
<input type="hidden" name="form_token" value="${escapeHtml(formToken)}">
<button name="decision" value="cancel">Cancel</button>
<button class="go" name="decision" value="approve">Approve</button>
</form>
<footer>Either way you return to <code>${escapeHtml(new URL(redirectUri).host)}</code>. This is a sandbox: the
readers are made up and no email leaves this computer.</footer>`;
  return htmlPage(200, `Let ${client.name} use ${account.name}?`, content, formTargets(redirectUri));
}

/** A page for an error that must not be sent to the app. */
export function errorPage(title: string, why: string): SandboxResponse {
  const content = `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(why)}</p>
<footer>Nothing was approved, and nothing was sent to the app.</footer>`;
  return htmlPage(400, title, content);
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
