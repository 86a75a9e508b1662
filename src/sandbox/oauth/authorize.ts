/** GET /oauth/authorize shows the consent page; its form comes back as POST /oauth/authorize. */
import { randomBytes } from 'node:crypto';
import type { Account } from '../../contract/index.ts';
import type { Answer, Incoming } from '../http/response.ts';
import type { Client } from './client.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import { repeated } from './form.ts';
import type { Grants } from './grants.ts';

interface Asked {
  readonly redirectUri: string;
  readonly state: string;
  readonly codeChallenge: string;
}

/** Consent pages that wait for an answer, by the one-time token in their form. At most so many at once. */
const mostPages = 100;

export class Authorization {
  readonly #client: Client;
  readonly #grants: Grants;
  readonly #waiting = new Map<string, Asked>();

  constructor(client: Client, grants: Grants) {
    this.#client = client;
    this.#grants = grants;
  }

  /**
   * The user comes from the app. A wrong client or redirect URI is told to the user and never redirected; any
   * other mistake goes back to the app (RFC 6749, section 4.1.2.1).
   */
  ask({ query }: Incoming, account: Account): Answer {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== this.#client.id || query.getAll('client_id').length !== 1) {
      return refusalPage('This app is not known here', 'The client_id in the address is not registered.');
    }
    if (!this.#client.redirectUris.includes(redirectUri) || query.getAll('redirect_uri').length !== 1) {
      const why = 'The redirect_uri in the address is not one of those registered for the app.';
      return refusalPage('This app may not be sent there', why);
    }
    const mistake = mistakeIn(query);
    if (mistake !== undefined) return backTo(redirectUri, { ...mistake, state: query.get('state') });
    const asked = {
      redirectUri,
      state: query.get('state') ?? '',
      codeChallenge: query.get('code_challenge') ?? '',
    };
    return consentPage({ account, client: this.#client, redirectUri, formToken: this.#wait(asked) });
  }

  /** The user answers on the consent page. Each page is answered once. */
  decide({ body }: Incoming): Answer {
    const form = new URLSearchParams(body);
    const formToken = form.get('form_token') ?? '';
    const asked = this.#waiting.get(formToken);
    this.#waiting.delete(formToken);
    if (asked === undefined) {
      return refusalPage('This page has been answered already', 'Go back to the app and start again.');
    }
    const { redirectUri, state, codeChallenge } = asked;
    if (form.get('decision') !== 'approve') return backTo(redirectUri, { error: 'access_denied', state });
    const code = this.#grants.issueCode({ clientId: this.#client.id, redirectUri, codeChallenge });
    return backTo(redirectUri, { code, state });
  }

  #wait(asked: Asked): string {
    const formToken = randomBytes(24).toString('base64url');
    this.#waiting.set(formToken, asked);
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > mostPages && oldest !== undefined) this.#waiting.delete(oldest);
    return formToken;
  }
}

function mistakeIn(query: URLSearchParams): { error: string; error_description: string } | undefined {
  const wrong = (error: string, description: string) => ({ error, error_description: description });
  const twice = repeated(query);
  if (twice !== undefined) return wrong('invalid_request', `The parameter ${twice} is given twice.`);
  if (query.get('response_type') !== 'code') {
    return wrong('unsupported_response_type', 'response_type must be code.');
  }
  if (query.get('scope') !== 'account') return wrong('invalid_scope', 'scope must be account.');
  if (!query.get('state')) return wrong('invalid_request', 'The parameter state is missing.');
  if (query.get('code_challenge_method') !== 'S256') {
    return wrong('invalid_request', 'code_challenge_method must be S256.');
  }
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) {
    return wrong('invalid_request', 'code_challenge must be the base64url form of a SHA-256 hash.');
  }
  return undefined;
}

function backTo(redirectUri: string, parameters: Record<string, string | null>): Answer {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) address.searchParams.set(name, value);
  }
  const headers = { location: address.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return { status: 303, headers, body: '' };
}
