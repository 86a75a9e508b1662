/** Whether a push may be made: what of it would be lost, shown and asked about. */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { checkWhole } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { EmailBody, EmailChange } from '../../emails/files/diff.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import { emailName, sentState, statusText } from '../../emails/naming.ts';
import { Failure, ignoringErrors } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Canvas } from '../../terminal/terminal.ts';

/** How a file and the email that it is pushed to belong together. */
export interface PushTarget {
  readonly file: EmailFile;
  readonly email: Email;
  readonly changes: readonly EmailChange[];
  /** Whether the file names the email; otherwise a push lets it belong to the email, and adds what `pull` writes. */
  readonly isOwn: boolean;
  /** Another file for the same email. */
  readonly copy?: string | undefined;
}

/** Another file of the folder, with what the service has: after `cp may.md june.md`, the draft is that of may.md. */
async function copyBeside({ path, front }: EmailFile, email: Email): Promise<string | undefined> {
  if (front.updated_at !== email.updated_at) return undefined;
  const [{ hasLocalChanges }, { readEmailFile }] = await Promise.all([
    import('../../emails/files/diff.ts'),
    import('../../emails/files/email-file.ts'),
  ]);
  // A folder may be closed to listing.
  for (const name of ignoringErrors(() => readdirSync(dirname(path))) ?? []) {
    const its = await readEmailFile(join(dirname(path), name)).catch(() => undefined);
    if (its?.front.id !== front.id || its?.front.updated_at !== front.updated_at) continue;
    if (!hasLocalChanges(its) && statSync(its.path).ino !== statSync(path).ino) return its.path;
  }
  return undefined;
}

interface PushFlags {
  readonly force?: boolean | undefined;
  readonly check?: boolean | undefined;
  readonly send?: boolean | undefined;
}

/** Why a push is refused; undefined if it is not. */
export async function refusalOf(target: PushTarget, flags: PushFlags): Promise<Failure | undefined> {
  const { file, email, changes, isOwn, copy } = target;
  const { path } = file;
  const name = emailName(email);
  const sent = sentState(email);
  if (isOwn && sent !== undefined && changes.length > 0) {
    const why = `it belongs to ${name}, which is already ${sent}`;
    const hint = `to use it for another draft: newsletter emails push ${shellWord(path)} --to <draft>`;
    return new Failure('already_sent', `${path} was not pushed: ${why}`, { hint });
  }
  if (!isOwn && email.status !== 'draft' && email.status !== 'scheduled') {
    const why = `${name} is not a draft (status ${statusText(email.status)})`;
    const hint = 'newsletter emails list --status draft';
    return new Failure('not_sendable', `${path} was not pushed: ${why}`, { hint });
  }
  const after = { ...email, ...bodyOf(changes) };
  if (hasText(email) && !hasText(after)) {
    const hint = `to empty the email: newsletter emails update ${email.id.slice(0, 8)} --body-html "" --body-text ""`;
    return new Failure('empty_file', `${path} was not pushed: it has no text, but ${name} has`, { hint });
  }
  if (flags.force || !isAskedAbout(target, flags)) return undefined;
  const push = `newsletter emails push ${shellWord(path)}`;
  if (!replacesTheirs(target)) {
    const hint = `to change what goes out: ${push}${isOwn ? '' : ` --to ${email.id.slice(0, 8)}`} --force`;
    return new Failure('changed_elsewhere', `${path} was not pushed: ${name} is scheduled`, { hint });
  }
  if (copy !== undefined) {
    return new Failure('changed_elsewhere', `${path} was not pushed: ${copy} belongs to the same draft`, {
      hint: `to push it to another draft: ${push} --to <draft>; to replace the text of ${copy}: ${push} --force`,
    });
  }
  if (isOwn) return await changedElsewhere(target, flags.check);
  return new Failure('changed_elsewhere', `${path} was not pushed: ${name} already has text`, {
    details: ['--force replaces it'],
    hint: `to save that text first: newsletter emails pull ${email.id}`,
  });
}

