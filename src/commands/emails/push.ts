import { command } from '../../cli/command.ts';
import { sendCodes } from '../../cli/command-metadata.ts';
import {
  flag,
  number,
  type OptionValues,
  optionGroup,
  seconds,
  text,
  wholeNumber,
} from '../../cli/option.ts';
import { checkWhole, findGroup, findWholeEmail } from '../../cli/resolve-id.ts';
import { sendAgain } from '../../cli/send-again.ts';
import { viewOf } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { type Email, endpoints } from '../../contract/index.ts';
import type { EmailChange } from '../../emails/files/diff.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import type { Sendable } from '../../emails/send/send.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { View } from '../../terminal/terminal.ts';
import { findingsOf, lintedFile, physicalAddressOf, reportFindings, strictOptions } from './findings.ts';
import { bodyOf, changedElsewhere, elsewhere, patch } from './push-changes.ts';
import { pushFolder, pushFolderView } from './push-folder.ts';
import { sendEmail } from './send-email.ts';
import { checkEarlierSend, findWhenIdle, recipientRules } from './sending.ts';

const emailView = viewOf(endpoints.updateEmail.response);
const changeView: View = { plural: 'changes', columns: ['field', 'before', 'after'] };

const options = {
  ...optionGroup('Pushing', {
    check: flag('--check', 'show what would change, exit 8 if there are changes'),
    ...strictOptions,
    force: flag('--force', 'overwrite changes made at the service since the file was pulled'),
    newText: flag('--new-text', 'regenerate the text part from the body'),
    to: text('--to <draft>', 'push to this draft instead of the email in the front matter', {
      completes: 'email',
    }),
  }),
  ...optionGroup('Sending', {
    send: flag('--send', 'then send the email, like `emails send`'),
    maxRecipients: number('--max-recipients <n>', 'with --send: maximum size of the group', wholeNumber),
    expectRecipients: text('--expect-recipients <n>', 'with --send: required size of the group'),
    wait: flag('--wait', 'with --send: wait until the email is sent or denied'),
    waitTimeout: number('--wait-timeout <seconds>', 'with --wait: seconds to wait (default 3600)', seconds),
    sendAgain,
  }),
};

type PushOptions = OptionValues<typeof options>;

/** `emails push`: changes an email to match its file. */
export const push = command({
  name: 'push',
  summary: 'Update an email from a file.',
  description:
    'Update an email from its file, with one request that contains only the changes. Markdown is converted to HTML for mail programs; HTML is sent unchanged. The text part is generated unless the file has one. Comments stay in the file. If the email has changed at the service since the file was pulled, it is not pushed. For a folder, every changed file is pushed; files with problems are listed (exit 8).',
  arguments: [
    {
      name: '<file>',
      description: 'a file as `emails pull` writes it, or a folder of such files',
      completes: 'file',
    },
  ],
  options,
  requests: ['listEmails', 'listGroups', 'getGroup', 'getAccount', 'updateEmail', 'sendEmail'],
  output: [emailView, changeView, pushFolderView],
  codes: [
    'unreadable_file',
    'empty_file',
    'changed_elsewhere',
    'would_change',
    'lint_failed',
    'confirmation_needed',
    ...sendCodes,
  ],
  changesThisMachine: true,
  examples: [
    ['push', 'newsletter emails push issue.md'],
    ['in CI: check that the email matches the file', 'newsletter emails push issue.md --check --strict'],
    ['show the request only', 'newsletter emails push issue.md --dry-run'],
    ['every file of a folder', 'newsletter emails push issues --check'],
    ['use a file as a template for another draft', 'newsletter emails push welcome.md --to "May issue"'],
    ['push and send', 'newsletter emails push issue.md --send --yes --max-recipients 2000'],
  ],
  run: async (context, [path], flags) => {
    checkFlags(flags);
    const { statSync } = await import('node:fs');
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    await (isFolder ? pushFiles(context, path, flags) : pushEmail(context, path, flags));
  },
});

async function pushFiles(context: Context, folder: string, flags: PushOptions): Promise<void> {
  if (flags.send || flags.newText || flags.to !== undefined) {
    const flag = flags.send ? '--send' : flags.newText ? '--new-text' : '--to';
    throw new Failure('usage', `${flag} requires a file, not a folder`);
  }
  await pushFolder(context, folder, {
    force: flags.force === true,
    check: flags.check === true,
    objection: async (file, email) => {
      try {
        await warnAbout(context, file, email, flags);
        return undefined;
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'lint_failed')) throw error;
        return `--strict: ${error.details.join('; ')}`;
      }
    },
  });
}

