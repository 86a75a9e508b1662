/** How `send` and `push --send` send an email: what comes before the question, and what is printed after the send. */
import { flag, number, type OptionValues, text, wholeNumber } from '../../cli/option.ts';
import { viewOf } from '../../cli/options/list-options.ts';
import { findEmail } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import { type Account, type Email, endpoints } from '../../contract/index.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import type { SeenSends } from '../../emails/approval.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import { emailName, sentState, statusText } from '../../emails/naming.ts';
import type { SendAttempt, SendJournal } from '../../emails/send/journal.ts';
import type { RecipientRules, Sendable } from '../../emails/send/sendable.ts';
import type { Preview } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { byPerson } from '../../lib/text/shell-word.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { View } from '../../terminal/terminal.ts';
import { findingsOf, type JudgedFindings, judgeFindings, lintedEmail, strictOptions } from './findings.ts';
import { drawnChanges } from './push-check.ts';
import { followEmail, sendJournal } from './watch.ts';

/** The options of every command that sends an email. @param when it sends one: `with --send: ` */
export const sendOptions = (when = '') => ({
  maxRecipients: number('--max-recipients <n>', `${when}maximum size of the group`, wholeNumber),
  expectRecipients: text(
    '--expect-recipients <n>',
    `${when}required size of the group: 1200, 1200±5% (or 1200+-5%), last±5%: of its previous send`,
  ),
  wait: flag('--wait', `${when}wait until the email is sent or denied`),
  sendAgain: flag('--send-again', 'send even if the email, or one with its text, was already sent'),
  ...strictOptions,
});

export type SendFlags = Partial<OptionValues<ReturnType<typeof sendOptions>>>;

/** Seconds that `--wait` waits. */
const longestWait = 3600;

export const sentView = viewOf(endpoints.sendEmail.response);

/** What `--dry-run` prints for programs: the email, its group and number of recipients, the requests. */
export const planView: View = {
  plural: 'plans',
  columns: ['subject', 'group', 'recipients'],
  kinds: fieldsFrom(
    'dry_run:boolean account:text id:text subject:text preview:text? group:text group_id:text',
    'recipients:integer expected:text? rails:map findings:maps requests:maps',
  ),
};

/** @throws Failure usage, invalid_value; not_allowed */
export async function recipientRules(context: Context, flags: SendFlags): Promise<RecipientRules> {
  const { api: service, terminal, options, typed } = context;
  const { parseExpectedRecipients } = await import('../../emails/send/sendable.ts');
  const { maxRecipients: most, expectRecipients: text } = flags;
  if (!options.dryRun) (await service()).limits.rails?.checkSender(terminal.asks, byPerson(typed));
  return { most, expected: text === undefined ? undefined : parseExpectedRecipients(text) };
}

/** An email to send, while no other run on this machine sends one of the account. */
export interface EmailToSend {
  readonly email: Email;
  readonly journal: SendJournal;
  /** An earlier send of it, which the user was told of. */
  readonly earlier: SendAttempt | undefined;
  /** What the list shows, as far as it was read. */
  readonly sends: SeenSends;
  /** That names the email, as it was pushed. */
  readonly file?: EmailFile | undefined;
}

/**
 * Finds an email to send. While another process on this machine sends one, waits. The journal is read before the email:
 * a draft that was read earlier than a send would look as if the service had taken that send back.
 *
 * @throws Failure already_running; send_unresolved, declined about an earlier send; as `findEmail`
 */
export async function emailToSend(
  context: Context,
  name: string,
  { sendAgain = false }: SendFlags,
): Promise<EmailToSend> {
  const [{ noteStatus }, { awaitOtherRun, nameEarlierSend }, { SeenSends }] = await Promise.all([
    import('../../emails/send/journal.ts'),
    import('../../emails/send/send.ts'),
    import('../../emails/approval.ts'),
  ]);
  const { terminal, options } = context;
  const api = await context.api();
  await context.beforeWrite();
  const sends = new SeenSends();
  const found = await findEmail(api, name, email => sends.see(email));
  const journal = await sendJournal(context, found.id);
  await awaitOtherRun(journal, { api, terminal });
  const earlier = journal.earlier(found.created_at);
  const email = earlier === undefined ? found : await findEmail(api, found.id);
  if (!options.dryRun) noteStatus(journal, email.status);
  if (earlier === undefined || email.status !== 'draft') return { email, journal, earlier: undefined, sends };
  const again = sendAgain || options.dryRun === true;
  const named = await nameEarlierSend(earlier, terminal, again);
  // Others may have saved it while the question was open.
  return { email: again ? email : await findEmail(api, found.id), journal, earlier: named, sends };
}

/**
 * Shows an email with its recipients, asks for confirmation, sends it, and prints it; with `--dry-run` prints the plan.
 *
 * @param sendable what was checked, or pushed: exactly that is sent
 * @param pushed a push, which has shown the findings
 * @throws Failure declined, lint_failed, already_sent, changed_since_approval, already_running, send_unresolved; as `checkSendable`;
 *   outcome_unknown, still_running; partly_done if the service denied or paused it
 */
