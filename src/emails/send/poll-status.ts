/** Polls an email that is being sent until its status is final. */
import { type Email, endpoints } from '../../contract/index.ts';
import { requireFields } from '../../http/response-body.ts';
import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { statusText } from '../naming.ts';

/** Statuses that do not change without the user. */
const final: ReadonlySet<Email['status']> = new Set(['sent', 'denied', 'paused', 'draft']);

/** Milliseconds between two polls: the first, the longest, and the longest before the scheduled time. */
const firstInterval = 500;
const longestInterval = 5_000;
const scheduledInterval = 60_000;

export interface StatusPoll {
  readonly email: Email;
  /** Why the last poll failed. */
  readonly failure?: Failure | undefined;
}

export interface PollOptions {
  readonly read: () => Promise<Email>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Seconds until the polling gives up. */
  readonly timeout: number;
  /** Seconds for which failed polls are retried. */
  readonly maxWait: number;
  /** Whether to keep polling a draft: it may have been sent, and be shown late. */
  readonly awaitsDraft?: boolean | undefined;
}

/**
 * Polls an email, at growing intervals, until it is sent, denied, paused or (unless `awaitsDraft`) a draft. Retries
 * polls that fail because the service is busy or cannot be reached.
 *
 * @returns the result of each poll, failed ones included; the last one is final
 * @throws Failure unexpected_answer for an email without a status; still_running after the timeout; every failure says
 *   that only the polling ended
 */
export async function* pollStatus(
  start: Email,
  { read, signal, clock, timeout, maxWait, awaitsDraft = false }: PollOptions,
): AsyncGenerator<StatusPoll> {
  const deadline = clock.now() + timeout * 1000;
  requireFields(endpoints.listEmails.response, start, ['status']);
  let email = start;
  let interval = firstInterval;
  let answered = clock.now();
  let failure: Failure | undefined;
  const isFinal = () => final.has(email.status) && !(awaitsDraft && email.status === 'draft');
  while (failure !== undefined || !isFinal()) {
    const next = Math.min(clock.now() + Math.max(interval, untilScheduled(email)), deadline);
    yield { email, failure };
    if (clock.now() >= deadline) throw timedOut(email, timeout);
    await clock.wait(next - clock.now(), signal);
    if (signal.aborted) throw interrupted(email);
    interval = Math.min(interval * 1.5, longestInterval);
    try {
      const now = await read();
      requireFields(endpoints.listEmails.response, now, ['status']);
      email = now;
      answered = clock.now();
      failure = undefined;
    } catch (error) {
      if (signal.aborted) throw interrupted(email);
      if (!(error instanceof Failure)) throw error;
      failure = error;
      if (!isTemporary(error) || clock.now() - answered > maxWait * 1000) throw pollFailed(error, email);
    }
  }
  yield { email };
}

/** Milliseconds until the scheduled time, but not more than `scheduledInterval`; 0 for other statuses. */
function untilScheduled({ status, scheduled_at }: Email): number {
  if (status !== 'scheduled') return 0;
  return Math.min(Math.max(0, Date.parse(scheduled_at ?? '') - Date.now()) || 0, scheduledInterval);
}

/** Whether the connection failed or the service is busy, so that the next poll may succeed. */
function isTemporary({ code, exit }: Failure): boolean {
  return (exit === 6 || exit === 7) && code !== 'tls_failed';
}

/** What the service does after the polling has ended. */
function goesOn({ status, scheduled_at }: Email): string {
  if (status === 'sending') return 'the service continues to send the email';
  if (status === 'draft') return 'the service still shows the email as a draft';
  if (status === 'reviewing') return 'the service continues to review the email, then sends it';
  return status === 'scheduled'
    ? `the service sends the email at its time${typeof scheduled_at === 'string' ? `, ${scheduled_at}` : ''}`
    : `the service has the email (${statusText(status)})`;
}

const again = ({ id }: Email) => `newsletter emails watch ${id}`;

function interrupted(email: Email): Failure {
  return new Failure('interrupted', `interrupted, but ${goesOn(email)}`, { hint: again(email) });
}

function timedOut(email: Email, timeout: number): Failure {
  return new Failure('still_running', `timeout after ${timeout} s, but ${goesOn(email)}`, {
    hint: again(email),
  });
}

/** A failure of the polling, which must not read like a failure of the sending. */
function pollFailed(failure: Failure, email: Email): Failure {
  return failure.reworded(`${failure.message}: the status of the email is unknown`, {
    details: [...failure.details, `last known state: ${goesOn(email)}`],
    hint: failure.exit === 3 && failure.hint ? `${failure.hint}, then ${again(email)}` : again(email),
  });
}

/** Why an email was not sent; undefined if it was, or still may be. */
export function notSent({ id, status }: Pick<Email, 'id' | 'status'>): Failure | undefined {
  if (status === 'denied') {
    return new Failure('partly_done', `the service denied email ${id}: it was not sent`, {
      details: ['the web editor may say why'],
    });
  }
  if (status === 'paused') {
    return new Failure('partly_done', `email ${id} is paused`, {
      hint: `resume it in the web editor, then run: newsletter emails watch ${id}`,
    });
  }
  if (status === 'draft') {
    return new Failure('partly_done', `email ${id} is a draft`, {
      details: ['according to the service, it has not been sent'],
      hint: `newsletter emails get ${id}`,
    });
  }
  return undefined;
}
