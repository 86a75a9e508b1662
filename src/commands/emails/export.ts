import { command } from '../../cli/command.ts';
import { flag, type OptionValues, text } from '../../cli/option.ts';
import type { Context } from '../../context.ts';
import type { Mailbox } from '../../emails/body/eml.ts';
import { shownText } from '../../http/response-body.ts';
import { Failure } from '../../lib/failure.ts';
import type { View } from '../../terminal/terminal.ts';
import { emailOrFileArgument } from './email-argument.ts';
import { type LoadedEmail, loadEmail, senderOf } from './email-or-file.ts';

const view: View = { plural: 'messages', columns: ['file', 'subject', 'from', 'to', 'bytes'] };

const options = {
  from: text('--from <address>', 'sender, such as "Ada <ada@example.org>" (default: the account)'),
  to: text('--to <address>', 'recipient (default: the sender)'),
  force: flag('--force', 'overwrite a file that is not an earlier export'),
};

/** `emails export`: an email as a message file. */
export const exportEmail = command({
  name: 'export',
  summary: 'Save an email as a message file (.eml), to send as a test.',
  description:
    'Export an email as a message file (.eml) with HTML and text part. Open it in a mail program to send yourself a test, or check it with a spam checker. The unsubscribe header, the Message-ID and tokens are placeholders, and the footer of the service is missing. A file needs no account; its sender is then a placeholder, unless you pass --from or --profile.',
  arguments: [
    emailOrFileArgument,
    {
      name: '[file]',
      description: 'a .eml file, or - for stdout (default: named after the subject)',
      completes: 'file',
    },
  ],
  options,
  requests: ['listEmails', 'getAccount'],
  output: view,
  codes: ['unreadable_file', 'bad_encoding', 'local_changes'],
  changesThisMachine: true,
  examples: [
    ['open it in a mail program', 'newsletter emails export issue.md test.eml'],
    [
      'a draft by its subject, to a colleague',
      'newsletter emails export "Notes for spring" --to bob@example.org',
    ],
    ['to a spam checker', 'newsletter emails export issue.md - | spamassassin -t'],
  ],
  run: async (context, [email, file], flags) => await writeMessage(context, email, file, flags),
});

async function writeMessage(
  context: Context,
  name: string,
  target: string | undefined,
  flags: OptionValues<typeof options>,
): Promise<void> {
  const { terminal } = context;
  if (target !== undefined && target !== '-' && !/\.eml$/i.test(target)) {
    throw new Failure('invalid_value', `${target}: expected a .eml file`);
  }
  const loaded = await loadEmail(context, name);
  const { composeEml } = await import('../../emails/body/eml.ts');
  const from = flags.from === undefined ? await mailboxOf(context, loaded) : mailbox('--from', flags.from);
  const to = flags.to === undefined ? from : mailbox('--to', flags.to);
  const message = await composeEml(loaded.content, { from, to, date: new Date() });
  terminal.note('the unsubscribe header is a placeholder; the service adds its own, and a footer');
  if (target === '-') return await terminal.printBytes(message);
  const file = target ?? (await defaultName(loaded));
  await checkExisting(file, flags.force === true);
  const { writeAtomically } = await import('../../lib/files/atomic-file.ts');
  writeAtomically(file, message.toString('latin1'));
  const { subject } = loaded.content;
  await terminal.record({ file, subject, from: shown(from), to: shown(to), bytes: message.length }, view);
}

const placeholderSender = { name: 'Your newsletter', address: 'newsletter@sender.invalid' };

async function mailboxOf(context: Context, loaded: LoadedEmail): Promise<Mailbox> {
  const account = await senderOf(context, loaded);
  if (account === undefined) {
    context.terminal.note(`the sender is a placeholder; set it with --from`);
    return placeholderSender;
  }
  const { name, email_address } = account;
  return {
    name: shownText(name),
    address: typeof email_address === 'string' ? email_address : placeholderSender.address,
  };
}

function mailbox(flag: string, text: string): Mailbox {
  if (/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?\s*$/.test(text)) return text;
  throw new Failure('invalid_value', `invalid email address for ${flag}: "${text}"`, {
    hint: `for example: ${flag} "Ada <ada@example.org>"`,
  });
}

const shown = (mailbox: Mailbox) =>
  typeof mailbox === 'string' ? mailbox : `${mailbox.name} <${mailbox.address}>`;

async function defaultName({ content, email, file }: LoadedEmail): Promise<string> {
  if (file !== undefined) return file.path.replace(/\.[^.]*$/, '.eml');
  const { fileNameFor } = await import('../../emails/files/file-names.ts');
  return `${fileNameFor({ id: email?.id ?? '', subject: content.subject })}.eml`;
}

/** @throws Failure local_changes if the file is not an earlier export */
async function checkExisting(path: string, force: boolean): Promise<void> {
  if (force) return;
  const [{ readFile }, { exportHeader }] = await Promise.all([
    import('node:fs/promises'),
    import('../../emails/body/eml.ts'),
  ]);
  const text = await readFile(path, 'latin1').catch(() => undefined);
  if (text === undefined || text.includes(`\n${exportHeader}: `)) return;
  throw new Failure('local_changes', `${path} was not overwritten: it is not an earlier export`, {
    hint: 'use another file name, or --force to overwrite it',
  });
}