const hasText = ({ body_html, body_text }: Pick<Email, 'body_html' | 'body_text'>) =>
  `${body_html ?? ''}${body_text ?? ''}`.trim() !== '';

/** Whether a push replaces what others wrote: changes since the pull, a copy's text, that of a draft just chosen. */
export function replacesTheirs({ file, email, changes, isOwn, copy }: PushTarget): boolean {
  if (isOwn) return changes.length > 0 && (file.front.updated_at !== email.updated_at || copy !== undefined);
  return changes.some(({ field, before }) => field.startsWith('body_') && before);
}

/** Whether a push changes an email that goes out by itself. `--send` refuses one. */
const isScheduled = ({ email, changes }: PushTarget, { send }: PushFlags) =>
  email.status === 'scheduled' && changes.length > 0 && !send;

const isAskedAbout = (target: PushTarget, flags: PushFlags) =>
  replacesTheirs(target) || isScheduled(target, flags);

/** How a file differs from an email. @throws Failure unexpected_answer, invalid_value */
export async function targetOf(file: EmailFile, email: Email, groupId?: string): Promise<PushTarget> {
  const { diffEmail } = await import('../../emails/files/diff.ts');
  checkWhole(email);
  const changes = await diffEmail(file, email, groupId);
  const isOwn = file.front.id?.toLowerCase() === email.id;
  const copy = isOwn && changes.length > 0 ? await copyBeside(file, email) : undefined;
  return { file, email, changes, isOwn, copy };
}

/**
 * Lets a push pass, or a person decide, until what it replaces is what was shown: what others save while the question
 * is open is shown, asked about and kept.
 *
 * @param read compares the file with the email once more
 * @returns what was read last
 * @throws Failure changed_elsewhere, already_sent, not_sendable, empty_file, declined
 */
export async function approvedTarget(
  context: Context,
  first: PushTarget,
  read: () => Promise<PushTarget>,
  flags: PushFlags,
): Promise<PushTarget> {
  for (let target = first; ; ) {
    await checkTarget(context, target, flags);
    if (context.options.dryRun || !isAskedAbout(target, flags)) return target;
    const now = await read();
    if (isDeepStrictEqual(now.email, target.email)) return now;
    context.terminal.warn('not pushed yet: somebody changed it a moment ago');
    target = now;
  }
}

/** A terminal shows what changes, also with --force, and asks without it. @throws Failure as `approvedTarget` */
async function checkTarget(context: Context, target: PushTarget, flags: PushFlags): Promise<void> {
  const { terminal, options } = context;
  const refusal = await refusalOf(target, flags);
  const isLoss = refusal?.code === 'changed_elsewhere';
  if (isScheduled(target, flags)) terminal.warn(await scheduleOf(context, target));
  if (refusal !== undefined && !(isLoss && terminal.asks && !options.dryRun)) throw refusal;
  if (!terminal.stderrIsTerminal || !isAskedAbout(target, flags)) return;
  terminal.show((await drawnChanges(context, target.changes, target.file))(terminal));
  if (refusal === undefined) return;
  const { isOwn, copy } = target;
  const isLost = replacesTheirs(target);
  for (const each of isLost && (copy || !isOwn) ? await lossOf(context, target) : refusal.details)
    terminal.note(each);
  const theirs = isOwn ? 'has changed at the service' : 'already has text';
  const kept = copy === undefined ? theirs : `belongs to ${copy}, too`;
  const what = isLost ? kept : 'is scheduled';
  const question = `${emailName(target.email).replace(/^t/, 'T')} ${what}. Replace it?`;
  if (await terminal.confirm(question, '--force')) return;
  throw new Failure('declined', 'nothing was pushed', { hint: refusal.hint });
}

/** When a scheduled email goes out, and to which group. */
async function scheduleOf(context: Context, { email, changes }: PushTarget): Promise<string> {
  const { group_id } = { ...email, ...bodyOf(changes) };
  const time = email.scheduled_at ? ` for ${email.scheduled_at}` : '';
  const group = (await groupShown(context, group_id)) ?? 'no group';
  return `${emailName(email)} is scheduled${time}: it goes out by itself, to ${group}`;
}

