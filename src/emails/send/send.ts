/** What is checked and shown before an email is sent. */
import { accountName } from '../../auth/account-name.ts';
import { type Account, type Email, endpoints, type Group } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type RecipientLimits, recipientProblem } from './recipient-limits.ts';

/** An email that can be sent, and the group it goes to. */
export interface Sendable {
  readonly email: Email;
  readonly group: Group;
}

const shownBefore = [
  'status',
  'subject',
  'preview',
  'body_html',
  'body_text',
  'group_id',
  'scheduled_at',
] as const;

/**
 * Checks that an email can be sent: a draft with subject, body and a group of the expected size.
 * service.txt does not show which emails the service itself rejects (rule 4).
 *
 * @throws Failure not_sendable with every reason; unexpected_answer for an invalid record
 */
export async function checkSendable(api: Api, email: Email, rules: RecipientLimits): Promise<Sendable> {
  requireFields(endpoints.listEmails.response, email, shownBefore);
  if (email.status === 'sent') {
    throw new Failure('not_sendable', `email ${email.id} is already sent; only a draft can be sent`, {
      hint: `newsletter emails stats ${email.id}`,
    });
  }
  const reasons: string[] = [];
  if (email.status !== 'draft') reasons.push(`its status is ${email.status}; only a draft can be sent`);
  if (!email.subject?.trim()) reasons.push('it has no subject');
  if (!email.body_html?.trim() && !email.body_text?.trim()) reasons.push('it has no body');
  if (email.group_id === null) throw notSendable(email, [...reasons, 'it has no group']);
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
 * @throws Failure not_sendable if the email or its group has changed
 */
export async function checkStillSendable(
  api: Api,
  { email, group }: Sendable,
  read: () => Promise<Email>,
  rules: RecipientLimits,
): Promise<Sendable> {
  const now = await checkSendable(api, await read(), rules);
  if (now.email.updated_at !== email.updated_at || now.group.id !== group.id) {
    throw new Failure('not_sendable', `email ${email.id} was not sent: it has changed in the meantime`, {
      hint: `review it again: newsletter emails send ${email.id}`,
    });
  }
  return now;
}

/** @param group set if its size is the only reason */
function notSendable(email: Email, reasons: readonly string[], group?: Group): Failure {
  return new Failure('not_sendable', `email ${email.id} was not sent: ${reasons.join('; ')}`, {
    hint: group === undefined ? `newsletter emails get ${email.id}` : `newsletter groups get ${group.id}`,
  });
}

/** Email and recipients, shown above the confirmation. */
export function describeSend({ email, group }: Sendable, account: Account, terminal: Terminal): string {
  const { paint } = terminal;
  const people = grouped(group.subscribers_count);
  const { scheduled_at: time } = email;
  return [
    // A terminal already shows the account, as for every write.
    ...(terminal.stderrIsTerminal ? [] : [`  account  ${accountName(account)}`]),
    // Each on one line, so that text from the service cannot imitate another line.
    `  subject  ${paint.bold(sanitizeLine(email.subject ?? ''))}`,
    `  preview  ${email.preview ? sanitizeLine(email.preview) : paint.dim('none')}`,
    `  group    ${sanitizeLine(group.name)}`,
    `  goes to  ${paint.bold(people)} ${group.subscribers_count === 1 ? 'subscriber' : 'subscribers'}`,
    ...(time === null || time === undefined
      ? []
      : [`  time     ${time}, unless the service sends it at once`]),
  ].join('\n');
}
