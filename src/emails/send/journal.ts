/**
 * What this machine knows of its own sends: a file for each service and email, kept for 90 days. A line is written, and
 * saved to the disk, before a send leaves; another when its outcome is known. So a run that was killed in between is
 * remembered.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fdatasyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Failure, systemCode } from '../../lib/failure.ts';
import { whyUnwritable } from '../../lib/file-errors.ts';
import { makeFolder } from '../../lib/folder.ts';
import { type LockWait, takeOwnedLock } from '../../lib/owned-lock.ts';

/** What is about to be sent. */
export interface SendFacts {
  /** Base URL. */
  readonly service: string;
  /** Id of the account. */
  readonly account: string;
  /** Id of the email. */
  readonly email: string;
  /** `created_at` of the email: a sandbox gives the ids of its emails again; null if unknown. */
  readonly created_at: string | null;
  readonly subject: string | null;
}

/** How a send ended. `sent`: the service took the email, whatever it does with it. */
export type SendOutcome = 'sent' | 'not_sent' | 'unknown';

/** A send that this machine has begun. */
export interface SendAttempt extends SendFacts {
  readonly key: string;
  /** When it began, by this machine's clock (ISO 8601). */
  readonly at: string;
  /** Undefined: the run ended before it knew. */
  readonly outcome?: SendOutcome;
  /** Status of the email when it was last seen. */
  readonly status?: string | undefined;
}

type Line =
  | ({ readonly type: 'begin' } & Omit<SendAttempt, 'outcome' | 'status'>)
  | {
      readonly type: 'end';
      readonly key: string;
      readonly outcome: SendOutcome;
      readonly status?: string | undefined;
    };

const daysKept = 90;
const extension = '.journal';

/** The folder of the journals. @param configDir where the program keeps its files */
export function sendsFolder(configDir: string): string {
  return join(configDir, 'sends');
}

/** The journal of one email of one service. */
export class SendJournal {
  readonly path: string;
  readonly #folder: string;

  /**
   * @param configDir where the program keeps its files
   * @param service base URL, as `serviceAddress` gives it
   * @param email its id
   */
  constructor(configDir: string, service: string, email: string) {
    const name = createHash('sha256').update(`${service}\n${email.toLowerCase()}`).digest('hex').slice(0, 20);
    this.#folder = sendsFolder(configDir);
    this.path = join(this.#folder, `${name}${extension}`);
  }

  /**
   * Takes the lock of this email, and removes journals in which nothing has happened for 90 days.
   *
   * @returns releases it; undefined when another process holds it for longer than the patience
   * @throws Failure write_failed; the reason of the signal
   */
  async lock(wait: LockWait): Promise<(() => Promise<void>) | undefined> {
    this.#orFail(() => {
      makeFolder(this.#folder);
      removeOld(this.#folder);
    });
    return await takeOwnedLock(this.path, wait).catch((error: unknown) =>
      this.#orFail(() => {
        throw error;
      }),
    );
  }

  /** The sends in the order in which they began. @throws Failure write_failed when the journal cannot be read */
  attempts(): SendAttempt[] {
    return this.#orFail(() => attemptsIn(this.path));
  }

  /**
   * To be called before a send leaves: from then on the email may go out.
   *
   * @param seen how many sends the journal had when it was decided to send
   * @returns the key of this one
   * @throws Failure write_failed; send_unresolved when another process has begun one meanwhile (a lock does not stop a
   *   process that was suspended while it held it)
   */
  begin(facts: SendFacts, seen: number): string {
    const key = randomUUID();
    this.#append({ type: 'begin', key, at: new Date().toISOString(), ...facts }, true);
    const first = this.attempts()[seen];
    if (first?.key === key) return key;
    this.end(key, 'not_sent');
    throw unresolvedSend(first ?? { ...facts, key, at: new Date().toISOString() });
  }

  /** The send has ended. @param status of the email, as far as it is known */
  end(key: string, outcome: SendOutcome, status?: string): void {
    this.#append({ type: 'end', key, outcome, status }, false);
  }

  /** The email is no draft any more, so every send whose outcome was unknown has an outcome. */
  resolve(status: string): void {
    for (const { key, outcome } of this.attempts()) {
      if (outcome === undefined || outcome === 'unknown') this.end(key, 'sent', status);
    }
  }

  #append(line: Line, isSynced: boolean): void {
    this.#orFail(() => {
      const file = openSync(this.path, 'a', 0o600);
      try {
        // A line that was cut off by a crash must not swallow this one.
        writeSync(file, `\n${JSON.stringify(line)}\n`);
        if (isSynced) fdatasyncSync(file);
      } finally {
        closeSync(file);
      }
    });
  }

  #orFail<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof Failure) throw error;
      const message = `cannot write the journal of sends ${this.path}: ${whyUnwritable(error)}`;
      throw new Failure('write_failed', message, {
        details: ['without it, an interrupted send could be repeated by mistake'],
        hint: 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to',
        cause: error,
      });
    }
  }
}

