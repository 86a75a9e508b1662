import { HttpError } from '../http/error.ts';
import type { SandboxRequest } from '../http/message.ts';

/** An error of the token and revocation endpoints. @param error a code of RFC 6749, section 5.2 */
export function oauthError(error: string, description: string, status = 400): HttpError {
  return new HttpError(status, description, { error, error_description: description }, noStore);
}

/** Headers of every response that can hold a token (RFC 6749, section 5.1). */
export const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/**
 * Reads a form-encoded body.
 *
 * @throws HttpError invalid_request when the body is not form-encoded or repeats a parameter (RFC 6749, section 3.2)
 */
export function readForm(request: SandboxRequest): URLSearchParams {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw oauthError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams(request.body);
  const twice = repeatedParameter(form);
  if (twice !== undefined) throw oauthError('invalid_request', `The parameter ${twice} is given twice.`);
  return form;
}

/** The name of a parameter that occurs more than once; undefined where none does. */
export function repeatedParameter(parameters: URLSearchParams): string | undefined {
  return [...parameters.keys()].find(name => parameters.getAll(name).length > 1);
}
