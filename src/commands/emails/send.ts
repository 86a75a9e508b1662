import { command } from '../../cli/command.ts';
import { sendCodes } from '../../cli/command-metadata.ts';
import { exampleId } from '../../cli/example-id.ts';
import { mutate } from '../../cli/mutation.ts';
import { flag, number, type OptionValues, seconds, text, wholeNumber } from '../../cli/option.ts';
import { findEmail } from '../../cli/resolve-id.ts';
import { viewOf } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import { emailArgument } from './email-argument.ts';
import { followEmail } from './watch.ts';

const view = viewOf(endpoints.sendEmail.response);

const options = {
  maxRecipients: number('--max-recipients <n>', 'refuse a group larger than this', wholeNumber),
  expectRecipients: text(
    '--expect-recipients <n>',
    'refuse a group that is not of this size: 1200, 1200±5% or 1200+-5%',
  ),
  wait: flag('--wait', 'wait until it has been sent or denied'),
  waitTimeout: number('--wait-timeout <seconds>', 'with --wait: how long (3600)', seconds),
};

/** `emails send`: sends a draft to its group. */
export const send = command({
  name: 'send',
  description:
    'Send a draft to its group, after showing what goes to whom and asking. It is never sent twice: when the answer is lost the program looks what became of it, and exits with 9 if it cannot tell.',
  arguments: [emailArgument],
  options,
  requests: ['listEmails', 'getGroup', 'sendEmail'],
  output: view,
  codes: ['confirmation_needed', ...sendCodes],
  examples: [
    ['look, answer, send', `newsletter emails send ${exampleId}`],
    ['in a script', `newsletter emails send ${exampleId} --yes --expect-recipients 1200+-5% --wait`],
    ['only check', `newsletter emails send ${exampleId} --dry-run`],
  ],
  run: async (context, [id], flags) => await sendEmail(context, id, flags),
});

/**
 * Shows a draft with its recipients, asks for confirmation, sends it, and prints the email.
 *
 * @param id id of the email or its first eight characters
 * @throws Failure declined, not_sendable, still_running; partly_done if the service denied it
 */
export async function sendEmail(
  context: Context,
  id: string,
  flags: OptionValues<typeof options>,
): Promise<void> {
  const [
    { checkSendable, checkStillSendable, describeSend, sendOnce },
    { notSent },
    { parseExpectedRecipients },
  ] = await Promise.all([
    import('../../emails/send.ts'),
    import('../../emails/poll-status.ts'),
    import('../../emails/recipient-limits.ts'),
  ]);
  const { terminal } = context;
  if (flags.waitTimeout !== undefined && !flags.wait) {
    throw new Failure('usage', '--wait-timeout is about waiting: it goes with --wait');
  }
  const expected =
    flags.expectRecipients === undefined ? undefined : parseExpectedRecipients(flags.expectRecipients);
  const api = await context.api();
  await context.beforeWrite();
  const draft = await findEmail(api, id);
  const read = () => findEmail(api, draft.id);
  const rules = { most: flags.maxRecipients, expected };
  const sendable = await checkSendable(api, draft, rules);
  terminal.show(describeSend(sendable, await context.account(), terminal));
  if (context.options.dryRun) {
    await mutate(context, 'sendEmail', { id: sendable.email.id });
    return;
  }
  let people = sendable.group.subscribers_count;
  const question = `Send to ${grouped(people)} ${people === 1 ? 'subscriber' : 'subscribers'} now?`;
  if (!(await terminal.confirm(question, '--yes'))) throw new Failure('declined', 'not sent');
  if (terminal.asks) {
    people = (await checkStillSendable(api, sendable, read, rules)).group.subscribers_count;
  }
  let email = await sendOnce(api, sendable.email.id, read, terminal);
  if (flags.wait) {
    for await (const poll of followEmail(context, email, people, flags.waitTimeout ?? 3600)) {
      email = poll.email;
    }
    if (email.status === 'sent' && email.sent_count !== people) {
      terminal.note(
        `it went to ${grouped(email.sent_count)}, not ${grouped(people)}: the service decides who gets it, and the group may have changed`,
      );
    }
  }
  await terminal.record(email, view);
  const failure = flags.wait || email.status === 'denied' ? notSent(email) : undefined;
  if (failure !== undefined) throw failure;
}
