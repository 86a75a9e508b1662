/** Sends subscribers as import jobs, or goes on with those of an interrupted run. */
import type { Api } from '../../http/api.ts';
import type { Failure } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Progress, Terminal } from '../../terminal/terminal.ts';
import type { Batch, BatchLimits, BatchRange, FinishedRange } from './batch.ts';
import type { ImportJob, JobContext, JobOptions } from './job.ts';
import type { Journal, JournalContents } from './journal.ts';
import { recoverJobs, rowsDone } from './resume.ts';
import { runJobs } from './run-jobs.ts';

interface JobsToSend extends Pick<JobContext, 'onSend' | 'findArrived'> {
  readonly journal: Journal;
  /** The journal of the run to go on with. */
  readonly previous: Pick<JournalContents, 'batches'> | undefined;
  readonly options: JobOptions;
  readonly limits: BatchLimits;
  /** Number of subscribers, those of finished jobs included. */
  readonly rows: number;
  /** Batches to send and check before others; the check gets the jobs so far. */
  readonly first?:
    | {
        readonly upTo: number;
        readonly check: (jobs: readonly ImportJob[]) => Promise<Failure | undefined>;
      }
    | undefined;
  /** The batches, less the finished ranges. */
  readonly batches: (limits: BatchLimits, finished: readonly FinishedRange[]) => AsyncGenerator<Batch>;
}

export interface JobsContext {
  readonly api: Api;
  readonly terminal: Terminal;
  /** The first Ctrl-C: start nothing new, finish jobs in progress. */
  readonly stop: AbortSignal;
  /** After this call the first Ctrl-C lets jobs in progress finish; the second clears the screen. */
  readonly deferExit: (clear: () => void) => void;
}

interface SentJobs {
  /** In the order of sending. */
  readonly jobs: readonly ImportJob[];
  readonly failure: Failure | undefined;
}

/** @throws Failure write_failed; whatever making the batches throws */
export async function sendJobs(
  { journal, previous, options, limits, rows, first, batches, onSend, findArrived }: JobsToSend,
  { api, terminal, stop, deferExit }: JobsContext,
): Promise<SentJobs> {
  const { batches: journaled = [] } = previous ?? {};
  const before = rowsDone(journaled);
  const progress = ownProgress(terminal, rows - before);
  const underWay = new Set<BatchRange>();
  const sayStopping = () => terminal.note(stoppingText(underWay.size, options.wait));
  let sentAgain = 0;
  deferExit(() => progress.stop());
  const context: JobContext = {
    ...{ api, options, limits, journal, underWay, onSend, findArrived },
    clock: api.limits.clock,
    onSentAgain: people => (sentAgain += people),
    progress: sumOfJobs(sum => progress.update(sum - before)),
  };
  for (const batch of journaled) if (batch.end !== undefined) context.progress(batch, batch.to - batch.from);
  stop.addEventListener('abort', sayStopping, { once: true });
  try {
    const { jobs, finished } =
      previous === undefined ? { jobs: [], finished: [] } : await recoverJobs(previous, context);
    for (const job of jobs) context.progress(job, job.rows);
    const made = batches(limits, finished);
    const onJobEnd = (job: ImportJob) => {
      jobs.push(job);
      context.progress(job, job.rows);
    };
    const checked = first && { upTo: first.upTo, check: () => first.check(jobs) };
    const failure = await runJobs(context, made, onJobEnd, stop, checked);
    await made.return(undefined);
    return { jobs: jobs.sort((a, b) => a.from - b.from), failure };
  } finally {
    stop.removeEventListener('abort', sayStopping);
    progress.stop();
    if (sentAgain > 0) terminal.note(sentAgainText(sentAgain));
  }
}

/** People who had arrived, and are sent again, are updated by the second job. */
function sentAgainText(people: number): string {
  const who = people === 1 ? 'It was' : 'They were';
  return `The answer about ${counted(people, 'subscriber')} was lost. ${who} sent again, and may count as updated.`;
}

function stoppingText(underWay: number, waits: boolean): string {
  if (underWay === 0) return 'Stopping; press Ctrl-C again to stop now.';
  const jobs = counted(underWay, waits ? 'job' : 'request');
  return `Stopping after the ${jobs} under way; press Ctrl-C again to stop now.`;
}

/** A progress bar with this run's rows per second. */
function ownProgress(terminal: Terminal, rows: number): Pick<Progress, 'update' | 'stop'> {
  const progress = terminal.progress('importing', rows);
  const started = performance.now();
  return {
    update(done) {
      const rate = Math.round(done / ((performance.now() - started) / 1000));
      progress.update(done, done > 0 ? `${grouped(rate)} rows/s` : undefined);
    },
    stop: () => progress.stop(),
  };
}

/** Sums the processed rows of all jobs. */
function sumOfJobs(update: (sum: number) => void): JobContext['progress'] {
  const processed = new Map<number, number>();
  let sum = 0;
  return ({ from }: BatchRange, rows: number) => {
    sum += rows - (processed.get(from) ?? 0);
    processed.set(from, rows);
    update(sum);
  };
}
