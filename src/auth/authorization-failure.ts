import {
  AuthorizationResponseError,
  OperationProcessingError,
  UnsupportedOperationError,
} from 'oauth4webapi';
import { Failure } from '../lib/failure.ts';
import { printable } from '../lib/printable.ts';

/**
 * Turns an error of oauth4webapi into a failure. The error is not kept as the cause: it holds the whole response, with
 * the tokens.
 *
 * @returns Failure sign_in_refused, service_failing or unexpected_answer; every other error unchanged
 */
export function authorizationFailure(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError) {
    return errorResponseFailure(error.error, error.error_description);
  }
  if (error instanceof OperationProcessingError || error instanceof UnsupportedOperationError) {
    return invalidResponse(`unexpected response: ${error.message}`);
  }
  return error;
}

/** The failure that a response means which is not what the RFC demands. */
export function invalidResponse(message: string): Failure {
  const hint = 'check the address: newsletter config get auth-url';
  return new Failure('unexpected_answer', message, { hint });
}

/** The failure that an error at the redirect URI means (RFC 6749, section 4.1.2.1). */
function errorResponseFailure(code: string, description: string | undefined): Failure {
  const reason = printable(description === undefined ? code : `${description} (${code})`);
  if (code === 'access_denied') {
    return new Failure('sign_in_refused', 'access was not approved; nothing was stored', {
      details: description === undefined ? [] : [reason],
      hint: 'to try again: newsletter login',
    });
  }
  if (code === 'server_error' || code === 'temporarily_unavailable') {
    const message = 'the service could not sign you in; nothing was stored';
    return new Failure('service_failing', message, { details: [reason], hint: 'try again later' });
  }
  return new Failure('sign_in_refused', 'the service refused the sign-in; nothing was stored', {
    details: [reason],
    hint: 'check client-id and redirect-uri against what the service registered: newsletter config list',
  });
}
