/**
 * Sends an email that was approved: asks, looks once more under a lock, notes the send in the journal, sends the request
 * once, then reads the email until the outcome is known or patience ends.
 */
import { accountName } from '../../auth/account.ts';
import type { Account, Email } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { reasonOf } from '../../http/errors/request-failure.ts';
import { lookForOutcome, lossOf, sendAndLook } from '../../http/once.ts';
import { isRefusal, type Reply } from '../../http/outcome.ts';
import { Failure } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import { sanitizeLine } from '../../terminal/shown-text.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { changesSent, inShort, sizeOf } from '../approval.ts';
import {
  describeEarlier,
  isTaken,
  type SendAttempt,
  type SendJournal,
  type SendOutcome,
  unresolvedSend,
} from './journal.ts';
import { checkSendable, lookAgain, type Sendable } from './sendable.ts';

/** Seconds to read the email again: when the outcome is unknown, and after a refusal that may be about a twin. */
const longPatience = 30;
const shortPatience = 10;

/** What a send needs of the command. */
export interface Sending {
  readonly api: Api;
  readonly terminal: Terminal;
  readonly account: Pick<Account, 'id' | 'name'>;
  readonly journal: SendJournal;
  /** What was shown or pushed. */
  readonly shown: Sendable;
  /** The earlier send that the user knows of. */
  readonly earlier: SendAttempt | undefined;
  /** Whether a push has just changed the email. */
  readonly isPushed?: boolean;
  /** The refusal of an email whose text went out before, by what `read` has seen. */
  readonly repeated?: (last: Sendable) => Failure | undefined;
  /** Reads the email. */
  readonly read: () => Promise<Email>;
  /** The beginning of the question. */
  readonly before: string;
  /** Shows email and group above another question, if they have changed. Resolves to its `before`. */
  readonly show: (changed: Sendable) => Promise<string>;
  /** Seconds to wait until an accepted email shows another status than draft. */
  readonly patience?: number | undefined;
}

/**
 * Waits while another process of this machine sends for the account: what an email is like is judged after that.
 *
 * @throws Failure already_running
 */
export async function awaitOtherRun(
  journal: SendJournal,
  of: Pick<Sending, 'api' | 'terminal'>,
): Promise<void> {
  if (!(await journal.awaitFree(waiting(of)))) throw sendRunning();
}

function waiting({ api, terminal }: Pick<Sending, 'api' | 'terminal'>) {
  const { maxWait, signal, clock } = api.limits;
  const onWait = () => terminal.note('another process is sending an email; waiting');
  return { patience: maxWait * 1000, signal, clock, onWait };
}

const sendRunning = () =>
  new Failure('already_running', 'another process on this machine is sending an email of this account');

/**
 * Warns of an earlier send of a draft that may have gone out, and asks whether to send it again.
 *
 * @param again `--send-again`: warns without asking
 * @throws Failure send_unresolved without a terminal to ask on; declined
 */
export async function nameEarlierSend(
  earlier: SendAttempt,
  terminal: Terminal,
  again: boolean,
): Promise<SendAttempt> {
  if (!again && !terminal.asks) throw unresolvedSend(earlier);
  terminal.warn(describeEarlier(earlier));
  if (!again) await ask(terminal, 'It may already be sent. Send it anyway?', ['--send-again']);
  return earlier;
}

/** @throws Failure declined; interrupted, which says that nothing was sent */
async function ask(
  terminal: Terminal,
  question: string,
  flags: readonly string[],
  isPushed = false,
): Promise<void> {
  const agrees = await terminal.confirm(question, ...flags).catch((error: unknown) => {
    const isStopped = error instanceof Failure && error.code === 'interrupted';
    const message = isPushed ? 'Pushed, not sent.' : 'Stopped. Nothing was sent.';
    throw isStopped ? error.reworded(message, { isWarning: true }) : error;
  });
  if (!agrees) throw new Failure('declined', isPushed ? 'pushed, not sent' : 'not sent');
}

/**
 * Sends an email that was approved. On a terminal, what has changed by the last look is asked about again.
 *
 * @returns the email as the service accepted it, and email and group at the last look
 * @throws Failure changed_since_approval without a terminal to ask again; declined; as `checkSendable`;
 *   already_running, send_unresolved, write_failed; how the send ended otherwise
 */
export async function sendApproved(
  sending: Sending,
): Promise<{ readonly email: Email; readonly last: Sendable }> {
  const { terminal, api, account } = sending;
  let approved = sending.shown;
  for (let { before } = sending; ; ) {
    const { group, email, limits } = approved;
    const people = `${counted(group.subscribers_count, 'subscriber')} (${sanitizeLine(group.name)})`;
    const to = `${people} of ${accountName({ name: account.name })}`;
    // A script that answers later must not send to more people than were shown here.
    const expected = limits.expected ? [] : ['--expect-recipients', String(group.subscribers_count)];
    const question = `${before}Send ${inShort(email.subject ?? '')} to ${to} now?`;
    await ask(terminal, question, [...expected, '--yes'], sending.isPushed);
    try {
      return await sendLocked(sending, approved);
    } catch (error) {
      const isAskedAgain =
        error instanceof Failure && error.code === 'changed_since_approval' && terminal.asks;
      if (!isAskedAgain) throw error;
      terminal.warn(`not sent yet: somebody changed it a moment ago: ${error.details.join('; ')}`);
      approved = await checkSendable(api, await sending.read(), approved.limits);
      before = `It has changed. ${await sending.show(approved)}`;
    }
  }
}

