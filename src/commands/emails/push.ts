import { command } from '../../cli/command.ts';
import { sendCodes } from '../../cli/command-metadata.ts';
import { flag, longFlag, type OptionValues, optionGroup, text } from '../../cli/option.ts';
import { viewOf } from '../../cli/options/list-options.ts';
import { findEmail, findGroup } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import { type Email, endpoints } from '../../contract/index.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import type { SeenSends } from '../../emails/approval.ts';
import type { EmailChange } from '../../emails/files/diff.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import { emailName } from '../../emails/naming.ts';
import type { RecipientRules, Sendable } from '../../emails/send/sendable.ts';
import { Failure } from '../../lib/failure.ts';
import { ifAgreed, shellWord } from '../../lib/text/shell-word.ts';
import type { View } from '../../terminal/terminal.ts';
import { findingsOf, type JudgedFindings, judgeFindings, lintedFile, physicalAddressOf } from './findings.ts';
import { approvedTarget, bodyOf, drawnChanges, type PushTarget, refusalOf, targetOf } from './push-check.ts';
import { askForDraft, noteIgnoredKeys, pushChanges } from './push-target.ts';
import { emailToSend, planView, recipientRules, type SendFlags, sendEmail, sendOptions } from './sending.ts';

const emailView = viewOf(endpoints.updateEmail.response);
const changeView: View = {
  plural: 'changes',
  columns: ['field', 'before', 'after'],
  kinds: fieldsFrom('field:text before:anything after:anything'),
};

const options = {
  ...optionGroup('Pushing', {
    check: flag('--check', 'show what would change in the text, exit 8 if there are changes'),
    force: flag(
      '--force',
      'replace what was changed at the service since the pull, or is scheduled; keeps a copy',
    ),
    to: text('--to <draft>', 'push to this draft; the file then belongs to it'),
  }),
  ...optionGroup('Sending', {
    send: flag('--send', 'then send the email, like `emails send`'),
    ...sendOptions('with --send: '),
  }),
};

type PushOptions = OptionValues<typeof options>;

export const push = command({
  name: 'push',
  summary: 'Update an email from a file.',
  description:
    'Update an email from its file, with one request that contains only the changes. Markdown is converted to HTML for mail programs; HTML is sent unchanged. The text part is generated unless the file has one. Comments stay in the file. A file without an id is pushed to the draft that you choose, or name with --to. The file then belongs to that draft, and gets what `emails pull` would write; an email whose text it replaces is kept in a file beside it. If the email has changed at the service since the file was pulled, or is scheduled, it is not pushed.',
  arguments: [{ name: '<file>', description: 'a Markdown or HTML file' }],
  options,
  requests: ['listEmails', 'listGroups', 'getGroup', 'getAccount', 'updateEmail', 'sendEmail'],
  output: [emailView, changeView, planView],
  codes: [
    'unreadable_file',
    'empty_file',
    'changed_elsewhere',
    'would_change',
    'confirmation_needed',
    'lint_failed',
    ...sendCodes,
  ],
  changesThisMachine: true,
  examples: [
    ['push', 'newsletter emails push issue.md'],
    ['in CI: check that the email matches the file', 'newsletter emails push issue.md --check'],
    ['a file that you already have', 'newsletter emails push may.md --to "Notes for spring"'],
    ['a copy of an earlier issue', 'newsletter emails push june.md --to "Notes for spring"'],
    ['push and send', 'newsletter emails push issue.md --send --yes --expect-recipients last+-5%'],
  ],
  run: async (context, [path], flags) => {
    checkFlags(flags);
    await pushEmail(context, path, flags);
  },
});

async function pushEmail(context: Context, path: string, flags: PushOptions): Promise<void> {
  const rules = flags.send ? await sendingRules(context, flags) : undefined;
  const [{ readEmailFile }, { checkImages }] = await Promise.all([
    import('../../emails/files/email-file.ts'),
    import('../../emails/files/diff.ts'),
  ]);
  const file = await readEmailFile(path);
  noteIgnoredKeys(context, file);
  const { group } = file.front;
  const named = flags.to ?? file.front.id;
  // Checks the file before asking for its draft.
  if (!named) await checkImages(file);
  const early = named ? undefined : await warnAbout(context, file, undefined, flags);
  const id = named || (await askForDraft(context, file));
  const api = await context.api();
  if (!flags.check) await context.beforeWrite();
  const found = flags.send ? await emailToSend(context, id, flags) : undefined;
  const groupId = group ? (await findGroup(api, group)).id : undefined;
  const seen = await targetOf(file, found?.email ?? (await findEmail(api, id)), groupId);
  const judged = early ?? (await warnAbout(context, file, seen.email, flags));
  if (!group && seen.email.group_id === null)
    context.terminal.note(`the email has no group: to send it, write "group: <name>" into ${path}`);
  if (flags.check) return await reportChanges(context, seen, flags);
  const read = async () => await targetOf(file, await findEmail(api, seen.email.id), groupId);
  const target = await approvedTarget(context, seen, read, flags);
  const { email, changes } = target;
  if (email.status === 'scheduled') {
    const { checkScheduled } = await import('../../emails/send/sendable.ts');
    checkScheduled(email, bodyOf(changes));
  }
  const sendable = rules && (await sendableAfter(context, email, changes, rules, found?.sends));

  const requests =
    changes.length === 0 ? [] : [api.preview('updateEmail', { id: email.id, body: bodyOf(changes) })];
  if (context.options.dryRun) {
    if (changes.length === 0) context.terminal.note(`nothing to push: the email matches ${path}`);
    if (found && sendable) return await sendEmail(context, found, sendable, flags, { requests, judged });
    const { showRequests } = await import('../../cli/dry-run.ts');
    for (const preview of requests) await showRequests(context, preview);
    return;
  }
  const pushed = await pushChanges(context, target);
  if (found === undefined || sendable === undefined) return await printPushed(context, target, pushed);
  const { pushedEmail } = await import('../../emails/approval.ts');
  const approved = changes.length > 0 ? await pushedEmail(email, bodyOf(changes), pushed) : email;
  await sendEmail(context, found, { ...sendable, email: approved }, flags, { requests, judged });
}

