/** Sends one email exactly once: check, confirm, check again, send; read it again if the response is lost. */
import type { Account, Email, Group } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { LostResponse, lookForOutcome } from '../http/lost-response.ts';
import { Failure } from '../lib/failure.ts';
import { grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type RecipientLimits, recipientProblem } from './recipient-limits.ts';

/** Statuses that an email has only after it was sent. */
const underWay: ReadonlySet<Email['status']> = new Set(['reviewing', 'denied', 'sending', 'sent']);

/** An email that may be sent, and to whom. */
export interface Sendable {
  readonly email: Email;
  readonly group: Group;
}

/**
 * Checks that an email can be sent: a draft with subject, body and a group of the expected size.
 * service.txt does not show when the service itself refuses (rule 4).
 *
 * @throws Failure not_sendable with every reason
 */
export async function checkSendable(api: Api, email: Email, rules: RecipientLimits): Promise<Sendable> {
  if (email.status === 'sent') {
    throw new Failure('not_sendable', `email ${email.id} has been sent already; only a draft can be sent`, {
      hint: `newsletter emails stats ${email.id}`,
    });
  }
  const reasons: string[] = [];
  if (email.status !== 'draft') reasons.push(`its status is ${email.status}; only a draft can be sent`);
  if (!email.subject?.trim()) reasons.push('it has no subject');
  if (!email.body_html?.trim() && !email.body_text?.trim()) reasons.push('it has no body');
  if (email.group_id === null) throw notSendable(email, [...reasons, 'it has no group to go to']);
  const group = await api.call('getGroup', { id: email.group_id });
  const problem = recipientProblem(group, rules);
  if (problem !== undefined) reasons.push(problem);
  if (reasons.length > 0)
    throw notSendable(email, reasons, reasons.length === 1 && problem ? group : undefined);
  return { email, group };
}

/**
 * Checks again after the confirmation, which may have taken a while.
 *
 * @param read reads the email again
 * @throws Failure not_sendable when email or group have changed
 */
export async function checkStillSendable(
  api: Api,
  { email, group }: Sendable,
  read: () => Promise<Email>,
  rules: RecipientLimits,
): Promise<Sendable> {
  const now = await checkSendable(api, await read(), rules);
  if (now.email.updated_at !== email.updated_at || now.group.id !== group.id) {
    throw new Failure('not_sendable', `email ${email.id} was not sent: it was changed meanwhile`, {
      hint: `look at it again: newsletter emails send ${email.id}`,
    });
  }
  return now;
}

/** @param group when it is the only reason */
function notSendable(email: Email, reasons: readonly string[], group?: Group): Failure {
  return new Failure('not_sendable', `email ${email.id} was not sent: ${reasons.join('; ')}`, {
    hint: group === undefined ? `newsletter emails get ${email.id}` : `newsletter groups get ${group.id}`,
  });
}

/** What is about to be sent to whom, for the confirmation. */
export function describeSend({ email, group }: Sendable, account: Account, terminal: Terminal): string {
  const { paint } = terminal;
  const people = grouped(group.subscribers_count);
  return [
    // On a terminal the account was named already, as for every write.
    ...(terminal.stderrIsTerminal ? [] : [`  account  ${account.name} (${account.slug})`]),
    `  subject  ${paint.bold(email.subject ?? '')}`,
    `  preview  ${email.preview ?? paint.dim('none')}`,
    `  group    ${group.name}`,
    `  goes to  ${paint.bold(people)} ${group.subscribers_count === 1 ? 'subscriber' : 'subscribers'}`,
  ].join('\n');
}

/**
 * Sends an email with one request, which is repeated only if it certainly was not processed. When the response is
 * lost, the status of the email tells whether it was sent.
 *
 * @param read reads the email again
 * @returns the email after sending
 * @throws Failure outcome_unknown when its status does not tell either
 */
export async function sendOnce(
  api: Api,
  id: string,
  read: () => Promise<Email>,
  terminal: Terminal,
): Promise<Email> {
  try {
    return await api.call('sendEmail', { id });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (!(error instanceof LostResponse)) return await checkSentAnyway(error, read, terminal);
    let state = 'it is still a draft';
    const now = await lookForOutcome(async () => {
      const email = await read();
      return email.status === 'draft' ? undefined : email;
    }).catch((failed: unknown) => {
      state = `its state could not be read: ${failed instanceof Error ? failed.message : failed}`;
      return undefined;
    });
    if (now !== undefined) {
      terminal.warn(`the answer was lost (${error.reason}), but the service has the email: ${now.status}`);
      return now;
    }
    const { status, method, path, requestId, details } = error;
    throw new Failure('outcome_unknown', `it is unknown whether email ${id} is being sent`, {
      status,
      method,
      path,
      requestId,
      cause: error,
      details: [error.reason, ...details, state],
      hint: `do not send it again before its state is clear: newsletter emails get ${id} --json=status`,
    });
  }
}

/** With these failures the email may have been sent: a gateway says "busy", or the service "already sent". */
const doubtful: ReadonlySet<Failure['code']> = new Set(['refused', 'overloaded', 'service_failing']);

/** @returns the email, if it was sent although the request failed; otherwise throws the failure */
async function checkSentAnyway(
  failure: Failure,
  read: () => Promise<Email>,
  terminal: Terminal,
): Promise<Email> {
  if (!doubtful.has(failure.code)) throw failure;
  const email = await read().catch(() => undefined);
  if (email === undefined || !underWay.has(email.status)) throw failure;
  terminal.warn(`${failure.message}, but the service has the email: ${email.status}`);
  return email;
}
