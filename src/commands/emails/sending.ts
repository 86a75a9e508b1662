/** What `send` and `push --send` do before they send. */
import { checkAccountIsNamed } from '../../cli/account-check.ts';
import { findEmail } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { SendJournal } from '../../emails/send/journal.ts';
import type { RecipientRules, Sendable } from '../../emails/send/sendable.ts';
import { Failure } from '../../lib/failure.ts';
import type { StrictFlags } from './findings.ts';

/** Seconds in which the service may still show an email as it was before a push. */
const longestDelay = 10;

/** Values of the options that `send` and `push --send` share. */
export interface SendFlags extends StrictFlags {
  readonly maxRecipients?: number | undefined;
  readonly expectRecipients?: string | undefined;
  readonly wait?: boolean | undefined;
  readonly waitTimeout?: number | undefined;
  readonly sendAgain?: boolean | undefined;
}

/** @throws Failure usage, invalid_value; not_allowed, account_unclear */
export async function recipientRules(context: Context, flags: SendFlags): Promise<RecipientRules> {
  const { api: service, terminal, options } = context;
  await checkAccountIsNamed(context);
  const { parseExpectedRecipients } = await import('../../emails/send/sendable.ts');
  if (flags.waitTimeout !== undefined && !flags.wait) {
    throw new Failure('usage', '--wait-timeout requires --wait');
  }
  const { maxRecipients: most, expectRecipients: text } = flags;
  if (!options.dryRun) (await service()).limits.rails?.checkSender(terminal.asks);
  return { most, expected: text === undefined ? undefined : parseExpectedRecipients(text) };
}

/** The journal of an email's sends: by account, since the address of a service can be spelled in several ways. */
export async function sendJournal(context: Context, email: string): Promise<SendJournal> {
  const { SendJournal } = await import('../../emails/send/journal.ts');
  return new SendJournal(context.configDir, (await context.account()).id, email);
}

/**
 * Finds an email to send. While another process on this machine sends it, waits, then reads it again.
 *
 * @throws Failure send_running; as `findEmail`
 */
export async function findWhenIdle(context: Context, text: string): Promise<Email> {
  const { awaitOtherRun } = await import('../../emails/send/send.ts');
  const api = await context.api();
  const email = await findEmail(api, text);
  const journal = await sendJournal(context, email.id);
  const waited = await awaitOtherRun(journal, email.id, { api, terminal: context.terminal });
  return waited ? await findEmail(api, email.id) : email;
}

/**
 * Called before an email is pushed to be sent: without a terminal to ask on, an earlier send of a draft that may have
 * gone out ends the run.
 *
 * @throws Failure send_unresolved
 */
export async function checkEarlierSend(context: Context, email: Email, flags: SendFlags): Promise<void> {
  const { terminal } = context;
  const [{ noteStatus }, { nameEarlierSend }] = await Promise.all([
    import('../../emails/send/journal.ts'),
    import('../../emails/send/send.ts'),
  ]);
  const journal = await sendJournal(context, email.id);
  noteStatus(journal, email.status);
  if (flags.sendAgain || terminal.asks || email.status !== 'draft') return;
  await nameEarlierSend(journal, email, terminal, false);
}

/** An email that was pushed to be sent. */
export interface PushedEmail {
  /** What the push approved. */
  readonly approval: Sendable;
  /** The email before the push; undefined if the push changed nothing. */
  readonly before: Email | undefined;
}

/** Reads an email that was pushed; again for some seconds, while the service still shows it as it was before. */
export async function findPushed(context: Context, { approval, before }: PushedEmail): Promise<Email> {
  const { id } = approval.email;
  if (before === undefined) return await findWhenIdle(context, id);
  const [{ emailChanges }, { lookForOutcome }] = await Promise.all([
    import('../../emails/approval.ts'),
    import('../../http/once.ts'),
  ]);
  const api = await context.api();
  let email = await findWhenIdle(context, id);
  await lookForOutcome({
    async look() {
      email = await findEmail(api, id);
      return emailChanges(before, email).length === 0 ? undefined : email;
    },
    patience: Math.min(longestDelay, api.limits.maxWait),
    limits: api.limits,
  });
  return email;
}

/**
 * Whether an email is still as it was pushed. On a terminal, warns of differences.
 *
 * @throws Failure changed_since_approval without a terminal to ask on
 */
export async function isAsPushed(
  { terminal }: Context,
  { approval }: PushedEmail,
  now: Sendable,
): Promise<boolean> {
  const { changedSinceApproval, changesSince } = await import('../../emails/approval.ts');
  const changes = changesSince(approval, now);
  if (changes.length === 0) return true;
  if (!terminal.asks) throw changedSinceApproval(now.email.id, changes);
  terminal.warn(`not what was pushed: ${changes.join('; ')}`);
  return false;
}
