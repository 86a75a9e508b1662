import type { Repeat } from '../contract/endpoint.ts';
import { Failure, type FailureCode, type FailureDetails } from '../lib/failure.ts';
import { errorBody, printable } from './error-body.ts';
import type { ConnectionProblem } from './network-error.ts';
import { type Setback, unprocessed, type Verdict } from './retry-policy.ts';
import { shownSize } from './verbose-log.ts';

/** What failures say about the request they are about. */
export interface Subject {
  readonly method: string;
  /** Below the base address, without a query. */
  readonly path: string;
  readonly repeat: Repeat;
  /** Bytes of the request body. */
  readonly bytes: number;
}

/** An answer, decompressed. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How often it was tried and why no more. */
export interface GivenUp {
  readonly verdict: Extract<Verdict, { giveUp: string }>;
  readonly setback: Setback;
  readonly repeats: number;
  /** An answer that came from another origin: our credentials were never shown there. */
  readonly elsewhere?: boolean;
  /** What to do where the credentials are refused. */
  readonly remedy?: string | undefined;
}

const unknownHint = 'look whether it was carried out before you do it again';

/** The service's name for a request, from the headers in use for it. */
export function requestIdOf(headers: Readonly<Record<string, string>>): string | undefined {
  const names = [
    'x-request-id',
    'request-id',
    'x-correlation-id',
    'x-amzn-requestid',
    'x-amzn-trace-id',
    'x-trace-id',
    'traceparent',
    'cf-ray',
  ];
  const found = names.map(name => headers[name]).find(Boolean);
  return found === undefined ? undefined : printable(found);
}

const answers = new WeakMap<Failure, Answer>();

/** The answer that a failure is about, whole, where there was one. */
export function answerBehind(failure: Failure): Answer | undefined {
  return answers.get(failure);
}

/** The failure that an answer other than 2xx means, after all retries. */
export function answerFailure(subject: Subject, answer: Answer, givenUp: GivenUp): Failure {
  const failure = failureOf(subject, answer, givenUp);
  answers.set(failure, answer);
  return failure;
}

function failureOf(subject: Subject, answer: Answer, givenUp: GivenUp): Failure {
  const said = errorBody(answer.headers['content-type'] ?? '', answer.body);
  const details: FailureDetails = {
    ...placeOf(subject),
    status: answer.status,
    details: said.lines,
    requestId: requestIdOf(answer.headers) ?? said.requestId,
  };
  const word = printable(`${answer.status} ${answer.statusText}`);
  if (subject.repeat === 'once' && !unprocessed(givenUp.setback)) {
    return outcomeUnknown(subject, `the service failed (${word})`, details);
  }
  const [code, message, hint] = meaning(subject, answer, word, givenUp);
  // Reasons that the service gives are better than general advice.
  const isSaid = code === 'refused' && said.lines.length > 0;
  return new Failure(code, message, { ...details, hint: isSaid ? null : hint });
}

function meaning(
  subject: Subject,
  answer: Answer,
  word: string,
  givenUp: GivenUp,
): [FailureCode, string, string | null | undefined] {
  const what = `${subject.method} ${subject.path}`;
  switch (answer.status) {
    case 401:
      return givenUp.elsewhere
        ? ['credentials_refused', 'the service redirects to an address that wants other credentials', null]
        : ['credentials_refused', 'the service does not accept the credentials', givenUp.remedy];
    case 403:
      return ['forbidden', 'the credentials do not allow this', 'see who you are with: newsletter whoami'];
    case 404:
      return ['not_found', `no such thing: ${what}`, notFoundHint(answer, subject)];
    case 413:
      return [
        'too_large',
        `the service finds the request too large (${shownSize(subject.bytes)})`,
        subject.path.endsWith('/subscriber-imports') ? undefined : null,
      ];
    case 429:
      return ['overloaded', `the service is busy (${word})${stayed(givenUp)}`, laterHint(givenUp)];
  }
  if (answer.status >= 500) {
    return ['service_failing', `the service is failing (${word})${stayed(givenUp)}`, laterHint(givenUp)];
  }
  if (answer.status >= 400) return ['refused', `the service refused the request (${word})`, undefined];
  return ['unexpected_answer', `the service answered ${what} with ${word}`, undefined];
}

