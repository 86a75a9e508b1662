import { AppendLog } from '../../lib/append-log.ts';
import type { BatchRange } from './batch.ts';
import { journalFailure } from './imports-folder.ts';
import type { JobResult, JournalLine, JournalStart } from './journal-contents.ts';

/** The journal of a running import, open for writing. Its methods throw Failure write_failed. */
export class Journal {
  readonly #log: AppendLog<JournalLine>;

  private constructor(path: string, isNew: boolean) {
    this.#log = new AppendLog(path, error => journalFailure(path, error), isNew);
  }

  /** Starts a journal; overwrites an existing one. */
  static async start(path: string, start: JournalStart): Promise<Journal> {
    const journal = new Journal(path, true);
    await journal.#append({ type: 'start', ...start }, true);
    return journal;
  }

  static continue(path: string): Journal {
    return new Journal(path, false);
  }

  /** Await before a batch is sent: afterwards it may have arrived. */
  async send({ from, to }: BatchRange): Promise<void> {
    await this.#append({ type: 'send', from, to, at: Date.now() }, true);
  }

  async posted({ from, to }: BatchRange, id: string): Promise<void> {
    await this.#append({ type: 'posted', from, to, id }, false);
  }

  /** The batch certainly did not arrive: its rows are still to be sent. */
  async forget({ from, to }: BatchRange): Promise<void> {
    await this.#append({ type: 'forget', from, to }, false);
  }

  async end({ from, to }: BatchRange, result: JobResult): Promise<void> {
    await this.#append({ type: 'end', from, to, ...result }, false);
  }

  /** The rejects file is committed. @param sha256 of its bytes */
  async rejects(sha256: string): Promise<void> {
    await this.#append({ type: 'rejects', sha256 }, false);
  }

  /** Closes the file; the import can be resumed. */
  close(): void {
    this.#log.close();
  }

  /** Removes the file: there is nothing to resume. */
  remove(): void {
    this.#log.remove();
  }

  async #append(line: JournalLine, isSaved: boolean): Promise<void> {
    this.#log.append(line);
    if (isSaved) await this.#log.save();
  }
}
