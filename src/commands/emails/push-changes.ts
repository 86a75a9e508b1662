/** The request of a push, and what prevents it. */
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { EmailBody, EmailChange } from '../../emails/files/diff.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import { shownText } from '../../http/response-body.ts';
import { Failure } from '../../lib/failure.ts';

export function changedElsewhere({ path, front }: EmailFile, { id, updated_at }: Email): Failure {
  return new Failure('changed_elsewhere', `${path} was not pushed: ${elsewhere(front.updated_at)}`, {
    details: [
      `the email's updated_at is ${shownText(updated_at)}, the file's ${front.updated_at || 'missing'}`,
    ],
    hint: `to compare: newsletter emails pull ${id} <another file>`,
  });
}

function elsewhere(seen: string | undefined): string {
  return seen
    ? 'the email has changed at the service since the file was pulled'
    : 'the file has no updated_at, so changes at the service cannot be detected';
}

export function bodyOf(changes: readonly EmailChange[]): EmailBody {
  return Object.fromEntries(changes.map(({ field, after }) => [field, after]));
}

interface Push {
  readonly file: EmailFile;
  readonly email: Email;
  readonly changes: readonly EmailChange[];
  /** `new`: the file gets all that `pull` would write; `template`: it stays as it is. */
  readonly belongs: 'own' | 'new' | 'template';
}

/** Sends the changed fields, then updates the front matter of the file. @returns the updated email */
export async function patch(context: Context, { file, email, changes, belongs }: Push): Promise<Email> {
  const { terminal } = context;
  const body = bodyOf(changes);
  let now = email;
  if (changes.length === 0) {
    if (!terminal.stdoutIsTerminal) terminal.note(`nothing to push: the email matches ${file.path}`);
  } else {
    now = await (await context.api()).call('updateEmail', { id: email.id, body });
    // A terminal gets a sentence at the end.
    if (!terminal.stdoutIsTerminal) terminal.note(`pushed: ${changes.map(({ field }) => field).join(', ')}`);
    await noteComments(context, file, changes);
    for (const { field, after } of changes) {
      if ((now[field] ?? '') !== after) terminal.warn(`the service changed ${field} when it saved it`);
    }
  }
  if (belongs === 'template') return now;
  const [{ updatedFileText }, { writeAtomically }] = await Promise.all([
    import('../../emails/files/diff.ts'),
    import('../../lib/files/atomic-file.ts'),
  ]);
  const text = belongs === 'new' ? await boundFileText(context, file, now) : updatedFileText(file, now);
  if (text !== file.source) writeAtomically(file.path, text);
  return now;
}

/** A file as `pull` would write it, once its email was made from it. */
async function boundFileText(context: Context, file: EmailFile, email: Email): Promise<string> {
  const [{ keptFileText }, { plainTextOf }, { groupName }] = await Promise.all([
    import('../../emails/files/diff.ts'),
    import('../../emails/body/plain-text.ts'),
    import('../../cli/resolve-id.ts'),
  ]);
  const group = file.front.group ?? (await groupName(await context.api(), email.group_id));
  return keptFileText(file, email, group, plainTextOf(email.body_html ?? ''));
}

/** Notes which keys of the file are not those of emails. */
export function noteIgnoredKeys({ terminal }: Context, { path, ignored, front }: EmailFile): void {
  if (ignored.length === 0) return;
  const subject =
    front.subject === undefined && ignored.includes('title') ? '; the subject goes into "subject"' : '';
  terminal.note(`${path}: ignored ${ignored.length === 1 ? 'key' : 'keys'} ${ignored.join(', ')}${subject}`);
}

/** Notes that comments are not part of the pushed email. */
async function noteComments(
  { terminal }: Context,
  file: EmailFile,
  changes: readonly EmailChange[],
): Promise<void> {
  if (!changes.some(({ field }) => field === 'body_html')) return;
  const { renderBody } = await import('../../emails/body/body.ts');
  const { comments } = await renderBody(file);
  if (comments > 0) {
    terminal.note(comments === 1 ? '1 comment stays in the file' : `${comments} comments stay in the file`);
  }
}
