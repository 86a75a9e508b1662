import { checkBaseUrl, Failure, type FailureCode, type FailureDetails } from '../../lib/failure.ts';
import type { RawResponse } from '../api.ts';
import type { PreparedRequest } from '../request.ts';
import { type FailedAttempt, type GiveUpReason, isOnce, unprocessed } from '../retry-policy.ts';
import { shownSize, shownUrl } from '../verbose-log.ts';
import { errorBody, printable } from './error-body.ts';
import { InterruptedRequest, LostResponse } from './lost-response.ts';
import type { NetworkError } from './network-error.ts';

/** What failures say about the request they are about. */
export type RequestSummary = Pick<PreparedRequest, 'method' | 'path' | 'repeat' | 'bytes'>;

/** The attempt after which a request was given up. */
export interface LastAttempt {
  readonly attempt: FailedAttempt;
  readonly reason: GiveUpReason;
  /** How often the request was retried before. */
  readonly retries: number;
  /** What to do where the credentials are refused. */
  readonly remedy?: string | undefined;
}

/** The failure that a response other than 2xx means. */
class ResponseFailure extends Failure {
  readonly response: RawResponse;

  constructor(code: FailureCode, message: string, response: RawResponse, more: FailureDetails) {
    super(code, message, more);
    this.response = response;
  }
}

/** The response that an error is about, decompressed, where there was one. */
export function responseBehind(error: unknown): RawResponse | undefined {
  return error instanceof ResponseFailure || error instanceof LostResponse ? error.response : undefined;
}

const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-trace-id',
  'traceparent',
  'cf-ray',
];

/** The service's id for a request, from the headers in use for it. */
export function requestIdOf(headers: Readonly<Record<string, string>>): string | undefined {
  const found = requestIdHeaders.map(name => headers[name]).find(Boolean);
  return found === undefined ? undefined : printable(found);
}

/** The failure that a response other than 2xx means, after all retries. */
export function responseFailure(request: RequestSummary, response: RawResponse, last: LastAttempt): Failure {
  const { method, path } = request;
  const { status, headers } = response;
  const { lines, requestId } = errorBody(headers['content-type'] ?? '', response.body);
  const more = { method, path, status, details: lines, requestId: requestIdOf(headers) ?? requestId };
  const statusLine = printable(`${status} ${response.statusText}`);
  if (isOnce(request.repeat) && !unprocessed(request.repeat, last.attempt)) {
    return new LostResponse(request, `the service failed (${statusLine})`, { ...more, response });
  }
  const [code, message, hint] = meaning(request, response, statusLine, last);
  // Reasons that the service gives are better than general advice.
  const isExplained = code === 'refused' && lines.length > 0;
  return new ResponseFailure(code, message, response, { ...more, hint: isExplained ? null : hint });
}

function meaning(
  request: RequestSummary,
  response: RawResponse,
  statusLine: string,
  last: LastAttempt,
): [FailureCode, string, string | null | undefined] {
  const what = `${request.method} ${request.path}`;
  switch (response.status) {
    case 401:
      return ['credentials_refused', 'invalid credentials: the service does not accept them', last.remedy];
    case 403:
      return ['forbidden', 'permission denied by the service', undefined];
    case 404:
      return ['not_found', `not found: ${what}`, notFoundHint(request, response)];
    case 413:
      return [
        'too_large',
        `the request is too large for the service (${shownSize(request.bytes)})`,
        request.path.endsWith('/subscriber-imports') ? undefined : null,
      ];
    case 429:
      return ['overloaded', `the service is busy (${statusLine})${afterRetries(last)}`, laterHint(last)];
  }
  if (response.status >= 500) {
    const message = `the service failed (${statusLine})${afterRetries(last)}`;
    return ['service_failing', message, laterHint(last)];
  }
  if (response.status >= 400)
    return ['refused', `the service rejected the request (${statusLine})`, undefined];
  const { location } = response.headers;
  const to = location === undefined ? '' : `, a redirect to ${shownLocation(location)}`;
  return ['unexpected_answer', `unexpected response to ${what}: ${statusLine}${to}`, undefined];
}

/** The query of a relative address may hold secrets. */
function shownLocation(location: string): string {
  return printable(URL.canParse(location) ? shownUrl(new URL(location)) : location.replace(/\?.*/s, '?***'));
}

/** The hint for a 404, which may come from another server altogether. */
function notFoundHint({ path }: RequestSummary, { headers }: RawResponse): string | undefined {
  const isPage = (headers['content-type'] ?? '').includes('html');
  // What has no id in its path is always there, if this is the service.
  if (isPage || /^\/v1\/(account|groups|emails|subscribers|subscriber-imports|fields|tags)$/.test(path))
    return checkBaseUrl;
  const [, listed] = /^\/v1\/(?:subscriber-)?(subscribers|groups|emails|fields|imports)\/./.exec(path) ?? [];
  return listed && `newsletter ${listed} list`;
}

function afterRetries({ retries }: LastAttempt): string {
  if (retries === 0) return '';
  return ` after ${retries === 1 ? '1 retry' : `${retries} retries`}`;
}

function laterHint({ reason, attempt }: LastAttempt): string {
  const asked = 'retryAfter' in attempt ? attempt.retryAfter : undefined;
  const hint = asked
    ? `try again later: the service asks to wait ${Math.ceil(asked)} seconds`
    : 'try again later';
  return reason === 'max-wait' ? `${hint}; or wait that long with --max-wait <seconds>` : hint;
}

/** The failure that a network error means, after all retries. */
export function networkFailure(request: RequestSummary, error: NetworkError): Failure {
  const { method, path } = request;
  const { code, message, hint, status, cause } = error;
  const more = { method, path, status, cause };
  if (isOnce(request.repeat) && error.sent) return new LostResponse(request, message, more);
  return new Failure(code, message, { ...more, hint });
}

/**
 * The failure that a 2xx response means whose body is not as expected. A request of class `once` was probably carried
 * out: its caller has to find out.
 *
 * @param why completes "unexpected response: …"
 */
export function unexpectedResponse(
  request: RequestSummary,
  response: RawResponse,
  why: string,
  cause?: unknown,
): Failure {
  const { method, path } = request;
  const { status, headers, body } = response;
  // A web page tells who answered; JSON that is not as expected would only fill the screen.
  const isJson = /^\s*[[{"]/.test(body.toString('latin1', 0, 100));
  const details = isJson ? [] : errorBody(headers['content-type'] ?? '', body).lines.slice(0, 3);
  const more = { method, path, status, requestId: requestIdOf(headers), details, cause };
  if (isOnce(request.repeat)) {
    return new LostResponse(
      request,
      `the service accepted it (${status}), but sent an unexpected response: ${why}`,
      more,
    );
  }
  return new Failure('unexpected_answer', `unexpected response: ${why}`, {
    ...more,
    hint: checkBaseUrl,
  });
}

/**
 * The failure of a request that was aborted, by the user or by the caller's signal.
 *
 * @param reason of the signal; a failure other than `interrupted` is returned as it is
 * @param sent whether some of the request may have left
 */
export function interruption(request: RequestSummary, reason: unknown, sent: boolean): Failure {
  if (reason instanceof Failure && reason.code !== 'interrupted') return reason;
  return new InterruptedRequest(request, sent);
}
