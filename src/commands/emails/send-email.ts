/** Sends a draft that was shown or pushed, after confirmation. */
import { mutate } from '../../cli/mutation.ts';
import { findEmail } from '../../cli/resolve-id.ts';
import { viewOf } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { type Account, type Email, endpoints } from '../../contract/index.ts';
import type { SendPlace } from '../../emails/send/guarded-send.ts';
import type { Sendable } from '../../emails/send/send.ts';
import { statusText } from '../../emails/status-text.ts';
import { Failure } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import { findingsOf, lintedEmail, reportFindings } from './findings.ts';
import {
  findPushed,
  findWhenIdle,
  isAsPushed,
  type PushedEmail,
  recipientRules,
  type SendFlags,
  sendPlace,
} from './sending.ts';
import { followEmail } from './watch.ts';

/** Seconds that `--wait` waits. */
const defaultWait = 3600;

export const sentView = viewOf(endpoints.sendEmail.response);

/**
 * Shows a draft with its recipients, asks for confirmation, sends it, and prints the email.
 *
 * @param id id of the email, its first eight characters, or its subject
 * @param pushed what was pushed just before, with its findings shown: that is what is sent
 * @throws Failure declined, lint_failed, not_sendable, changed_since_approval, send_running, send_unresolved,
 *   outcome_unknown, still_running; partly_done if the service denied or paused it
 */
export async function sendEmail(
  context: Context,
  id: string,
  flags: SendFlags,
  pushed?: PushedEmail,
): Promise<void> {
  const [{ checkSendable, describeSend }, { checkAccountNamed }, { noteStatus }] = await Promise.all([
    import('../../emails/send/send.ts'),
    import('../../auth/account-name.ts'),
    import('../../emails/send/guarded-send.ts'),
  ]);
  const { terminal } = context;
  const rules = await recipientRules(context, flags);
  const api = await context.api();
  await context.beforeWrite();
  const draft = await (pushed ? findPushed(context, pushed) : findWhenIdle(context, id));
  const place = await sendPlace(context);
  if (!context.options.dryRun) noteStatus(place, draft);
  const now = await checkSendable(api, draft, rules);
  const account = await context.account();
  checkAccountNamed(account);
  const show = (sendable: Sendable) => terminal.show(describeSend(sendable, account, terminal));
  const isPushed = pushed !== undefined && (await isAsPushed(context, pushed, now));
  show(now);
  await nameCheck(context, account, now.group.id);
  if (!isPushed) await showFindings(context, now.email, account, flags);
  const details: SendDetails = {
    place,
    account,
    flags,
    // A terminal approves what it shows, a script what it pushed.
    shown: isPushed && !terminal.asks ? pushed.approval : now,
    async showAgain() {
      const again = await checkSendable(api, await findEmail(api, draft.id), rules);
      show(again);
      await showFindings(context, again.email, account, flags);
      return again;
    },
  };
  const sent = await confirmAndSend(context, details);
  if (sent !== undefined) await report(context, sent.email, sent.people, flags);
}

/** Names what `subscribers check` found in the group today. */
async function nameCheck(context: Context, account: Account, group: string): Promise<void> {
  const [{ checkOfGroup, keptText }, { localAccount }] = await Promise.all([
    import('../../subscribers/check/kept-checks.ts'),
    import('../../people/local-account.ts'),
  ]);
  const here = localAccount(account, await context.baseUrl());
  const kept = checkOfGroup(context.configDir, here, group, Date.now());
  const found = kept && keptText(kept);
  if (kept === undefined || found === '') return;
  const when = new Date(kept.at).toISOString().slice(0, 16).replace('T', ' ');
  context.terminal.warn(`subscribers check found in this group at ${when} UTC: ${found}`);
}

/** Shows the findings above the question. @throws Failure lint_failed with --strict */
async function showFindings(
  context: Context,
  email: Email,
  { physical_address }: Account,
  flags: SendFlags,
): Promise<void> {
  const found = await findingsOf(await lintedEmail(email, physical_address), flags);
  await reportFindings(context, found, flags, { refused: `email ${email.id} was not sent` });
}

