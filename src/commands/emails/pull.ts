import { command } from '../../cli/command.ts';
import { exampleId } from '../../cli/example-id.ts';
import { flag } from '../../cli/option.ts';
import { findEmail, groupsNamed, isId } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import type { View } from '../../terminal/terminal.ts';
import { emailArgument } from './email-argument.ts';
import { folderView, pullFolder } from './pull-folder.ts';

const view: View = { plural: 'files', columns: ['file', 'id', 'subject', 'updated_at'] };

/** `emails pull`: writes an email to a file. */
export const pull = command({
  name: 'pull',
  summary: 'write an email to a file',
  description:
    'Write an email to a file, or with --all every email to a folder: front matter and body. A file that has changes of its own is not overwritten. A body that was pushed as Markdown comes back as it was written; any other is HTML and stays it.',
  usage: '<email> [file] | --all <folder> [options]',
  arguments: [
    { ...emailArgument, name: '[email]', description: `${emailArgument.description}; with --all, a folder` },
    {
      name: '[file]',
      description: 'a name that ends in .md or .html (default: made from the subject)',
    },
  ],
  options: {
    all: flag('--all', 'write every email to a file of its own in a folder'),
    check: flag('--check', 'with --all: only say what would be written; exit 8 if anything would'),
    force: flag('--force', 'overwrite files that have changes of their own'),
  },
  requests: ['listEmails', 'getGroup', 'listGroups'],
  output: [view, folderView],
  codes: ['local_changes', 'unreadable_file', 'partly_done', 'would_change'],
  changesThisMachine: true,
  examples: [
    ['a file named after the subject', `newsletter emails pull ${exampleId}`],
    ['another name', `newsletter emails pull ${exampleId} may.md`],
    ['the HTML, whatever made it', `newsletter emails pull ${exampleId} may.html`],
    ['every email', 'newsletter emails pull --all issues'],
  ],
  run: async (context, [email, file], { all, check, force }) => {
    if (all) return await pullAll(context, email, file, { force: force === true, check: check === true });
    if (check) throw new Failure('usage', '--check goes with --all');
    if (email === undefined) {
      throw new Failure('missing_argument', 'which email? Give its id or subject, or --all and a folder', {
        hint: 'newsletter emails list',
      });
    }
    await pullEmail(context, email, file, force === true);
  },
});

async function pullAll(
  context: Context,
  folder: string | undefined,
  file: string | undefined,
  flags: { readonly force: boolean; readonly check: boolean },
): Promise<void> {
  if (folder === undefined || file !== undefined) {
    throw new Failure(folder === undefined ? 'missing_argument' : 'usage', '--all takes one folder', {
      hint: 'newsletter emails pull --all issues',
    });
  }
  await pullFolder(context, folder, flags);
}

async function pullEmail(
  context: Context,
  id: string,
  given: string | undefined,
  force: boolean,
): Promise<void> {
  const [
    { emailFileText, isMarkdownEmail },
    { emailFileKind },
    { fileNameFor },
    { writeAtomically },
    { whyKept },
  ] = await Promise.all([
    import('../../emails/diff.ts'),
    import('../../emails/email-file.ts'),
    import('../../emails/file-names.ts'),
    import('../../lib/atomic-file.ts'),
    import('../../emails/kept-file.ts'),
  ]);
  // Reports an invalid file name before sending requests.
  if (given !== undefined) emailFileKind(given);
  const api = await context.api();
  const email = await findEmail(api, id);
  const path = given ?? `${fileNameFor(email)}${isMarkdownEmail(email) ? '.md' : '.html'}`;
  const text = emailFileText(email, await groupName(api, email.group_id), emailFileKind(path));
  const why = force ? undefined : await whyKept(path, text, email.id);
  if (why !== undefined) throw notOverwritten(path, why);
  writeAtomically(path, text);
  const row = { file: path, id: email.id, subject: email.subject, updated_at: email.updated_at };
  await context.terminal.record(row, view);
}

function notOverwritten(path: string, why: string): Failure {
  return new Failure('local_changes', `${path} was not overwritten: ${why}`, {
    hint: 'another file name, or --force to overwrite it',
  });
}

/** The name of a group, or its id if the name is not unique; '' without a group. */
async function groupName(api: Api, id: string | null): Promise<string> {
  if (id === null) return '';
  const { name } = await api.call('getGroup', { id });
  const isClear = name !== '' && !isId(name) && (await groupsNamed(api, name)).length === 1;
  return isClear ? name : id;
}
