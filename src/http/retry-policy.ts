import type { Repeat } from '../contract/endpoint.ts';
import type { FailureCode } from '../lib/failure.ts';

/**
 * Whether a request may be repeated: as its endpoint says, or more strictly.
 *
 * - `unless-lost`: repeated when the service refused it for now (429, 503 with Retry-After), not when its response was
 *   lost.
 * - `never`: as `once`, and not repeated after a 401 either.
 */
export type RepeatRule = Repeat | 'unless-lost' | 'never';

/** What is known of an attempt that did not succeed. */
export type FailedAttempt =
  /** There was a response; `retryAfter` in seconds, when it asks for a wait. */
  | { readonly status: number; readonly retryAfter: number | undefined }
  /** There was none; `sent` when some of the request may have left this machine. */
  | { readonly code: FailureCode; readonly sent: boolean; readonly isLasting?: boolean };

/** The attempts at one request so far. */
export interface RetryHistory {
  readonly retries: number;
  /** Milliseconds waited in all. */
  readonly waited: number;
}

/** Milliseconds: the span of the first wait, and the longest span. */
export interface Backoff {
  readonly base: number;
  readonly cap: number;
}

export interface RetryLimits {
  readonly retries: number;
  /** Milliseconds in all, for one request. */
  readonly maxWait: number;
  readonly backoff: Backoff;
}

/** Why there is no further attempt: it cannot help or must not be; enough were made; the wait would be too long. */
export type GiveUpReason = 'final' | 'retries' | 'max-wait';

export type RetryDecision =
  /** Retry after so many milliseconds. */
  { readonly wait: number } | { readonly giveUp: GiveUpReason };

const retryable = new Set([429, 500, 502, 503, 504]);
/** A retry does not help: certificates, and what is not HTTP, stay what they are. */
const lasting = new Set<FailureCode>(['tls_failed', 'unexpected_answer', 'invalid_value']);

/** A gateway gave up waiting: for the request (408), or for whoever sent it (460, 499). The service may have it. */
const gaveUp = new Set([408, 460, 499]);

/** Whether a request must not be repeated without further ado when its response was lost. */
export function isOnce(rule: RepeatRule): boolean {
  return rule !== 'read' && rule !== 'upsert';
}

/**
 * Whether the service certainly did not carry a request out: it never left, or the service refused it (4xx). A 5xx is
 * no refusal: gateways give it, a 503 included, when they lose a service that has the request already (Envoy: "upstream
 * connect error or disconnect/reset before headers"). For `unless-lost`, where a second time does no harm, a 503 that
 * asks to wait counts as one.
 */
export function unprocessed(rule: RepeatRule, attempt: FailedAttempt): boolean {
  if ('code' in attempt) return !attempt.sent;
  const { status, retryAfter } = attempt;
  if (rule === 'unless-lost' && status === 503) return retryAfter !== undefined;
  return isRefusal(status);
}

/** Whether a status says that the service did not carry the request out, as far as a status can say so. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !gaveUp.has(status);
}

function mayRetry(rule: RepeatRule, attempt: FailedAttempt): boolean {
  const helps =
    'code' in attempt ? !attempt.isLasting && !lasting.has(attempt.code) : retryable.has(attempt.status);
  if (rule === 'once' || rule === 'never') return helps && 'code' in attempt && !attempt.sent;
  return helps && (rule !== 'unless-lost' || unprocessed(rule, attempt));
}

/**
 * Whether and when a request is sent again: the one place that knows ("Retries" on the command-line page).
 * The wait is the one that the service asks for, else random within a span that doubles each time (full jitter).
 *
 * @param random a number in [0, 1)
 */
export function decideRetry(
  rule: RepeatRule,
  attempt: FailedAttempt,
  history: RetryHistory,
  limits: RetryLimits,
  random: () => number = Math.random,
): RetryDecision {
  if (!mayRetry(rule, attempt)) return { giveUp: 'final' };
  if (history.retries >= limits.retries) return { giveUp: 'retries' };
  const { base, cap } = limits.backoff;
  const drawn = random() * Math.min(cap, base * 2 ** history.retries);
  const asked = 'retryAfter' in attempt ? attempt.retryAfter : undefined;
  // "0" does not mean that retries without a pause are welcome.
  const wait = asked ? asked * 1000 : drawn;
  return history.waited + wait > limits.maxWait ? { giveUp: 'max-wait' } : { wait };
}

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3): seconds or an HTTP date.
 *
 * @param value the header
 * @param date the `Date` header of the same response: both were written by the same clock
 * @returns seconds, 0 for a date in the past; undefined for anything else
 */
export function retryAfter(value: string | undefined, date: string | undefined): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Date.parse alone takes "-5" for a year.
  if (!/^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i.test(text)) return undefined;
  const at = Date.parse(text);
  const now = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : Math.max(0, (at - (Number.isNaN(now) ? Date.now() : now)) / 1000);
}