interface SendDetails {
  readonly place: SendPlace;
  readonly account: Account;
  readonly flags: SendFlags;
  readonly shown: Sendable;
  readonly showAgain: () => Promise<Sendable>;
}

/** @returns the size of the group, and the email as it is after sending; undefined for a dry run */
async function confirmAndSend(
  context: Context,
  { place, account, flags, shown, showAgain }: SendDetails,
): Promise<{ readonly people: number; readonly email: Email } | undefined> {
  const [{ lookAgain }, { nameEarlierSend }, { sendApproved }] = await Promise.all([
    import('../../emails/send/send.ts'),
    import('../../emails/send/guarded-send.ts'),
    import('../../emails/send/approved-send.ts'),
  ]);
  const { terminal, options } = context;
  const { id } = shown.email;
  const again = flags.sendAgain === true || options.dryRun === true;
  const earlier = await nameEarlierSend(place, shown.email, terminal, again);
  if (options.dryRun) {
    await mutate(context, 'sendEmail', { id });
    return undefined;
  }
  const api = await context.api();
  const read = () => findEmail(api, id);
  const { sent, last } = await sendApproved<Email, Sendable>({
    id,
    shown,
    showAgain,
    async ask({ group }, isChanged) {
      const question = `Send to ${counted(group.subscribers_count, 'subscriber')} now?`;
      const isAgreed = await terminal.confirm(isChanged ? `It has changed. ${question}` : question, '--yes');
      if (!isAgreed) throw new Failure('declined', 'not sent');
      api.limits.rails?.approveSend({ recipients: group.subscribers_count, byPerson: terminal.asks });
    },
    look: approved => lookAgain(api, approved, read),
    send: () => api.call('sendEmail', { id }),
    statusIn: answer => answer.status,
    read,
    patience: flags.wait ? (flags.waitTimeout ?? defaultWait) : undefined,
    limits: api.limits,
    terminal,
    place,
    account,
    earlier,
  });
  const { answer, email = answer } = sent;
  return email && { people: last.group.subscribers_count, email };
}

/** Prints an email that was sent; with `--wait`, once its status is final. @throws Failure partly_done, still_running */
async function report(context: Context, sent: Email, people: number, flags: SendFlags): Promise<void> {
  const { notSent } = await import('../../emails/send/poll-status.ts');
  const { terminal } = context;
  let email = sent;
  if (flags.wait) {
    const timeout = flags.waitTimeout ?? defaultWait;
    for await (const poll of followEmail(context, email, { recipients: people, timeout })) {
      email = poll.email;
    }
    if (email.status === 'sent' && email.sent_count !== people) {
      terminal.note(
        `sent to ${grouped(email.sent_count)}, not ${grouped(people)}: the service decides who gets it, and the group may have changed`,
      );
    }
  }
  await terminal.answer(sendAnswer(email, people), email, sentView);
  if (isUnderway(email) && !terminal.isStructured)
    terminal.note(`to follow it: newsletter emails watch ${email.id}`);
  const failure = notSent(email);
  if (failure !== undefined) throw failure;
}

const isUnderway = ({ status }: Pick<Email, 'status'>) => status === 'sending' || status === 'reviewing';

/** @param people in the email's group */
function sendAnswer({ id, status, sent_count, delivery_count, bounce_count }: Email, people: number): string {
  if (status === 'sent') {
    const delivered = `${grouped(delivery_count)} delivered, ${grouped(bounce_count)} bounced`;
    return `Sent to ${counted(sent_count, 'subscriber')}: ${delivered}.`;
  }
  if (!isUnderway({ status })) return `Email ${id} is ${statusText(status)}.`;
  const to = counted(people, 'subscriber');
  return status === 'sending' ? `Sending to ${to}.` : `The service reviews it, then sends it to ${to}.`;
}
