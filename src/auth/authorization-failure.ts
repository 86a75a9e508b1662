import {
  AuthorizationResponseError,
  OperationProcessingError,
  UnsupportedOperationError,
} from 'oauth4webapi';
import { printable } from '../http/error-body.ts';
import { Failure } from '../lib/failure.ts';

/**
 * Puts what oauth4webapi throws into the user's terms; failures of ours pass as they are. Its errors are not
 * kept as the cause: they carry whole answers, tokens included.
 */
export function authorizationFailure(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError) {
    const { error: code, error_description: description } = error;
    return redirectedError(code, description);
  }
  if (error instanceof OperationProcessingError || error instanceof UnsupportedOperationError) {
    return new Failure('unexpected_answer', `the answer of the service makes no sense: ${error.message}`, {
      hint: 'newsletter config get auth-url shows who was asked',
    });
  }
  return error;
}

/** An error that the service sent back with the browser (RFC 6749, section 4.1.2.1). */
function redirectedError(code: string, description: string | undefined): Failure {
  const said = printable(description === undefined ? code : `${description} (${code})`);
  if (code === 'access_denied') {
    return new Failure('sign_in_refused', 'access was not approved; nothing was stored', {
      details: description === undefined ? [] : [said],
      hint: 'to try again: newsletter login',
    });
  }
  if (code === 'server_error' || code === 'temporarily_unavailable') {
    const message = 'the service could not sign you in; nothing was stored';
    return new Failure('service_failing', message, { details: [said], hint: 'try again later' });
  }
  return new Failure('sign_in_refused', 'the service refused the sign-in; nothing was stored', {
    details: [said],
    hint: 'check client-id and redirect-uri against what the service registered: newsletter config list',
  });
}
