/** What is checked and shown before an email is sent: the draft, its group, and how large that may be. */
import { accountName } from '../../auth/account.ts';
import { type Account, type Email, endpoints, type Group } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { WholeList } from '../../http/pages.ts';
import { requireFields } from '../../http/response-body.ts';
import { Failure, type FailureCode } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import { sanitizeLine } from '../../terminal/shown-text.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { checkUnchanged, type SeenSends, type SendApproval, sizeOf } from '../approval.ts';
import { emailName, sentState } from '../naming.ts';

/** How many subscribers a group may have; both ends included. */
export interface RecipientRange {
  readonly from: number;
  readonly to: number;
  /** As in messages: `1200±5%`. */
  readonly text: string;
}

/** What the command line says of the group's size. */
export interface RecipientRules {
  readonly most: number | undefined;
  /** A function for `last±5%`: a range around the size of the group's previous send. */
  readonly expected: RecipientRange | ((last: number) => RecipientRange) | undefined;
}

/** The same, once the group is known. */
export type RecipientLimits = RecipientRules & { readonly expected: RecipientRange | undefined };

/** An email that can be sent, the group it goes to, and how large that may be. */
export interface Sendable extends SendApproval {
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
 * @param sends gets the emails that are read for `last`
 * @throws Failure already_sent; too_many_recipients, unexpected_recipients; not_sendable with every reason;
 *   not_allowed; unexpected_answer for an invalid record
 */
export async function checkSendable(
  api: Api,
  email: Email,
  rules: RecipientRules,
  sends?: SeenSends,
): Promise<Sendable> {
  requireFields(endpoints.listEmails.response, email, shownBefore);
  const sent = sentState(email);
  if (sent !== undefined) {
    throw new Failure('already_sent', `${emailName(email)} is already ${sent}; only a draft can be sent`, {
      hint: `newsletter emails ${sent === 'sent' ? 'stats' : 'watch'} ${email.id}`,
    });
  }
  const lacks = [...missingIn(email), ...(email.group_id ? [] : (['group'] as const))];
  const reasons = lacks.map(part => `it has no ${part}`);
  if (email.status !== 'draft') reasons.unshift(`its status is ${email.status}; only a draft can be sent`);
  if (reasons.length > 0 || !email.group_id)
    throw new Failure('not_sendable', `${emailName(email)} was not sent: ${reasons.join('; ')}`, {
      hint: hintFor(email, lacks[0]),
    });
  const group = await api.call('getGroup', { id: email.group_id });
  api.limits.rails?.checkRecipients(sizeOf(group) ?? undefined);
  const limits = await limitsFor(api, group, rules, sends);
  checkSize(email, group, limits);
  return { email, group, limits };
}

/** What an email must have, and lacks. */
export function missingIn({ subject, body_html, body_text }: Partial<Email>): ('subject' | 'body')[] {
  return [
    ...(subject?.trim() ? [] : (['subject'] as const)),
    ...(body_html?.trim() || body_text?.trim() ? [] : (['body'] as const)),
  ];
}

/**
 * Refuses a change after which the service would send a scheduled email without its subject or body.
 *
 * @throws Failure not_sendable
 */
export function checkScheduled(email: Email, changes: Partial<Email>): void {
  const missing = email.status === 'scheduled' ? missingIn({ ...email, ...changes }) : [];
  if (missing.length === 0) return;
  const why = `it is scheduled, and would have no ${missing.join(' and no ')}`;
  throw new Failure('not_sendable', `${emailName(email)} was not changed: ${why}`, {
    hint: 'to take it off the schedule: newsletter open emails',
  });
}

/**
 * The last look before the request: what was approved can still be sent, and has not changed.
 *
 * @throws Failure as `checkSendable`; changed_since_approval
 */
export async function lookAgain(api: Api, approved: Sendable, read: () => Promise<Email>): Promise<Sendable> {
  const now = await checkSendable(api, await read(), { most: undefined, expected: undefined });
  checkUnchanged(approved, now);
  checkSize(now.email, now.group, approved.limits);
  return now;
}

/** What adds the first thing that is missing, or what becomes of an email that is no draft. */
function hintFor({ id, status }: Email, missing: 'subject' | 'body' | 'group' | undefined): string {
  if (status !== 'draft') return `newsletter emails watch ${id}`;
  return missing === 'body'
    ? 'newsletter emails push <file>'
    : `newsletter emails update ${id} --${missing} <${missing}>; or write "${missing}: …" into its file and push it`;
}

/** Email and recipients, shown above the confirmation. */
export function describeSend(
  { email, group, limits: { expected } }: Sendable,
  account: Account,
  { paint, stderrIsTerminal }: Pick<Terminal, 'paint' | 'stderrIsTerminal'>,
): string {
  const { scheduled_at: time } = email;
  const size = sizeOf(group) ?? 0;
  return [
    // A terminal already shows the account, as for every write.
    ...(stderrIsTerminal ? [] : [`  account  ${accountName(account)}`]),
    // Each on one line, so that text from the service cannot imitate another line.
    `  subject  ${paint.bold(sanitizeLine(email.subject ?? ''))}`,
    `  preview  ${email.preview ? sanitizeLine(email.preview) : paint.dim('none')}`,
    `  group    ${sanitizeLine(group.name)}`,
    `  goes to  ${paint.bold(grouped(size))} ${size === 1 ? 'subscriber' : 'subscribers'}`,
    ...(expected === undefined ? [] : [`  expected ${expected.text}`]),
    ...(time === null || time === undefined
      ? []
      : [`  time     ${time}, unless the service sends it at once`]),
  ].join('\n');
}

/**
 * Reads `--expect-recipients`: `1200`, `1200±5%`, `1200+-5%`, `1200±60`, and the same with `last` for the number.
 *
 * @throws Failure invalid_value
 */
export function parseExpectedRecipients(text: string): Exclude<RecipientRules['expected'], undefined> {
  const parts = /^(\d+|last)(?:\s*(?:±|\+-|\+\/-)\s*(\d+(?:\.\d+)?)\s*(%?))?$/i.exec(text.trim());
  if (parts === null) {
    throw new Failure('invalid_value', `invalid value "${text}" for --expect-recipients: expected a number`, {
      hint: 'for example: --expect-recipients 1200, --expect-recipients 1200+-5%, or --expect-recipients last+-5%',
    });
  }
  const [, number = '', given = '0', unit] = parts;
  const around = (middle: number): RecipientRange => {
    // 0.7% of 3000 is 21, not 20.999999999999996.
    const spread = Math.round(Number(given) * (unit === '%' ? middle / 100 : 1) * 1e6) / 1e6;
    return { from: Math.ceil(middle - spread), to: Math.floor(middle + spread), text: text.trim() };
  };
  return /^\d/.test(number) ? around(Number(number)) : around;
}

/** @throws Failure not_sendable, too_many_recipients, unexpected_recipients */
export function checkSize(email: Email, group: Group, { most, expected }: RecipientLimits): void {
  const name = `its group "${group.name}"`;
  const count = sizeOf(group);
  const refusal = (code: FailureCode, reason: string, ...details: string[]) =>
    new Failure(code, `${emailName(email)} was not sent: ${reason}`, {
      details,
      hint: `newsletter groups get ${group.id}`,
    });
  // Without a count the limits cannot be checked, and the question before sending would lack a number.
  if (count === null) throw refusal('not_sendable', `unknown number of subscribers in ${name}`);
  if (count === 0) throw refusal('not_sendable', `${name} has no subscribers`);
  const size = `${name} has ${counted(count, 'subscriber')}`;
  if (most !== undefined && count > most) {
    const reason = `${size}, more than --max-recipients ${most}`;
    throw refusal('too_many_recipients', reason, `recipients: ${count}, limit: ${most}`);
  }
  if (expected === undefined || (count >= expected.from && count <= expected.to)) return;
  const numbers = `recipients: ${count}, expected: ${expected.from} to ${expected.to}`;
  throw refusal('unexpected_recipients', `${size}, not the expected ${expected.text}`, numbers);
}

/**
 * The limits for a group; for `last` from its previous send: the latest email that was sent to it. service.txt gives
 * each email `group_id` and `sent_count`; that `sent_count` is the size which the group had then is not shown.
 *
 * @throws Failure not_sendable if there is none, or if it cannot be told which is the latest
 */
export async function limitsFor(
  api: Api,
  { id, name }: Group,
  { most, expected }: RecipientRules,
  sends?: SeenSends,
): Promise<RecipientLimits> {
  if (typeof expected !== 'function') return { most, expected };
  const sent: { readonly email: Email; readonly at: string }[] = [];
  const list = new WholeList(api.pages('listEmails'));
  for await (const { data } of list) {
    for (const email of data) {
      sends?.see(email);
      if (email.status !== 'sent' || email.group_id !== id) continue;
      const at = email.sent_at ?? email.completed_at;
      if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) {
        throw unknownLast(`the service does not say when email ${email.id} was sent`, id);
      }
      sent.push({ email, at });
    }
  }
  // The previous one may be among those that are missing.
  list.checkComplete();
  const [last] = sent.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (last === undefined)
    throw unknownLast(`no earlier email was sent to the group "${sanitizeLine(name)}"`, id);
  requireFields(endpoints.listEmails.response, last.email, ['sent_count']);
  const { sent_count, subject } = last.email;
  const { from, to, text } = expected(sent_count);
  const span = from === to ? grouped(from) : `${grouped(from)} to ${grouped(to)}`;
  const what = `"${sanitizeLine(subject ?? '')}" went to ${grouped(sent_count)} on ${last.at.slice(0, 10)}`;
  return { most, expected: { from, to, text: `${text}: ${span}, since ${what}` } };
}

function unknownLast(reason: string, group: string): Failure {
  return new Failure('not_sendable', `nothing was sent: --expect-recipients last is unknown: ${reason}`, {
    hint: `pass a number, after a look at the group: newsletter groups get ${group}`,
  });
}
