/** The email that a file is pushed to, and what stands in the way of the push. */
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { EmailChange } from '../../emails/files/diff.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { changedElsewhere } from './push-changes.ts';

/**
 * Asks for the draft of a file that names none.
 *
 * @throws Failure invalid_value without a terminal to ask on
 */
export async function askForDraft(context: Context, { path }: EmailFile): Promise<string> {
  const { terminal } = context;
  if (!terminal.asks) {
    throw new Failure('invalid_value', `${path}: the front matter has no id, so its draft is unknown`, {
      hint: `newsletter emails push ${shellWord(path)} --to <draft>; to list the drafts: newsletter emails list --status draft`,
    });
  }
  const { pick } = await import('../../cli/offers.ts');
  terminal.note(`${path} does not name its draft yet`);
  return await pick(context, { name: '--to <draft>', description: '', offers: 'draft' });
}

/** How a file and the email that it is pushed to belong together. */
export interface PushTarget {
  readonly file: EmailFile;
  readonly email: Email;
  readonly changes: readonly EmailChange[];
  readonly belongs: 'own' | 'new' | 'template';
}

/** How a file belongs to an email: as its own, as a new one without an id, or as a template with the id of another. */
export function belongingOf({ front }: EmailFile, { id }: Email): PushTarget['belongs'] {
  if (!front.id) return 'new';
  return front.id.toLowerCase() === id ? 'own' : 'template';
}

/** Why a push without `--force` is refused; undefined if it is not. */
export function refusalOf({ file, email, changes, belongs }: PushTarget): Failure | undefined {
  if (belongs === 'own') {
    const isElsewhere = changes.length > 0 && file.front.updated_at !== email.updated_at;
    return isElsewhere ? changedElsewhere(file, email) : undefined;
  }
  const { path } = file;
  const name = nameOf(email);
  if (email.status !== 'draft') {
    return new Failure(
      'not_sendable',
      `${path} was not pushed: ${name} is not a draft (status ${email.status})`,
      {
        hint: 'newsletter emails list --status draft',
      },
    );
  }
  // It would be lost.
  const hasBody = changes.some(({ field, before }) => field === 'body_html' && before);
  if (!hasBody) return undefined;
  return new Failure('changed_elsewhere', `${path} was not pushed: ${name} already has text`, {
    details: ['--force replaces it'],
    hint: `to save that text first: newsletter emails pull ${email.id}`,
  });
}

/**
 * Lets a push pass, or a person decide: on a terminal, the body of a draft that was just chosen may be replaced.
 *
 * @throws Failure changed_elsewhere, not_sendable, declined
 */
export async function checkTarget({ terminal, options }: Context, target: PushTarget): Promise<void> {
  const refusal = refusalOf(target);
  if (refusal === undefined) return;
  const mayReplace = target.belongs === 'new' && refusal.code === 'changed_elsewhere';
  if (!mayReplace || !terminal.asks || options.dryRun) throw refusal;
  const name = nameOf(target.email);
  const question = `${name.replace(/^t/, 'T')} already has text. Replace it?`;
  if (!(await terminal.confirm(question, '--force'))) throw new Failure('declined', 'nothing was pushed');
}

const nameOf = ({ subject, id }: Email) =>
  subject ? `"${subject}" (${id.slice(0, 8)})` : `the draft without a subject (${id.slice(0, 8)})`;

/** The failure of `--check` when there are changes: its hint is a push that can work. */
export function wouldChange(
  target: PushTarget,
  { newText, force }: { readonly newText?: boolean | undefined; readonly force?: boolean | undefined },
): Failure {
  const { file, email, changes, belongs } = target;
  const refusal = force ? undefined : refusalOf(target);
  const words = [
    shellWord(file.path),
    ...(belongs === 'own' ? [] : ['--to', email.id]),
    ...(newText ? ['--new-text'] : []),
    ...(force ? ['--force'] : []),
  ];
  const fields = changes.map(({ field }) => field).join(', ');
  return new Failure('would_change', `a push of ${file.path} would change ${fields}`, {
    details: refusal && [
      refusal.message.replace('was not pushed', 'would not be pushed'),
      ...refusal.details,
    ],
    hint: refusal?.hint ?? `newsletter emails push ${words.join(' ')}`,
  });
}
