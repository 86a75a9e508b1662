/** `newsletter api … /send`: sends what was shown, as `emails send` does, but without a check of draft and recipients. */
import { findEmail } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { Account, Email } from '../../contract/index.ts';
import type { SendApproval } from '../../emails/approval.ts';
import type { GuardedSend } from '../../emails/send/guarded-send.ts';
import type { Sent } from '../../emails/send/send-once.ts';
import type { Api, RawRequest, RawResponse } from '../../http/api.ts';
import { unexpectedResponse } from '../../http/errors/request-failure.ts';
import { Failure } from '../../lib/failure.ts';
import { isId, isOtherId } from '../../lib/is-id.ts';
import { isObject } from '../../lib/json/is-object.ts';
import type { ApiCommandOptions } from './options.ts';
import type { TypedRequest } from './request.ts';
import { printAnswer, printErrorAnswer, viewFor } from './response.ts';

/**
 * Shows the email and its group, asks, sends the request once, finds out the status of the email, and prints the
 * response, or if that was lost, the email.
 *
 * @throws Failure declined, changed_since_approval, send_running, send_unresolved, outcome_unknown; partly_done if the
 *   service denied or paused it; for every response but 2xx
 */
export async function sendTypedEmail(
  context: Context,
  api: Api,
  typed: TypedRequest,
  flags: ApiCommandOptions,
): Promise<void> {
  const [{ checkAccountNamed, accountName }, { awaitOtherRun, nameEarlierSend, noteStatus }, { notSent }] =
    await Promise.all([
      import('../../auth/account-name.ts'),
      import('../../emails/send/guarded-send.ts'),
      import('../../emails/send/poll-status.ts'),
    ]);
  const { terminal } = context;
  const { limits } = api;
  limits.rails?.checkSender(terminal.asks);
  const account = await context.account();
  checkAccountNamed(account);
  const id = emailIn(typed.pathname);
  const where = await place(context);
  await awaitOtherRun(where, id, { limits, terminal });
  const email = isId(id) ? await known(findEmail(api, id)) : undefined;
  if (email !== undefined) noteStatus(where, email);
  const shown = email && (await withGroup(api, email));
  const show = await shower(context, account);
  if (shown !== undefined) show(shown);
  else if (!terminal.stderrIsTerminal) terminal.show(`  account  ${accountName(account)}`);
  const earlier = await nameEarlierSend(where, email ?? { id }, terminal, flags.sendAgain === true);
  try {
    const send = { id, account, earlier, place: where, shown, show };
    const { answer, email: read, status } = await sendUnchecked(context, api, typed, send);
    if (answer !== undefined) await printAnswer(context, typed, flags, answer);
    else if (read !== undefined) await terminal.record(read, await viewFor(typed));
    const failure = notSent({ id, status });
    if (failure !== undefined) throw failure;
  } catch (error) {
    await printErrorAnswer(context, flags, error instanceof Failure ? (error.cause ?? error) : error);
    throw error;
  }
}

/** The email with its group; without one that cannot be found: the service decides whether it sends such an email. */
async function withGroup(api: Api, email: Email): Promise<SendApproval> {
  if (typeof email.group_id !== 'string') return { email, group: undefined };
  const group = await known(api.call('getGroup', { id: email.group_id }));
  return { email, group };
}

async function shower({ terminal }: Context, account: Account): Promise<(shown: SendApproval) => void> {
  const { describeSend } = await import('../../emails/send/send.ts');
  return shown => terminal.show(describeSend(shown, account, terminal));
}

/** The id in a path, else the whole path. */
function emailIn(pathname: string): string {
  return /\/emails\/([^/]+)\//.exec(pathname)?.[1] ?? pathname;
}

/** Undefined if it does not exist. */
async function known<T>(reading: Promise<T>): Promise<T | undefined> {
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

interface UncheckedSend extends Pick<GuardedSend<unknown>, 'id' | 'account' | 'earlier' | 'place'> {
  /** Undefined if the email cannot be found. */
  readonly shown: SendApproval | undefined;
  readonly show: (shown: SendApproval) => void;
}

async function sendUnchecked(
  context: Context,
  api: Api,
  typed: TypedRequest,
  { shown, show, ...about }: UncheckedSend,
): Promise<Sent<RawResponse>> {
  const [{ checkUnchanged }, { sendApproved }, { sendGuarded }] = await Promise.all([
    import('../../emails/approval.ts'),
    import('../../emails/send/approved-send.ts'),
    import('../../emails/send/guarded-send.ts'),
  ]);
  const { id } = about;
  const { terminal } = context;
  const { limits } = api;
  const read = () => findEmail(api, id);
  const send = {
    ...about,
    send: async () => aboutEmail(id, typed.request, await api.send(typed.request)),
    statusIn: (answer: RawResponse) => bodyOf(answer)?.status,
    limits: api.limits,
    terminal,
  };
  if (shown === undefined) {
    await confirmSend(context, typed, id);
    limits.rails?.approveSend({ recipients: undefined, byPerson: terminal.asks });
    // It may be in the list later.
    const readLater = isId(id) ? () => known(read()) : undefined;
    const check = async () => (await readLater?.()) ?? { id };
    return await sendGuarded({ ...send, read: readLater, check });
  }
  const isDraft = shown.email.status === 'draft';
  const { sent } = await sendApproved<RawResponse, SendApproval>({
    ...send,
    read: isDraft ? read : undefined,
    shown,
    async ask({ group }) {
      await confirmSend(context, typed, id);
      const recipients = group?.subscribers_count;
      limits.rails?.approveSend({ recipients, byPerson: terminal.asks });
    },
    async look(approved) {
      const email = await read();
      if (email.status !== approved.email.status) {
        throw new Failure('not_sendable', `email ${id} was not sent: its status is now ${email.status}`);
      }
      const now = await withGroup(api, email);
      checkUnchanged(approved, now);
      return now;
    },
    async showAgain() {
      const now = await withGroup(api, await read());
      show(now);
      return now;
    },
  });
  return sent;
}

/** The response, unless it is about another email: that is none. @throws Failure outcome_unknown */
function aboutEmail(id: string, request: RawRequest, response: RawResponse): RawResponse {
  const other = bodyOf(response)?.id;
  if (other === undefined || !isOtherId(other, id)) return response;
  const bytes = request.content?.reduce((sum, part) => sum + part.byteLength, 0) ?? 0;
  throw unexpectedResponse({ ...request, bytes }, response, `another record, with the id ${other}`);
}

function bodyOf({ body }: RawResponse): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
