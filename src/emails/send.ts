/** Sending one email, once: look, check, ask, send, and look again where the outcome is in doubt. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Account, Email, Group } from '../contract/index.ts';
import { Failure } from '../failure.ts';
import type { Api } from '../http/api.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type RecipientRules, recipientsProblem } from './recipients.ts';

/** States from which nothing more happens by itself. */
const ended: ReadonlySet<Email['status']> = new Set(['sent', 'denied', 'paused', 'draft']);

/** An email that may be sent, and to whom. */
export interface Sendable {
  readonly email: Email;
  readonly group: Group;
}

/**
 * Checks that an email can be sent: a draft with subject, body and group, to as many people as expected.
 * (service.txt, rule 4: when the service itself refuses is not shown.)
 *
 * @throws Failure not_sendable with every reason
 */
export async function checkSendable(api: Api, email: Email, rules: RecipientRules): Promise<Sendable> {
  const reasons: string[] = [];
  if (email.status !== 'draft') reasons.push(`its status is ${email.status}; only a draft can be sent`);
  if (!email.subject?.trim()) reasons.push('it has no subject');
  if (!email.body_html?.trim() && !email.body_text?.trim()) reasons.push('it has no body');
  if (email.group_id === null) throw notSendable(email, [...reasons, 'it has no group to go to']);
  const group = await api.call('getGroup', { id: email.group_id });
  const problem = recipientsProblem(group.subscribers_count, rules);
  if (problem !== undefined) reasons.push(problem);
  if (reasons.length > 0) throw notSendable(email, reasons);
  return { email, group };
}

function notSendable(email: Email, reasons: readonly string[]): Failure {
  return new Failure('not_sendable', `email ${email.id} was not sent: ${reasons.join('; ')}`, {
    hint: `newsletter emails get ${email.id}`,
  });
}

/** What is about to happen, for the person who decides. */
export function describeSend({ email, group }: Sendable, account: Account, { paint }: Terminal): string {
  return [
    `  account  ${account.name} (${account.slug})`,
    `  subject  ${paint.bold(email.subject ?? '')}`,
    `  preview  ${email.preview ?? paint.dim('none')}`,
    `  group    ${group.name}`,
    `  goes to  ${paint.bold(String(group.subscribers_count))} subscribers`,
  ].join('\n');
}

/**
 * Sends, with one request that is never repeated unless it certainly was not processed. When the answer does not
 * come, the email's own state tells whether it is on its way.
 *
 * @param look reads the email anew
 * @returns the email as the service then has it
 * @throws Failure outcome_unknown when even that does not tell
 */
export async function sendOnce(
  api: Api,
  id: string,
  look: () => Promise<Email>,
  terminal: Terminal,
): Promise<Email> {
  try {
    return await api.call('sendEmail', { id });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'outcome_unknown') throw error;
    const now = await look().catch(() => undefined);
    if (now !== undefined && now.status !== 'draft') {
      terminal.warn(`no answer came (${error.message}), but the email is on its way: ${now.status}`);
      return now;
    }
    throw new Failure('outcome_unknown', `it is not known whether email ${id} is being sent`, {
      status: error.status,
      method: error.method,
      path: error.path,
      details: [
        error.message,
        ...error.details,
        now === undefined ? 'its state could not be read' : 'it is still a draft',
      ],
      hint: `do not send it again before its state is clear: newsletter emails get ${id}`,
      cause: error,
    });
  }
}

const firstLook = 500;
const longestLook = 10_000;

/**
 * Waits until an email has been sent or denied.
 *
 * @param seen told of each look
 */
export async function waitUntilSent(
  start: Email,
  look: () => Promise<Email>,
  seen: (email: Email) => void,
  signal: AbortSignal,
): Promise<Email> {
  let email = start;
  let pause = firstLook;
  seen(email);
  while (!ended.has(email.status)) {
    await wait(pause, undefined, { signal });
    pause = Math.min(pause * 1.5, longestLook);
    email = await look();
    seen(email);
  }
  return email;
}
