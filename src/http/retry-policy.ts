import type { FailureCode } from '../lib/failure.ts';
import { outcomeOf, type RepeatRule, type Reply } from './outcome.ts';

/** The attempts at one request so far. */
export interface RetryHistory {
  readonly retries: number;
  /** Milliseconds waited in all. */
  readonly waited: number;
}

export interface RetryLimits {
  readonly retries: number;
  /** Milliseconds in all, for one request. */
  readonly maxWait: number;
  /** Whether a service that answers, or took the request, is waited for as long as `maxWait` allows. */
  readonly isPatient?: boolean;
  /** A number in [0, 1). */
  readonly random?: () => number;
}

/** Why there is no further attempt: it cannot help or must not be; enough were made; the wait would be too long. */
export type GiveUpReason = 'final' | 'retries' | 'max-wait';

export type RetryDecision =
  /** Retry after so many milliseconds. */
  { readonly wait: number } | { readonly giveUp: GiveUpReason };

/** Milliseconds: the span of the first wait, and the longest span. */
const [firstSpan, longestSpan] = [250, 20_000];
const retryable = new Set([429, 500, 502, 503, 504]);
/** A retry does not help: certificates, and what is not HTTP, stay what they are. */
const lasting = new Set<FailureCode>(['tls_failed', 'unexpected_answer', 'invalid_value']);

function mayRetry(rule: RepeatRule, reply: Reply): boolean {
  const helps = 'code' in reply ? !lasting.has(reply.code) : retryable.has(reply.status);
  if (rule === 'read' || rule === 'upsert') return helps;
  return helps && outcomeOf(rule, reply) === 'not done';
}

/**
 * Whether and when a request is sent again: the one place that knows ("Retries" on the command-line page).
 * The wait is the one that the service asks for, else random within a span that doubles each time (full jitter).
 */
export function decideRetry(
  rule: RepeatRule,
  reply: Reply,
  history: RetryHistory,
  limits: RetryLimits,
): RetryDecision {
  if (!mayRetry(rule, reply)) return { giveUp: 'final' };
  const { retries, isPatient = false, random = Math.random } = limits;
  const isThere = !('code' in reply) || reply.sent;
  const isLimited = retries === 0 || !isPatient || !isThere;
  if (isLimited && history.retries >= retries) return { giveUp: 'retries' };
  const drawn = random() * Math.min(longestSpan, firstSpan * 2 ** history.retries);
  const asked = 'retryAfter' in reply ? reply.retryAfter : undefined;
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
