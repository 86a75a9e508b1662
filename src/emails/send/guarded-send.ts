/** One send at a time on this machine: a lock and a journal for each service and email. */
import type { Account, Email } from '../../contract/index.ts';
import { serviceAddress } from '../../http/url.ts';
import { Failure } from '../../lib/failure.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { describeEarlier, earlierSend, unresolvedSend } from './earlier-sends.ts';
import { SendJournal } from './journal.ts';
import { isTaken, type SendRequest, type Sent, sendOnce } from './send-once.ts';

/** Where a send is remembered. */
export interface SendPlace {
  /** Where the program keeps its files. */
  readonly configDir: string;
  /** Base URL. */
  readonly service: string;
}

/** What is known of the email that is to be sent. */
export type SendSubject = Pick<Email, 'id'> & Partial<Pick<Email, 'created_at' | 'subject' | 'status'>>;

/** What this machine has done about an email before, and what was said about it. */
export interface EarlierSends {
  readonly journal: SendJournal;
  /** How many sends of the email had begun. */
  readonly seen: number;
}

export function journalOf({ configDir, service }: SendPlace, id: string): SendJournal {
  return new SendJournal(configDir, serviceAddress(service).href, id);
}

/**
 * Names a send of the email that this machine has begun and that may have gone out; asks whether to send all the same.
 *
 * @param again `--send-again` was given: it is only named
 * @throws Failure send_unresolved when nobody can answer; declined
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

/** Notes that an email is no draft any more: a send of it whose outcome was unknown has gone out. */
export function noteStatus(place: SendPlace, { id, status }: Pick<Email, 'id' | 'status'>): void {
  if (!isTaken(status)) return;
  try {
    journalOf(place, id).resolve(status);
  } catch {
    // Only a convenience: the journal is read again before the next send.
  }
}

/** Whether this machine has sent an email, or may have, so that a draft may be shown late. */
export function maySendBefore(place: SendPlace, { id, created_at }: Email): boolean {
  try {
    return earlierSend(journalOf(place, id).attempts(), created_at) !== undefined;
  } catch {
    return false;
  }
}

/** A send with its lock and its journal. */
export interface GuardedSend<T> extends SendRequest<T> {
  readonly place: SendPlace;
  readonly account: Account;
  readonly earlier: EarlierSends;
  /** Checks, while the lock is held, that the email can still be sent. @returns the email as it is now */
  readonly check: () => Promise<SendSubject>;
}

/**
 * Sends an email while no other process of this machine does; one that waits checks the email again before it sends.
 *
 * @throws Failure send_running, send_unresolved, write_failed; what `check` throws; how the send ended otherwise
 */
export async function sendGuarded<T>(send: GuardedSend<T>): Promise<Sent<T>> {
  const { earlier, terminal, limits } = send;
  const release = await earlier.journal.lock({
    patience: limits.maxWait * 1000,
    onWait: () => terminal.note('another process is sending this email; waiting'),
    signal: limits.signal,
  });
  if (release === undefined) {
    throw new Failure('send_running', `another process on this machine is sending email ${send.id}`);
  }
  try {
    return await sendJournaled(send, await send.check());
  } finally {
    release();
  }
}

async function sendJournaled<T>(send: GuardedSend<T>, email: SendSubject): Promise<Sent<T>> {
  const { id, place, account, terminal } = send;
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
  };
  const count = journal.attempts().length;
  const key = await journal.begin(facts, count);
  const note = (outcome: 'sent' | 'not_sent' | 'unknown', status?: string) => {
    try {
      journal.end(key, outcome, status);
    } catch (error) {
      // By now the email may be out: that matters more.
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
