/** The OAuth side of the service (service.txt, "OAuth 2.0 for third-party apps"), spoken to by oauth4webapi. */
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
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type { HttpOptions } from '../http/api.ts';
import { serviceAddress } from '../http/url.ts';
import { Failure } from '../lib/failure.ts';
import { authorizationFailure } from './authorization-failure.ts';
import { type OAuthClient, tokenFetch } from './token-endpoint.ts';

/** What the token endpoint issued. */
export interface TokenResponse {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Seconds from when it was asked for; undefined when the service doesn't say. */
  readonly expiresIn?: number | undefined;
}

/** An authorization request that waits for its answer. */
export interface AuthorizationRequest {
  /** Where the user approves. */
  readonly url: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly codeVerifier: string;
}

export interface AuthorizationServer {
  /** A new request: authorization code with PKCE S256 (RFC 7636), scope account. */
  createRequest(redirectUri: string): Promise<AuthorizationRequest>;
  /**
   * Exchanges the code that came back.
   * @param parameters the query of the redirect
   * @throws Failure sign_in_refused, credentials_refused, unexpected_answer, and what a request can end with
   */
  exchangeCode(request: AuthorizationRequest, parameters: URLSearchParams): Promise<TokenResponse>;
  /** @throws Failure credentials_refused when the refresh token is no longer good; as `exchange` */
  refresh(refreshToken: string): Promise<TokenResponse>;
  /** @throws Failure when the service did not confirm that the token is revoked */
  revoke(token: string): Promise<void>;
}

/** @param clientSecret undefined with a broker, which adds it */
export function authorizationServer(
  app: OAuthClient,
  clientSecret: string | undefined,
  http: HttpOptions,
): AuthorizationServer {
  const server = metadataOf(app);
  const client: Client = { client_id: app.clientId };
  const authentication = clientSecret === undefined ? None() : ClientSecretPost(clientSecret);
  // The addresses have been checked: plain http is only for this machine.
  const options = { [allowInsecureRequests]: true, [customFetch]: tokenFetch(app, http) };
  return {
    async createRequest(redirectUri) {
      const codeVerifier = generateRandomCodeVerifier();
      const state = generateRandomState();
      const url = new URL(server.authorization_endpoint ?? '');
      const query = {
        client_id: app.clientId,
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
    async exchangeCode({ redirectUri, state, codeVerifier }, parameters) {
      return await understood(async () => {
        const validated = validateAuthResponse(server, client, shownParameters(parameters), state);
        if (!validated.get('code'))
          throw nonsense('the redirect from the service holds neither code nor error');
        const answer = await authorizationCodeGrantRequest(
          ...([server, client, authentication, validated, redirectUri, codeVerifier, options] as const),
        );
        return tokensIn(await processAuthorizationCodeResponse(server, client, answer));
      });
    },
    async refresh(refreshToken) {
      return await understood(async () => {
        const answer = await refreshTokenGrantRequest(server, client, authentication, refreshToken, options);
        return tokensIn(await processRefreshTokenResponse(server, client, answer));
      });
    },
    async revoke(token) {
      await understood(async () => {
        const answer = await revocationRequest(server, client, authentication, token, options);
        await processRevocationResponse(answer);
      });
    },
  };
}

function metadataOf({ authUrl, tokenUrl }: OAuthClient): Metadata {
  const base = serviceAddress(authUrl, '--auth-url').href.replace(/\/$/, '');
  const [tokenEndpoint, revocationEndpoint] =
    tokenUrl === undefined ? [`${base}/oauth/token`, `${base}/oauth/revoke`] : brokerEndpoints(tokenUrl);
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: tokenEndpoint,
    revocation_endpoint: revocationEndpoint,
  };
}

/** The broker is named by its token address, or by what stands before its `/oauth/token`. */
function brokerEndpoints(tokenUrl: string): [string, string] {
  const url = serviceAddress(tokenUrl, '--token-url').href.replace(/\/$/, '');
  const token = url.endsWith('/token') ? url : `${url}/oauth/token`;
  return [token, token.replace(/token$/, 'revoke')];
}

/** What the document says comes back; others, an `iss` of an issuer name we never learnt, are passed over. */
function shownParameters(parameters: URLSearchParams): URLSearchParams {
  const shown = ['code', 'state', 'error', 'error_description', 'error_uri'];
  return new URLSearchParams([...parameters].filter(([name]) => shown.includes(name)));
}

function tokensIn(answer: TokenEndpointResponse): TokenResponse {
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: expiresIn,
    token_type,
  } = answer;
  if (token_type !== 'bearer') {
    throw nonsense('the service issued a token of another type than Bearer, which cannot be used');
  }
  // RFC 6750, section 2.1: what can stand in the header.
  if (!/^[\x21-\x7e]+$/.test(accessToken))
    throw nonsense('the service issued a token that no request can carry');
  return { accessToken, refreshToken, expiresIn: expiresIn && expiresIn > 0 ? expiresIn : undefined };
}

function nonsense(message: string): Failure {
  return new Failure('unexpected_answer', message, {
    hint: 'newsletter config get auth-url shows who was asked',
  });
}

async function understood<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw authorizationFailure(error);
  }
}
