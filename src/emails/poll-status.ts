/** Looking at an email that was sent, until the service is through with it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Email } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';

/** States from which nothing more happens by itself. */
const ended: ReadonlySet<Email['status']> = new Set(['sent', 'denied', 'paused', 'draft']);

/** Milliseconds between two looks: at first, at the most, and while the time it is scheduled for is far. */
const firstLook = 500;
const longestLook = 5_000;
const scheduledLook = 60_000;

/** How an email stands, as far as is known. */
export interface Sight {
  readonly email: Email;
  /** When it is looked at next, on the clock of `performance.now()`; undefined: this is the end. */
  readonly next?: number;
  /** Why the last look showed nothing. */
  readonly trouble?: Failure | undefined;
}

export interface Looking {
  /** Reads the email anew. */
  readonly look: () => Promise<Email>;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Seconds. */
  readonly timeout: number;
  /** Seconds for which a service that does not answer is asked again. */
  readonly maxWait: number;
}

/**
 * Looks at an email, with growing intervals, until it has been sent or denied, or is going nowhere. A service that
 * cannot be reached, or fails, is asked again.
 *
 * @param start the first look
 * @returns each look in turn, those that failed among them; the last one is the end
 * @throws Failure still_running when time is up; any failure says that only the waiting ended
 */
export async function* follow(
  start: Email,
  { look, signal, timeout, maxWait }: Looking,
): AsyncGenerator<Sight> {
  const deadline = performance.now() + timeout * 1000;
  let email = start;
  let pause = firstLook;
  let answered = performance.now();
  let trouble: Failure | undefined;
  while (trouble !== undefined || !ended.has(email.status)) {
    const next = Math.min(performance.now() + Math.max(pause, untilScheduled(email)), deadline);
    yield { email, next, trouble };
    if (performance.now() >= deadline) throw timeIsUp(email, timeout);
    await wait(Math.max(0, next - performance.now()), undefined, { signal }).catch(() => {
      throw interrupted(email);
    });
    pause = Math.min(pause * 1.5, longestLook);
    try {
      email = await look();
      answered = performance.now();
      trouble = undefined;
    } catch (error) {
      if (signal.aborted) throw interrupted(email);
      if (!(error instanceof Failure)) throw error;
      trouble = error;
      if (!mayPass(error) || performance.now() - answered > maxWait * 1000) throw lost(error, email);
    }
  }
  yield { email };
}

/** Milliseconds to wait for an email whose time is still to come. */
function untilScheduled({ status, scheduled_at }: Email): number {
  if (status !== 'scheduled') return 0;
  return Math.min(Math.max(0, Date.parse(scheduled_at ?? '') - Date.now()) || 0, scheduledLook);
}

/** Whether a failure is one of the connection or of a busy service, which may be over by the next look. */
function mayPass({ code, exit }: Failure): boolean {
  return (exit === 6 || exit === 7) && code !== 'tls_failed';
}

/** What goes on though nobody looks. */
function goesOn({ status, scheduled_at }: Email): string {
  if (status === 'sending') return 'the service goes on sending the email';
  if (status === 'reviewing') return 'the service goes on reviewing the email, and then sends it';
  return status === 'scheduled'
    ? `the service sends the email at its time${scheduled_at === null ? '' : `, ${scheduled_at}`}`
    : `the service has the email (${status})`;
}

const again = ({ id }: Email) => `newsletter emails watch ${id}`;

function interrupted(email: Email): Failure {
  return new Failure('interrupted', `interrupted, but ${goesOn(email)}`, { hint: again(email) });
}

function timeIsUp(email: Email, timeout: number): Failure {
  return new Failure('still_running', `time is up after ${timeout} s, but ${goesOn(email)}`, {
    hint: again(email),
  });
}

/** A failure of the looking, which must not be taken for one of the sending. */
function lost(failure: Failure, email: Email): Failure {
  const { code, message, status, method, path, requestId, details } = failure;
  return new Failure(code, `${message}: what becomes of the email cannot be seen`, {
    status,
    method,
    path,
    requestId,
    cause: failure,
    details: [...details, `only the looking ended: ${goesOn(email)}, as far as is known`],
    hint: failure.exit === 3 && failure.hint ? `${failure.hint}, then ${again(email)}` : again(email),
  });
}

/** Why an email was not sent; undefined when it was, or may still be. */
export function notSent({ id, status }: Email): Failure | undefined {
  if (status === 'denied') {
    return new Failure('partly_done', `the service denied email ${id}: it was not sent`, {
      details: ['the web editor may say why'],
    });
  }
  if (status === 'paused') {
    return new Failure('partly_done', `email ${id} is paused: it goes nowhere by itself`, {
      hint: `when it has been resumed in the web editor: newsletter emails watch ${id}`,
    });
  }
  if (status === 'draft') {
    return new Failure('partly_done', `email ${id} is a draft: nobody has sent it`, {
      hint: `newsletter emails send ${id}`,
    });
  }
  return undefined;
}
