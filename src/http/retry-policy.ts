import type { Repeat } from '../contract/endpoint.ts';
import type { FailureCode } from '../lib/failure.ts';

/** What came of one attempt that did not succeed. */
export type Setback =
  /** An answer; `retryAfter` in seconds, when the service gave a sensible one. */
  | { readonly status: number; readonly retryAfter: number | undefined }
  /** No answer; `sent` when any of the request may have left this machine. */
  | { readonly code: FailureCode; readonly sent: boolean };

/** What happened so far to one request. */
export interface History {
  /** How often it was repeated. */
  readonly repeats: number;
  /** Milliseconds waited in all. */
  readonly waited: number;
}

export interface Limits {
  readonly retries: number;
  /** Milliseconds. */
  readonly maxWait: number;
  /** Milliseconds: what the first wait is drawn from, and what no wait is drawn beyond. */
  readonly backoff: { readonly base: number; readonly cap: number };
}

export type Verdict =
  /** Repeat after so many milliseconds. */
  | { readonly wait: number }
  /** Give up: not to be repeated at all, or repeated often enough, or the wait would be too long. */
  | { readonly giveUp: 'final' | 'retries' | 'max-wait' };

const repeatable = new Set([429, 500, 502, 503, 504]);
/** Repeating does not help: certificates and nonsense stay what they are. */
const lasting = new Set<FailureCode>(['tls_failed', 'unexpected_answer', 'invalid_value']);

/** Whether the service certainly did not carry the request out. */
export function unprocessed(setback: Setback): boolean {
  if ('code' in setback) return !setback.sent;
  const { status, retryAfter } = setback;
  return status < 500 || (status === 503 && retryAfter !== undefined);
}

function mayRepeat(repeat: Repeat, setback: Setback): boolean {
  const helps = 'code' in setback ? !lasting.has(setback.code) : repeatable.has(setback.status);
  return helps && (repeat !== 'once' || unprocessed(setback));
}

/**
 * Whether and when a request is repeated: the one place that knows ("Retries" on the command-line page).
 * Waits are those the service asks for, else drawn from an exponentially growing span (full jitter).
 * @param random a number in [0, 1)
 */
export function decide(
  repeat: Repeat,
  setback: Setback,
  history: History,
  limits: Limits,
  random: () => number = Math.random,
): Verdict {
  if (!mayRepeat(repeat, setback)) return { giveUp: 'final' };
  if (history.repeats >= limits.retries) return { giveUp: 'retries' };
  const { base, cap } = limits.backoff;
  const drawn = random() * Math.min(cap, base * 2 ** history.repeats);
  const asked = 'retryAfter' in setback ? setback.retryAfter : undefined;
  // "0" is no wish to be asked again and again without a pause.
  const wait = asked ? asked * 1000 : drawn;
  return history.waited + wait > limits.maxWait ? { giveUp: 'max-wait' } : { wait };
}

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3): seconds or an HTTP date.
 * @param value the header
 * @param date the answer's own `Date` header: its clock is the one the date was written by
 * @returns seconds, 0 for a date gone by; undefined for anything else
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
