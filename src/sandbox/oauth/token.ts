import { createHash } from 'node:crypto';
import { HttpError } from '../http/error.ts';
import { jsonResponse, type SandboxRequest, type SandboxResponse } from '../http/message.ts';
import type { SandboxClient } from './client.ts';
import type { Grants, IssuedTokens } from './grants.ts';

/** Headers of every response that can hold a token (RFC 6749, section 5.1). */
const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** POST /oauth/token: exchange of a code, and refresh. @throws HttpError with an error of RFC 6749, section 5.2 */
export function handleToken(request: SandboxRequest, client: SandboxClient, grants: Grants): SandboxResponse {
  const form = readForm(request);
  authenticate(form, client);
  const grantType = need(form, 'grant_type');
  if (grantType === 'authorization_code') return jsonResponse(200, exchange(form, client, grants), noStore);
  if (grantType === 'refresh_token') return jsonResponse(200, refresh(form, client, grants), noStore);
  throw oauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}

/** POST /oauth/revoke (RFC 7009): an unknown token is no error. @throws HttpError */
export function handleRevocation(
  request: SandboxRequest,
  client: SandboxClient,
  grants: Grants,
): SandboxResponse {
  const form = readForm(request);
  authenticate(form, client);
  grants.revoke(need(form, 'token'), client.id);
  return { status: 200, headers: noStore, body: '' };
}

function exchange(form: URLSearchParams, client: SandboxClient, grants: Grants): IssuedTokens {
  const code = need(form, 'code');
  const redirectUri = need(form, 'redirect_uri');
  const verifier = need(form, 'code_verifier');
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    throw oauthError('invalid_request', 'code_verifier must be 43 to 128 unreserved characters.');
  }
  const approval = grants.approvalOf(code);
  if (approval === undefined) {
    throw oauthError('invalid_grant', 'The code is unknown, expired or already used.');
  }
  if (approval.redirectUri !== redirectUri) {
    throw oauthError('invalid_grant', 'redirect_uri is not the one the code was issued for.');
  }
  if (createHash('sha256').update(verifier).digest('base64url') !== approval.codeChallenge) {
    throw oauthError('invalid_grant', 'code_verifier does not match the code_challenge.');
  }
  return grants.exchange(code, client.id);
}

function refresh(form: URLSearchParams, client: SandboxClient, grants: Grants): IssuedTokens {
  const tokens = grants.refresh(need(form, 'refresh_token'), client.id);
  if (tokens === undefined) {
    throw oauthError('invalid_grant', 'The refresh token is unknown, expired, revoked or already used.');
  }
  return tokens;
}

function authenticate(form: URLSearchParams, client: SandboxClient): void {
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
    throw oauthError('invalid_client', 'client_id or client_secret is wrong or missing.', 401);
  }
}

function need(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw oauthError('invalid_request', `The parameter ${name} is missing.`);
  return value;
}

/** An error of the token and revocation endpoints. @param error a code of RFC 6749, section 5.2 */
function oauthError(error: string, description: string, status = 400): HttpError {
  return new HttpError(status, description, { error, error_description: description }, noStore);
}

/**
 * Reads a form-encoded body.
 *
 * @throws HttpError invalid_request when the body is not form-encoded or repeats a parameter (RFC 6749, section 3.2)
 */
function readForm(request: SandboxRequest): URLSearchParams {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw oauthError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams(request.body);
  const twice = repeatedParameter(form);
  if (twice !== undefined) throw oauthError('invalid_request', `The parameter ${twice} is given twice.`);
  return form;
}

/** The name of a parameter that occurs more than once. */
export function repeatedParameter(parameters: URLSearchParams): string | undefined {
  return [...parameters.keys()].find(name => parameters.getAll(name).length > 1);
}
