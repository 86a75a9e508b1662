import type { CustomField, SubscriberImport } from '../../contract/index.ts';
import { readLog } from '../../lib/append-log.ts';
import { unreadable } from '../../lib/file-errors.ts';
import type { BatchRange } from './batch.ts';

/**
 * The journal records what an import has done, so that `--resume` can continue after any interruption. It is an
 * append-only file of JSON lines; the first says what is imported. A batch is a range of the accepted subscribers in
 * the order of sending, which depends only on the file and the options.
 */

/** The first line. */
export interface JournalStart {
  readonly version: 2;
  /** Absolute paths of the files, in their order. */
  readonly files: readonly string[];
  /** SHA-256 of their bytes, so that a changed file is noticed. */
  readonly digest: string;
  /** Number of subscribers to send. */
  readonly accepted: number;
  readonly base_url: string;
  readonly account: string;
  /** The options that decide what is sent. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The account's custom fields, by which the columns were mapped. */
  readonly fields?: readonly CustomField[];
  /** How the file is read and where its columns go, in words for people. */
  readonly decisions?: Readonly<Record<string, string>>;
  /** Id of the run, under which this machine keeps more about it. */
  readonly run?: string | undefined;
  readonly started_at: string;
  /** Milliseconds that the service's clock is ahead of this machine's. */
  readonly skew: number;
  /** Ids of jobs that the service had before the first batch was sent. */
  readonly before?: readonly string[];
}

/** A batch that was sent, or was about to be. */
export interface JournaledBatch extends BatchRange {
  /** When it was about to be sent, by this machine's clock (milliseconds). */
  readonly at: number;
  /** Id of its job; undefined as long as it is unknown whether the batch arrived. */
  readonly id?: string | undefined;
  /** How the job ended; undefined while it runs. */
  readonly end?: JobResult | undefined;
}

/** How a job ended. */
export interface JobResult {
  readonly status: 'completed' | 'failed';
  readonly record: SubscriberImport | null;
  readonly error: string | null;
}

/** A journal as read back. */
export interface JournalContents {
  readonly start: JournalStart;
  /** In the order of sending. */
  readonly batches: readonly JournaledBatch[];
  /** SHA-256 of the rejects file that an earlier run has written. */
  readonly rejects?: string | undefined;
}

/** As earlier versions of the program began a journal: there was one file. */
type OldStart = Omit<JournalStart, 'version' | 'files'> & { readonly version: 1; readonly file: string };

/** One line of the file. */
export type JournalLine =
  | ({ readonly type: 'start' } & (JournalStart | OldStart))
  | ({ readonly type: 'send'; readonly at: number } & BatchRange)
  | ({ readonly type: 'posted'; readonly id: string } & BatchRange)
  | ({ readonly type: 'forget' } & BatchRange)
  | ({ readonly type: 'end' } & BatchRange & JobResult)
  | { readonly type: 'rejects'; readonly sha256: string };

/**
 * Reads a journal. Lines that were cut off are ignored: a batch of which too little is known is in doubt.
 *
 * @returns undefined when there is none
 * @throws Failure unreadable_file
 */
export function readJournal(path: string): JournalContents | undefined {
  const lines = readLines(path);
  const [first, ...rest] = lines;
  if (first?.type !== 'start') return undefined;
  const batches = new Map<string, JournaledBatch>();
  let rejects: string | undefined;
  for (const line of rest) {
    if (line.type === 'rejects') rejects = line.sha256;
    if (line.type === 'start' || line.type === 'rejects') continue;
    const key = `${line.from}-${line.to}`;
    const { from, to } = line;
    const earlier = batches.get(key);
    // A batch that was sent twice may have arrived the first time.
    if (line.type === 'send') batches.set(key, { from, to, at: earlier?.at ?? line.at });
    else if (line.type === 'forget') batches.delete(key);
    else if (earlier !== undefined && line.type === 'posted') batches.set(key, { ...earlier, id: line.id });
    else if (earlier !== undefined && line.type === 'end') {
      const { status, record, error } = line;
      batches.set(key, { ...earlier, id: earlier.id ?? record?.id, end: { status, record, error } });
    }
  }
  const { type, ...start } = first;
  return { start: upToDate(start), batches: [...batches.values()].sort((a, b) => a.from - b.from), rejects };
}

function upToDate(start: JournalStart | OldStart): JournalStart {
  if (start.version === 2) return start;
  const { file, ...rest } = start;
  return { ...rest, version: 2, files: [file] };
}

function readLines(path: string): JournalLine[] {
  try {
    return readLog<JournalLine>(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}
