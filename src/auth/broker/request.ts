/** What the broker takes, and what it makes of it. */

/** An answer of the broker itself (RFC 6749, section 5.2). */
export class BrokerError extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

export interface ClientRegistration {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

/** The endpoints, by path, and what each passes on of a request besides the client's own fields. */
const grants: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['refresh_token'],
};
const revocation = ['token'];

export const brokerPaths = ['/oauth/token', '/oauth/revoke'] as const;
export type BrokerPath = (typeof brokerPaths)[number];

export interface ForwardedRequest {
  /** For the log. */
  readonly kind: 'authorization_code' | 'refresh_token' | 'revoke';
  /** With client_id and client_secret. */
  readonly form: URLSearchParams;
}

/**
 * The request as it goes on to the service: only the fields that the document shows, and the client's own.
 * @throws BrokerRefusal for everything that is not a request of one of the registered redirect URIs' sign-ins
 */
export function forwardedRequest(
  endpoint: BrokerPath,
  body: string,
  registration: ClientRegistration,
): ForwardedRequest {
  const form = new URLSearchParams(body);
  const names = [...form.keys()];
  if (new Set(names).size !== names.length) throw invalid('a parameter is given twice');
  if (form.has('client_secret')) throw invalid('the broker adds the client secret; none must be sent to it');
  const clientId = form.get('client_id');
  if (clientId !== null && clientId !== registration.clientId) {
    throw new BrokerError(400, 'invalid_client', 'this broker is for another client_id');
  }
  const kind = kindOf(endpoint, form);
  const fields = kind === 'revoke' ? revocation : (grants[kind] ?? []);
  const onward = new URLSearchParams(kind === 'revoke' ? {} : { grant_type: kind });
  for (const field of fields) onward.set(field, need(form, field));
  if (kind === 'authorization_code') checkCode(onward, registration.redirectUris);
  onward.set('client_id', registration.clientId);
  onward.set('client_secret', registration.clientSecret);
  return { kind, form: onward };
}

function kindOf(endpoint: BrokerPath, form: URLSearchParams): ForwardedRequest['kind'] {
  if (endpoint === '/oauth/revoke') return 'revoke';
  const type = form.get('grant_type');
  if (type === 'authorization_code' || type === 'refresh_token') return type;
  throw new BrokerError(
    400,
    'unsupported_grant_type',
    'the broker forwards authorization_code and refresh_token only',
  );
}

function checkCode(form: URLSearchParams, redirectUris: readonly string[]): void {
  if (!redirectUris.includes(form.get('redirect_uri') ?? ''))
    throw invalid('redirect_uri is not registered here');
  if (!/^[\w.~-]{43,128}$/.test(form.get('code_verifier') ?? '')) throw invalid('code_verifier is malformed');
}

function need(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw invalid(`${name} is missing`);
  return value;
}

function invalid(description: string): BrokerError {
  return new BrokerError(400, 'invalid_request', description);
}
