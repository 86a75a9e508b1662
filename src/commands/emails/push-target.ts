/** The draft that a file is pushed to, and how the push is carried out. */
import { dirname, join } from 'node:path';
import { groupName } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import { emailName, fileNameFor } from '../../emails/naming.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { bodyOf, groupChange, type PushTarget, replacesTheirs } from './push-check.ts';

/** Asks for the draft of a file that names none. @throws Failure invalid_value without a terminal to ask on */
export async function askForDraft(context: Context, { path }: EmailFile): Promise<string> {
  const { terminal } = context;
  if (!terminal.asks) {
    throw new Failure('invalid_value', `${path}: the front matter has no id, so its draft is unknown`, {
      hint: `newsletter emails push ${shellWord(path)} --to <draft>; to list the drafts: newsletter emails list --status draft`,
    });
  }
  const { pick } = await import('../../cli/offers.ts');
  terminal.note(`${path} does not name its draft yet`);
  return await pick(context, 'draft', '--to <draft>');
}

/** Writes the email that is replaced to a file beside, as a pull would. @throws Failure write_failed */
async function keepReplaced(context: Context, target: PushTarget): Promise<void> {
  if (!replacesTheirs(target)) return;
  const { file, email } = target;
  const [{ emailFileText }, { writeBeside }] = await Promise.all([
    import('../../emails/files/file-text.ts'),
    import('../../lib/files/atomic-file.ts'),
  ]);
  const group = await groupName(await context.api(), email.group_id);
  const text = emailFileText(email, group, 'html');
  const kept = writeBeside(join(dirname(file.path), `${fileNameFor(email)}.html`), text);
  context.terminal.note(
    `the replaced email is kept; to take it back: newsletter emails push ${shellWord(kept)} --force`,
  );
}

/**
 * Sends the changed fields, then updates the front matter of the file.
 *
 * @returns the updated email
 * @throws Failure changed_elsewhere if the file was edited while a question was open
 */
export async function pushChanges(context: Context, target: PushTarget): Promise<Email> {
  const { file, email, changes, isOwn } = target;
  const { terminal } = context;
  const { readEmailFile } = await import('../../emails/files/email-file.ts');
  if ((await readEmailFile(file.path)).source !== file.source)
    throw new Failure('changed_elsewhere', `${file.path} was not pushed: it was edited a moment ago`);
  await keepReplaced(context, target);
  const body = bodyOf(changes);
  let now = email;
  if (changes.length === 0) {
    if (!terminal.stdoutIsTerminal) terminal.note(`nothing to push: the email matches ${file.path}`);
  } else {
    const groups = await groupChange(context, changes);
    now = await (await context.api()).call('updateEmail', { id: email.id, body });
    // A terminal gets a sentence at the end.
    if (!terminal.stdoutIsTerminal) terminal.note(`pushed: ${changes.map(({ field }) => field).join(', ')}`);
    for (const each of groups) terminal.note(each);
    for (const { field, after } of changes) {
      if ((now[field] ?? '') !== after) terminal.warn(`the service changed ${field} when it saved it`);
    }
  }
  const [{ updatedFileText }, { writeAtomically }] = await Promise.all([
    import('../../emails/files/file-text.ts'),
    import('../../lib/files/atomic-file.ts'),
  ]);
  const text = isOwn ? updatedFileText(file, now) : await boundFileText(context, file, now);
  if (text === file.source) return now;
  writeAtomically(file.path, text);
  if (!isOwn) await noteAddedKeys(context, file, text);
  if (!isOwn && file.front.id) terminal.note(`${file.path} belongs to ${emailName(now)} now`);
  return now;
}

/** Notes what a push has added to the front matter of a file that named no email. */
async function noteAddedKeys({ terminal }: Context, { path, front }: EmailFile, text: string): Promise<void> {
  const { parseEmailFile } = await import('../../emails/files/email-file.ts');
  const after = parseEmailFile(text, path).front;
  const added = Object.entries(after).filter(([key]) => !Object.hasOwn(front, key));
  // What the draft keeps, and readers see.
  const isShown = (key: string) => ['subject', 'preview', 'group'].includes(key);
  const names = added.map(([key, value]) => (isShown(key) && value !== '' ? `${key}: ${value}` : key));
  if (names.length > 0) terminal.note(`added to ${path} from the draft: ${names.join(', ')}`);
}

/** A file as `pull` would write it, once its email was made from it. */
async function boundFileText(context: Context, file: EmailFile, email: Email): Promise<string> {
  const { keptFileText } = await import('../../emails/files/file-text.ts');
  const group = file.front.group ?? (await groupName(await context.api(), email.group_id));
  return keptFileText(file, email, group);
}

/** Notes which keys of the file are not those of emails. */
export function noteIgnoredKeys({ terminal }: Context, { path, ignored, front }: EmailFile): void {
  if (ignored.length === 0) return;
  const subject =
    front.subject === undefined && ignored.includes('title') ? '; the subject goes into "subject"' : '';
  // service.txt shows no request that sets `scheduled_at`.
  const isTimed = ignored.some(key => /^(?:date|time|schedule.*|send_at|publish.*)$/i.test(key));
  const time = isTimed ? '; to schedule the email: newsletter open emails' : '';
  const keys = ignored.length === 1 ? 'key' : 'keys';
  terminal.note(`${path}: ignored ${keys} ${ignored.join(', ')}${subject}${time}`);
}
