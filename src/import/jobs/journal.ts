import type { CustomField, SubscriberImport } from '../../contract/index.ts';
import { AppendLog, readLog } from '../../lib/append-log.ts';
import { asFailure } from '../../lib/as-failure.ts';
import { Failure } from '../../lib/failure.ts';
import { unreadable, whyUnwritable } from '../../lib/files/file-errors.ts';
import type { BatchRange } from './batch.ts';

/**
 * The journal of an import, from which `--resume` continues after any interruption: an append-only file of JSON
 * lines; the first describes the import. A batch is a range of the accepted subscribers in the sending order,
 * which depends only on the file and the options.
 */

/** The first line. */
export interface JournalStart {
  /** Absolute paths of the files, in order. */
  readonly files: readonly string[];
  /** SHA-256 of their bytes, to detect a changed file. */
  readonly digest: string;
  readonly accepted: number;
  readonly base_url: string;
  readonly account: string;
  /** The options that decide what is sent. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The account's custom fields at the time of the mapping. */
  readonly fields: readonly CustomField[];
  /** A digest of how the files are read, and of what each row came to. */
  readonly decisions: string;
  /** Id of the run, whose folder on this machine holds the rest. */
  readonly run: string;
  readonly started_at: string;
}

/** A batch that was sent, or was about to be. */
export interface JournaledBatch extends BatchRange {
  /** Id of its job; undefined while it is unknown whether the batch arrived. */
  readonly id?: string | undefined;
  /** Undefined while the job runs. */
  readonly end?: JobResult | undefined;
}

export interface JobResult {
  readonly status: 'completed' | 'failed';
  readonly record: SubscriberImport | null;
  readonly error: string | null;
}

export interface JournalContents {
  readonly start: JournalStart;
  /** In the sending order. */
  readonly batches: readonly JournaledBatch[];
}

/** What is noted about a batch. `forget`: it did not arrive, or not as a whole, and its rows are still to be sent. */
type BatchLine =
  | { readonly type: 'send' | 'forget' }
  | { readonly type: 'posted'; readonly id: string }
  | ({ readonly type: 'end' } & JobResult);

type JournalLine = ({ readonly type: 'start' } & JournalStart) | (BatchLine & BatchRange);

/**
 * Reads a journal. Ignores cut-off lines: a batch with incomplete information is in doubt.
 *
 * @returns undefined if there is no journal
 * @throws Failure unreadable_file
 */
export function readJournal(path: string): JournalContents | undefined {
  const lines = readLines(path);
  const [first, ...rest] = lines;
  if (first?.type !== 'start') return undefined;
  const batches = new Map<string, JournaledBatch>();
  for (const line of rest) {
    if (line.type === 'start') continue;
    const key = `${line.from}-${line.to}`;
    const { from, to } = line;
    const earlier = batches.get(key);
    if (line.type === 'send') batches.set(key, { from, to });
    else if (line.type === 'forget') batches.delete(key);
    else if (earlier !== undefined && line.type === 'posted') batches.set(key, { ...earlier, id: line.id });
    else if (earlier !== undefined && line.type === 'end') {
      const { status, record, error } = line;
      batches.set(key, { ...earlier, id: earlier.id ?? record?.id, end: { status, record, error } });
    }
  }
  const { type, ...start } = first;
  return { start, batches: [...batches.values()].sort((a, b) => a.from - b.from) };
}

function readLines(path: string): JournalLine[] {
  try {
    return readLog<JournalLine>(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Number of people in jobs that have ended. */
export function rowsDone(batches: readonly JournaledBatch[]): number {
  return batches.filter(({ end }) => end !== undefined).reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The journal of a running import, open for writing. @throws Failure write_failed, unless returned */
export class Journal extends AppendLog<JournalLine> {
  /** @param isNew whether to overwrite an existing journal */
  constructor(path: string, isNew = false) {
    super(path, error => journalFailure(path, error), isNew);
  }

  /** Why a note could not be written: that ends the import, but does not hide what became of the batch. */
  failure: Failure | undefined;

  /** Notes something about a batch. */
  note({ from, to }: BatchRange, line: BatchLine): void {
    try {
      this.append({ ...line, from, to });
    } catch (error) {
      this.failure ??= asFailure(error);
    }
  }
}

export function journalFailure(path: string, error: unknown): Failure {
  return new Failure('write_failed', `cannot write the import journal in ${path}: ${whyUnwritable(error)}`, {
    details: ['nothing was sent: without the journal an interrupted import cannot be resumed'],
    hint: 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to',
    cause: error,
  });
}
