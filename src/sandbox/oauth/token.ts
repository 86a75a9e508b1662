/** POST /oauth/token and POST /oauth/revoke. */
import { createHash } from 'node:crypto';
import { type Answer, type Incoming, json } from '../http/response.ts';
import type { Client } from './client.ts';
import { noStore, oauthRefusal, readForm } from './form.ts';
import type { Grants, TokenResponse } from './grants.ts';

/** Token exchange and refresh. @throws Refusal with an error of RFC 6749, section 5.2 */
export function answerToken(request: Incoming, client: Client, grants: Grants): Answer {
  const form = readForm(request);
  authenticate(form, client);
  const grantType = need(form, 'grant_type');
  if (grantType === 'authorization_code') return json(200, exchange(form, client, grants), noStore);
  if (grantType === 'refresh_token') return json(200, refresh(form, client, grants), noStore);
  throw oauthRefusal('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}

/** Revocation (RFC 7009): an unknown token is answered like a known one. @throws Refusal */
export function answerRevoke(request: Incoming, client: Client, grants: Grants): Answer {
  const form = readForm(request);
  authenticate(form, client);
  grants.revoke(need(form, 'token'), client.id);
  return { status: 200, headers: noStore, body: '' };
}

function exchange(form: URLSearchParams, client: Client, grants: Grants): TokenResponse {
  const code = need(form, 'code');
  const redirectUri = need(form, 'redirect_uri');
  const verifier = need(form, 'code_verifier');
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    throw oauthRefusal('invalid_request', 'code_verifier must be 43 to 128 unreserved characters.');
  }
  const approval = grants.approvalOf(code);
  if (approval === undefined) {
    throw oauthRefusal('invalid_grant', 'The code is unknown, expired or already used.');
  }
  if (approval.redirectUri !== redirectUri) {
    throw oauthRefusal('invalid_grant', 'redirect_uri is not the one the code was issued for.');
  }
  if (createHash('sha256').update(verifier).digest('base64url') !== approval.codeChallenge) {
    throw oauthRefusal('invalid_grant', 'code_verifier does not match the code_challenge.');
  }
  return grants.exchange(code, client.id);
}

function refresh(form: URLSearchParams, client: Client, grants: Grants): TokenResponse {
  const tokens = grants.refresh(need(form, 'refresh_token'), client.id);
  if (tokens === undefined) {
    throw oauthRefusal('invalid_grant', 'The refresh token is unknown, expired, revoked or already used.');
  }
  return tokens;
}

function authenticate(form: URLSearchParams, client: Client): void {
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
    throw oauthRefusal('invalid_client', 'client_id or client_secret is wrong or missing.', 401);
  }
}

function need(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw oauthRefusal('invalid_request', `The parameter ${name} is missing.`);
  return value;
}
