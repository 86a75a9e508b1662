/** Requests to the token endpoint (RFC 6749, section 3.2) and to the revocation endpoint (RFC 7009). */
import type { HttpOptions, RawResponse } from '../http/api.ts';
import { errorBody } from '../http/errors/error-body.ts';
import { responseFailure } from '../http/errors/request-failure.ts';
import { postForm } from '../http/form-post.ts';
import type { RepeatRule } from '../http/outcome.ts';
import { checkBaseUrl, Failure, type FailureCode } from '../lib/failure.ts';
import { parseObject, type UnknownRecord } from '../lib/json/is-object.ts';
import { printable } from '../lib/text/printable.ts';

/** An OAuth client, and the authorization server that it is registered with. */
export interface OAuthClient {
  /** The {auth_url} of service.txt. */
  readonly authUrl: string;
  readonly clientId: string;
  /** Token endpoint of the broker that adds the client secret; undefined when the service's own is used. */
  readonly tokenUrl?: string | undefined;
  readonly brokerToken?: string | undefined;
}

/** Form fields whose values must never be shown. */
const secretFields = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'token'];

/**
 * A `fetch` for oauth4webapi that sends its forms like all requests of this program: with retries, proxies and the
 * lines of `--verbose`. What oauth4webapi may judge is chosen here, since a response that it rejects for an odd field
 * would lose a new refresh token.
 *
 * @param repeat whether they may be repeated
 * @returns the function; it throws Failure credentials_refused, forbidden, unexpected_answer, and what any request can
 *   fail with
 */
export function tokenFetch(client: OAuthClient, http: HttpOptions, repeat?: RepeatRule) {
  const { brokerToken: token } = client;
  const credentials =
    token === undefined ? undefined : { bearer: async () => token, renew: async () => undefined };
  return async (address: string, { body }: { readonly body?: URLSearchParams | null }): Promise<Response> => {
    const [url, form] = [new URL(address), body ?? new URLSearchParams()];
    const grantType = form.get('grant_type');
    const masked = (error: unknown) =>
      error instanceof Failure ? withoutSecrets(error, client, form) : error;
    const request = { url, form, accepted: [400, 401, 403], repeat, credentials };
    const response = await postForm(http, request).catch((error: unknown) => {
      throw masked(error);
    });
    if (response.status < 200 || response.status > 299) {
      throw masked(errorResponseFailure(client, url, response));
    }
    // The response of the revocation endpoint has no body.
    if (grantType === null) return new Response(null, { status: 200 });
    const json = parseObject(response.body.toString('utf8'));
    if (json === undefined) throw noTokenResponse(client, response);
    return Response.json(tokenFields(json, grantType === 'refresh_token'));
  };
}

/** For an error response (RFC 6749, section 5.2). */
function errorResponseFailure(client: OAuthClient, url: URL, response: RawResponse): Failure {
  const { status, headers, body } = response;
  const isBroker = client.tokenUrl !== undefined;
  const details = errorBody(headers['content-type'] ?? '', body).lines;
  const failure = (code: FailureCode, message: string, hint?: string) =>
    new Failure(code, message, { method: 'POST', path: url.pathname, status, details, hint });
  const error = parseObject(body.toString('utf8'))?.error;
  if (error === 'invalid_grant') return failure('credentials_refused', 'the service rejected this sign-in');
  if (status === 401 && isBroker && headers['www-authenticate'] !== undefined) {
    const hint = 'newsletter config set broker-token-file <file with the token its operator gave you>';
    return failure('credentials_refused', 'the broker rejected this machine', hint);
  }
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    const whose = isBroker ? 'client id and secret of the broker' : 'client id or client secret';
    const hint = 'compare them with what the service registered for the app';
    return failure('credentials_refused', `the service rejected the ${whose}`, hint);
  }
  if (status === 403) {
    return failure('forbidden', 'the service refuses to issue a token (403)', addressHint(client));
  }
  const request = { method: 'POST', path: url.pathname, repeat: 'read', bytes: 0 } as const;
  const last = { reply: { status }, outcome: 'not done', giveUp: 'final', retries: 0 } as const;
  return responseFailure(request, response, last);
}

/**
 * Azure AD sends `expires_in` as a text, Twitch `scope` as a list; service.txt shows a refresh response with a new
 * access token alone.
 */
function tokenFields(json: UnknownRecord, isRefresh: boolean): UnknownRecord {
  const { access_token, token_type, refresh_token: token, expires_in: life } = json;
  return {
    access_token,
    token_type: token_type ?? (isRefresh ? 'Bearer' : undefined),
    ...(typeof token === 'string' && token !== '' && { refresh_token: token }),
    ...(/^\d+(\.\d+)?$/.test(String(life)) && { expires_in: Number(life) }),
  };
}

function noTokenResponse(client: OAuthClient, { status, body }: RawResponse): Failure {
  const isPage = /^\s*</.test(body.toString('latin1', 0, 100));
  const what = body.byteLength === 0 ? 'nothing' : isPage ? 'a web page' : 'something other than JSON';
  return new Failure('unexpected_answer', `expected a token, but the service sent ${what}`, {
    status,
    details: isPage ? errorBody('text/html', body).lines.slice(0, 3) : [],
    hint: addressHint(client),
  });
}

function addressHint({ tokenUrl }: OAuthClient): string {
  return `check the address: newsletter config get ${tokenUrl === undefined ? 'auth-url' : 'token-url'}`;
}

/** Masks the secrets that the server repeated, and names the setting of the requested address in the hint. */
function withoutSecrets(failure: Failure, client: OAuthClient, form: URLSearchParams): Failure {
  const secrets = secretFields.map(name => form.get(name) ?? '').filter(value => value !== '');
  const masked = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
  const { message, details, cause, hint } = failure;
  return failure.reworded(masked(printable(message)), {
    // Not the failure itself, which has the secrets.
    cause,
    details: details.map(masked),
    hint: hint?.startsWith(checkBaseUrl) ? addressHint(client) : hint,
  });
}
