/**
 * The sends of this machine: a file for each account and email, kept for 90 days. A line is saved to the disk before a
 * request leaves, another when its outcome is known, so that a run killed in between is on record.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppendLog, readLog } from '../../lib/append-log.ts';
import { Failure, ignoringErrors, systemCode } from '../../lib/failure.ts';
import { whyUnwritable } from '../../lib/files/file-errors.ts';
import { makeFolder, removeOldFiles } from '../../lib/files/folder.ts';
import { awaitFree, type LockOptions, type Release, takeLock } from '../../lib/lock.ts';

export interface SendFacts {
  /** Id of the account. */
  readonly account: string;
  /** Id of the email. */
  readonly email: string;
  /** `created_at` of the email, since a sandbox reuses ids of emails; null if unknown. */
  readonly created_at: string | null;
  readonly subject: string | null;
}

/** `sent`: the service accepted the email, whatever it does with it. */
export type SendOutcome = 'sent' | 'not_sent' | 'unknown';

export interface SendAttempt extends SendFacts {
  readonly key: string;
  /** When it began, by this machine's clock (ISO 8601). */
  readonly at: string;
  /** Undefined if the run ended before the outcome was known. */
  readonly outcome?: SendOutcome;
  /** Last known status of the email. */
  readonly status?: string | undefined;
}

type SendLine =
  | ({ readonly type: 'begin' } & Omit<SendAttempt, 'outcome' | 'status'>)
  | ({ readonly type: 'end' } & Pick<SendAttempt, 'key' | 'outcome' | 'status'>);

const extension = '.journal';
const daysKept = 90;

const sendsFolder = (configDir: string) => join(configDir, 'sends');
const hashed = (...ids: string[]) =>
  createHash('sha256').update(ids.join('\n').toLowerCase()).digest('hex').slice(0, 20);

export class SendJournal {
  readonly path: string;
  /** One for the account: a draft with the text of another that is being sent must see that it went out. */
  readonly #lock: string;

  /** @param account id @param email id */
  constructor(configDir: string, account: string, email: string) {
    this.path = join(sendsFolder(configDir), `${hashed(account, email)}${extension}`);
    this.#lock = join(sendsFolder(configDir), `${hashed(account)}.lock`);
  }

  /**
   * Takes the lock of the account's sends, and removes journals unchanged for 90 days.
   *
   * @returns undefined if another process holds it for longer than the patience
   * @throws Failure write_failed; the reason of the signal
   */
  async lock(options: LockOptions): Promise<Release | undefined> {
    this.#orFail(() => {
      makeFolder(dirname(this.path));
      removeOldFiles(dirname(this.path), daysKept, extension);
    });
    return await takeLock(this.#lock, options);
  }

  /**
   * Waits while another process holds the lock of the account's sends; writes nothing.
   *
   * @returns false if it still does after the patience
   * @throws Failure write_failed; the reason of the signal
   */
  async awaitFree(options: LockOptions): Promise<boolean> {
    return await awaitFree(this.#lock, options);
  }

  /** The sends, the oldest first. @throws Failure write_failed if the journal cannot be read */
  attempts(): SendAttempt[] {
    return this.#orFail(() => attemptsIn(this.path));
  }

  /** The last send that may have gone out. @param created `created_at` of the email @throws Failure write_failed */
  earlier(created: string | null = null): SendAttempt | undefined {
    return lastOpen(this.attempts(), created);
  }

  /**
   * Notes a send before the request leaves, then looks whether another process has noted one meanwhile: a lock does not
   * stop a process that was suspended while it held the lock.
   *
   * @param named the earlier send that the user knows of
   * @returns its key
   * @throws Failure write_failed; send_unresolved
   */
  async begin(facts: SendFacts, named?: SendAttempt): Promise<string> {
    const begun = { key: randomUUID(), at: new Date().toISOString(), ...facts };
    const log = this.#open();
    try {
      log.append({ type: 'begin', ...begun });
      await log.save();
    } finally {
      log.close();
    }
    const attempts = this.attempts();
    const mine = attempts.findIndex(({ key }) => key === begun.key);
    if (mine < 0) throw this.#failure(new Error('a line that was written is not there'));
    const other = lastOpen(attempts.slice(0, mine), facts.created_at);
    if (other === undefined || other.key === named?.key) return begun.key;
    this.end(begun.key, 'not_sent');
    throw unresolvedSend(other);
  }

  /** @param status of the email, if known */
  end(key: string, outcome: SendOutcome, status?: string): void {
    const log = this.#open();
    try {
      log.append({ type: 'end', key, outcome, status });
    } finally {
      log.close();
    }
  }

  /** Marks sends with an unknown outcome as sent, since the email is no longer a draft. */
  resolve(status: string): void {
    for (const { key, outcome } of this.attempts()) {
      if (outcome === undefined || outcome === 'unknown') this.end(key, 'sent', status);
    }
  }

  /** Opened for each line, since another process may write in between. */
  #open(): AppendLog<SendLine> {
    return new AppendLog(this.path, cause => this.#failure(cause));
  }

  #orFail<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof Failure ? error : this.#failure(error);
    }
  }

  #failure(cause: unknown): Failure {
    const message = `cannot write the journal of sends ${this.path}: ${whyUnwritable(cause)}`;
    return new Failure('write_failed', message, {
      details: ['nothing was sent: without it, an interrupted send could be repeated by mistake'],
      hint: 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to',
      cause,
    });
  }
}

