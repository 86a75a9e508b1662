import type { HttpOptions, RawResponse } from '../http/api.ts';
import { errorBody, printable } from '../http/error-body.ts';
import { postForm } from '../http/form-post.ts';
import { responseFailure } from '../http/response-error.ts';
import { Failure } from '../lib/failure.ts';
import { isObject, type UnknownRecord } from '../lib/is-object.ts';

/** Which authorization server to sign in at, and as which client. */
export interface OAuthClient {
  /** The document's {auth_url}. */
  readonly authUrl: string;
  readonly clientId: string;
  /** The token endpoint of the broker that adds the client secret; undefined: the service's own. */
  readonly tokenUrl?: string | undefined;
}

interface FormRequest {
  readonly body?: URLSearchParams | null;
}

/** Fields of a form that must not be repeated anywhere. */
const secretFields = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'token'];

/**
 * How oauth4webapi's requests travel: on the program's own connections, with its retries, proxies and
 * `--verbose` lines. Answers that are not a token response become failures here, in the user's terms.
 */
export function tokenFetch(app: OAuthClient, http: HttpOptions) {
  return async (address: string, { body }: FormRequest): Promise<Response> => {
    const form = body ?? new URLSearchParams();
    const answer = await post(app, http, new URL(address), form);
    if (form.get('grant_type') === null) return new Response(null, { status: 200 });
    return Response.json(settled(tokenResponse(app, answer), form.get('grant_type')));
  };
}

async function post(
  app: OAuthClient,
  http: HttpOptions,
  url: URL,
  form: URLSearchParams,
): Promise<RawResponse> {
  let answer: RawResponse;
  try {
    answer = await postForm(http, url, form, [400, 401, 403]);
  } catch (error) {
    throw error instanceof Failure ? reworded(error, app, form) : error;
  }
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw reworded(refusal(app, url, answer), app, form);
}

/** RFC 6749, section 5.2. */
function refusal(app: OAuthClient, url: URL, answer: RawResponse): Failure {
  const subject = { method: 'POST', path: url.pathname, repeat: 'upsert', bytes: 0 } as const;
  const { status } = answer;
  const code = jsonIn(answer)?.error;
  const place = { method: subject.method, path: subject.path, status };
  const details = errorBody(answer.headers['content-type'] ?? '', answer.body).lines;
  if (code === 'invalid_grant') {
    const message = 'the service does not accept this sign-in (any more)';
    return new Failure('credentials_refused', message, { ...place, details, hint: 'newsletter login' });
  }
  if (code === 'invalid_client' || code === 'unauthorized_client') {
    const whose =
      app.tokenUrl === undefined ? 'client id or client secret' : 'client id and secret of the broker';
    const message = `the service does not accept the ${whose}`;
    const hint = 'compare them with what the operator of the service gave you';
    return new Failure('credentials_refused', message, { ...place, details, hint });
  }
  if (status === 403) {
    return new Failure('forbidden', 'the service refuses to issue a token (403)', {
      ...place,
      details,
      hint: hintFor(app),
    });
  }
  const attempt = { status, retryAfter: undefined };
  return responseFailure(subject, answer, { attempt, reason: 'final', retries: 0 });
}

function tokenResponse(app: OAuthClient, answer: RawResponse): UnknownRecord {
  const json = jsonIn(answer);
  if (json !== undefined) return json;
  const isPage = /^\s*</.test(answer.body.toString('latin1', 0, 100));
  const what = answer.body.byteLength === 0 ? 'nothing' : isPage ? 'a web page' : 'something other than JSON';
  throw new Failure('unexpected_answer', `instead of a token the service sent ${what}`, {
    status: answer.status,
    details: isPage ? errorBody('text/html', answer.body).lines.slice(0, 3) : [],
    hint: hintFor(app),
  });
}

/**
 * "The shape of the refresh response beyond returning a new access token: not shown": its type may be left out.
 * What is null is taken for left out; an ID token was not asked for.
 */
function settled(answer: UnknownRecord, grantType: string | null): UnknownRecord {
  const { id_token: _, ...said } = Object.fromEntries(
    Object.entries(answer).filter(([, value]) => value !== null),
  );
  return grantType === 'refresh_token' ? { token_type: 'Bearer', ...said } : said;
}

function jsonIn(answer: RawResponse): UnknownRecord | undefined {
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function hintFor(app: OAuthClient): string {
  return `check the address: newsletter config get ${app.tokenUrl === undefined ? 'auth-url' : 'token-url'}`;
}

/** The same failure, about the right address, and without what a careless server repeats of the request. */
function reworded(failure: Failure, app: OAuthClient, form: URLSearchParams): Failure {
  const secrets = secretFields.map(name => form.get(name)).filter(value => value !== null && value !== '');
  const masked = (text: string) =>
    secrets.reduce<string>((shown, secret) => shown.replaceAll(secret ?? '', '***'), text);
  const { code, status, method, path, requestId, hint, cause } = failure;
  return new Failure(code, masked(printable(failure.message)), {
    status,
    method,
    path,
    requestId,
    cause,
    details: failure.details.map(masked),
    hint: hint?.includes('base-url') ? hintFor(app) : hint,
  });
}