/** A page for people instead of the service's own answer: this may be another server altogether. */
function notFoundHint(answer: Answer, { path }: Subject): string | undefined {
  const isPage = (answer.headers['content-type'] ?? '').includes('html');
  if (isPage) return 'check the address: newsletter config get base-url';
  const [, listed] = /^\/v1\/(?:subscriber-)?(subscribers|groups|emails|fields|imports)\/./.exec(path) ?? [];
  return listed && `newsletter ${listed} list`;
}

function stayed({ repeats }: GivenUp): string {
  if (repeats === 0) return '';
  return ` and stayed so after ${repeats === 1 ? 'another try' : `${repeats} more tries`}`;
}

function laterHint({ verdict, setback }: GivenUp): string {
  const asked = 'retryAfter' in setback ? setback.retryAfter : undefined;
  const wish = asked ? `the service asks to wait ${Math.ceil(asked)} s` : 'try again later';
  return verdict.giveUp === 'max-wait' ? `${wish}; to wait that long, raise --max-wait` : wish;
}

/** The failure that a broken connection means, after all retries. */
export function brokenFailure(
  subject: Subject,
  problem: ConnectionProblem,
  broken: { readonly sent: boolean; readonly status: number | undefined; readonly cause?: unknown },
): Failure {
  const details: FailureDetails = { ...placeOf(subject), status: broken.status, cause: broken.cause };
  if (subject.repeat === 'once' && broken.sent) return outcomeUnknown(subject, problem.message, details);
  return new Failure(problem.code, problem.message, { ...details, hint: problem.hint });
}

/**
 * A success answer that makes no sense. What was asked `once` has probably happened: that is for the
 * caller to find out.
 * @param why completes "the service accepted it (201), but …"
 */
export function nonsense(subject: Subject, answer: Answer, why: string, cause?: unknown): Failure {
  // A page for people says who answered; a record in the wrong form would only fill the screen.
  const said = errorBody(answer.headers['content-type'] ?? '', answer.body);
  const isJson = /^\s*[[{"]/.test(answer.body.toString('latin1', 0, 100));
  const details: FailureDetails = {
    ...placeOf(subject),
    status: answer.status,
    requestId: requestIdOf(answer.headers),
    details: isJson ? [] : said.lines.slice(0, 3),
    cause,
  };
  if (subject.repeat === 'once') {
    return outcomeUnknown(subject, `the service accepted it (${answer.status}), but ${why}`, details);
  }
  return new Failure('unexpected_answer', `the service answered, but ${why}`, {
    ...details,
    hint: 'check the address: newsletter config get base-url',
  });
}

/** Ended by the user (or by whoever gave a signal): a reason of their own stands, but for a mere "interrupted". */
export function interruption(subject: Subject, reason: unknown, sent: boolean): Failure {
  if (reason instanceof Failure && reason.code !== 'interrupted') return reason;
  const details =
    sent && subject.repeat !== 'read'
      ? [`${subject.method} ${subject.path} may or may not have been carried out`]
      : [];
  return new Failure('interrupted', 'interrupted', { ...placeOf(subject), details });
}

function outcomeUnknown(subject: Subject, why: string, details: FailureDetails): Failure {
  const what = `${subject.method} ${subject.path}`;
  const message = `it is unknown whether ${what} was carried out: ${why}`;
  return new Failure('outcome_unknown', message, { ...details, hint: unknownHint });
}

function placeOf({ method, path }: Subject): { method: string; path: string } {
  return { method, path };
}
