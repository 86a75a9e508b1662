/**
 * The people of a plan who go by import jobs, and what became of each. When a job fails, the service does not say who
 * is to blame: its people are sent again in halves, until the one whom the service refuses is alone.
 */
import type { SyncRun } from '../changes/run.ts';
import type { RunFolder } from '../changes/runs.ts';
import type { Batch, BatchLimits, FinishedRange } from '../import/jobs/batch.ts';
import { BatchBuilder } from '../import/jobs/batch-builder.ts';
import { Journal } from '../import/jobs/journal.ts';
import { type JournalContents, type JournaledBatch, readJournal } from '../import/jobs/journal-contents.ts';
import { countOf } from '../import/jobs/poll-job.ts';
import { type JobsContext, sendJobs } from '../import/jobs/send-jobs.ts';
import type { ImportedSubscriber } from '../import/rows/parsed-row.ts';
import { Failure } from '../lib/failure.ts';
import { LineSet } from '../lib/line-set.ts';

/** Rounds in which no job completes before the service itself counts as failing. */
const mostFailedRounds = 3;
const maxBody = 16 * 1024 * 1024;

const outcomes = ['done', 'refused', 'some-skipped', 'maybe', 'not-done'] as const;
/** What became of a person who goes by a job; `some-skipped`: the service skipped that many, and not whom. */
export type JobOutcome = (typeof outcomes)[number];

/** A round: everybody, or those whose jobs failed in the round before. */
interface Round {
  readonly path: string;
  readonly journal: JournalContents | undefined;
  /** Positions in the order of the plan; undefined: all. */
  readonly people: readonly number[] | undefined;
  /** Number of people. */
  readonly rows: number;
  /** Maximum number of people in a job. */
  readonly limit: number;
}

/** What became of the people of a plan who go by jobs, as far as the journals tell. */
export class JobOutcomes {
  readonly #positions: Readonly<Record<JobOutcome, LineSet>>;
  /** The round to send, or to go on with; undefined: no job is left to send. */
  readonly next: Round | undefined;
  /** What the service said of failed jobs. */
  readonly errors: string[] = [];

  constructor(folder: RunFolder, { batch_size }: SyncRun, count: number) {
    const empty = outcomes.map(outcome => [outcome, new LineSet(count)] as const);
    this.#positions = Object.fromEntries(empty) as Record<JobOutcome, LineSet>;
    let round: Omit<Round, 'path' | 'journal'> = { people: undefined, rows: count, limit: batch_size };
    let failedRounds = 0;
    for (let number = 1; round.rows > 0 && failedRounds < mostFailedRounds; number++) {
      const path = folder.file(`jobs-${number}.journal`);
      const journal = readJournal(path);
      const { failed, largest, isWhole, hasCompleted } = this.#take(journal?.batches ?? [], round);
      if (!isWhole) {
        this.next = { ...round, path, journal };
        break;
      }
      failedRounds = hasCompleted ? 0 : failedRounds + 1;
      round = { people: failed, rows: failed.length, limit: Math.max(1, Math.ceil(largest / 2)) };
    }
  }

  of(position: number): JobOutcome {
    return outcomes.find(outcome => this.#positions[outcome].has(position)) ?? 'not-done';
  }

  /** @returns the people of failed jobs of several, and whether all jobs of the round have ended */
  #take(batches: readonly JournaledBatch[], { people, rows }: Pick<Round, 'people' | 'rows'>) {
    const failed: number[] = [];
    let [ended, largest, hasCompleted] = [0, 0, false];
    for (const batch of batches) {
      const { from, to, end } = batch;
      const outcome = outcomeOf(batch);
      if (end !== undefined) ended += to - from;
      if (end?.status === 'completed') hasCompleted = true;
      if (end?.status === 'failed') this.errors.push(end.error ?? 'no reason given');
      if (outcome === 'not-done') largest = Math.max(largest, to - from);
      for (let at = from; at < to; at++) {
        const position = people?.[at] ?? at;
        for (const other of outcomes) this.#positions[other].delete(position);
        this.#positions[outcome].add(position);
        if (outcome === 'not-done') failed.push(position);
      }
    }
    return { failed, largest, isWhole: ended >= rows, hasCompleted };
  }
}

