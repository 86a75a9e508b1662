import type { RunFolder } from '../changes/runs.ts';
import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { Progress, Terminal } from '../terminal/terminal.ts';
import type { ComparedImport } from './account/compare-import.ts';
import { ImportWatch } from './account/watch-import.ts';
import { normalizeName } from './columns/header-names.ts';
import { decided } from './decisions.ts';
import type { BatchRange } from './jobs/batch.ts';
import { makeBatches } from './jobs/batches.ts';
import type { ImportSession } from './jobs/import-session.ts';
import type { ImportJob, JobContext } from './jobs/job.ts';
import { JobPace } from './jobs/job-pace.ts';
import { recoverJobs, rowsDone } from './jobs/resume.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { createsForOthers, withFields } from './shards/fields.ts';
import type { CheckedImport, ImportPlan, PassContext } from './state.ts';

export interface AccountFields {
  /** Used for the mapping: in a resumed import, the fields of the first run. */
  readonly mapped: readonly CustomField[];
  /** The fields now. */
  readonly current: readonly CustomField[];
}

interface SendContext extends PassContext {
  /**
   * After this call the first Ctrl-C lets jobs in progress finish; the second clears the screen and shows how to
   * resume.
   */
  readonly deferExit: (clear: () => void) => void;
}

/** The result of the second pass. */
export interface SentImport {
  /** The plans, with the created custom fields. */
  readonly plans: readonly ImportPlan[];
  /** In the order of sending. */
  readonly jobs: readonly ImportJob[];
  /** The error that ended it early. */
  readonly failure: Failure | undefined;
  /** What was observed while sending; undefined: nothing was sent. */
  readonly watch: ImportWatch | undefined;
  /** Whether a job was only recognized in the list of imports: it may belong to another import. */
  readonly hasRecognized: boolean;
}

interface PlannedImport {
  readonly checked: CheckedImport;
  readonly compared: ComparedImport;
  readonly api: Api;
  readonly session: ImportSession;
  readonly fields: AccountFields;
  /** The run's folder on this machine. */
  readonly folder: RunFolder;
}

/**
 * The second pass: creates the custom fields, reads the files again and sends the accepted rows.
 *
 * @throws Failure file_changed, write_failed; any failure of creating a field
 */
export async function sendImport(
  { checked, compared, api, session, fields, folder }: PlannedImport,
  { terminal, stop, deferExit }: SendContext,
): Promise<SentImport> {
  const { files, validation, options } = checked;
  const { accepted } = validation;
  const planned = files.map(({ plan }) => plan);
  const toSend = accepted - (compared.counts?.unchanged ?? 0);
  const context = { api, terminal, stop };
  if (toSend === 0) {
    const plans = createsForOthers(options, planned)
      ? await withFields(planned, fields.current, options, context)
      : planned;
    return { plans, jobs: [], failure: undefined, watch: undefined, hasRecognized: false };
  }
  const { journal, baseline } = await session.journal(api, decided(checked, fields.mapped, folder.id));
  const existing = session.previous === undefined ? [] : fields.current;
  const plans = await withFields(planned, existing, options, context);
  folder.update({ variables: createdVariables(planned, plans) });
  const watch = new ImportWatch({ api, terminal, options, compared, folder, accepted });
  const { batches: journaled = [] } = session.previous ?? {};
  const before = rowsDone(journaled);
  const progress = ownProgress(terminal, toSend - before);
  const underWay = new Set<BatchRange>();
  const sayStopping = () => terminal.note(stoppingText(underWay.size, options.wait));
  deferExit(() => progress.stop());
  const jobContext: JobContext = {
    api,
    options,
    limits: { rows: options.batchSize, bytes: options.maxBody },
    journal,
    skew: baseline.skew,
    claimed: new Set(baseline.jobs),
    recognized: new Set(),
    inDoubt: new Set(),
    pace: new JobPace(),
    clock: api.limits.clock,
    underWay,
    observer: watch,
    progress: sumOfJobs(sum => progress.update(sum - before)),
  };
  for (const batch of journaled)
    if (batch.end !== undefined) jobContext.progress(batch, batch.to - batch.from);
  stop.addEventListener('abort', sayStopping, { once: true });
  try {
    const { jobs, finished } =
      session.previous === undefined
        ? { jobs: [], finished: [] }
        : await recoverJobs(session.previous, jobContext);
    for (const job of jobs) jobContext.progress(job, job.rows);
    const { limits } = jobContext;
    const sent = files.map(({ source, plan }, i) => ({ source, plan: plans[i] ?? plan }));
    const selection = watch.selection();
    const rule = options.duplicates;
    const batches = makeBatches({ files: sent, validation, rule, limits, finished, selection });
    const onJobEnd = (job: ImportJob) => {
      jobs.push(job);
      jobContext.progress(job, job.rows);
    };
    const failure = (await watch.resume(jobs)) ?? (await runJobs(jobContext, batches, onJobEnd, stop));
    await batches.return(undefined);
    const hasRecognized = jobContext.recognized.size > 0;
    return { plans, jobs: jobs.sort((a, b) => a.from - b.from), failure, watch, hasRecognized };
  } finally {
    stop.removeEventListener('abort', sayStopping);
    progress.stop();
  }
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

/** Names of the created fields, by their expected names. */
function createdVariables(
  planned: readonly ImportPlan[],
  plans: readonly ImportPlan[],
): Readonly<Record<string, string>> {
  const pairs = planned.flatMap(({ newFields }, i) =>
    newFields.flatMap(({ column, name }) => {
      const target = plans[i]?.mapping.targets[column];
      return target?.to === 'field' ? [[normalizeName(name), target.variable] as const] : [];
    }),
  );
  return Object.fromEntries(pairs);
}
