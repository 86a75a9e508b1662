import { randomBytes } from 'node:crypto';
import type { Account } from '../../contract/index.ts';
import type { SandboxRequest, SandboxResponse } from '../http/message.ts';
import type { SandboxClient } from './client.ts';
import { consentPage, errorPage } from './consent-page.ts';
import type { Grants } from './grants.ts';
import { repeatedParameter } from './token.ts';

/** An authorization request whose consent page is open. */
interface PendingRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly codeChallenge: string;
}

/** Open consent pages at once; the oldest becomes invalid first. */
const mostPages = 100;

/**
 * The authorization endpoint (RFC 6749, section 4.1, with PKCE, RFC 7636): GET /oauth/authorize shows the consent page,
 * and the form on it is sent to POST /oauth/authorize.
 */
export class AuthorizationEndpoint {
  readonly #client: SandboxClient;
  readonly #grants: Grants;
  /** By the one-time token in the form of the page. */
  readonly #pending = new Map<string, PendingRequest>();

  constructor(client: SandboxClient, grants: Grants) {
    this.#client = client;
    this.#grants = grants;
  }

  /**
   * An unknown client or redirect URI is an error page for the user; any other error is reported to the app by a
   * redirect (RFC 6749, section 4.1.2.1).
   */
  showConsent({ query }: SandboxRequest, account: Account): SandboxResponse {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== this.#client.id || query.getAll('client_id').length !== 1) {
      return errorPage('Unknown app', 'The client_id in the address is not registered.');
    }
    if (!this.#client.redirectUris.includes(redirectUri) || query.getAll('redirect_uri').length !== 1) {
      const why = 'The redirect_uri in the address is not one of those registered for the app.';
      return errorPage('Invalid redirect URI', why);
    }
    const error = errorIn(query);
    if (error !== undefined) return redirectTo(redirectUri, { ...error, state: query.get('state') });
    const pending = {
      redirectUri,
      state: query.get('state') ?? '',
      codeChallenge: query.get('code_challenge') ?? '',
    };
    return consentPage({ account, client: this.#client, redirectUri, formToken: this.#remember(pending) });
  }

  /** Handles a button of the consent page; each page can be answered once. */
  decide({ body }: SandboxRequest): SandboxResponse {
    const form = new URLSearchParams(body);
    const formToken = form.get('form_token') ?? '';
    const pending = this.#pending.get(formToken);
    this.#pending.delete(formToken);
    if (pending === undefined) {
      return errorPage('This page was already answered', 'Go back to the app and start again.');
    }
    const { redirectUri, state, codeChallenge } = pending;
    if (form.get('decision') !== 'approve') return redirectTo(redirectUri, { error: 'access_denied', state });
    const code = this.#grants.issueCode({ redirectUri, codeChallenge });
    return redirectTo(redirectUri, { code, state });
  }

  #remember(pending: PendingRequest): string {
    const formToken = randomBytes(24).toString('base64url');
    this.#pending.set(formToken, pending);
    const [oldest] = this.#pending.keys();
    if (this.#pending.size > mostPages && oldest !== undefined) this.#pending.delete(oldest);
    return formToken;
  }
}

function errorIn(query: URLSearchParams): { error: string; error_description: string } | undefined {
  const invalid = (error: string, description: string) => ({ error, error_description: description });
  const twice = repeatedParameter(query);
  if (twice !== undefined) return invalid('invalid_request', `The parameter ${twice} is given twice.`);
  if (query.get('response_type') !== 'code') {
    return invalid('unsupported_response_type', 'response_type must be code.');
  }
  if (query.get('scope') !== 'account') return invalid('invalid_scope', 'scope must be account.');
  if (!query.get('state')) return invalid('invalid_request', 'The parameter state is missing.');
  if (query.get('code_challenge_method') !== 'S256') {
    return invalid('invalid_request', 'code_challenge_method must be S256.');
  }
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) {
    return invalid('invalid_request', 'code_challenge must be the base64url form of a SHA-256 hash.');
  }
  return undefined;
}

function redirectTo(redirectUri: string, parameters: Record<string, string | null>): SandboxResponse {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) address.searchParams.set(name, value);
  }
  return { status: 303, headers: { location: address.href }, body: '' };
}
