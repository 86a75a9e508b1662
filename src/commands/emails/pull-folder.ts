/** `emails pull --all`: plans the files of a folder, then writes them. */
import { checkWhole } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { WholeList } from '../../http/whole-list.ts';
import { Failure } from '../../lib/failure.ts';
import { unwritable } from '../../lib/files/file-errors.ts';
import { isId } from '../../lib/is-id.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { View } from '../../terminal/terminal.ts';

interface PlannedFile {
  readonly action: 'create' | 'update' | 'none' | 'keep';
  readonly file: string;
  readonly email: Email;
  readonly text: string;
  /** Why the file is not overwritten. */
  readonly why?: string;
}

export const folderView: View = {
  plural: 'emails',
  columns: ['action', 'file', 'status', 'subject', 'why'],
  fields: ['action', 'file', 'id', 'status', 'subject', 'updated_at', 'why'],
};

interface FolderFlags {
  readonly force: boolean;
  readonly check: boolean;
}

/**
 * Writes every email to its own file. A file that already has the email keeps its name.
 *
 * @throws Failure partly_done if files were kept; would_change with `check` if files would be written
 */
export async function pullFolder(
  context: Context,
  folder: string,
  { force, check }: FolderFlags,
): Promise<void> {
  const plan = await planOf(context, folder, force);
  const rows = plan.map(({ action, file, email, why }) => {
    const { id, status, subject, updated_at } = email;
    return { action, file, id, status, subject, updated_at, why: why ?? null };
  });
  const writing = plan.filter(({ action }) => action === 'create' || action === 'update');
  if (!check) await write(folder, writing);
  await context.terminal.list(rows, folderView);
  const kept = plan.filter(({ action }) => action === 'keep');
  context.terminal.note(
    `${writing.length} ${check ? 'to write' : 'written'}, ${plan.length - writing.length - kept.length} unchanged`,
  );
  if (kept.length > 0) {
    throw new Failure('partly_done', `not pulled: ${kept.length} of ${plan.length} emails`, {
      details: kept.map(({ file, why }) => `${file}: ${why}`),
      hint: 'push or rename those files, then pull again',
    });
  }
  if (check && writing.length > 0) {
    throw new Failure(
      'would_change',
      `a pull would write ${writing.length === 1 ? 'one file' : `${writing.length} files`}`,
      {
        hint: `newsletter emails pull --all ${shellWord(folder)}`,
      },
    );
  }
}

async function planOf(context: Context, folder: string, force: boolean): Promise<readonly PlannedFile[]> {
  const [{ isMarkdownEmail }, names, folders, { pulledFileText, whyKept }, { join }] = await Promise.all([
    import('../../emails/files/diff.ts'),
    import('../../emails/files/file-names.ts'),
    import('../../emails/files/email-folder.ts'),
    import('../../emails/files/kept-file.ts'),
    import('node:path'),
  ]);
  const { files, invalid, others } = await folders.readEmailFolder(folder, true);
  const held = folders.filesById(files);
  const api = await context.api();
  const emails = await everyEmail(api);
  const groups = await groupNames(api);
  const nameOf = names.fileNamesFor(emails);
  // Names of other files must not be used.
  const taken = new Set([...invalid.map(({ path }) => path), ...others, ...files.map(({ path }) => path)]);
  const plan: PlannedFile[] = [];
  for (const email of emails) {
    const [own, second] = held.get(email.id) ?? [];
    const extension = isMarkdownEmail(email) ? '.md' : '.html';
    const names = [nameOf.get(email.id), `${nameOf.get(email.id)}-${email.id.slice(0, 8)}`, email.id];
    const paths = names.map(name => join(folder, `${name}${extension}`));
    const file = own?.path ?? paths.find(path => !taken.has(path)) ?? join(folder, `${email.id}${extension}`);
    const group = email.group_id === null ? '' : (groups.get(email.group_id) ?? email.group_id);
    const text = await pulledFileText(file, email, group);
    const why =
      second === undefined
        ? force
          ? undefined
          : await whyKept(file, text, email)
        : `${second.path} has the same email`;
    if (why !== undefined) plan.push({ action: 'keep', file, email, text, why });
    else plan.push({ action: own ? (own.source === text ? 'none' : 'update') : 'create', file, email, text });
  }
  return plan;
}

/** @throws Failure partly_done if the service counts more emails than it sent; unexpected_answer */
async function everyEmail(api: Api): Promise<readonly Email[]> {
  const emails: Email[] = [];
  const list = new WholeList(api.pages('listEmails', {}));
  for await (const { data } of list) for (const each of data) emails.push(each);
  list.checkComplete();
  for (const email of emails) checkWhole(email);
  return emails;
}

/** The unambiguous names by id: not empty, not like an id, of one group only. */
async function groupNames(api: Api): Promise<ReadonlyMap<string, string>> {
  const names: [id: string, name: string][] = [];
  const list = new WholeList(api.pages('listGroups', {}));
  for await (const { data } of list) {
    for (const { id, name } of data) if (typeof name === 'string') names.push([id, name]);
  }
  // A missing group may have the same name as another: then files name groups by id.
  if (list.incomplete() !== undefined) return new Map();
  const isOnly = (name: string) => names.filter(([, other]) => other.trim() === name.trim()).length === 1;
  return new Map(names.filter(([, name]) => name !== '' && !isId(name) && isOnly(name)));
}

async function write(folder: string, files: readonly PlannedFile[]): Promise<void> {
  const [{ makeFolder }, { writeAtomically }] = await Promise.all([
    import('../../lib/files/folder.ts'),
    import('../../lib/files/atomic-file.ts'),
  ]);
  try {
    makeFolder(folder, 0o777);
  } catch (error) {
    throw unwritable(folder, error);
  }
  for (const { file, text } of files) writeAtomically(file, text);
}
