/**
 * The sends of this machine: a file for each service and email, kept for 90 days. A line is saved to the disk before a
 * request leaves, another when its outcome is known, so that a run killed in between is on record.
 */
import { createHash, randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { AppendLog } from '../../lib/append-log.ts';
import { Failure } from '../../lib/failure.ts';
import { whyUnwritable } from '../../lib/files/file-errors.ts';
import { makeFolder } from '../../lib/files/folder.ts';
import { awaitFree, type LockOptions, type Release, takeLock } from '../../lib/lock.ts';
import {
  attemptsIn,
  journalPath,
  journalPaths,
  type SendAttempt,
  type SendFacts,
  type SendLine,
  type SendOutcome,
  sendsFolder,
} from './attempts.ts';
import { unresolvedSend } from './earlier-sends.ts';

const daysKept = 90;

export class SendJournal {
  readonly path: string;
  readonly #configDir: string;

  /**
   * @param service base URL, as `serviceAddress` returns it
   * @param email id
   */
  constructor(configDir: string, service: string, email: string) {
    const name = createHash('sha256').update(`${service}\n${email.toLowerCase()}`).digest('hex').slice(0, 20);
    this.#configDir = configDir;
    this.path = journalPath(configDir, name);
  }

  /**
   * Takes the lock of this email, and removes journals unchanged for 90 days.
   *
   * @returns undefined if another process holds it for longer than the patience
   * @throws Failure write_failed; the reason of the signal
   */
  async lock(options: LockOptions): Promise<Release | undefined> {
    this.#orFail(() => {
      makeFolder(sendsFolder(this.#configDir));
      removeOld(this.#configDir);
    });
    const cannotMake = (error: unknown) => this.#failure(error);
    return await takeLock(`${this.path}.lock`, { ...options, cannotMake });
  }

  /**
   * Waits while another process holds the lock of this email; writes nothing.
   *
   * @returns false if it still does after the patience
   * @throws Failure write_failed; the reason of the signal
   */
  async awaitFree(options: LockOptions): Promise<boolean> {
    return await awaitFree(`${this.path}.lock`, { ...options, cannotMake: error => this.#failure(error) });
  }

  /** The sends, the oldest first. @throws Failure write_failed if the journal cannot be read */
  attempts(): SendAttempt[] {
    return this.#orFail(() => attemptsIn(this.path));
  }

  /**
   * Call this before the request leaves.
   *
   * @param seen number of sends in the journal when the user decided to send
   * @returns the key of the new send
   * @throws Failure write_failed; send_unresolved if another process has begun a send in the meantime (a lock does not
   *   stop a process that was suspended while it held the lock)
   */
  async begin(facts: SendFacts, seen: number): Promise<string> {
    const key = randomUUID();
    const log = this.#open();
    try {
      log.append({ type: 'begin', key, at: new Date().toISOString(), ...facts });
      await log.save();
    } finally {
      log.close();
    }
    const first = this.attempts()[seen];
    if (first?.key === key) return key;
    this.end(key, 'not_sent');
    throw unresolvedSend(first ?? { ...facts, key, at: new Date().toISOString() });
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
      details: ['without it, an interrupted send could be repeated by mistake'],
      hint: 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to',
      cause,
    });
  }
}

function removeOld(configDir: string): void {
  const oldest = Date.now() - daysKept * 24 * 60 * 60 * 1000;
  for (const path of journalPaths(configDir)) {
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest)
      rmSync(path, { force: true });
  }
}
