import { command } from '../../cli/command.ts';
import { sendCodes } from '../../cli/command-metadata.ts';
import { exampleDraft } from '../../cli/examples.ts';
import { mutate } from '../../cli/mutation.ts';
import { flag, number, seconds, text, wholeNumber } from '../../cli/option.ts';
import { viewOf } from '../../cli/options/list-options.ts';
import { findEmail } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import { type Account, type Email, endpoints } from '../../contract/index.ts';
import type { Sendable } from '../../emails/send/sendable.ts';
import { statusText } from '../../emails/status-text.ts';
import { Failure } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import { emailArgument, sendAgain } from './email-argument.ts';
import { findingLine, findingsOf, lintedEmail, showFindings, strictOptions } from './findings.ts';
import {
  findPushed,
  findWhenIdle,
  isAsPushed,
  type PushedEmail,
  recipientRules,
  type SendFlags,
  sendJournal,
} from './sending.ts';
import { followEmail } from './watch.ts';

/** Seconds that `--wait` waits. */
const defaultWait = 3600;

const sentView = viewOf(endpoints.sendEmail.response);

const options = {
  maxRecipients: number('--max-recipients <n>', 'maximum size of the group', wholeNumber),
  expectRecipients: text(
    '--expect-recipients <n>',
    'required size of the group: 1200, 1200±5% (or 1200+-5%), last±5%: of its previous send',
  ),
  wait: flag('--wait', 'wait until the email is sent or denied'),
  waitTimeout: number('--wait-timeout <seconds>', 'with --wait: seconds to wait (default 3600)', seconds),
  sendAgain,
  ...strictOptions,
};

const notes = `
What was shown is what is sent. Just before the request, the email and its group
are read once more. If the content, the group, its filters or updated_at are
different, or the size by more than 1% and more than 5 subscribers, a terminal
asks again; a script ends with 5 (changed_since_approval), and nothing is sent.

The request leaves this machine once per run, whatever the answer. Then the
email is read again, for up to 30 seconds (--max-wait shortens it):

  0  sent: the service shows another status than draft
  6  not sent: the service was busy (429); try again later
  8  the service denied the email, or paused it
  9  unknown: the answer was lost, a 5xx, or the email stays a draft

Other refusals (4xx) and connections that could not be opened sent nothing, and
have their usual exit status.

Runs on one machine wait for each other. Each send is noted in a journal before
it leaves, and kept for 90 days. If the outcome of an earlier send is unknown,
the next run says so and asks; a script needs --send-again. No client can
prevent that two machines send the same draft at the same time.

--expect-recipients last+-5% takes the number from the latest email that was
sent to this group (its sent_count). If there is none, nothing is sent.

The service has no request for a test send. To look at the email as readers will
see it:

  newsletter emails preview <email>

To send at a time, schedule the email in the web editor, or run this command
from cron or CI with --yes and --expect-recipients.`;

/** `emails send`: sends a draft to its group. */
export const send = command({
  name: 'send',
  description:
    'Send a draft to its group. Shows the email, the recipients and the findings of `emails lint`, then asks. The request is sent once per run. If the response is lost, the program checks the status of the email, and exits with 9 if it is unknown.',
  arguments: [{ ...emailArgument, offers: 'draft' }],
  options,
  requests: ['listEmails', 'getGroup', 'getAccount', 'sendEmail'],
  output: sentView,
  prints: 'record',
  codes: ['confirmation_needed', 'lint_failed', ...sendCodes],
  notes,
  examples: [
    ['send, after confirmation', `newsletter emails send ${exampleDraft}`],
    ['in a script', `newsletter emails send ${exampleDraft} --yes --wait`],
    ['only if lint finds nothing', `newsletter emails send ${exampleDraft} --yes --strict`],
    ['check only', `newsletter emails send ${exampleDraft} --dry-run`],
  ],
  run: async (context, [id], flags) => await sendEmail(context, id, flags),
});

