import { command } from '../../cli/command.ts';
import { sendCodes } from '../../cli/command-metadata.ts';
import { exampleDraft } from '../../cli/examples.ts';
import { flag, number, seconds, text, wholeNumber } from '../../cli/option.ts';
import { sendAgain } from '../../cli/send-again.ts';
import { emailArgument } from './email-argument.ts';
import { strictOptions } from './findings.ts';
import { sendEmail, sentView } from './send-email.ts';

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
The request to send leaves this machine once per run, whatever the answer.
Then the email is read again, for up to 30 seconds (--max-wait shortens it):

  0  it went out: the service shows another status than draft
  6  nothing was sent: the service was busy (429); try again later
  9  unknown: the answer was lost, a 5xx, or the email stays a draft

A 503 counts as unknown, too: a proxy may give it after the service has the
request. Other refusals (4xx) and connections that could not be opened sent
nothing, and have their usual exit status.

What was shown is what is sent: just before the request, the email and its group
are read once more. Another content, group, filter or updated_at, or a size that
differs by more than 1% and more than 5 subscribers: a terminal asks again, a
script ends with 5 (changed_since_approval), and nothing is sent.

--expect-recipients last+-5% takes the number from the latest email that was sent
to this group (its sent_count). That a sent email keeps its group_id, and that
sent_count is the size of the group, the service does not document; if no sent
email says it, nothing is sent.

Exit status 8: the service denied the email, or paused it.

Runs on one machine wait for each other. Each send is noted in a journal before
it leaves, kept for 90 days: when its outcome was never learned, the next run
says so and asks; a script needs --send-again. What no client can prevent: two
machines that send at the same time, and a service that takes a second send.

The service shows no request for a test send, none to send at a time, and not who
opened an email: it cannot be sent again to those who did not.
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
  output: sentView,
  prints: 'record',
  codes: ['confirmation_needed', 'lint_failed', ...sendCodes],
  notes,
  examples: [
    ['send, after confirmation', `newsletter emails send ${exampleDraft}`],
    ['in a script', `newsletter emails send ${exampleDraft} --yes --expect-recipients 240+-5% --wait`],
    ['only if lint finds nothing', `newsletter emails send ${exampleDraft} --yes --strict`],
    ['check only', `newsletter emails send ${exampleDraft} --dry-run`],
  ],
  run: async (context, [id], flags) => await sendEmail(context, id, flags),
});
