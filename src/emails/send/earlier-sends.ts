/** What this machine knows of the sends before this one. */
import { Failure } from '../../lib/failure.ts';
import { attemptsIn, journalPaths, type SendAttempt } from './attempts.ts';

/**
 * The last send of an email that may have gone out, although the service shows a draft: its outcome is unknown, or the
 * service took it, and shows it late or gave it back.
 *
 * @param attempts from its journal
 * @param created its `created_at`; null if unknown
 */
export function earlierSend(
  attempts: readonly SendAttempt[],
  created: string | null,
): SendAttempt | undefined {
  return attempts
    .filter(({ created_at }) => created === null || created_at === null || created_at === created)
    .findLast(({ outcome, status }) => outcome !== 'not_sent' && status !== 'denied');
}

/** The failure when an earlier send stands in the way of another. @param now status of the email, if it is known */
export function unresolvedSend(earlier: SendAttempt, now?: string): Failure {
  return new Failure('send_unresolved', describeEarlier(earlier, now), {
    details: ['nothing was sent now', 'if you know that it was not sent, pass --send-again'],
    hint: `check it first: newsletter emails watch ${earlier.email}`,
  });
}

/** What is known of an earlier send, as a sentence without a full stop. @param now status of the email */
export function describeEarlier({ email, at, outcome, status }: SendAttempt, now = 'draft'): string {
  const when = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
  if (outcome !== 'sent') {
    return `this machine started to send email ${email} on ${when}; the outcome is unknown`;
  }
  const sent = `this machine sent email ${email} on ${when}, and the service accepted it`;
  return now === 'draft' ? `${sent} (${status ?? 'accepted'}), but it is now a draft` : `${sent}: ${now}`;
}

/** The last send of each email whose outcome is unknown. A journal that cannot be read counts as none. */
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
