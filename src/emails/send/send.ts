/** What is checked and shown before an email is sent. */
import { accountName } from '../../auth/account-name.ts';
import { type Account, type Email, endpoints, type Group } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/required-fields.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { checkUnchanged, type SendApproval, sizeOf } from '../approval.ts';
import { limitsFor } from './previous-send.ts';
import { type RecipientLimits, type RecipientRules, recipientProblem } from './recipient-limits.ts';

/** An email that can be sent, the group it goes to, and how large that may be. */
export interface Sendable extends SendApproval {
  readonly group: Group;
  readonly limits: RecipientLimits;
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
export async function checkSendable(api: Api, email: Email, rules: RecipientRules): Promise<Sendable> {
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
  if (!email.group_id) throw notSendable(email, [...reasons, 'it has no group']);
  const group = await api.call('getGroup', { id: email.group_id });
  // Another reason stops it first, without reading the sent emails.
  const limits = reasons.length > 0 ? { ...rules, expected: undefined } : await limitsFor(api, group, rules);
  const problem = recipientProblem(group, limits);
  if (problem !== undefined) reasons.push(problem);
  if (reasons.length > 0)
    throw notSendable(email, reasons, reasons.length === 1 && problem ? group : undefined);
  return { email, group, limits };
}

/**
 * The last look before the request: what was approved can still be sent, and has not changed.
 *
 * @throws Failure not_sendable, changed_since_approval
 */
export async function lookAgain(api: Api, approved: Sendable, read: () => Promise<Email>): Promise<Sendable> {
  const now = await checkSendable(api, await read(), { most: undefined, expected: undefined });
  checkUnchanged(approved, now);
  const problem = recipientProblem(now.group, approved.limits);
  if (problem !== undefined) throw notSendable(now.email, [problem], now.group);
  return now;
}

/** @param group set if its size is the only reason */
function notSendable(email: Pick<Email, 'id'>, reasons: readonly string[], group?: Group): Failure {
  return new Failure('not_sendable', `email ${email.id} was not sent: ${reasons.join('; ')}`, {
    hint: group === undefined ? `newsletter emails get ${email.id}` : `newsletter groups get ${group.id}`,
  });
}

/** Email and recipients, shown above the confirmation. */
export function describeSend(
  { email, group, limits }: SendApproval & { readonly limits?: RecipientLimits | undefined },
  account: Account,
  { paint, stderrIsTerminal }: Pick<Terminal, 'paint' | 'stderrIsTerminal'>,
): string {
  const { scheduled_at: time } = email;
  const expected = limits?.expected;
  return [
    // A terminal already shows the account, as for every write.
    ...(stderrIsTerminal ? [] : [`  account  ${accountName(account)}`]),
    // Each on one line, so that text from the service cannot imitate another line.
    `  subject  ${paint.bold(sanitizeLine(email.subject ?? ''))}`,
    `  preview  ${email.preview ? sanitizeLine(email.preview) : paint.dim('none')}`,
    ...(group === undefined
      ? [`  group    ${paint.dim('none')}`]
      : [`  group    ${sanitizeLine(group.name)}`, `  goes to  ${recipientsText(group, paint.bold)}`]),
    ...(expected === undefined ? [] : [`  expected ${expected.text}`]),
    ...(time === null || time === undefined
      ? []
      : [`  time     ${time}, unless the service sends it at once`]),
  ].join('\n');
}

function recipientsText(group: Group, bold: (text: string) => string): string {
  const size = sizeOf(group);
  return `${bold(size === null ? 'unknown' : grouped(size))} ${size === 1 ? 'subscriber' : 'subscribers'}`;
}
