import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { SubscriberImport } from '../../contract/index.ts';
import { Failure, systemCode } from '../../lib/failure.ts';
import { unreadable, whyUnwritable } from '../../lib/file-errors.ts';

/**
 * What an import has done so far, kept beside the settings so that `--resume` can go on after anything: an
 * append-only file of JSON lines, the first of which says what is imported. A batch is a range of the accepted
 * subscribers in the order in which they are sent, which depends on the file and the options alone.
 */

/** The first line. */
export interface JournalStart {
  readonly version: 1;
  /** Absolute path of the file. */
  readonly file: string;
  /** SHA-256 of its bytes, so that a changed file is noticed. */
  readonly digest: string;
  readonly accepted: number;
  readonly base_url: string;
  readonly account: string;
  /** The options that decide what is sent. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly started_at: string;
  /** How many milliseconds the service's clock is ahead of this machine's. */
  readonly skew: number;
  /** Ids of jobs that the service had before the first batch was sent. */
  readonly before?: readonly string[];
}

/** Where a batch stands: [from, to) in the order of sending. */
export interface BatchRange {
  readonly from: number;
  readonly to: number;
}

export interface JournaledBatch extends BatchRange {
  /** When it was about to be sent, by this machine's clock (milliseconds). */
  readonly at: number;
  /** The job the service made of it; undefined while in doubt. */
  readonly id?: string | undefined;
  /** How it ended; undefined while under way. */
  readonly end?: JobResult | undefined;
}

export interface JobResult {
  readonly status: 'completed' | 'failed';
  readonly record: SubscriberImport | null;
  readonly error: string | null;
}

/** A journal as read back. */
export interface JournalContents {
  readonly start: JournalStart;
  readonly batches: readonly JournaledBatch[];
}

type JournalLine =
  | ({ readonly type: 'start' } & JournalStart)
  | ({ readonly type: 'send'; readonly at: number } & BatchRange)
  | ({ readonly type: 'posted'; readonly id: string } & BatchRange)
  | ({ readonly type: 'forget' } & BatchRange)
  | ({ readonly type: 'end' } & BatchRange & JobResult);

/** Where the journal of an import is: one for each file, service and account (and share of the file). */
export function journalPath(
  configDir: string,
  file: string,
  service: string,
  account: string,
  shard: string,
): string {
  const name = createHash('sha256')
    .update([file, service, account, shard].join('\n'))
    .digest('hex')
    .slice(0, 20);
  return join(importsFolder(configDir), `${name}.journal`);
}

/** The folder of journals and of copies of standard input. */
export function importsFolder(configDir: string): string {
  return join(configDir, 'imports');
}

/** Makes that folder. @throws Failure write_failed */
export function makeImportsFolder(configDir: string): void {
  for (const each of [configDir, importsFolder(configDir)]) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      if (systemCode(error) === 'EEXIST') continue;
      if (systemCode(error) === 'ENOENT' && each === configDir) {
        mkdirSync(configDir, { recursive: true, mode: 0o700 });
        continue;
      }
      throw journalFailure(each, error);
    }
  }
}

/**
 * Reads a journal back. A last line that was cut off is as good as never written.
 *
 * @returns undefined when there is none
 * @throws Failure unreadable_file
 */
export function readJournal(path: string): JournalContents | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(line => line !== '');
  const [first, ...rest] = lines.map(line => JSON.parse(line) as JournalLine);
  if (first?.type !== 'start') return undefined;
  const batches = new Map<string, JournaledBatch>();
  for (const line of rest) {
    if (line.type === 'start') continue;
    const key = `${line.from}-${line.to}`;
    const { from, to } = line;
    const before = batches.get(key);
    // Sent again, it may have arrived the first time.
    if (line.type === 'send') batches.set(key, { from, to, at: before?.at ?? line.at });
    else if (line.type === 'forget') batches.delete(key);
    else if (before !== undefined && line.type === 'posted') batches.set(key, { ...before, id: line.id });
    else if (before !== undefined && line.type === 'end') {
      const { status, record, error } = line;
      batches.set(key, { ...before, id: before.id ?? record?.id, end: { status, record, error } });
    }
  }
  const { type, ...start } = first;
  return { start, batches: [...batches.values()].sort((a, b) => a.from - b.from) };
}

/** The journal of the import that is under way. */
export class Journal {
  readonly path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  /** Starts a journal, in place of any that is there. @throws Failure write_failed */
  static async start(path: string, start: JournalStart): Promise<Journal> {
    const journal = await Journal.#open(path, 'w');
    await journal.#append({ type: 'start', ...start }, true);
    return journal;
  }

  /** Goes on with one. A line that was cut off is ended first. @throws Failure write_failed */
  static async continue(path: string): Promise<Journal> {
    const torn = !readFileSync(path, 'utf8').endsWith('\n');
    const journal = await Journal.#open(path, 'a');
    if (torn) await journal.#write('\n');
    return journal;
  }

  static async #open(path: string, flags: string): Promise<Journal> {
    try {
      return new Journal(path, await open(path, flags, 0o600));
    } catch (error) {
      throw journalFailure(path, error);
    }
  }

  /** To be awaited before a batch leaves: from then on it is in doubt until its job is known. */
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

  async end({ from, to }: BatchRange, end: JobResult): Promise<void> {
    await this.#append({ type: 'end', from, to, ...end }, false);
  }

  async close(): Promise<void> {
    await this.#file.close().catch(() => {});
  }

  /** The import is over: nothing is left to resume. */
  async remove(): Promise<void> {
    await this.close();
    rmSync(this.path, { force: true });
  }

  async #append(line: JournalLine, synced: boolean): Promise<void> {
    await this.#write(`${JSON.stringify(line)}\n`);
    try {
      if (synced) await this.#file.datasync();
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

/** The failure of not being able to keep a journal. */
export function journalFailure(path: string, error: unknown): Failure {
  return new Failure(
    'write_failed',
    `cannot keep the journal of the import in ${path}: ${whyUnwritable(error)}`,
    {
      details: ['without it nothing is sent, since an interrupted import could not be continued'],
      hint: 'NEWSLETTER_CONFIG_DIR names another folder',
      cause: error,
    },
  );
}
