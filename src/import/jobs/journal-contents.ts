import type { CustomField, SubscriberImport } from '../../contract/index.ts';
import { readLog } from '../../lib/append-log.ts';
import { unreadable } from '../../lib/files/file-errors.ts';
import type { BatchRange } from './batch.ts';

/**
 * The journal of an import, from which `--resume` continues after any interruption: an append-only file of JSON
 * lines; the first describes the import. A batch is a range of the accepted subscribers in the sending order,
 * which depends only on the file and the options.
 */

/** The first line. */
export interface JournalStart {
  readonly version: 2;
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
  readonly fields?: readonly CustomField[];
  /** How the file is read and its columns are mapped, in words for people. */
  readonly decisions?: Readonly<Record<string, string>>;
  /** Id of the run, whose folder on this machine holds the rest. */
  readonly run?: string | undefined;
  readonly started_at: string;
}

/** A batch that was sent, or was about to be. */
export interface JournaledBatch extends BatchRange {
  /** Milliseconds by this machine's clock, just before sending. */
  readonly at: number;
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
  /** SHA-256 of the rejects file of an earlier run. */
  readonly rejects?: string | undefined;
}

/** The first line as earlier versions of the program wrote it, for a single file. */
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