function outcomeOf({ from, to, end }: JournaledBatch): JobOutcome {
  const rows = to - from;
  if (end === undefined) return 'maybe';
  if (end.status === 'failed') return rows === 1 ? 'refused' : 'not-done';
  const skipped = countOf(end.record?.skipped_count) ?? 0;
  if (skipped === 0) return 'done';
  return skipped >= rows ? 'refused' : 'some-skipped';
}

export interface SyncJobs {
  readonly folder: RunFolder;
  readonly run: SyncRun;
  /** Number of people who go by jobs. */
  readonly count: number;
  /** Those people, in the order of the plan. */
  readonly people: () => AsyncIterable<ImportedSubscriber>;
  readonly concurrency: number;
  /** Only finds out what became of the jobs of an interrupted run. */
  readonly isSettling?: boolean;
}

/** Sends the people who go by jobs. @returns the error that ended it early */
export async function sendSyncJobs(jobs: SyncJobs, context: JobsContext): Promise<Failure | undefined> {
  const { folder, run, count, isSettling = false } = jobs;
  for (;;) {
    const { next } = new JobOutcomes(folder, run, count);
    if (next === undefined || (isSettling && next.journal === undefined)) return undefined;
    const failure = await sendRound(next, jobs, context);
    if (failure !== undefined || isSettling || context.stop.aborted) return failure;
  }
}

async function sendRound(
  { path, journal: previous, people, rows, limit }: Round,
  { run, people: all, concurrency, isSettling = false }: SyncJobs,
  context: JobsContext,
): Promise<Failure | undefined> {
  const journal = await openJournal(path, previous, run, rows);
  try {
    const { jobs, failure } = await sendJobs(
      {
        journal,
        previous,
        options: { concurrency, tagIds: [], wait: true, waitTimeout: 3600 },
        limits: { rows: limit, bytes: maxBody },
        rows,
        batches: (limits, finished) =>
          batchesOf(isSettling ? nobody() : selected(all(), people), limits, finished),
      },
      context,
    );
    if (failure !== undefined) return failure;
    const open = jobs.find(({ status }) => !['completed', 'failed', 'not_sent'].includes(status));
    if (open === undefined) return undefined;
    return new Failure('still_running', `import job ${open.id} has not ended`, {
      hint: `newsletter imports watch ${open.id}; then newsletter sync --name ${run.sync} --resume`,
    });
  } finally {
    journal.close();
  }
}

async function openJournal(
  path: string,
  previous: JournalContents | undefined,
  { id, files, base_url, account }: SyncRun,
  accepted: number,
) {
  if (previous !== undefined) return Journal.continue(path);
  return await Journal.start(path, {
    version: 2,
    files,
    digest: '',
    accepted,
    base_url,
    account,
    options: {},
    run: id,
    started_at: new Date().toISOString(),
  });
}

async function* nobody(): AsyncGenerator<ImportedSubscriber> {
  // What was not sent is planned anew.
}

async function* selected(
  all: AsyncIterable<ImportedSubscriber>,
  positions: readonly number[] | undefined,
): AsyncGenerator<ImportedSubscriber> {
  const wanted = positions && new Set(positions);
  let at = 0;
  for await (const person of all) if (wanted?.has(at++) ?? true) yield person;
}

async function* batchesOf(
  people: AsyncIterable<ImportedSubscriber>,
  limits: BatchLimits,
  finished: readonly FinishedRange[],
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(limits, finished);
  let at = 0;
  for await (const person of people) {
    builder.add(person, at++);
    yield* builder.full();
  }
  yield* builder.rest();
}
