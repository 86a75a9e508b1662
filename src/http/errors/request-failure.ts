/** The failures of a request: message, hint and exit status follow from its outcome. */
import { checkBaseUrl, Failure, type FailureCode, type FailureDetails } from '../../lib/failure.ts';
import { printable } from '../../lib/text/printable.ts';
import type { RawResponse } from '../api.ts';
import { isRefusal, isSafeLater, type Outcome, outcomeOf, type Reply } from '../outcome.ts';
import type { GiveUpReason } from '../retry-policy.ts';
import type { PreparedRequest } from '../transport.ts';
import { shownSize, shownUrl } from '../url.ts';
import { errorBody } from './error-body.ts';
import type { NetworkError } from './network-error.ts';

export type RequestSummary = Pick<PreparedRequest, 'method' | 'path' | 'repeat' | 'bytes'>;

interface RequestEnd {
  readonly request: RequestSummary;
  readonly reply: Reply;
  readonly outcome: Outcome;
  /** The problem, without its meaning for the outcome. */
  readonly reason: string;
  readonly response?: RawResponse | undefined;
  /** The failure if a look at the service's state confirms the refusal. */
  readonly refusal?: Failure;
}

/** The failure of a request that has left, or was to leave. */
export class RequestFailure extends Failure {
  readonly end: RequestEnd;

  constructor(code: FailureCode, end: RequestEnd, more: FailureDetails) {
    const { method, path } = end.request;
    const message =
      code === 'outcome_unknown'
        ? `unknown whether ${method} ${path} was carried out: ${end.reason}`
        : end.reason;
    super(code, message, { ...more, method, path });
    this.end = end;
  }
}

/** The failure of a request of class `once`; undefined for any other error. */
export function onceFailure(error: unknown): RequestFailure | undefined {
  return error instanceof RequestFailure && error.end.request.repeat === 'once' ? error : undefined;
}

/** The problem without its meaning, for a sentence that adds it. */
export function reasonOf(failure: Failure): string {
  return failure instanceof RequestFailure ? failure.end.reason : failure.message;
}

