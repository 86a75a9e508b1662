/**
 * The outcome of a request that changes something ("Retries" on the command-line page), decided here only: from the
 * class of the request, what left this machine, the response, and what a later look at the service shows.
 */
import type { Repeat } from '../contract/endpoint.ts';
import type { FailureCode } from '../lib/failure.ts';

/** The class of a request. `unless-lost`: an upsert that is not repeated when its response was lost. */
export type RepeatRule = Repeat | 'unless-lost';

/** What came back for one attempt. */
export type Reply =
  /** No complete response; `sent` when some of the request may have left this machine. */
  | { readonly code: FailureCode; readonly sent: boolean }
  /** A response; `retryAfter` in seconds, when it asks for a wait. */
  | { readonly status: number; readonly retryAfter?: number | undefined; readonly isUnreadable?: boolean };

/** `not done` needs proof: nothing left this machine, or the service refused in a way that can be believed. */
export type Outcome = 'done' | 'not done' | 'unknown';

/** What a look at the service's state shows of the request. */
export type LookResult = 'there' | 'not there' | 'cannot tell';

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
export function outcomeOf(rule: RepeatRule, reply: Reply, before: Outcome = 'not done'): Outcome {
  if (isAccepted(reply)) return rule !== 'read' && reply.isUnreadable ? 'unknown' : 'done';
  if (rule === 'read') return 'not done';
  if ('sent' in reply) return reply.sent ? 'unknown' : before;
  const { status, retryAfter } = reply;
  if (rule === 'unless-lost' && status === 503 && retryAfter !== undefined) return before;
  if (!isRefusal(reply)) return 'unknown';
  if (!doubtful.has(status)) return 'not done';
  return rule === 'once' ? 'unknown' : before;
}

/** The outcome of a request of class `once` that was not accepted, after a look at the service's state. */
export function outcomeAfterLook(reply: Reply, seen: LookResult): Outcome {
  if (seen === 'there') return 'done';
  return seen === 'not there' && isRefusal(reply) ? 'not done' : 'unknown';
}

/** Whether a response says that the service did not carry the request out, as far as a status can say so. */
export function isRefusal(reply: Reply): boolean {
  return 'status' in reply && reply.status >= 400 && reply.status < 500 && !gaveUp.has(reply.status);
}

export function isAccepted(reply: Reply): reply is Extract<Reply, { readonly status: number }> {
  return 'status' in reply && reply.status >= 200 && reply.status < 300;
}

/** Whether the exit status is that of the response ("try again later") although the outcome is unknown. */
export function isSafeLater(rule: RepeatRule, reply: Reply): boolean {
  return rule === 'upsert' && 'status' in reply && (reply.status === 429 || reply.status >= 500);
}