export async function sendEmail(
  context: Context,
  { journal, earlier, sends, file }: EmailToSend,
  sendable: Sendable,
  flags: SendFlags,
  pushed?: { readonly requests: readonly Preview[]; readonly judged: JudgedFindings },
): Promise<void> {
  const [{ describeSend }, { checkAccountNamed }, { sendApproved }] = await Promise.all([
    import('../../emails/send/sendable.ts'),
    import('../../auth/account.ts'),
    import('../../emails/send/send.ts'),
  ]);
  const { terminal } = context;
  const { id } = sendable.email;
  const api = await context.api();
  const account = await context.account();
  checkAccountNamed(account);
  const describe = (shown: Sendable) => terminal.show(describeSend(shown, account, terminal));
  describe(sendable);
  const twin = sends.twinOf(sendable);
  const repeatedBy = (by: typeof twin) => (terminal.asks || flags.sendAgain ? undefined : by?.refusal);
  const repeated = repeatedBy(twin);
  if (repeated !== undefined && !context.options.dryRun) throw repeated;
  if (twin !== undefined) terminal.warn(twin.said);
  const lint = async (email: Email) => {
    const found = await findingsOf(await lintedEmail(email, account.physical_address, file), flags.ignore);
    const refused = `${emailName(email)} was not sent: lint found mistakes`;
    return await judgeFindings(context, found, flags, { id }, refused);
  };
  const judged = pushed?.judged ?? (await lint(sendable.email));
  const requests = pushed?.requests ?? [];
  if (context.options.dryRun) {
    const { subscribers_count: recipients } = sendable.group;
    api.limits.rails?.preview(rails => rails.approveSend({ recipients, byPerson: terminal.asks }));
    await showPlan(context, sendable, account, judged, [...requests, api.preview('sendEmail', { id })]);
    const failure = repeated ?? judged.failure;
    if (failure !== undefined) throw failure;
    return;
  }
  const { email, last } = await sendApproved({
    api,
    terminal,
    account,
    journal,
    shown: sendable,
    before: judged.above,
    earlier,
    isPushed: requests.length > 0,
    repeated: last => repeatedBy(sends.twinOf(last)),
    read: () => findEmail(api, id, email => sends.see(email)),
    async show(changed) {
      describe(changed);
      const changes = textChanges(sendable.email, changed.email);
      if (changes.length > 0) terminal.show((await drawnChanges(context, changes))(terminal));
      return (await lint(changed.email)).above;
    },
    patience: flags.wait ? longestWait : undefined,
  });
  await report(context, email, last.group.subscribers_count, flags);
}

const textChanges = (before: Email, after: Email) =>
  (['body_html', 'body_text'] as const).flatMap(field =>
    before[field] === after[field] ? [] : [{ field, before: before[field], after: after[field] ?? '' }],
  );

async function showPlan(
  context: Context,
  { email, group, limits }: Sendable,
  account: Account,
  judged: JudgedFindings,
  previews: readonly Preview[],
): Promise<void> {
  const [{ requestRow, showFirstRequests, showRequests }, { accountName }] = await Promise.all([
    import('../../cli/dry-run.ts'),
    import('../../auth/account.ts'),
  ]);
  const { terminal, options } = context;
  if (!terminal.isStructured && options.fields === undefined)
    return await showRequests(context, previews.length === 1 ? (previews[0] as Preview) : previews);
  const { rails } = (await context.api()).limits;
  if (!terminal.isStructured) showFirstRequests(context, previews, '');
  const plan = {
    dry_run: true,
    account: accountName(account),
    id: email.id,
    subject: email.subject,
    preview: email.preview,
    group: group.name,
    group_id: group.id,
    recipients: group.subscribers_count,
    expected: limits.expected?.text ?? null,
    rails: Object.fromEntries(Object.entries(rails?.values ?? {}).map(([name, rail]) => [name, rail?.value])),
    findings: judged.rows,
    requests: terminal.isStructured ? previews.map(requestRow) : [],
  };
  await terminal.record(plan, planView);
  terminal.note('nothing was sent (--dry-run)');
}

/** Prints an email that was sent; with `--wait`, its final status. @throws Failure partly_done, still_running */
async function report(context: Context, sent: Email, people: number, flags: SendFlags): Promise<void> {
  const { notSent } = await import('../../emails/send/poll-status.ts');
  const { terminal } = context;
  let email = sent;
  if (flags.wait) {
    const following = followEmail(context, email, { recipients: people, timeout: longestWait });
    for await (const poll of following) email = poll.email;
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
  if (sentState(email) === 'being sent' && !terminal.isStructured)
    terminal.note(`to follow it: newsletter emails watch ${email.id}`);
  const failure = notSent(email);
  if (failure !== undefined) throw failure;
}

/** @param people in the email's group */
function sendAnswer({ id, status, sent_count, delivery_count, bounce_count }: Email, people: number): string {
  if (status === 'sent') {
    const delivered = `${grouped(delivery_count)} delivered, ${grouped(bounce_count)} bounced`;
    return `Sent to ${counted(sent_count, 'subscriber')}: ${delivered}.`;
  }
  if (sentState({ status }) !== 'being sent') return `Email ${id} is ${statusText(status)}.`;
  const to = counted(people, 'subscriber');
  return status === 'sending' ? `Sending to ${to}.` : `The service reviews it, then sends it to ${to}.`;
}
