/** The requests that the broker accepts, and what it forwards to the service. */

/** An error response of the broker itself (RFC 6749, section 5.2). */
export class BrokerError extends Error {
  readonly status: number;
  readonly error: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    error: string,
    description: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(description);
    this.status = status;
    this.error = error;
    this.headers = headers;
  }
}

/** The OAuth client as registered with the service. */
export interface ClientRegistration {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

/** The fields that are forwarded. */
const fieldsOf = {
  authorization_code: ['code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['refresh_token'],
  revoke: ['token'],
} as const;

/** The paths of the broker's token and revocation endpoints; the service's own have the same. */
export const brokerPaths = ['/oauth/token', '/oauth/revoke'] as const;
export type BrokerPath = (typeof brokerPaths)[number];

export interface ForwardedRequest {
  /** For the log. */
  readonly kind: keyof typeof fieldsOf;
  /** Including client_id and client_secret. */
  readonly form: URLSearchParams;
}

/**
 * Checks a request, and makes the one that is forwarded: the fields that service.txt names, client_id and
 * client_secret.
 *
 * @param body the form as it was received
 * @throws BrokerError for every other request, and for redirect URIs that are not registered
 */
export function forwardedRequest(
  endpoint: BrokerPath,
  body: string,
  registration: ClientRegistration,
): ForwardedRequest {
  const form = new URLSearchParams(body);
  const names = [...form.keys()];
  if (new Set(names).size !== names.length) throw invalidRequest('a parameter is given twice');
  if (form.has('client_secret')) throw invalidRequest('the broker adds the client secret; do not send one');
  const clientId = form.get('client_id');
  if (clientId !== null && clientId !== registration.clientId) {
    throw new BrokerError(400, 'invalid_client', 'this broker is for another client_id');
  }
  const kind = kindOf(endpoint, form);
  const forwarded = new URLSearchParams(kind === 'revoke' ? {} : { grant_type: kind });
  for (const field of fieldsOf[kind]) forwarded.set(field, required(form, field));
  if (kind === 'authorization_code') checkCode(forwarded, registration.redirectUris);
  forwarded.set('client_id', registration.clientId);
  forwarded.set('client_secret', registration.clientSecret);
  return { kind, form: forwarded };
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
    throw invalidRequest('redirect_uri is not registered here');
  if (!/^[\w.~-]{43,128}$/.test(form.get('code_verifier') ?? ''))
    throw invalidRequest('code_verifier is malformed');
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw invalidRequest(`${name} is missing`);
  return value;
}

function invalidRequest(description: string): BrokerError {
  return new BrokerError(400, 'invalid_request', description);
}
