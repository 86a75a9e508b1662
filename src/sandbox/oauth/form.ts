import { Refusal } from '../http/error.ts';
import type { Incoming } from '../http/response.ts';

/** An error answer of the token and revocation endpoints. @param error a code of RFC 6749, section 5.2 */
export function oauthRefusal(error: string, description: string, status = 400): Refusal {
  return new Refusal(status, description, { error, error_description: description }, noStore);
}

/** Headers of every answer that holds or could hold a token. */
export const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/**
 * Reads a form-encoded body.
 *
 * @throws Refusal invalid_request when the body is not form-encoded or repeats a parameter (RFC 6749, section 3.2)
 */
export function readForm(request: Incoming): URLSearchParams {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw oauthRefusal('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams(request.body);
  const twice = repeated(form);
  if (twice !== undefined) throw oauthRefusal('invalid_request', `The parameter ${twice} is given twice.`);
  return form;
}

/** @returns the name of a parameter that occurs more than once */
export function repeated(parameters: URLSearchParams): string | undefined {
  return [...parameters.keys()].find(name => parameters.getAll(name).length > 1);
}
