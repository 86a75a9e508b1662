/** Earlier sends from this machine. */
import { Failure } from '../../lib/failure.ts';
import { attemptsIn, journalPaths, type SendAttempt } from './attempts.ts';

/**
 * The last send of an email that may have gone out although the service shows a draft: its outcome is unknown, or the
 * service accepted it and shows the new status late, or made it a draft again.
 *
 * @param created `created_at` of the email; null if unknown
 */
export function earlierSend(
  attempts: readonly SendAttempt[],
  created: string | null,
): SendAttempt | undefined {
  return attempts
    .filter(({ created_at }) => created === null || created_at === null || created_at === created)
    .findLast(({ outcome, status }) => outcome !== 'not_sent' && status !== 'denied');
}

/** @param now status of the email, if known */
export function unresolvedSend(earlier: SendAttempt, now?: string): Failure {
  return new Failure('send_unresolved', describeEarlier(earlier, now), {
    details: ['nothing was sent now', 'if you know that it was not sent, pass --send-again'],
    hint: `check it first: newsletter emails watch ${earlier.email}`,
  });
}

/** A sentence without a full stop. @param now status of the email */
export function describeEarlier({ email, at, outcome, status }: SendAttempt, now = 'draft'): string {
  const when = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
  if (outcome !== 'sent') {
    return `this machine started to send email ${email} on ${when}; the outcome is unknown`;
  }
  const sent = `this machine sent email ${email} on ${when}, and the service accepted it`;
  return now === 'draft' ? `${sent} (${status ?? 'accepted'}), but it is now a draft` : `${sent}: ${now}`;
}

/** The last send of each email whose outcome is unknown. Skips journals that cannot be read. */
export function unresolvedSends(configDir: string): SendAttempt[] {
  return journalPaths(configDir).flatMap(path => {
    const last = readable(path).findLast(({ outcome }) => outcome !== 'not_sent');
    return last === undefined || last.outcome === 'sent' ? [] : [last];
  });
}

function readable(path: string): SendAttempt[] {
  try {
    return attemptsIn(path);
  } catch {
    return [];
  }
}