/** The response that caused an error, decompressed, if there was one. */
export function responseBehind(error: unknown): RawResponse | undefined {
  return error instanceof RequestFailure ? error.end.response : undefined;
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

/** The attempts after which a request was given up. */
export interface LastAttempt {
  readonly reply: Reply;
  /** The outcome after all attempts. */
  readonly outcome: Outcome;
  readonly giveUp: GiveUpReason;
  readonly retries: number;
  /** The hint if the credentials are refused. */
  readonly remedy?: string | undefined;
  /** Why a redirect was not followed, and where it leads. */
  readonly redirect?: string | undefined;
}

/** The failure that a response other than 2xx means, after all retries. */
export function responseFailure(request: RequestSummary, response: RawResponse, last: LastAttempt): Failure {
  const { reply, outcome } = last;
  const { status, headers } = response;
  const { lines, requestId } = errorBody(headers['content-type'] ?? '', response.body);
  const more = { status, details: lines, requestId: requestIdOf(headers) ?? requestId };
  const statusLine = printable(`${status} ${response.statusText}`);
  const [code, reason, hint] = meaning(request, response, statusLine, last);
  const end = { request, reply, outcome, reason, response };
  // Reasons that the service gives are better than general advice.
  const isExplained = code === 'refused' && lines.length > 0;
  const known = { ...more, hint: isExplained ? null : hint };
  if (outcome !== 'unknown') return new RequestFailure(code, end, known);
  if (isSafeLater(request.repeat, reply)) {
    const details = [...lines, 'it may have been carried out; running it again is safe'];
    return new RequestFailure(code, end, { ...more, details, hint });
  }
  const isNamed = status >= 500 || status === 429 || last.redirect !== undefined;
  const said = isNamed ? reason : `the service responded ${statusLine}`;
  const refusal = isRefusal(reply) ? { refusal: new RequestFailure(code, end, known) } : {};
  return unknownOutcome({ ...end, ...refusal, reason: said }, more);
}

function unknownOutcome(end: RequestEnd, more: FailureDetails): RequestFailure {
  const hint = end.request.repeat === 'upsert' ? 'run it again: that is safe' : undefined;
  return new RequestFailure('outcome_unknown', end, { ...more, hint });
}

function meaning(
  request: RequestSummary,
  response: RawResponse,
  statusLine: string,
  last: LastAttempt,
): [FailureCode, string, string | null | undefined] {
  const what = `${request.method} ${request.path}`;
  const { status } = response;
  switch (status) {
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
  if (status >= 500) {
    const message = `the service failed (${statusLine})${afterRetries(last)}`;
    return ['service_failing', message, laterHint(last)];
  }
  if (status >= 400) return ['refused', `the service rejected the request (${statusLine})`, undefined];
  if (last.redirect !== undefined) return ['unexpected_answer', last.redirect, undefined];
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
  // Paths without an id exist if this is the service.
  if (isPage || /^\/v1\/(account|groups|emails|subscribers|subscriber-imports|fields|tags)$/.test(path))
    return checkBaseUrl;
  const [, listed] = /^\/v1\/(?:subscriber-)?(subscribers|groups|emails|fields|imports)\/./.exec(path) ?? [];
  return listed && `newsletter ${listed} list`;
}

function afterRetries({ retries }: LastAttempt): string {
  if (retries === 0) return '';
  return ` after ${retries === 1 ? '1 retry' : `${retries} retries`}`;
}

function laterHint({ giveUp, reply }: LastAttempt): string {
  const asked = 'retryAfter' in reply ? reply.retryAfter : undefined;
  const hint = asked
    ? `try again later: the service asks to wait ${Math.ceil(asked)} seconds`
    : 'try again later';
  return giveUp === 'max-wait' ? `${hint}; or wait that long with --max-wait <seconds>` : hint;
}

/** The failure that a network error means, after all retries. */
export function networkFailure(
  request: RequestSummary,
  { code, message, hint, status, cause, sent }: NetworkError,
  { reply, outcome }: LastAttempt,
): Failure {
  const isEarlier = outcome === 'unknown' && !sent;
  const reason = isEarlier ? `no response to the first attempt; then: ${message}` : message;
  const end = { request, reply, outcome, reason };
  if (outcome === 'unknown') return unknownOutcome(end, { status, cause });
  return new RequestFailure(code, end, { status, cause, hint });
}

/**
 * The failure of a 2xx response with an unexpected body. A request that changes something was probably carried out.
 *
 * @param why completes "unexpected response: …"
 */
export function unexpectedResponse(
  request: RequestSummary,
  response: RawResponse,
  why: string,
  cause?: unknown,
): Failure {
  const { status, headers, body } = response;
  // A web page names the server that answered; unexpected JSON would only fill the screen.
  const isJson = /^\s*[[{"]/.test(body.toString('latin1', 0, 100));
  const details = isJson ? [] : errorBody(headers['content-type'] ?? '', body).lines.slice(0, 3);
  const more = { status, requestId: requestIdOf(headers), details, cause };
  const reply = { status, isUnreadable: true };
  const outcome = outcomeOf(request.repeat, reply);
  const reason = `unexpected response: ${why}`;
  if (outcome !== 'unknown') {
    const end = { request, reply, outcome, reason };
    return new RequestFailure('unexpected_answer', end, { ...more, hint: checkBaseUrl });
  }
  // A sign-in page of a network has status 200, too: it accepts nothing.
  return unknownOutcome({ request, reply, outcome, reason: `unexpected response (${status}): ${why}` }, more);
}

/**
 * The failure of a request that was aborted, by the user or by the caller's signal.
 *
 * @param reason of the signal; a failure other than `interrupted` is returned as it is
 * @param outcome of the attempts so far
 */
export function interruption(request: RequestSummary, reason: unknown, outcome: Outcome): Failure {
  if (reason instanceof Failure && reason.code !== 'interrupted') return reason;
  const details =
    outcome === 'unknown' ? [`${request.method} ${request.path} may or may not have been carried out`] : [];
  const reply = { code: 'interrupted', sent: outcome === 'unknown' } as const;
  return new RequestFailure('interrupted', { request, reply, outcome, reason: 'interrupted' }, { details });
}