async function pushEmail(context: Context, path: string, flags: PushOptions): Promise<void> {
  if (flags.send) await checkSending(context, flags);
  const [{ readEmailFile, withoutOwnText }, { diffEmail }] = await Promise.all([
    import('../../emails/files/email-file.ts'),
    import('../../emails/files/diff.ts'),
  ]);
  const file = flags.newText ? withoutOwnText(await readEmailFile(path)) : await readEmailFile(path);
  const { group } = file.front;
  const id = flags.to ?? file.front.id;
  if (!id) {
    throw new Failure('invalid_value', `${path}: the front matter has no id`, {
      hint: 'create the email in the web editor, then run newsletter emails pull <id>',
    });
  }
  const api = await context.api();
  if (!flags.check) await context.beforeWrite();
  const email = await (flags.send ? findToSend(context, id, flags) : findWholeEmail(api, id));
  const changes = await diffEmail(file, email, group ? (await findGroup(api, group)).id : undefined);
  await warnAbout(context, file, email, flags);
  const isOther = flags.to !== undefined && email.id !== file.front.id?.toLowerCase();
  const isElsewhere = !isOther && changes.length > 0 && file.front.updated_at !== email.updated_at;
  if (flags.check) return await reportChanges(context, file, changes, isElsewhere);
  if (isOther && !flags.force) checkTemplateTarget(file, email, changes);
  if (isElsewhere && !flags.force) throw changedElsewhere(file, email);
  const sendable = flags.send ? await sendableAfter(context, email, changes, flags) : undefined;

  if (context.options.dryRun) {
    if (changes.length === 0) context.terminal.note(`nothing to push: the email matches ${path}`);
    const push = () => api.preview('updateEmail', { id: email.id, body: bodyOf(changes) });
    const pushes = changes.length === 0 ? [] : [push()];
    const { showRequest, showRequests } = await import('../../cli/dry-run.ts');
    if (flags.send) await showRequests(context, [...pushes, api.preview('sendEmail', { id: email.id })]);
    else for (const preview of pushes) await showRequest(context, preview);
    return;
  }
  const pushed = await patch(context, { file, email, changes, ownsFile: !isOther });
  if (sendable === undefined) {
    return await context.terminal.answer(pushAnswer(path, changes), pushed, emailView);
  }
  const { pushedEmail } = await import('../../emails/approval.ts');
  const isChanged = changes.length > 0;
  const approved = isChanged ? await pushedEmail(email, bodyOf(changes), pushed) : email;
  const before = isChanged ? email : undefined;
  await sendEmail(context, email.id, flags, { approval: { ...sendable, email: approved }, before });
}

/** Finds an email to push and send, when no other run is sending it. @throws Failure send_running, send_unresolved */
async function findToSend(context: Context, id: string, flags: PushOptions): Promise<Email> {
  const email = await findWhenIdle(context, id);
  checkWhole(email);
  if (!context.options.dryRun) await checkEarlierSend(context, email, flags);
  return email;
}

/**
 * The email as a push will make it, and its group.
 *
 * @throws Failure not_sendable before anything is pushed
 */
async function sendableAfter(
  context: Context,
  email: Email,
  changes: readonly EmailChange[],
  flags: PushOptions,
): Promise<Sendable> {
  const { checkSendable } = await import('../../emails/send/send.ts');
  const rules = await recipientRules(flags);
  return await checkSendable(await context.api(), { ...email, ...bodyOf(changes) }, rules);
}

const partNames: Readonly<Record<string, string>> = {
  body_html: 'body',
  body_text: 'text',
  group_id: 'group',
};

function pushAnswer(path: string, changes: readonly EmailChange[]): string {
  if (changes.length === 0) return `No changes: the email matches ${path}.`;
  const parts = changes.map(({ field }) => partNames[field] ?? field.replaceAll('_', ' '));
  return `Pushed ${path}: ${new Intl.ListFormat('en').format(parts)} changed.`;
}

/** The target of a template (`--to`) must be a draft without a body, which would be lost. */
function checkTemplateTarget({ path }: EmailFile, email: Email, changes: readonly EmailChange[]): void {
  const name = `"${email.subject ?? ''}" (${email.id.slice(0, 8)})`;
  if (email.status !== 'draft') {
    throw new Failure(
      'not_sendable',
      `${path} was not pushed: ${name} is not a draft (status ${email.status})`,
      {
        hint: 'newsletter emails list --status draft',
      },
    );
  }
  const hasBody = changes.some(({ field, before }) => field === 'body_html' && before);
  if (!hasBody) return;
  throw new Failure('changed_elsewhere', `${path} was not pushed: ${name} already has a body`, {
    hint: `to save that body first: newsletter emails pull ${email.id}`,
  });
}

function checkFlags(flags: PushOptions): void {
  if (flags.check && flags.send) throw new Failure('usage', '--check cannot be combined with --send');
  const lost = (['maxRecipients', 'expectRecipients', 'wait', 'waitTimeout', 'sendAgain'] as const).find(
    name => flags[name] !== undefined,
  );
  if (lost === undefined || flags.send) return;
  const flag = `--${lost.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
  throw new Failure('usage', `${flag} requires --send`);
}

/** Checks the options for sending before anything is pushed. @throws Failure confirmation_needed, usage */
async function checkSending({ terminal, options }: Context, flags: PushOptions): Promise<void> {
  await recipientRules(flags);
  if (terminal.interactive || options.yes || options.dryRun) return;
  throw new Failure('confirmation_needed', 'confirmation required to send the email', {
    details: ['nothing was pushed'],
    hint: 'pass --yes to confirm',
  });
}

/** Shows the findings. @throws Failure lint_failed with --strict */
async function warnAbout(context: Context, file: EmailFile, email: Email, flags: PushOptions): Promise<void> {
  const linted = await lintedFile(file, email, await physicalAddressOf(context));
  await reportFindings(context, await findingsOf(linted, flags), flags, {
    file: file.path,
    refused: `${file.path} was not pushed`,
  });
}

/** Prints the changes for `--check`. @throws Failure would_change if there are any */
async function reportChanges(
  { terminal }: Context,
  { path, front }: EmailFile,
  changes: readonly EmailChange[],
  isElsewhere: boolean,
): Promise<void> {
  await terminal.list(
    changes.map(change => ({ ...change })),
    changeView,
  );
  if (changes.length === 0) return terminal.note(`the email matches ${path}`);
  const fields = changes.map(({ field }) => field).join(', ');
  throw new Failure('would_change', `a push of ${path} would change ${fields}`, {
    details: isElsewhere ? [elsewhere(front.updated_at)] : [],
    hint: `newsletter emails push ${shellWord(path)}`,
  });
}