/** The email as a push will make it, and its group. @throws Failure as `checkSendable`, before anything is pushed */
async function sendableAfter(
  context: Context,
  email: Email,
  changes: readonly EmailChange[],
  rules: RecipientRules,
  sends?: SeenSends,
): Promise<Sendable> {
  const { checkSendable } = await import('../../emails/send/sendable.ts');
  const api = await context.api();
  return await checkSendable(api, { ...email, ...bodyOf(changes) }, rules, sends).catch((error: unknown) => {
    if (!(error instanceof Failure && error.exit === 5)) throw error;
    throw error.reworded(error.message, { details: [...error.details, 'nothing was pushed'] });
  });
}

/** The whole email, as the service sent it, is only for those who ask for a format or fields. */
async function printPushed({ terminal, options }: Context, target: PushTarget, email: Email): Promise<void> {
  const { id, subject, status } = email;
  const changed = target.changes.map(({ field }) => field).join(', ');
  const isWhole = !terminal.isDefaultFormat || options.fields !== undefined;
  const row = isWhole ? email : { id, subject, status, changed };
  await terminal.answer(await pushAnswer(target), row, emailView);
}

async function pushAnswer({ file: { path }, email, changes }: PushTarget): Promise<string> {
  if (changes.length === 0) return `No changes: the email matches ${path}.`;
  const { titleOf } = await import('../../emails/files/changes-view.ts');
  const parts = changes.map(({ field }) => titleOf(field));
  return `Pushed ${path} to ${emailName(email)}: ${new Intl.ListFormat('en').format(parts)} changed.`;
}

function checkFlags(flags: PushOptions): void {
  if (flags.check && flags.send) throw new Failure('usage', '--check cannot be combined with --send');
  if (flags.send) return;
  const forSending = Object.keys(sendOptions()) as (keyof SendFlags)[];
  const unused = forSending.find(name => flags[name] !== undefined);
  if (unused !== undefined) throw new Failure('usage', `${longFlag(unused)} requires --send`);
}

/** Checks the options for sending before anything is pushed. @throws Failure confirmation_needed, usage */
async function sendingRules(context: Context, flags: PushOptions): Promise<RecipientRules> {
  const { terminal, options } = context;
  const rules = await recipientRules(context, flags);
  if (terminal.interactive || options.yes || options.dryRun) return rules;
  throw new Failure('confirmation_needed', 'confirmation required to send the email', {
    details: ['nothing was pushed'],
    hint: ifAgreed(context.typed, '--yes'),
  });
}

/** Shows the findings. @throws Failure lint_failed with --send, except in a dry run */
async function warnAbout(
  context: Context,
  file: EmailFile,
  email: Email | undefined,
  flags: PushOptions,
): Promise<JudgedFindings> {
  const linted = await lintedFile(file, email, await physicalAddressOf(context));
  const found = await findingsOf(linted, flags.ignore);
  const refused = `${file.path} was not sent: lint found mistakes; nothing was pushed`;
  return await judgeFindings(context, found, flags, { file: file.path }, flags.send ? refused : undefined);
}

/** Prints the changes for `--check`. @throws Failure would_change if there are any */
async function reportChanges(context: Context, target: PushTarget, flags: PushOptions): Promise<void> {
  const { terminal, options } = context;
  const { changes, file } = target;
  const isForReaders = terminal.isDefaultFormat && options.fields === undefined && changes.length > 0;
  if (isForReaders) await terminal.draw(await drawnChanges(context, changes, file));
  else
    await terminal.list(
      changes.map(change => ({ ...change })),
      changeView,
    );
  if (changes.length === 0) return terminal.note(`the email matches ${file.path}`);
  throw await wouldChange(target, flags);
}

/** The failure of `--check` when there are changes: its hint is a push that can work. */
async function wouldChange(target: PushTarget, flags: PushOptions): Promise<Failure> {
  const { file, email, changes, isOwn } = target;
  const refusal = await refusalOf(target, flags);
  const to = isOwn ? '' : ` --to ${email.id.slice(0, 8)}`;
  const again = `newsletter emails push ${shellWord(file.path)}${to}${flags.force ? ' --force' : ''}`;
  const fields = changes.map(({ field }) => field).join(', ');
  // The draft that was chosen is not kept: the next command names it.
  const isReplacement = !isOwn && refusal?.code === 'changed_elsewhere';
  return new Failure('would_change', `a push of ${file.path} would change ${fields}`, {
    details: refusal && [
      refusal.message.replace('was not pushed', 'would not be pushed'),
      ...(isReplacement ? [refusal.hint ?? ''] : refusal.details),
    ],
    hint: isReplacement ? `to replace it: ${again} --force` : (refusal?.hint ?? again),
  });
}
