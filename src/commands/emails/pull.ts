import { command, exampleDraft } from '../../cli/command.ts';
import { flag, type OptionValues } from '../../cli/option.ts';
import { findWholeEmail, groupName } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import type { View } from '../../terminal/terminal.ts';
import { emailArgument, emailNamed, namesFile } from './email-or-file.ts';

const view: View = { plural: 'files', columns: ['file', 'id', 'subject', 'updated_at'] };

const options = {
  force: flag('--force', 'overwrite a file with local changes'),
};

/** `emails pull`: writes an email to a file. */
export const pull = command({
  name: 'pull',
  summary: 'Save an email as a file to edit: Markdown or HTML.',
  description:
    'Write an email to a file with front matter and body. A file with local changes is not overwritten. The file that an email was pushed from keeps its Markdown, unless the email has changed since. In any other file the body is HTML.',
  arguments: [
    emailArgument,
    {
      name: '[file]',
      description: 'a .md or .html file (default: named after the subject)',
    },
  ],
  options,
  requests: ['listEmails', 'getGroup', 'listGroups'],
  output: view,
  prints: 'record',
  codes: ['local_changes', 'unreadable_file'],
  changesThisMachine: true,
  examples: [
    ['a file named after the subject', `newsletter emails pull ${exampleDraft}`],
    ['another name', `newsletter emails pull ${exampleDraft} may.md`],
    ['always as HTML', `newsletter emails pull ${exampleDraft} may.html`],
  ],
  run: async (context, [email, file], flags) =>
    await pullEmail(context, await emailNamed(email), file ?? (namesFile(email) ? email : undefined), flags),
});

async function pullEmail(
  context: Context,
  id: string,
  target: string | undefined,
  { force }: OptionValues<typeof options>,
): Promise<void> {
  const [{ emailFileKind, parseEmailFile }, { writeAtomically }, files] = await Promise.all([
    import('../../emails/files/email-file.ts'),
    import('../../lib/files/atomic-file.ts'),
    import('../../emails/files/kept-file.ts'),
  ]);
  // Reports an invalid file name before sending requests.
  if (target !== undefined) emailFileKind(target);
  const api = await context.api();
  const email = await findWholeEmail(api, id);
  const path = target ?? `${fileNameFor(email)}${email.body_html ? '.html' : '.md'}`;
  const text = await files.pulledFileText(path, email, await groupName(api, email.group_id));
  const why = force ? undefined : await files.whyKept(path, text, email);
  if (why !== undefined) throw notOverwritten(path, why);
  writeAtomically(path, text);
  const row = { file: path, id: email.id, subject: email.subject, updated_at: email.updated_at };
  if (emailFileKind(path) === 'markdown' && parseEmailFile(text, path).front.format === 'html')
    context.terminal.note(
      `${path} holds the email's HTML (format: html); delete that line to write Markdown`,
    );
  const name = email.subject
    ? `"${email.subject}"`
    : `the ${email.status === 'draft' ? 'draft' : 'email'} without a subject`;
  await context.terminal.answer(`Pulled ${name} to ${path}.`, row, view);
}

function notOverwritten(path: string, why: string): Failure {
  return new Failure('local_changes', `${path} was not overwritten: ${why}`, {
    hint: 'use another file name, or --force to overwrite it',
  });
}

interface Named {
  readonly id: string;
  readonly subject: string | null;
}

/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const longest = 60;

/** A file name from the subject: `twelve-bridges-before-breakfast`. Keeps letters and digits of any script. */
export function fileNameFor({ subject, id }: Named): string {
  const words =
    (subject ?? '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = cutToBytes([...words.join('-')].slice(0, longest).join(''), 3 * longest).replace(/-$/, '');
  return name === '' || deviceName.test(name) ? `email-${id.slice(0, 8)}` : name;
}

/** Cuts between characters; file systems allow 255 bytes for a name with its extension. */
function cutToBytes(text: string, most: number): string {
  const characters = [...text];
  while (Buffer.byteLength(characters.join('')) > most) characters.pop();
  return characters.join('');
}
