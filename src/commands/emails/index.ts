import type { Command } from 'commander';
import { bodyOf, mustChange, writableOptions } from '../../cli/body-options.ts';
import { ofSending, requests } from '../../cli/command-metadata.ts';
import { examples } from '../../cli/examples.ts';
import { type ListFlags, listOptions, printList } from '../../cli/list-options.ts';
import { write } from '../../cli/mutation.ts';
import { seconds, wholeNumber } from '../../cli/option-parsers.ts';
import { findEmail, findGroup, isId } from '../../cli/resolve-id.ts';
import { viewOf } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import { registerPreview } from './preview.ts';
import { registerPull } from './pull.ts';
import { registerPush } from './push.ts';
import { registerStatistics } from './stats.ts';
import { followEmail, registerWatch } from './watch.ts';

const { listEmails, updateEmail } = endpoints;
const anId = '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f';

/** `emails`: what is written and sent. */
export function register(parent: Command, context: Context): void {
  const emails = parent
    .command('emails')
    .summary('list, get, update, send, watch emails; statistics')
    .description('Emails. They are drafted in the web editor; here they are listed, changed and sent.');
  examples(emails, [['all emails', 'newsletter emails list']]);
  const list = listOptions(emails.command('list').description('List the emails.')).action(
    async (flags: ListFlags) => {
      await printList(context, 'listEmails', {}, flags, 'emails are drafted in the web editor');
    },
  );
  requests(list, ['listEmails']);
  examples(list, [
    ['all emails', 'newsletter emails list --all'],
    ['ids and subjects', 'newsletter emails list --json id,status,subject'],
  ]);
  const get = emails
    .command('get')
    .description('Show one email. The service shows no single fetch, so this walks the list.')
    .argument('<id>', 'id of the email, or its first eight characters')
    .action(async (id: string) => {
      await context.terminal.record(await findEmail(await context.api(), id), everyField);
    });
  requests(get, ['listEmails']);
  examples(get, [
    ['one email', `newsletter emails get ${anId}`],
    ['its text alone', `newsletter emails get ${anId} --json body_text`],
  ]);
  registerUpdate(emails, context);
  registerSend(emails, context);
  registerWatch(emails, context);
  registerStatistics(emails, context);
  registerPull(emails, context);
  registerPush(emails, context, sendEmail);
  registerPreview(emails, context);
}

const everyField = {
  ...viewOf(listEmails.response),
  columns: Object.keys(listEmails.response.fields),
};

function registerUpdate(emails: Command, context: Context): void {
  const update = writableOptions(
    emails
      .command('update')
      .description('Change an email. Only what is given changes; texts may be @file, or - for stdin.')
      .argument('<id>', 'id of the email, or its first eight characters')
      .optionsGroup('What is written:')
      .option('--group <group>', 'the group it goes to, by id or exact name'),
    updateEmail.body,
    {
      subject: 'the subject line',
      preview: 'the line that mail programs show beside the subject',
      body_html: 'the HTML body',
      body_text: 'the text body',
      background_color: 'a colour, as the service takes it',
      foreground_color: 'a colour, as the service takes it',
      font_id: 'a font, as the service takes it',
      like_enabled: 'readers can like it',
    },
  ).action(async (id: string, options: Record<string, unknown>) => {
    const body = await bodyOf(context, updateEmail.body, options);
    if (options.group === undefined) mustChange(body, `newsletter emails update ${id} --subject <text>`);
    await context.beforeWrite();
    if (typeof options.group === 'string')
      body.group_id = (await findGroup(await context.api(), options.group)).id;
    const known = isId(id) ? id : (await findEmail(await context.api(), id)).id;
    await write(context, 'updateEmail', { id: known, body });
  });
  requests(update, ['listEmails', 'listGroups', 'getGroup', 'updateEmail'], { codes: ['nothing_to_change'] });
  examples(update, [
    ['a new subject', `newsletter emails update ${anId} --subject "What we saw in May"`],
    ['the body from a file', `newsletter emails update ${anId} --body-html @issue.html`],
    ['see the request first', `newsletter emails update ${anId} --group Everyone --dry-run`],
  ]);
}

interface SendFlags {
  readonly maxRecipients?: number;
  readonly expectRecipients?: string;
  readonly wait?: boolean;
  readonly waitTimeout?: number;
}

function registerSend(emails: Command, context: Context): void {
  const send = emails
    .command('send')
    .description(
      'Send a draft to its group, after showing what goes to whom and asking. It is never sent twice: when the answer is lost the program looks what became of it, and exits with 9 if it cannot tell.',
    )
    .argument('<id>', 'id of the email, or its first eight characters')
    .option('--max-recipients <n>', 'refuse a group larger than this', wholeNumber)
    .option('--expect-recipients <n>', 'refuse a group that is not of this size: 1200, 1200±5% or 1200+-5%')
    .option('--wait', 'wait until it has been sent or denied')
    .option('--wait-timeout <seconds>', 'with --wait: how long (3600)', seconds)
    .action(async (id: string, flags: SendFlags) => {
      await sendEmail(context, id, flags);
    });
  requests(send, ['listEmails', 'getGroup', 'sendEmail'], { codes: ['confirmation_needed', ...ofSending] });
  examples(send, [
    ['look, answer, send', `newsletter emails send ${anId}`],
    ['in a script', `newsletter emails send ${anId} --yes --expect-recipients 1200+-5% --wait`],
    ['only check', `newsletter emails send ${anId} --dry-run`],
  ]);
}

async function sendEmail(context: Context, id: string, flags: SendFlags): Promise<void> {
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
    await write(context, 'sendEmail', { id: sendable.email.id });
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
  await terminal.record(email, viewOf(listEmails.response));
  const failure = flags.wait || email.status === 'denied' ? notSent(email) : undefined;
  if (failure !== undefined) throw failure;
}
