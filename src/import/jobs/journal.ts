import { readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { BatchRange } from './batch.ts';
import { journalFailure } from './imports-folder.ts';
import type { JobResult, JournalLine, JournalStart } from './journal-contents.ts';

/** The journal of a running import, open for writing. */
export class Journal {
  readonly path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  /** Starts a journal; an existing one is overwritten. @throws Failure write_failed */
  static async start(path: string, start: JournalStart): Promise<Journal> {
    const journal = await Journal.#open(path, 'w');
    await journal.#append({ type: 'start', ...start }, true);
    return journal;
  }

  /** Continues a journal. A last line that was cut off is removed first. @throws Failure write_failed */
  static async continue(path: string): Promise<Journal> {
    const bytes = readFileSync(path);
    const end = bytes.lastIndexOf('\n') + 1;
    const journal = await Journal.#open(path, 'a');
    try {
      if (end < bytes.length) await journal.#file.truncate(end);
    } catch (error) {
      throw journalFailure(path, error);
    }
    return journal;
  }

  static async #open(path: string, flags: string): Promise<Journal> {
    try {
      return new Journal(path, await open(path, flags, 0o600));
    } catch (error) {
      throw journalFailure(path, error);
    }
  }

  /** To be awaited before a batch is sent: from then on it may have arrived. */
  async send({ from, to }: BatchRange): Promise<void> {
    await this.#append({ type: 'send', from, to, at: Date.now() }, true);
  }

  /** The batch has become a job. */
  async posted({ from, to }: BatchRange, id: string): Promise<void> {
    await this.#append({ type: 'posted', from, to, id }, false);
  }

  /** The batch certainly did not arrive: its rows are still to be sent. */
  async forget({ from, to }: BatchRange): Promise<void> {
    await this.#append({ type: 'forget', from, to }, false);
  }

  /** The job has ended. */
  async end({ from, to }: BatchRange, result: JobResult): Promise<void> {
    await this.#append({ type: 'end', from, to, ...result }, false);
  }

  /** The rejects file is in its place. @param sha256 of its bytes */
  async rejects(sha256: string): Promise<void> {
    await this.#append({ type: 'rejects', sha256 }, false);
  }

  /** Closes the file; the import can be resumed. */
  async close(): Promise<void> {
    await this.#file.close().catch(() => {});
  }

  /** Removes the file: nothing is left to resume. */
  async remove(): Promise<void> {
    await this.close();
    rmSync(this.path, { force: true });
  }

  async #append(line: JournalLine, isSynced: boolean): Promise<void> {
    await this.#write(`${JSON.stringify(line)}\n`);
    try {
      if (isSynced) await this.#file.datasync();
    } catch (error) {
      throw journalFailure(this.path, error);
    }
  }

  async #write(text: string): Promise<void> {
    try {
      await this.#file.appendFile(text);
    } catch (error) {
      throw journalFailure(this.path, error);
    }
  }
}