/**
 * Shows a draft with its recipients, asks for confirmation, sends it, and prints the email.
 *
 * @param id id of the email, its first eight characters, or its subject
 * @param pushed the email as it was just pushed, its findings shown; exactly that is sent
 * @throws Failure declined, lint_failed, not_sendable, changed_since_approval, send_running, send_unresolved,
 *   outcome_unknown, still_running; partly_done if the service denied or paused it
 */
export async function sendEmail(
  context: Context,
  id: string,
  flags: SendFlags,
  pushed?: PushedEmail,
): Promise<void> {
  const [{ checkSendable, describeSend }, { accountName, checkAccountNamed }, { noteStatus }, engine] =
    await Promise.all([
      import('../../emails/send/sendable.ts'),
      import('../../auth/account.ts'),
      import('../../emails/send/journal.ts'),
      import('../../emails/send/send.ts'),
    ]);
  const { terminal, options } = context;
  const rules = await recipientRules(context, flags);
  const api = await context.api();
  await context.beforeWrite();
  const draft = await (pushed ? findPushed(context, pushed) : findWhenIdle(context, id));
  const journal = await sendJournal(context, draft.id);
  if (!options.dryRun) noteStatus(journal, draft.status);
  const now = await checkSendable(api, draft, rules);
  const account = await context.account();
  checkAccountNamed(account);
  const show = (sendable: Sendable) => terminal.show(describeSend(sendable, account, terminal));
  const isPushed = pushed !== undefined && (await isAsPushed(context, pushed, now));
  show(now);
  if (!isPushed) await lintDraft(context, now.email, account, flags);
  const again = flags.sendAgain === true || options.dryRun === true;
  const earlier = await engine.nameEarlierSend(journal, draft, terminal, again);
  if (options.dryRun) return void (await mutate(context, 'sendEmail', { id: draft.id }));
  const read = () => findEmail(api, draft.id);
  const { email, last } = await engine.sendApproved({
    api,
    terminal,
    account,
    journal,
    // On a terminal the email shown is approved, in a script the email pushed.
    shown: isPushed && !terminal.asks ? pushed.approval : now,
    earlier,
    async ask({ group }, isChanged) {
      const question = `Send to ${counted(group.subscribers_count, 'subscriber')} of ${accountName({ name: account.name })} now?`;
      const isAgreed = await terminal.confirm(isChanged ? `It has changed. ${question}` : question, '--yes');
      if (!isAgreed) throw new Failure('declined', 'not sent');
    },
    read,
    async showAgain() {
      const changed = await checkSendable(api, await read(), rules);
      show(changed);
      await lintDraft(context, changed.email, account, flags);
      return changed;
    },
    patience: flags.wait ? (flags.waitTimeout ?? defaultWait) : undefined,
  });
  await report(context, email, last.group.subscribers_count, flags);
}

/** Shows the findings above the question. @throws Failure lint_failed with --strict */
async function lintDraft(
  context: Context,
  email: Email,
  { physical_address }: Account,
  { strict, ignore }: SendFlags,
): Promise<void> {
  const found = await findingsOf(await lintedEmail(email, physical_address), ignore);
  const serious = found.filter(({ severity }) => severity !== 'info');
  if (strict && serious.length > 0) {
    throw new Failure('lint_failed', `email ${email.id} was not sent: there are warnings (--strict)`, {
      details: serious.map(each => findingLine(each, undefined)),
    });
  }
  await showFindings(context, found);
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
  try {
    await terminal.answer(sendAnswer(email, people), email, sentView);
  } catch (error) {
    // stdout on a full disk: without a word about the send, the user might send again.
    if (!(error instanceof Failure) || error.code !== 'write_failed') throw error;
    throw error.reworded(`the email was sent (${statusText(email.status)}), but ${error.message}`, {
      hint: `newsletter emails watch ${email.id}`,
    });
  }
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
