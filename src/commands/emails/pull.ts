import { existsSync } from 'node:fs';
import { command } from '../../cli/command.ts';
import { exampleId } from '../../cli/example-id.ts';
import { flag } from '../../cli/option.ts';
import { findEmail, groupsNamed, isId } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import type { View } from '../../terminal/terminal.ts';
import { emailArgument } from './email-argument.ts';

const view: View = { plural: 'files', columns: ['file', 'id', 'subject', 'updated_at'] };

/** `emails pull`: writes an email to a file. */
export const pull = command({
  name: 'pull',
  summary: 'write an email to a file',
  description:
    'Write an email to a file: front matter and body. A body that was pushed as Markdown comes back as it was written; any other is HTML and stays it.',
  arguments: [
    emailArgument,
    {
      name: '[file]',
      description: 'a name that ends in .md or .html (made from the subject unless given)',
    },
  ],
  options: { force: flag('--force', 'overwrite a file that has changes of its own') },
  requests: ['listEmails', 'getGroup', 'listGroups'],
  output: view,
  codes: ['local_changes', 'unreadable_file'],
  changesThisMachine: true,
  examples: [
    ['a file named after the subject', `newsletter emails pull ${exampleId}`],
    ['another name', `newsletter emails pull ${exampleId} may.md`],
    ['the HTML, whatever made it', `newsletter emails pull ${exampleId} may.html`],
  ],
  run: async (context, [id, file], { force }) => await pullEmail(context, id, file, force === true),
});

async function pullEmail(
  context: Context,
  id: string,
  given: string | undefined,
  force: boolean,
): Promise<void> {
  const [{ emailFileText, isMarkdownEmail }, { emailFileKind }, { writeAtomically }] = await Promise.all([
    import('../../emails/diff.ts'),
    import('../../emails/email-file.ts'),
    import('../../lib/atomic-file.ts'),
  ]);
  // Reports an invalid file name before sending requests.
  if (given !== undefined) emailFileKind(given);
  const api = await context.api();
  const email = await findEmail(api, id);
  const path = given ?? `${fileNameFor(email)}${isMarkdownEmail(email) ? '.md' : '.html'}`;
  const text = emailFileText(email, await groupName(api, email.group_id), emailFileKind(path));
  if (!force) await checkLocalChanges(path, text, email.id);
  writeAtomically(path, text);
  const row = { file: path, id: email.id, subject: email.subject, updated_at: email.updated_at };
  await context.terminal.record(row, view);
}

/** @throws Failure local_changes if the file was changed since it was pulled or pushed */
async function checkLocalChanges(path: string, text: string, id: string): Promise<void> {
  if (!existsSync(path)) return;
  const [{ hasLocalChanges }, { readEmailFile }] = await Promise.all([
    import('../../emails/diff.ts'),
    import('../../emails/email-file.ts'),
  ]);
  const refuse = (why: string) =>
    new Failure('local_changes', `${path} was not overwritten: ${why}`, {
      hint: 'another file name, or --force to overwrite it',
    });
  const file = await readEmailFile(path).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'unreadable_file') throw error;
    throw refuse('it holds something else than a pulled email');
  });
  if (file.source === text) return;
  if (file.front.id?.toLowerCase() !== id) throw refuse('it holds another email');
  if (hasLocalChanges(file)) throw refuse('it has been changed since it was pulled or pushed');
}

/** The name of a group, or its id if the name is not unique; '' without a group. */
async function groupName(api: Api, id: string | null): Promise<string> {
  if (id === null) return '';
  const { name } = await api.call('getGroup', { id });
  const isClear = name !== '' && !isId(name) && (await groupsNamed(api, name)).length === 1;
  return isClear ? name : id;
}

/** A file name from the subject: `twelve-bridges-before-breakfast`. Keeps letters and digits of any script. */
function fileNameFor({ subject, id }: Email): string {
  const words =
    (subject ?? '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join('-')].slice(0, 60).join('').replace(/-$/, '');
  return name === '' ? `email-${id.slice(0, 8)}` : name;
}
