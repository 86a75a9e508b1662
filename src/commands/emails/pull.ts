import { readFileSync } from 'node:fs';
import { command, exampleDraft } from '../../cli/command.ts';
import { flag, type OptionValues } from '../../cli/option.ts';
import { findWholeEmail, groupName } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import { emailName, fileNameFor } from '../../emails/naming.ts';
import { Failure } from '../../lib/failure.ts';
import type { View } from '../../terminal/terminal.ts';
import { emailArgument, emailNamed, namesFile } from './email-or-file.ts';

const view: View = {
  plural: 'files',
  columns: ['file', 'id', 'subject', 'updated_at'],
  kinds: fieldsFrom('file:text id:uuid subject:text? updated_at:time'),
};

const options = { force: flag('--force', 'overwrite a file with local changes, and keep a copy') };

export const pull = command({
  name: 'pull',
  summary: 'Save an email as a file to edit: Markdown or HTML.',
  description:
    'Write an email to a file with front matter and body. A file with local changes is not overwritten; if only its text was edited, it keeps that and gets the other keys. The file that an email was pushed from keeps its Markdown, unless the email has changed since. In any other file the body is HTML.',
  arguments: [
    emailArgument,
    { name: '[file]', description: 'a .md or .html file (default: named after the subject)' },
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
  const [{ emailFileKind, parseEmailFile }, { writeAtomically, writeBeside }, { pulledFile }] =
    await Promise.all([
      import('../../emails/files/email-file.ts'),
      import('../../lib/files/atomic-file.ts'),
      import('../../emails/files/file-text.ts'),
    ]);
  // Reports an invalid file name before sending requests.
  if (target !== undefined) emailFileKind(target);
  const api = await context.api();
  const email = await findWholeEmail(api, id);
  const path = target ?? `${fileNameFor(email)}${email.body_html ? '.html' : '.md'}`;
  const { text, why, keeps } = await pulledFile(path, email, await groupName(api, email.group_id), force);
  if (why !== undefined && !force)
    throw new Failure('local_changes', `${path} was not overwritten: ${why}`, {
      hint: 'use another file name, or --force to overwrite it; --force keeps a copy',
    });
  if (why !== undefined) {
    const kept = writeBeside(path.replace(/\.\w+$/, '.before$&'), readFileSync(path, 'utf8'));
    context.terminal.note(`the file as it was is kept: ${kept}`);
  }
  writeAtomically(path, text);
  const row = { file: path, id: email.id, subject: email.subject, updated_at: email.updated_at };
  if (emailFileKind(path) === 'markdown' && parseEmailFile(text, path).front.format === 'html')
    context.terminal.note(
      `${path} holds the email's HTML (format: html); delete that line to write Markdown`,
    );
  if (keeps !== undefined) context.terminal.note(`${path} keeps the text that you changed`);
  const done =
    keeps === 'all'
      ? `Nothing is newer at the service: ${path} stays as it is.`
      : `Pulled ${emailName(email)} to ${path}.`;
  await context.terminal.answer(done, row, view);
}