/**
 * The last send that may have gone out although the service shows a draft: its outcome is unknown, or the service
 * accepted it and shows the new status late, or made it a draft again.
 */
function lastOpen(attempts: readonly SendAttempt[], created: string | null): SendAttempt | undefined {
  return attempts
    .filter(({ created_at }) => created === null || created_at === null || created_at === created)
    .findLast(({ outcome, status }) => outcome !== 'not_sent' && status !== 'denied');
}

/** Whether a status shows that the service accepted an email that was a draft. */
export function isTaken(status: unknown): status is string {
  return typeof status === 'string' && status !== '' && status !== 'draft';
}

/** Marks unknown sends as sent once the email is no longer a draft. A convenience: without it the next send asks. */
export function noteStatus(journal: SendJournal, status: unknown): void {
  if (isTaken(status)) ignoringErrors(() => journal.resolve(status));
}

/** Whether this machine has sent an email, or may have, so that its status `draft` may be out of date. */
export function maySendBefore(journal: SendJournal, created: string | null): boolean {
  return ignoringErrors(() => journal.earlier(created)) !== undefined;
}

export function unresolvedSend(earlier: SendAttempt): Failure {
  return new Failure('send_unresolved', describeEarlier(earlier), {
    details: ['nothing was sent now', 'if you know that it was not sent, pass --send-again'],
    hint: `check it first: newsletter emails watch ${earlier.email}`,
  });
}

/** What is known of a send of an email that is a draft now; without a full stop. */
export function describeEarlier({ email, at, outcome, status }: SendAttempt): string {
  const when = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
  if (outcome !== 'sent')
    return `this machine started to send email ${email} on ${when}; the outcome is unknown`;
  return `this machine sent email ${email} on ${when}, and the service accepted it (${status ?? 'accepted'}), but it is now a draft`;
}

/** The last send of each email whose outcome is unknown. Skips journals that cannot be read. */
export function unresolvedSends(configDir: string): SendAttempt[] {
  return journalPaths(sendsFolder(configDir)).flatMap(path => {
    const last = ignoringErrors(() => attemptsIn(path))?.findLast(({ outcome }) => outcome !== 'not_sent');
    return last === undefined || last.outcome === 'sent' ? [] : [last];
  });
}

/** @throws what fs throws */
function attemptsIn(path: string): SendAttempt[] {
  const attempts = new Map<string, SendAttempt>();
  for (const { type, ...line } of readLog<SendLine>(path)) {
    const begun = attempts.get(line.key);
    if (type === 'begin') attempts.set(line.key, line as SendAttempt);
    else if (type === 'end' && begun !== undefined) attempts.set(line.key, { ...begun, ...line });
  }
  return [...attempts.values()];
}

function journalPaths(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter(name => name.endsWith(extension));
    return names.map(name => join(folder, name));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
