/** One send at a time on this machine: a lock and a journal for each service and email. */
import type { Account, Email } from '../../contract/index.ts';
import { serviceAddress } from '../../http/url.ts';
import { Failure } from '../../lib/failure.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { ApprovalRecord } from '../approval.ts';
import type { SendOutcome } from './attempts.ts';
import { describeEarlier, earlierSend, unresolvedSend } from './earlier-sends.ts';
import { SendJournal } from './journal.ts';
import { isTaken, type SendRequest, type Sent, sendOnce } from './send-once.ts';

/** What decides which journal a send is written to. */
export interface SendPlace {
  readonly configDir: string;
  /** Base URL. */
  readonly service: string;
}

export type SendSubject = Pick<Email, 'id'> & Partial<Pick<Email, 'created_at' | 'subject' | 'status'>>;

export interface EarlierSends {
  readonly journal: SendJournal;
  /** Number of sends in the journal when the user was warned. */
  readonly seen: number;
}

export function journalOf({ configDir, service }: SendPlace, id: string): SendJournal {
  return new SendJournal(configDir, serviceAddress(service).href, id);
}

/**
 * Warns of an earlier send of the email that may have gone out, and asks whether to send it again.
 *
 * @param again `--send-again`: warns without asking
 * @throws Failure send_unresolved without a terminal to ask on; declined
 */
export async function nameEarlierSend(
  place: SendPlace,
  email: SendSubject,
  terminal: Terminal,
  again: boolean,
): Promise<EarlierSends> {
  const journal = journalOf(place, email.id);
  const attempts = journal.attempts();
  const { status } = email;
  const earlier = earlierSend(attempts, email.created_at ?? null);
  if (earlier !== undefined) {
    if (!again && !terminal.asks) throw unresolvedSend(earlier, status);
    terminal.warn(describeEarlier(earlier, status));
    if (!again && !(await terminal.confirm('It may already be sent. Send it anyway?', '--send-again'))) {
      throw new Failure('declined', 'not sent');
    }
  }
  return { journal, seen: attempts.length };
}

/** Marks unknown sends of an email as sent once it is no longer a draft. */
export function noteStatus(place: SendPlace, { id, status }: Pick<Email, 'id' | 'status'>): void {
  if (!isTaken(status)) return;
  try {
    journalOf(place, id).resolve(status);
  } catch {
    // Only a convenience: the journal is read again before the next send.
  }
}

/** Whether this machine has sent an email, or may have, so that its status `draft` may be out of date. */
export function maySendBefore(place: SendPlace, { id, created_at }: Email): boolean {
  try {
    return earlierSend(journalOf(place, id).attempts(), created_at) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Waits while another process of this machine sends the email: what it is like is judged when that has ended.
 *
 * @returns whether there was something to wait for
 * @throws Failure send_running
 */
export async function awaitOtherRun(
  place: SendPlace,
  id: string,
  { limits, terminal }: Pick<SendRequest<unknown>, 'limits' | 'terminal'>,
): Promise<boolean> {
  let waited = false;
  const isFree = await journalOf(place, id).awaitFree({
    ...waiting(limits),
    onWait: () => {
      waited = true;
      terminal.note(waitNote);
    },
  });
  if (!isFree) throw sendRunning(id);
  return waited;
}

const waitNote = 'another process is sending this email; waiting';

function waiting({ maxWait, signal, clock }: SendRequest<unknown>['limits']) {
  return { patience: maxWait * 1000, signal, clock };
}

function sendRunning(id: string): Failure {
  return new Failure('send_running', `another process on this machine is sending email ${id}`);
}

export interface GuardedSend<T> extends SendRequest<T> {
  readonly place: SendPlace;
  readonly account: Account;
  readonly earlier: EarlierSends;
  /** What was agreed to, for the journal. */
  readonly approved?: ApprovalRecord | undefined;
  /** Checks, while the lock is held, that the email can still be sent. @returns the email as it is now */
  readonly check: () => Promise<SendSubject>;
}

/**
 * Sends an email under a lock. A process that had to wait for the lock checks the email again first.
 *
 * @throws Failure send_running, send_unresolved, write_failed; what `check` throws; how the send ended otherwise
 */
export async function sendGuarded<T>(send: GuardedSend<T>): Promise<Sent<T>> {
  const { earlier, terminal, limits } = send;
  const release = await earlier.journal.lock({
    ...waiting(limits),
    onWait: () => terminal.note(waitNote),
  });
  if (release === undefined) throw sendRunning(send.id);
  try {
    return await sendJournaled(send, await send.check());
  } finally {
    release();
  }
}

async function sendJournaled<T>(send: GuardedSend<T>, email: SendSubject): Promise<Sent<T>> {
  const { id, place, account, approved, terminal } = send;
  const { journal, seen } = send.earlier;
  const { created_at = null, subject = null } = email;
  const since = earlierSend(journal.attempts().slice(seen), created_at);
  if (since !== undefined) throw unresolvedSend(since, email.status);
  const facts = {
    service: serviceAddress(place.service).href,
    account: account.id,
    email: id,
    created_at,
    subject,
    approved,
  };
  const count = journal.attempts().length;
  const key = await journal.begin(facts, count);
  const note = (outcome: SendOutcome, status?: string) => {
    try {
      journal.end(key, outcome, status);
    } catch (error) {
      // The email may be out by now: a journal error must not hide that.
      terminal.warn(error instanceof Error ? error.message : String(error));
    }
  };
  const ended = await sendOnce(send);
  if (!('failure' in ended)) {
    note('sent', ended.status);
    return ended;
  }
  if (ended.outcome !== undefined) note(ended.outcome);
  throw ended.failure;
}
