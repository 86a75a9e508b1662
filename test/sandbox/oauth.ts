/** Signing in to the sandbox, request by request. */
import { createHash, randomBytes } from 'node:crypto';
import type { Sandbox } from '../../src/sandbox/server.ts';

/** Form-encoded POST to an OAuth endpoint. */
export async function post(sandbox: Sandbox, path: string, form: Record<string, string>): Promise<Response> {
  return fetch(sandbox.authUrl + path, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
}

export const redirect_uri = 'http://127.0.0.1:8976/callback';
export const code_verifier = randomBytes(32).toString('base64url');
/** The query with which an app sends the user to GET /oauth/authorize. */
export const authorizationRequest = {
  client_id: 'sandbox-client',
  redirect_uri,
  response_type: 'code',
  scope: 'account',
  state: 'a state & more',
  code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

export const authorize = (sandbox: Sandbox, query: Record<string, string>) =>
  fetch(`${sandbox.authUrl}/oauth/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' });
export const formToken = (page: string) => /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';

/** Shows the consent page, submits it, and gives the parameters of the redirect to the app. */
export async function consent(
  sandbox: Sandbox,
  decision = 'approve',
  query: Record<string, string> = authorizationRequest,
) {
  const form_token = formToken(await (await authorize(sandbox, query)).text());
  const response = await post(sandbox, '/oauth/authorize', { form_token, decision });
  const address = response.headers.get('location') ?? '';
  return { address, parameters: Object.fromEntries(new URL(address).searchParams) };
}