/**
 * The last send of an email that may have gone out, although the service shows a draft: its outcome is unknown, or the
 * service took it, and shows it late or gave it back.
 *
 * @param attempts from its journal
 * @param created its `created_at`; null if unknown
 */
export function earlierSend(
  attempts: readonly SendAttempt[],
  created: string | null,
): SendAttempt | undefined {
  return attempts
    .filter(({ created_at }) => created === null || created_at === null || created_at === created)
    .findLast(({ outcome, status }) => outcome !== 'not_sent' && status !== 'denied');
}

/** The failure when an earlier send stands in the way of another. @param now status of the email, if it is known */
export function unresolvedSend(earlier: SendAttempt, now?: string): Failure {
  return new Failure('send_unresolved', describeEarlier(earlier, now), {
    details: ['nothing was sent now', 'if you know that it was not sent, pass --send-again'],
    hint: `check it first: newsletter emails watch ${earlier.email}`,
  });
}

/** What is known of an earlier send, as a sentence without a full stop. @param now status of the email */
export function describeEarlier({ email, at, outcome, status }: SendAttempt, now = 'draft'): string {
  const when = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
  if (outcome !== 'sent') {
    return `this machine started to send email ${email} on ${when}; the outcome is unknown`;
  }
  const sent = `this machine sent email ${email} on ${when}, and the service accepted it`;
  return now === 'draft' ? `${sent} (${status ?? 'accepted'}), but it is now a draft` : `${sent}: ${now}`;
}

/** The last send of each email whose outcome is unknown. A journal that cannot be read counts as none. */
export function unresolvedSends(configDir: string): SendAttempt[] {
  const folder = sendsFolder(configDir);
  return journalsIn(folder).flatMap(path => {
    const last = readable(path).findLast(({ outcome }) => outcome !== 'not_sent');
    return last === undefined || last.outcome === 'sent' ? [] : [last];
  });
}

function readable(path: string): SendAttempt[] {
  try {
    return attemptsIn(path);
  } catch {
    return [];
  }
}

function journalsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter(name => name.endsWith(extension));
    return names.map(name => join(folder, name));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function removeOld(folder: string): void {
  const oldest = Date.now() - daysKept * 24 * 60 * 60 * 1000;
  for (const path of journalsIn(folder)) {
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest)
      rmSync(path, { force: true });
  }
}

function attemptsIn(path: string): SendAttempt[] {
  const attempts = new Map<string, SendAttempt>();
  for (const line of linesOf(path)) {
    if (line.type === 'begin') {
      const { type, ...begun } = line;
      attempts.set(line.key, begun);
    } else if (line.type === 'end') {
      const begun = attempts.get(line.key);
      if (begun !== undefined)
        attempts.set(line.key, { ...begun, outcome: line.outcome, status: line.status });
    }
  }
  return [...attempts.values()];
}

/** Lines that were cut off are left out: a send leaves only after its line was saved. */
function linesOf(path: string): Line[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap(line => {
    try {
      const value = JSON.parse(line) as Line | null;
      return typeof value?.key === 'string' ? [value] : [];
    } catch {
      return [];
    }
  });
}
