import { command } from '../../cli/command.ts';
import { sendCodes } from '../../cli/command-metadata.ts';
import { exampleId } from '../../cli/example-id.ts';
import { mutate } from '../../cli/mutation.ts';
import { flag, number, type OptionValues, seconds, text, wholeNumber } from '../../cli/option.ts';
import { findEmail } from '../../cli/resolve-id.ts';
import { sendAgain } from '../../cli/send-again.ts';
import { viewOf } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { type Account, type Email, endpoints } from '../../contract/index.ts';
import type { SendPlace } from '../../emails/send/guarded-send.ts';
import type { RecipientLimits } from '../../emails/send/recipient-limits.ts';
import type { Sendable } from '../../emails/send/send.ts';
import { statusText } from '../../emails/status-text.ts';
import { Failure } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import { emailArgument } from './email-argument.ts';
import { findingsOf, lintedEmail, reportFindings, strictOptions } from './findings.ts';
import { followEmail } from './watch.ts';

/** Seconds that `--wait` waits. */
const defaultWait = 3600;

const view = viewOf(endpoints.sendEmail.response);

const options = {
  maxRecipients: number('--max-recipients <n>', 'maximum size of the group', wholeNumber),
  expectRecipients: text('--expect-recipients <n>', 'required size of the group: 1200, 1200±5% or 1200+-5%'),
  wait: flag('--wait', 'wait until the email is sent or denied'),
  waitTimeout: number('--wait-timeout <seconds>', 'with --wait: seconds to wait (default 3600)', seconds),
  sendAgain,
  ...strictOptions,
};

const notes = `
The request to send leaves this machine once per run, whatever the answer.
Then the email is read again, for up to 30 seconds (--max-wait shortens it):

  0  it went out: the service shows another status than draft
  6  nothing was sent: the service was busy (429); try again later
  9  unknown: the answer was lost, a 5xx, or the email stays a draft

A 503 counts as unknown, too: a proxy may give it after the service has the
request. Other refusals (4xx) and connections that could not be opened sent
nothing, and have their usual exit status.

Runs on one machine wait for each other. Each send is noted in a journal before
it leaves, kept for 90 days: when its outcome was never learned, the next run
says so and asks; a script needs --send-again. What no client can prevent: two
machines that send at the same time, and a service that takes a second send.

The service shows no request for a test send, and none to send at a time.
For a test, write the email as a message, open it in a mail program, and send
it from there to yourself:

  newsletter emails export <email> test.eml

For a time, schedule it in the web editor, or let cron, at or CI run
"newsletter emails send <email> --yes --expect-recipients <n>" then.`;

/** `emails send`: sends a draft to its group. */
export const send = command({
  name: 'send',
  description:
    'Send a draft to its group. Shows the email, the recipients and the findings of `emails lint`, then asks. The request is sent once per run. If the response is lost, the program checks the status of the email, and exits with 9 if it is unknown.',
  arguments: [{ ...emailArgument, offers: 'draft' }],
  options,
  requests: ['listEmails', 'getGroup', 'sendEmail'],
  output: view,
  codes: ['confirmation_needed', 'lint_failed', ...sendCodes],
  notes,
  examples: [
    ['send, after confirmation', `newsletter emails send ${exampleId}`],
    ['in a script', `newsletter emails send ${exampleId} --yes --expect-recipients 1200+-5% --wait`],
    ['only if lint finds nothing', `newsletter emails send ${exampleId} --yes --strict`],
    ['check only', `newsletter emails send ${exampleId} --dry-run`],
  ],
  run: async (context, [id], flags) => await sendEmail(context, id, flags),
});

type SendOptions = OptionValues<typeof options>;

/**
 * Shows a draft with its recipients, asks for confirmation, sends it, and prints the email.
 *
 * @param id id of the email, its first eight characters, or its subject
 * @param isLinted whether its findings were shown already
 * @throws Failure declined, lint_failed, not_sendable, send_running, send_unresolved, outcome_unknown, still_running; partly_done if
 *   the service denied it
 */
export async function sendEmail(
  context: Context,
  id: string,
  flags: SendOptions,
  isLinted = false,
): Promise<void> {
  const [{ checkSendable }, { checkAccountNamed }, { noteStatus }] = await Promise.all([
    import('../../emails/send/send.ts'),
    import('../../auth/account-name.ts'),
    import('../../emails/send/guarded-send.ts'),
  ]);
  const rules = await recipientRules(flags);
  const api = await context.api();
  await context.beforeWrite();
  const draft = await findEmail(api, id);
  const place = await sendPlace(context);
  if (!context.options.dryRun) noteStatus(place, draft);
  const sendable = await checkSendable(api, draft, rules);
  const account = await context.account();
  checkAccountNamed(account);
  await showBeforeSending(context, sendable, account);
  if (!isLinted) await showFindings(context, sendable.email, account, flags);
  const { people, sent } = await confirmAndSend(context, sendable, { place, account, rules, flags });
  if (sent !== undefined) await report(context, sent, people, flags);
}

