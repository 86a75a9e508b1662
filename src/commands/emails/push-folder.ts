/** `emails push <folder>`: plans what the files of a folder would change, then sends the requests. */
import { checkWhole, findGroup } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { EmailChange } from '../../emails/files/diff.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import { WholeList } from '../../http/whole-list.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { View } from '../../terminal/terminal.ts';
import { bodyOf, elsewhere, patch } from './push-changes.ts';
import { closedText } from './push-target.ts';

export const pushFolderView: View = {
  plural: 'email files',
  columns: ['action', 'file', 'subject', 'changes', 'why'],
  fields: ['action', 'file', 'id', 'subject', 'changes', 'why'],
};

interface PlannedPush {
  readonly action: 'update' | 'none' | 'keep';
  readonly path: string;
  readonly file?: EmailFile;
  readonly email?: Email;
  readonly changes: readonly EmailChange[];
  /** Why it is not pushed. */
  readonly why?: string;
}

interface FolderFlags {
  readonly force: boolean;
  readonly check: boolean;
  /** Returns why a file must not be pushed because of its content. */
  readonly objection: (file: EmailFile, email: Email) => Promise<string | undefined>;
}

/**
 * Pushes the files of a folder that differ from their emails. Files with problems are listed, not pushed.
 *
 * @throws Failure partly_done if files were not pushed; would_change with `check`
 */
export async function pushFolder(context: Context, folder: string, flags: FolderFlags): Promise<void> {
  const { terminal, options } = context;
  const api = await context.api();
  if (!flags.check) await context.beforeWrite();
  let plan = await planOf(context, folder, flags);
  const updates = plan.filter(({ action }) => action === 'update');
  if (options.dryRun && !flags.check) {
    const { showRequests } = await import('../../cli/dry-run.ts');
    const previews = updates.map(({ email, changes }) =>
      api.preview('updateEmail', { id: email?.id ?? '', body: bodyOf(changes) }),
    );
    await showRequests(context, previews);
  } else {
    if (!flags.check) {
      const refused = await apply(context, updates);
      plan = plan.map(each => refused.find(({ path }) => path === each.path) ?? each);
    }
    await terminal.list(plan.map(rowOf), pushFolderView);
  }
  const kept = plan.filter(({ action }) => action === 'keep');
  if (kept.length > 0) {
    throw new Failure(
      'partly_done',
      `${options.dryRun || flags.check ? 'would not be pushed' : 'not pushed'}: ${kept.length} of ${plan.length} files`,
      {
        details: kept.map(({ path, why }) => `${path}: ${why}`),
        hint: 'fix those files, then push again',
      },
    );
  }
  if (flags.check && updates.length > 0) {
    throw new Failure(
      'would_change',
      `a push of ${folder} would change ${updates.length === 1 ? 'one email' : `${updates.length} emails`}`,
      {
        details: updates.flatMap(({ path, email }) => {
          const closed = email && closedText(email);
          return closed === undefined ? [] : [`${path}: its ${closed}`];
        }),
        hint: updates.some(({ email }) => email && closedText(email) === undefined)
          ? `newsletter emails push ${shellWord(folder)}${flags.force ? ' --force' : ''}`
          : 'newsletter emails list --status draft',
      },
    );
  }
}

function rowOf({ action, path, file, changes, why }: PlannedPush) {
  const { id = null, subject = null } = file?.front ?? {};
  return { action, file: path, id, subject, changes: changes.map(({ field }) => field), why: why ?? null };
}

async function planOf(context: Context, folder: string, flags: FolderFlags): Promise<readonly PlannedPush[]> {
  const { filesById, readEmailFolder } = await import('../../emails/files/email-folder.ts');
  const { files, invalid, others } = await readEmailFolder(folder);
  if (files.length + invalid.length === 0) {
    throw new Failure('empty_file', `no email files in ${folder}`, {
      hint: `newsletter emails pull --all ${shellWord(folder)}`,
    });
  }
  if (others.length > 0) context.terminal.note(`skipped, no front matter: ${others.join(', ')}`);
  const api = await context.api();
  const held = filesById(files);
  const emails = new Map<string, Email>();
  const list = new WholeList(api.pages('listEmails', {}));
  for await (const { data } of list) {
    for (const email of data.filter(({ id }) => held.has(id))) {
      checkWhole(email);
      emails.set(email.id, email);
    }
  }
  // With an incomplete list, a file would be reported as one of another account.
  list.checkComplete();
  const groupIds = new Map<string, Promise<string>>();
  const groupId = (group: string) => {
    const id = groupIds.get(group) ?? findGroup(api, group).then(found => found.id);
    groupIds.set(group, id);
    return id;
  };
  const planned: PlannedPush[] = [];
  for (const file of files) planned.push(await planFile(file, { held, emails, groupId }, flags));
  const unread = invalid.map(({ path, problem }): PlannedPush => {
    return { action: 'keep', path, changes: [], why: problem };
  });
  return [...planned, ...unread].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Maps by the id of the email. */
interface FolderContext {
  readonly held: ReadonlyMap<string, readonly EmailFile[]>;
  readonly emails: ReadonlyMap<string, Email>;
  readonly groupId: (group: string) => Promise<string>;
}

async function planFile(
  file: EmailFile,
  { held, emails, groupId }: FolderContext,
  { force, objection }: FolderFlags,
): Promise<PlannedPush> {
  const { diffEmail } = await import('../../emails/files/diff.ts');
  const { path, front } = file;
  const keep = (why: string): PlannedPush => ({ action: 'keep', path, file, changes: [], why });
  const id = front.id?.toLowerCase();
  if (!id) return keep(`its front matter has no id: newsletter emails push ${shellWord(path)} --to <draft>`);
  const twin = held.get(id)?.find(other => other !== file);
  if (twin !== undefined) return keep(`${twin.path} has the same id`);
  const email = emails.get(id);
  if (email === undefined) return keep(`email ${id} not found in the account`);
  try {
    const changes = await diffEmail(file, email, front.group ? await groupId(front.group) : undefined);
    if (changes.length === 0) return { action: 'none', path, file, email, changes };
    if (!force && front.updated_at !== email.updated_at) return keep(elsewhere(front.updated_at));
    const why = await objection(file, email);
    return why === undefined ? { action: 'update', path, file, email, changes } : keep(why);
  } catch (error) {
    const isOfFile =
      error instanceof Failure && (error.code === 'invalid_value' || error.code === 'not_found');
    if (!isOfFile) throw error;
    return keep([error.message, ...error.details].join('; '));
  }
}

/** Pushes one file after the other. Continues after a rejected one, but not after a failure of the service. */
async function apply(context: Context, updates: readonly PlannedPush[]): Promise<readonly PlannedPush[]> {
  const pushed: string[] = [];
  const refused: PlannedPush[] = [];
  for (const update of updates) {
    const { path, file, email, changes } = update;
    if (file === undefined || email === undefined) continue;
    try {
      await patch(context, { file, email, changes, label: path });
      pushed.push(path);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (isOfOneEmail(error)) {
        refused.push({ ...update, action: 'keep', why: [error.message, ...error.details].join('; ') });
        continue;
      }
      const before = pushed.length === 0 ? 'nothing was pushed' : `already pushed: ${pushed.join(', ')}`;
      throw error.reworded(`${path}: ${error.message}`, { details: [...error.details, before] });
    }
  }
  return refused;
}

/** Whether the failure concerns one email only: it is sent, is gone, or has a value that the service rejects. */
function isOfOneEmail({ code }: Failure): boolean {
  return code === 'refused' || code === 'too_large' || code === 'not_found';
}