/** What a push replaces, in short: on a small screen the changes above have scrolled away. */
async function lossOf(context: Context, { email, changes }: PushTarget): Promise<string[]> {
  const { plainTextOf } = await import('../../emails/body/plain-text.ts');
  const text = plainTextOf(email.body_html ?? '') || (email.body_text ?? '');
  const replaced = `this replaces the text "${text.trim().split('\n')[0]?.slice(0, 60)}…"`;
  return [replaced, ...(await groupChange(context, changes))];
}

/** `group: Testers (34) → Everyone (407)`; empty if the group stays. */
export async function groupChange(context: Context, changes: readonly EmailChange[]): Promise<string[]> {
  const groups = await withGroupNames(
    context,
    changes.filter(({ field }) => field === 'group_id'),
  );
  return groups.map(({ before, after }) => `group: ${before || 'none'} → ${after}`);
}

/** The changes for `Terminal.draw`, as readers see them; with names of groups instead of ids. */
export async function drawnChanges(
  context: Context,
  changes: readonly EmailChange[],
  file?: EmailFile,
): Promise<(canvas: Canvas) => string> {
  const [{ changesView }, { prepareToMeasure }] = await Promise.all([
    import('../../emails/files/changes-view.ts'),
    import('../../terminal/formats/measure.ts'),
  ]);
  const named = await withGroupNames(context, changes);
  await prepareToMeasure(named.flatMap(({ before, after }) => [String(before ?? ''), String(after)]));
  return canvas => changesView(named, file?.front.text !== undefined, canvas);
}

/** `Everyone (407)`; the id of a group that cannot be read, which must not prevent a push. */
async function groupShown(context: Context, id: EmailChange['before']): Promise<EmailChange['before']> {
  if (!id) return id;
  const group = await (await context.api()).call('getGroup', { id: String(id) }).catch(() => undefined);
  return group === undefined ? id : `${group.name} (${grouped(group.subscribers_count)})`;
}

async function withGroupNames(context: Context, changes: readonly EmailChange[]): Promise<EmailChange[]> {
  return await Promise.all(
    changes.map(async ({ field, before, after }) =>
      field === 'group_id'
        ? {
            field,
            before: await groupShown(context, before),
            after: (await groupShown(context, after)) ?? '',
          }
        : { field, before, after },
    ),
  );
}

async function changedElsewhere({ file, email, changes }: PushTarget, isCheck?: boolean): Promise<Failure> {
  const { isBodyAsNoted, isOnlyBodyEdited } = await import('../../emails/files/diff.ts');
  const { path, front } = file;
  const push = `newsletter emails push ${shellWord(path)}`;
  const there = changes.flatMap(({ field, before }) => {
    if (field.startsWith('body_')) return [];
    return [field === 'group_id' ? 'another group' : `${field} ${JSON.stringify(before ?? '')}`];
  });
  if (!isBodyAsNoted(front, email)) there.push('the text');
  const pull = `to take that, and keep your text: newsletter emails pull ${shellWord(path)}; `;
  const save = `to save that first: newsletter emails pull ${shellWord(path)} other.html; `;
  const check = isCheck ? save : `${save}to see the difference: ${push} --check; `;
  const look = isOnlyBodyEdited(file, email) ? pull : check;
  const why = front.updated_at
    ? 'the email has changed at the service since the file was pulled, or the file is older than your last push'
    : 'the file has no updated_at, so changes at the service cannot be detected';
  return new Failure('changed_elsewhere', `${path} was not pushed: ${why}`, {
    details: [`at the service: ${there.join(', ') || 'the same, saved again'}`],
    hint: `${look}to replace what is there: ${push} --force`,
  });
}

export function bodyOf(changes: readonly EmailChange[]): EmailBody {
  return Object.fromEntries(changes.map(({ field, after }) => [field, after]));
}