async function sendLocked(sending: Sending, approved: Sendable) {
  const { api, terminal, account, journal, earlier, read } = sending;
  const release = await journal.lock(waiting(sending));
  if (release === undefined) throw sendRunning();
  try {
    const last = await lookAgain(api, approved, read);
    const refusal = sending.repeated?.(last);
    if (refusal !== undefined) throw refusal;
    api.limits.rails?.approveSend({ recipients: sizeOf(last.group) ?? undefined, byPerson: terminal.asks });
    const { id, created_at = null, subject = null } = last.email;
    const key = await journal.begin({ account: account.id, email: id, created_at, subject }, earlier);
    const note = (outcome: SendOutcome, status?: string) => {
      try {
        journal.end(key, outcome, status);
      } catch (error) {
        // The email may be out by now: a journal error must not hide that.
        terminal.warn(error instanceof Error ? error.message : String(error));
      }
    };
    const ended = await sendOnce({ ...sending, id });
    if (!('failure' in ended)) {
      note('sent', ended.email.status);
      const late = changesSent(last.email, ended.email);
      if (late.length > 0) terminal.warn(`somebody changed it just before it was sent: ${late.join('; ')}`);
      return { email: ended.email, last };
    }
    if (ended.outcome !== undefined) note(ended.outcome);
    throw ended.failure;
  } finally {
    release();
  }
}

export type SendEnd =
  | { readonly email: Email }
  /** `outcome` is undefined if the run was interrupted. */
  | { readonly failure: Failure; readonly outcome: 'not_sent' | 'unknown' | undefined };

type OnceSending = Pick<Sending, 'api' | 'read' | 'patience'> & {
  readonly id: string;
  readonly terminal: Pick<Terminal, 'note' | 'warn'>;
};

/**
 * Sends the request once, whatever the response, and determines its outcome. It went out if the response, or the email,
 * shows another status than draft. A draft after an accepted send proves nothing: the service may show the new status
 * late. Throws only what is not a Failure.
 */
export async function sendOnce(sending: OnceSending): Promise<SendEnd> {
  const { id, api, read, terminal, patience: given } = sending;
  const { limits } = api;
  const look = async () => {
    const email = await read();
    return isTaken(email.status) ? email : undefined;
  };
  const result = await sendAndLook({
    send: () => api.call('sendEmail', { id }),
    look,
    patience: reply => Math.min(patienceAfter(reply), limits.maxWait),
    limits,
  });
  if ('answer' in result) {
    if (isTaken(result.answer.status)) return { email: result.answer };
    const patience = given ?? Math.min(longPatience, limits.maxWait);
    terminal.note(
      `the service accepted it, but it is still a draft; checking again for up to ${grouped(patience)} s`,
    );
    try {
      const email = await lookForOutcome({ look, patience, limits });
      return email === undefined ? unknown(id, 'the service accepted it') : { email };
    } catch (error) {
      if (limits.signal.aborted) return interrupted(id);
      return unknown(id, 'the service accepted it', error instanceof Error ? error.message : String(error));
    }
  }
  const { failure } = result;
  if ('seen' in result) {
    terminal.warn(`${lossOf(failure)}, but the email has the status ${result.seen.status}`);
    return { email: result.seen };
  }
  if (result.outcome === 'not done') {
    return { failure: failure.reworded(`nothing was sent: ${failure.message}`), outcome: 'not_sent' };
  }
  if (failure.code === 'interrupted') return interrupted(id);
  return unknown(id, reasonOf(failure), result.problem, failure);
}

/** Seconds to read the email again: a gateway may have repeated the request, and return "busy" or "already sent". */
function patienceAfter(reply: Reply): number {
  if (!isRefusal(reply)) return longPatience;
  return 'status' in reply && [409, 429].includes(reply.status) ? shortPatience : 0;
}

function interrupted(id: string): SendEnd {
  const failure = new Failure('interrupted', 'interrupted', {
    details: [`email ${id} may or may not have been sent`],
    hint: `newsletter emails watch ${id}`,
  });
  return { failure, outcome: undefined };
}

/** @param problem why its status cannot be read */
function unknown(id: string, reason: string, problem?: string, cause?: Failure): SendEnd {
  const state = problem === undefined ? 'it is still a draft' : `cannot read its status: ${problem}`;
  const first = cause ?? new Failure('outcome_unknown', reason);
  const failure = first.reworded(`unknown whether email ${id} is being sent`, {
    code: 'outcome_unknown',
    details: [reason, ...first.details, state],
    hint: `check its status before you send it again: newsletter emails get ${id} --json=status`,
  });
  return { failure, outcome: 'unknown' };
}
