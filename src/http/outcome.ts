/**
 * The outcome of a request that changes something ("Retries" on the command-line page), decided here only: from the
 * class of the request, what left this machine, the response, and what a later look at the service shows.
 */
import type { Repeat } from '../contract/endpoint.ts';
import type { FailureCode } from '../lib/failure.ts';

/** The class of a request. `unless-lost`: an upsert that is not repeated when its response was lost. */
export type RepeatRule = Repeat | 'unless-lost';

/** What came back for one attempt. */
export type Came =
  /** No complete response; `sent` when some of the request may have left this machine. */
  | { readonly code: FailureCode; readonly sent: boolean; readonly isLasting?: boolean }
  /** A response; `retryAfter` in seconds, when it asks for a wait. */
  | { readonly status: number; readonly retryAfter?: number | undefined; readonly isUnreadable?: boolean };

/** `not done` is said with proof only: nothing left, or a refusal that can be believed. */
export type Outcome = 'done' | 'not done' | 'unknown';

/** What a look at the service's state shows of the request. */
export type Seen = 'there' | 'not there' | 'cannot tell';

/** A gateway gave up waiting for the request (408) or the client (460, 499). The service may have received it. */
const gaveUp = new Set([408, 460, 499]);
/** A gateway may have sent the request twice, and show what the second one was answered at another moment. */
const doubtful = new Set([401, 404, 425, 429]);

/**
 * The outcome of a request by its attempts.
 *
 * A 5xx is no refusal: gateways give it, a 503 included, when they lose a service that has the request already (Envoy:
 * "upstream connect error or disconnect/reset before headers"). For `unless-lost`, where a second time does no harm, a
 * 503 that asks to wait counts as one.
 *
 * @param before the outcome of the attempts before this one
 */
export function outcomeOf(rule: RepeatRule, came: Came, before: Outcome = 'not done'): Outcome {
  if (isAccepted(came)) return rule !== 'read' && came.isUnreadable ? 'unknown' : 'done';
  if (rule === 'read') return 'not done';
  if ('sent' in came) return came.sent ? 'unknown' : before;
  const { status, retryAfter } = came;
  if (rule === 'unless-lost' && status === 503 && retryAfter !== undefined) return before;
  if (!isRefusal(came)) return 'unknown';
  if (!doubtful.has(status)) return 'not done';
  return rule === 'once' ? 'unknown' : before;
}

/** The outcome of a request of class `once` that was not accepted, after a look at the service's state. */
export function outcomeAfterLook(came: Came, seen: Seen): Outcome {
  if (seen === 'there') return 'done';
  return seen === 'not there' && isRefusal(came) ? 'not done' : 'unknown';
}

/** Whether a response says that the service did not carry the request out, as far as a status can say so. */
export function isRefusal(came: Came): boolean {
  return 'status' in came && came.status >= 400 && came.status < 500 && !gaveUp.has(came.status);
}

export function isAccepted(came: Came): came is Extract<Came, { readonly status: number }> {
  return 'status' in came && came.status >= 200 && came.status < 300;
}

/** Whether the exit status is that of the response ("try again later") although the outcome is unknown. */
export function isSafeLater(rule: RepeatRule, came: Came): boolean {
  return rule === 'upsert' && 'status' in came && (came.status === 429 || came.status >= 500);
}
