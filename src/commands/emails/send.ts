import { command, exampleDraft } from '../../cli/command.ts';
import { sendCodes } from '../../cli/command-metadata.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord, withFlags } from '../../lib/text/shell-word.ts';
import { emailArgument, fileOfEmail } from './email-or-file.ts';
import {
  emailToSend,
  planView,
  recipientRules,
  type SendFlags,
  sendEmail,
  sendOptions,
  sentView,
} from './sending.ts';

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
the next run says so and asks; a script needs --send-again. So does a script for
a text that the group has got before (already_sent). No client can prevent that
two machines send the same draft at the same time.

--expect-recipients last+-5% takes the number from the latest email that was
sent to this group (its sent_count). If there is none, nothing is sent.

The service has no request for a test send. A draft can be sent once; a send to
a test group uses it up. To look at it: newsletter emails preview <email>

Where nobody is asked (--yes, a script), an error of emails lint stops the send
(8); --ignore <code> lets it pass.

To send at a time, schedule the email in the web editor (newsletter open
emails), or run this command from cron or CI with --yes and --expect-recipients.`;

export const send = command({
  name: 'send',
  description:
    'Send a draft to its group. Shows the email, the recipients and the findings of `emails lint`, then asks. The request is sent once per run. If the response is lost, the program checks the status of the email, and exits with 9 if it is unknown.',
  arguments: [{ ...emailArgument, offers: 'draft' }],
  options: sendOptions(),
  requests: ['listEmails', 'getGroup', 'getAccount', 'sendEmail'],
  output: [sentView, planView],
  prints: 'record',
  codes: ['confirmation_needed', 'lint_failed', 'changed_elsewhere', ...sendCodes],
  notes,
  examples: [
    ['send, after confirmation', `newsletter emails send ${exampleDraft}`],
    ['in a script', `newsletter emails send ${exampleDraft} --yes --wait`],
    ['only if lint finds nothing', `newsletter emails send ${exampleDraft} --yes --strict`],
    ['check only', `newsletter emails send ${exampleDraft} --dry-run`],
  ],
  run: async (context, [name], flags) => await sendDraft(context, name, flags),
});

async function sendDraft(context: Context, name: string, flags: SendFlags): Promise<void> {
  const { checkSendable } = await import('../../emails/send/sendable.ts');
  const file = await fileOfEmail(name);
  const rules = await recipientRules(context, flags);
  const found = await emailToSend(context, file?.front.id ?? name, flags);
  // Before what the draft lacks, which the file may have. An email that was sent is refused for that.
  if (file !== undefined && found.email.status === 'draft')
    await checkPushed(file, found.email, context.typed);
  const sendable = await checkSendable(await context.api(), found.email, rules, found.sends);
  await sendEmail(context, { ...found, file }, sendable, flags);
}

/** A file that names the email must be what would be sent. @throws Failure not_sendable, changed_elsewhere */
async function checkPushed(file: EmailFile, { updated_at }: Email, typed: readonly string[]): Promise<void> {
  const { hasLocalChanges } = await import('../../emails/files/diff.ts');
  const push = `newsletter emails push ${shellWord(file.path)}`;
  if (hasLocalChanges(file)) {
    // With --expect-recipients and whatever else was typed: push takes the same options.
    const at = typed.indexOf('send');
    throw new Failure('not_sendable', `not sent: ${file.path} has changes that were not pushed`, {
      hint: withFlags(typed.with(at, 'push'), '--send'),
    });
  }
  if (file.front.updated_at !== updated_at)
    throw new Failure('changed_elsewhere', `not sent: the email has changed since ${file.path} was pushed`, {
      hint: `to see how: ${push} --check`,
    });
}
