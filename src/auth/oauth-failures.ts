/** Errors of oauth4webapi as failures. They are not kept as causes: they hold the whole response, with the tokens. */
import {
  AuthorizationResponseError,
  OperationProcessingError,
  PARSE_ERROR,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import type { RawResponse } from '../http/api.ts';
import { errorBody } from '../http/errors/error-body.ts';
import { responseFailure } from '../http/errors/request-failure.ts';
import { checkBaseUrl, Failure, type FailureCode } from '../lib/failure.ts';
import { printable } from '../lib/text/printable.ts';
import type { OAuthClient } from './credentials/credential.ts';

/** A request to the token endpoint or the revocation endpoint. */
export interface SentForm {
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly response?: RawResponse;
}

/** Form fields whose values must never be shown. */
const secretFields = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'token'];

/**
 * The failure for an error, without the secrets that the server may have repeated.
 *
 * @param sent undefined when the error came before a request was sent
 * @returns Failure sign_in_refused, service_failing, credentials_refused, forbidden or unexpected_answer, or what any
 *   request can fail with; errors of other kinds as they are
 */
export function oauthFailure(error: unknown, client: OAuthClient, sent: SentForm | undefined): unknown {
  if (error instanceof AuthorizationResponseError) return callbackFailure(error);
  const failure =
    sent?.response === undefined ? undefined : responseError(error, client, sent, sent.response);
  if (failure !== undefined) return withoutSecrets(failure, client, sent?.form);
  if (error instanceof Failure) return withoutSecrets(error, client, sent?.form);
  return error instanceof OperationProcessingError || error instanceof UnsupportedOperationError
    ? unexpected(`unexpected response: ${error.message}`, client)
    : error;
}

/** The response is not what was expected: the setting of the address may be wrong. */
export const unexpected = (message: string, client: OAuthClient, details: readonly string[] = []) =>
  new Failure('unexpected_answer', message, { details, hint: addressHint(client) });

/** An error at the redirect URI (RFC 6749, section 4.1.2.1). */
function callbackFailure({ error, error_description: description }: AuthorizationResponseError): Failure {
  const details = [printable(description === undefined ? error : `${description} (${error})`)];
  const failure = (code: FailureCode, what: string, hint: string) =>
    new Failure(code, `${what}; nothing was stored`, { details, hint });
  if (error === 'access_denied')
    return failure('sign_in_refused', 'access was not approved', 'to try again: newsletter login');
  if (error === 'server_error' || error === 'temporarily_unavailable')
    return failure('service_failing', 'the service could not sign you in', 'try again later');
  const hint = 'check client-id and redirect-uri against what the service registered: newsletter config list';
  return failure('sign_in_refused', 'the service refused the sign-in', hint);
}

/** For an error response (RFC 6749, section 5.2), and for a response without JSON; undefined for any other error. */
function responseError(error: unknown, client: OAuthClient, { url }: SentForm, response: RawResponse) {
  const { status, headers, body } = response;
  const isBroker = client.tokenUrl !== undefined;
  const { lines } = errorBody(headers['content-type'] ?? '', body);
  const failure = (code: FailureCode, message: string, hint?: string) =>
    new Failure(code, message, { method: 'POST', path: url.pathname, status, details: lines, hint });
  if (error instanceof WWWAuthenticateChallengeError) {
    const hint = 'newsletter config set broker-token-file <file with the token its operator gave you>';
    return failure('credentials_refused', 'the broker rejected this machine', hint);
  }
  const code = error instanceof ResponseBodyError ? error.error : undefined;
  if (code === 'invalid_grant') return failure('credentials_refused', 'the service rejected this sign-in');
  if (code === 'invalid_client' || code === 'unauthorized_client') {
    const whose = isBroker ? 'client id and secret of the broker' : 'client id or client secret';
    const hint = 'compare them with what the service registered for the app';
    return failure('credentials_refused', `the service rejected the ${whose}`, hint);
  }
  if (status === 403) {
    return failure('forbidden', 'the service refuses to issue a token (403)', addressHint(client));
  }
  if (status >= 400) {
    const request = { method: 'POST', path: url.pathname, repeat: 'read', bytes: 0 } as const;
    const last = { reply: { status }, outcome: 'not done', giveUp: 'final', retries: 0 } as const;
    return responseFailure(request, response, last);
  }
  if (!(error instanceof OperationProcessingError) || error.code !== PARSE_ERROR) return undefined;
  return unexpected('the service sent no token, but something other than JSON', client, lines.slice(0, 3));
}

function addressHint({ tokenUrl }: OAuthClient): string {
  return `check the address: newsletter config get ${tokenUrl === undefined ? 'auth-url' : 'token-url'}`;
}

/** Masks the secrets that the server repeated, and names the setting of the requested address in the hint. */
function withoutSecrets(failure: Failure, client: OAuthClient, form: URLSearchParams | undefined): Failure {
  const secrets = secretFields.map(name => form?.get(name) ?? '').filter(value => value !== '');
  const masked = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
  const { message, details, cause, hint } = failure;
  return failure.reworded(masked(printable(message)), {
    // Not the failure itself, which has the secrets.
    cause,
    details: details.map(masked),
    hint: hint?.startsWith(checkBaseUrl) ? addressHint(client) : hint,
  });
}