/** @throws Failure usage, invalid_value */
export async function recipientRules(
  flags: Pick<SendOptions, 'waitTimeout' | 'wait' | 'maxRecipients' | 'expectRecipients'>,
): Promise<RecipientLimits> {
  const { parseExpectedRecipients } = await import('../../emails/send/recipient-limits.ts');
  if (flags.waitTimeout !== undefined && !flags.wait) {
    throw new Failure('usage', '--wait-timeout requires --wait');
  }
  const { maxRecipients: most, expectRecipients: text } = flags;
  return { most, expected: text === undefined ? undefined : parseExpectedRecipients(text) };
}

async function sendPlace(context: Context): Promise<SendPlace> {
  return { configDir: context.configDir, service: await context.baseUrl() };
}

/**
 * Called before an email is pushed to be sent: without a terminal to ask on, an earlier send that may have gone out
 * ends the run.
 *
 * @throws Failure send_unresolved
 */
export async function checkEarlierSend(
  context: Context,
  email: Email,
  flags: Pick<SendOptions, 'sendAgain'>,
): Promise<void> {
  const { terminal } = context;
  if (flags.sendAgain || terminal.asks) return;
  const { nameEarlierSend } = await import('../../emails/send/guarded-send.ts');
  await nameEarlierSend(await sendPlace(context), email, terminal, false);
}

/** Shows email and recipients above the question, also with `--dry-run`. */
async function showBeforeSending(context: Context, sendable: Sendable, account: Account): Promise<void> {
  const { describeSend } = await import('../../emails/send/send.ts');
  context.terminal.show(describeSend(sendable, account, context.terminal));
}

/** Shows the findings above the question. @throws Failure lint_failed with --strict */
async function showFindings(
  context: Context,
  email: Email,
  { physical_address }: Account,
  flags: SendOptions,
): Promise<void> {
  const found = await findingsOf(await lintedEmail(email, physical_address), flags);
  await reportFindings(context, found, flags, { refused: `email ${email.id} was not sent` });
}

interface SendDetails {
  readonly place: SendPlace;
  readonly account: Account;
  readonly rules: RecipientLimits;
  readonly flags: SendOptions;
}

/** @returns the size of the group, and the email as it is after sending; undefined for a dry run */
async function confirmAndSend(
  context: Context,
  sendable: Sendable,
  { place, account, rules, flags }: SendDetails,
): Promise<{ people: number; sent?: Email }> {
  const [{ checkStillSendable }, { nameEarlierSend, sendGuarded }] = await Promise.all([
    import('../../emails/send/send.ts'),
    import('../../emails/send/guarded-send.ts'),
  ]);
  const { terminal, options } = context;
  const { id } = sendable.email;
  let people = sendable.group.subscribers_count;
  const again = flags.sendAgain === true || options.dryRun === true;
  const earlier = await nameEarlierSend(place, sendable.email, terminal, again);
  if (options.dryRun) {
    await mutate(context, 'sendEmail', { id });
    return { people };
  }
  const question = `Send to ${grouped(people)} ${people === 1 ? 'subscriber' : 'subscribers'} now?`;
  if (!(await terminal.confirm(question, '--yes'))) throw new Failure('declined', 'not sent');
  const api = await context.api();
  const read = () => findEmail(api, id);
  const { answer, email = answer } = await sendGuarded({
    id,
    send: () => api.call('sendEmail', { id }),
    statusIn: answer => answer.status,
    read,
    patience: flags.wait ? (flags.waitTimeout ?? defaultWait) : undefined,
    limits: api.limits,
    terminal,
    place,
    account,
    earlier,
    async check() {
      const now = await checkStillSendable(api, sendable, read, rules);
      people = now.group.subscribers_count;
      return now.email;
    },
  });
  return { people, ...(email && { sent: email }) };
}

/** Prints an email that was sent; with `--wait`, once its status is final. @throws Failure partly_done, still_running */
async function report(context: Context, sent: Email, people: number, flags: SendOptions): Promise<void> {
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
  await terminal.answer(sendAnswer(email, people), email, view);
  const failure = flags.wait || email.status === 'denied' ? notSent(email) : undefined;
  if (failure !== undefined) throw failure;
}

/** @param people in the email's group */
function sendAnswer({ id, status, sent_count, delivery_count, bounce_count }: Email, people: number): string {
  if (status === 'sent') {
    const delivered = `${grouped(delivery_count)} delivered, ${grouped(bounce_count)} bounced`;
    return `Sent to ${counted(sent_count, 'subscriber')}: ${delivered}.`;
  }
  if (status !== 'sending' && status !== 'reviewing') return `Email ${id} is ${statusText(status)}.`;
  const to = counted(people, 'subscriber');
  const now = status === 'sending' ? `Sending to ${to}.` : `The service reviews it, then sends it to ${to}.`;
  return `${now}\nFollow it with: newsletter emails watch ${id}`;
}
