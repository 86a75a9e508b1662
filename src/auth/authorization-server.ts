/** The OAuth endpoints of the service (service.txt, "OAuth 2.0 for third-party apps"), by oauth4webapi. */

import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  customFetch,
  generateRandomCodeVerifier,
  generateRandomState,
  type AuthorizationServer as Metadata,
  None,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  revocationRequest,
  type TokenEndpointResponse,
  UnsupportedOperationError,
  validateAuthResponse,
} from 'oauth4webapi';
import type { HttpOptions } from '../http/api.ts';
import type { RepeatRule } from '../http/outcome.ts';
import { serviceAddress } from '../http/url.ts';
import { Failure } from '../lib/failure.ts';
import { isBearerToken, printable } from '../lib/text/printable.ts';
import type { OAuthCredential } from './credentials/credential.ts';
import { type OAuthClient, tokenFetch } from './token-endpoint.ts';

/** A token response (RFC 6749, section 5.1). */
export type TokenSet = Pick<OAuthCredential, 'accessToken' | 'refreshToken' | 'expiresIn' | 'expiresAt'>;

/** An authorization request (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
export interface AuthorizationRequest {
  readonly url: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly codeVerifier: string;
}

export type AuthorizationServer = ReturnType<typeof authorizationServer>;

/**
 * @param clientSecret undefined when the broker adds it
 * @throws Failure invalid_value when an address of the client is not a valid one
 */
export function authorizationServer(
  client: OAuthClient,
  clientSecret: string | undefined,
  http: HttpOptions,
) {
  const metadata = metadataOf(client);
  const registration: Client = { client_id: client.clientId };
  const as = [metadata, registration] as const;
  const authentication = clientSecret === undefined ? None() : ClientSecretPost(clientSecret);
  const by = (repeat?: RepeatRule) => ({
    // `serviceAddress` has checked the addresses: plain http is allowed to this machine only.
    [allowInsecureRequests]: true,
    [customFetch]: tokenFetch(client, http, repeat),
  });
  return {
    /** Makes an authorization request with a new state and code verifier. */
    async createRequest(redirectUri: string): Promise<AuthorizationRequest> {
      const codeVerifier = generateRandomCodeVerifier();
      const state = generateRandomState();
      const url = new URL(metadata.authorization_endpoint ?? '');
      const query = {
        client_id: client.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'account',
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return { url: url.href, redirectUri, state, codeVerifier };
    },
    /**
     * Exchanges the authorization code for tokens (RFC 6749, section 4.1.3).
     *
     * @param parameters the query with which the browser was redirected
     * @throws Failure sign_in_refused, credentials_refused, unexpected_answer, and what any request can fail with
     */
    async exchangeCode(
      { redirectUri, state, codeVerifier }: AuthorizationRequest,
      parameters: URLSearchParams,
    ): Promise<TokenSet> {
      return await withFailures(async () => {
        const requestedAt = Date.now();
        const query = new URLSearchParams(parameters);
        // oauth4webapi would compare it with an issuer name, which service.txt does not give.
        query.delete('iss');
        const callback = validateAuthResponse(metadata, registration, query, state);
        if (!callback.get('code')) {
          throw invalidResponse('the redirect from the service has neither code nor error');
        }
        const response = await authorizationCodeGrantRequest(
          ...as,
          authentication,
          callback,
          redirectUri,
          codeVerifier,
          by(),
        );
        return tokensIn(await processAuthorizationCodeResponse(...as, response), requestedAt);
      });
    },
    /**
     * Requests new tokens (RFC 6749, section 6).
     *
     * @param repeat whether the request may be repeated (default `read`: freely)
     * @throws Failure credentials_refused when the refresh token is no longer valid; outcome_unknown when the response was
     *   lost and the request must not be repeated; otherwise as `exchangeCode`
     */
    async refresh(refreshToken: string, repeat?: RepeatRule): Promise<TokenSet> {
      return await withFailures(async () => {
        const requestedAt = Date.now();
        const response = await refreshTokenGrantRequest(...as, authentication, refreshToken, by(repeat));
        return tokensIn(await processRefreshTokenResponse(...as, response), requestedAt);
      });
    },
    /** @throws Failure when the service does not confirm that the token is revoked */
    async revoke(token: string): Promise<void> {
      await withFailures(async () => {
        const response = await revocationRequest(...as, authentication, token, by());
        await processRevocationResponse(response);
      });
    },
  };
}

function metadataOf({ authUrl, tokenUrl }: OAuthClient): Metadata {
  const base = serviceAddress(authUrl).href.replace(/\/$/, '');
  const tokenEndpoint = tokenUrl === undefined ? `${base}/oauth/token` : brokerTokenEndpoint(tokenUrl);
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: tokenEndpoint,
    revocation_endpoint: tokenEndpoint.replace(/token$/, 'revoke'),
  };
}

/** The setting token-url is the broker's token endpoint, or the part of its URL before `/oauth/token`. */
function brokerTokenEndpoint(tokenUrl: string): string {
  const url = serviceAddress(tokenUrl).href.replace(/\/$/, '');
  return url.endsWith('/token') ? url : `${url}/oauth/token`;
}

function tokensIn(response: TokenEndpointResponse, requestedAt: number): TokenSet {
  if (response.token_type !== 'bearer') {
    throw invalidResponse('the service issued an unsupported type of token, not Bearer');
  }
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: life } = response;
  if (!isBearerToken(accessToken)) throw invalidResponse('the service issued an invalid token');
  const expiresIn = life && life > 0 ? life : undefined;
  return { accessToken, refreshToken, expiresIn, expiresAt: expiresIn && requestedAt + expiresIn * 1000 };
}

/**
 * Turns errors of oauth4webapi into failures. They are not kept as causes: they hold the whole response, with the tokens.
 *
 * @throws Failure sign_in_refused, service_failing or unexpected_answer; every other error unchanged
 */
async function withFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      throw errorResponseFailure(error.error, error.error_description);
    }
    if (error instanceof OperationProcessingError || error instanceof UnsupportedOperationError) {
      throw invalidResponse(`unexpected response: ${error.message}`);
    }
    throw error;
  }
}

function invalidResponse(message: string): Failure {
  const hint = 'check the address: newsletter config get auth-url';
  return new Failure('unexpected_answer', message, { hint });
}

/** An error at the redirect URI (RFC 6749, section 4.1.2.1). */
function errorResponseFailure(code: string, description: string | undefined): Failure {
  const details = [printable(description === undefined ? code : `${description} (${code})`)];
  if (code === 'access_denied') {
    return new Failure('sign_in_refused', 'access was not approved; nothing was stored', {
      details: description === undefined ? [] : details,
      hint: 'to try again: newsletter login',
    });
  }
  if (code === 'server_error' || code === 'temporarily_unavailable') {
    const message = 'the service could not sign you in; nothing was stored';
    return new Failure('service_failing', message, { details, hint: 'try again later' });
  }
  const hint = 'check client-id and redirect-uri against what the service registered: newsletter config list';
  return new Failure('sign_in_refused', 'the service refused the sign-in; nothing was stored', {
    details,
    hint,
  });
}
