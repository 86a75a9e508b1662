/** `newsletter api … /send`: sends an email in the same way as `emails send`, but unchecked. */
import { findEmail } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Account, Email } from '../../contract/index.ts';
import type { EarlierSends } from '../../emails/send/guarded-send.ts';
import type { Api, RawResponse } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { isId, isOtherId } from '../../lib/is-id.ts';
import { isObject } from '../../lib/json/is-object.ts';
import type { ApiCommandOptions } from './options.ts';
import type { TypedRequest } from './request.ts';
import { printAnswer, printErrorAnswer, viewFor } from './response.ts';

/**
 * Asks, sends the request once, finds out the status of the email, and prints the response, or if that was lost, the
 * email.
 *
 * @throws Failure declined, send_running, send_unresolved, outcome_unknown; for every response but 2xx
 */
export async function sendTypedEmail(
  context: Context,
  api: Api,
  typed: TypedRequest,
  flags: ApiCommandOptions,
): Promise<void> {
  const [{ checkAccountNamed, accountName }, { nameEarlierSend, noteStatus }] = await Promise.all([
    import('../../auth/account-name.ts'),
    import('../../emails/send/guarded-send.ts'),
  ]);
  const { terminal } = context;
  const account = await context.account();
  checkAccountNamed(account);
  if (!terminal.stderrIsTerminal) terminal.show(`  account  ${accountName(account)}`);
  const id = emailIn(typed.pathname);
  const email = isId(id) ? await known(findEmail(api, id)) : undefined;
  if (email !== undefined) noteStatus(await place(context), email);
  const earlier = await nameEarlierSend(
    await place(context),
    email ?? { id },
    terminal,
    flags.sendAgain === true,
  );
  await confirmSend(context, typed, id);
  try {
    const { answer, email: read } = await sendUnchecked(context, api, typed, { id, email, account, earlier });
    if (answer !== undefined) await printAnswer(context, typed, flags, answer);
    else if (read !== undefined) await terminal.record(read, await viewFor(typed));
  } catch (error) {
    await printErrorAnswer(context, flags, error instanceof Failure ? (error.cause ?? error) : error);
    throw error;
  }
}

/** The id in a path, else the whole path. */
function emailIn(pathname: string): string {
  return /\/emails\/([^/]+)\//.exec(pathname)?.[1] ?? pathname;
}

/** Undefined if the email does not exist. */
async function known(reading: Promise<Email>): Promise<Email | undefined> {
  return await reading.catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return undefined;
    throw error;
  });
}

async function place(context: Context): Promise<{ configDir: string; service: string }> {
  return { configDir: context.configDir, service: await context.baseUrl() };
}

/** Asks before an email is sent, which cannot be undone. @throws Failure declined */
async function confirmSend(
  { terminal, options }: Context,
  { request, pathname }: TypedRequest,
  id: string,
): Promise<void> {
  const what = `${request.method} ${pathname}`;
  if (!options.yes) {
    const shown = id === pathname ? '<id>' : id;
    terminal.hint(`to check the email and its recipients first: newsletter emails send ${shown}`);
  }
  if (await terminal.confirm(`${what} sends an email without checks. Send it now?`, '--yes')) return;
  throw new Failure('declined', 'not sent');
}

interface UncheckedSend {
  readonly id: string;
  /** As it was before; undefined if it cannot be found. */
  readonly email: Email | undefined;
  readonly account: Account;
  readonly earlier: EarlierSends;
}

async function sendUnchecked(
  context: Context,
  api: Api,
  { request }: TypedRequest,
  { id, email, account, earlier }: UncheckedSend,
): Promise<{ answer?: RawResponse; email?: Email }> {
  const { sendGuarded } = await import('../../emails/send/guarded-send.ts');
  const again = () => findEmail(api, id);
  // It may be in the list later.
  const whenUnknown = isId(id) ? () => known(again()) : undefined;
  const read = email === undefined ? whenUnknown : email.status === 'draft' ? again : undefined;
  return await sendGuarded({
    id,
    send: () => api.send(request),
    statusIn: answer => statusIn(answer, id),
    read,
    limits: api.limits,
    terminal: context.terminal,
    place: await place(context),
    account,
    earlier,
    async check() {
      const now = await read?.();
      if (now === undefined || now.status === 'draft') return now ?? email ?? { id };
      throw new Failure('not_sendable', `email ${id} was not sent: its status is now ${now.status}`);
    },
  });
}

/** The status that the email has according to a response; undefined when that is about another one. */
function statusIn({ body }: RawResponse, id: string): unknown {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (!isObject(value)) return undefined;
    return value.id !== undefined && isOtherId(value.id, id) ? undefined : value.status;
  } catch {
    return undefined;
  }
}
