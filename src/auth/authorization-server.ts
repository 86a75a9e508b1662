/** The OAuth endpoints of the service (service.txt, "OAuth 2.0 for third-party apps"), by oauth4webapi. */
import {
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
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  revocationRequest,
  type TokenEndpointRequestOptions,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type { HttpOptions, RawResponse } from '../http/api.ts';
import { postForm } from '../http/form-post.ts';
import { serviceAddress } from '../http/url.ts';
import { parseObject } from '../lib/json/is-object.ts';
import { isBearerToken } from '../lib/text/printable.ts';
import type { OAuthClient, OAuthCredential } from './credentials/credential.ts';
import { oauthFailure, type SentForm, unexpected } from './oauth-failures.ts';

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

/** Makes a request of oauth4webapi. */
type MakeRequest = (options: TokenEndpointRequestOptions) => Promise<Response>;

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
  const { brokerToken: token } = client;
  const credentials = token === undefined ? undefined : { bearer: async () => token };

  /** Sends the form of a request as all requests of this program are sent: with retries, proxies and `--verbose`. */
  async function exchange<T>(make: MakeRequest, read: (response: Response) => Promise<T>): Promise<T> {
    let sent: SentForm | undefined;
    try {
      const response = await make({
        // `serviceAddress` has checked the addresses: plain http is allowed to this machine only.
        [allowInsecureRequests]: true,
        [customFetch]: async (address: string, { body: form }: { readonly body: URLSearchParams }) => {
          sent = { url: new URL(address), form };
          const response = await postForm(http, { ...sent, accepted: [400, 401, 403], credentials });
          sent = { ...sent, response };
          return forLibrary(response, form.get('grant_type') === 'refresh_token', client);
        },
      });
      return await read(response);
    } catch (error) {
      throw oauthFailure(error, client, sent);
    }
  }

  async function tokens(
    make: MakeRequest,
    read: (...of: [Metadata, Client, Response]) => Promise<TokenEndpointResponse>,
  ): Promise<TokenSet> {
    const requestedAt = Date.now();
    const response = await exchange(make, received => read(...as, received));
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = response;
    if (!isBearerToken(accessToken)) throw unexpected('the service issued an invalid token', client);
    return { accessToken, refreshToken, expiresIn, expiresAt: expiresIn && requestedAt + expiresIn * 1000 };
  }

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
      const query = new URLSearchParams(parameters);
      // oauth4webapi would compare it with an issuer name, which service.txt does not give.
      query.delete('iss');
      return await tokens(async options => {
        const callback = validateAuthResponse(...as, query, state);
        const verified = [callback, redirectUri, codeVerifier] as const;
        return await authorizationCodeGrantRequest(...as, authentication, ...verified, options);
      }, processAuthorizationCodeResponse);
    },
    /**
     * Requests new tokens (RFC 6749, section 6). If the response is lost, the request is repeated with the same token, which
     * many providers allow for a short time (Auth0's "reuse interval", Okta's "grace period").
     *
     * @throws Failure credentials_refused when the refresh token is no longer valid; otherwise as `exchangeCode`
     */
    async refresh(refreshToken: string): Promise<TokenSet> {
      const make: MakeRequest = options =>
        refreshTokenGrantRequest(...as, authentication, refreshToken, options);
      return await tokens(make, processRefreshTokenResponse);
    },
    /** @throws Failure when the service does not confirm that the token is revoked */
    async revoke(token: string): Promise<void> {
      const make: MakeRequest = options => revocationRequest(...as, authentication, token, options);
      await exchange(make, processRevocationResponse);
    },
  };
}

function metadataOf({ authUrl, tokenUrl }: OAuthClient): Metadata {
  const base = serviceAddress(authUrl).href.replace(/\/$/, '');
  const at = serviceAddress(tokenUrl ?? `${base}/oauth/token`).href.replace(/\/$/, '');
  // The setting token-url is the broker's token endpoint, or the part of its URL before `/oauth/token`.
  const tokens = at.endsWith('/token') ? at.slice(0, -'/token'.length) : `${at}/oauth`;
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${tokens}/token`,
    revocation_endpoint: `${tokens}/revoke`,
  };
}

/**
 * The response as oauth4webapi takes it: it would reject one for an odd field, and a new refresh token would be lost.
 * Twitch sends `scope` as a list; service.txt shows a refresh response with a new access token alone.
 */
function forLibrary(
  { status, headers, body }: RawResponse,
  isRefresh: boolean,
  client: OAuthClient,
): Response {
  const json = status < 300 ? parseObject(body.toString('utf8')) : undefined;
  if (json !== undefined) {
    const { access_token, token_type, refresh_token, expires_in } = json;
    return Response.json({
      access_token,
      token_type: token_type ?? (isRefresh ? 'Bearer' : undefined),
      refresh_token: refresh_token || undefined,
      expires_in: Number(expires_in) > 0 ? Number(expires_in) : undefined,
    });
  }
  // A challenge of the service says less than the body that comes with it; the broker's is about this machine.
  const challenge = client.tokenUrl !== undefined && status === 401 ? headers['www-authenticate'] : undefined;
  return new Response(body, {
    status: status < 300 ? 200 : status,
    headers: {
      'content-type': 'application/json',
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
    },
  });
}
