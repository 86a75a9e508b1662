import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { Failure } from '../lib/failure.ts';
import type { CheckedImport } from './checked-file.ts';
import { decided } from './decisions.ts';
import type { PassContext } from './first-pass.ts';
import type { BatchRange } from './jobs/batch.ts';
import { makeBatches } from './jobs/batches.ts';
import type { ImportSession } from './jobs/import-session.ts';
import type { ImportJob, JobContext } from './jobs/job.ts';
import { JobPace } from './jobs/job-pace.ts';
import { recoverJobs } from './jobs/resume.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { type ImportPlan, withCreatedFields } from './plan.ts';

/** The custom fields of the account. */
export interface AccountFields {
  /** Those by which the columns are mapped: in a resumed import those of the first run. */
  readonly mapped: readonly CustomField[];
  /** Those that it has now. */
  readonly current: readonly CustomField[];
}

/** What the second pass has sent. */
export interface SentImport {
  /** The plans of the files, with the custom fields that were created. */
  readonly plans: readonly ImportPlan[];
  /** In the order of sending. */
  readonly jobs: readonly ImportJob[];
  /** What ended it early. */
  readonly failure: Failure | undefined;
}

/**
 * The second pass: creates the custom fields, reads the files again and sends the accepted rows.
 *
 * @throws Failure file_changed, write_failed; whatever is thrown when a field is created
 */
export async function runSecondPass(
  checked: CheckedImport,
  api: Api,
  session: ImportSession,
  fields: AccountFields,
  { terminal, stop }: PassContext,
): Promise<SentImport> {
  const { files, validation, options } = checked;
  const { accepted } = validation;
  const planned = files.map(({ plan }) => plan);
  if (accepted === 0) return { plans: planned, jobs: [], failure: undefined };
  const { journal, baseline } = await session.journal(api, decided(checked, fields.mapped));
  const existing = session.previous === undefined ? [] : fields.current;
  const plans = await withCreatedFields(api, planned, existing, message => terminal.warn(message));
  const progress = terminal.progress('importing', accepted);
  const jobContext: JobContext = {
    api,
    options,
    limits: { rows: options.batchSize, bytes: options.maxBody },
    journal,
    skew: baseline.skew,
    claimed: new Set(baseline.jobs),
    pace: new JobPace(),
    progress: sumOfJobs(sum => progress.update(sum)),
  };
  try {
    const { jobs, finished } =
      session.previous === undefined
        ? { jobs: [], finished: [] }
        : await recoverJobs(session.previous, jobContext);
    for (const job of jobs) jobContext.progress(job, job.rows);
    const { limits } = jobContext;
    const sent = files.map(({ source, plan }, i) => ({ source, plan: plans[i] ?? plan }));
    const batches = makeBatches(sent, validation, options.duplicates, limits, finished);
    const onJobEnd = (job: ImportJob) => {
      jobs.push(job);
      jobContext.progress(job, job.rows);
    };
    const failure = await runJobs(jobContext, batches, onJobEnd, stop);
    await batches.return(undefined);
    return { plans, jobs: jobs.sort((a, b) => a.from - b.from), failure };
  } finally {
    progress.stop();
  }
}

/** Adds up how many rows the service has processed in all jobs. */
function sumOfJobs(update: (sum: number) => void): JobContext['progress'] {
  const processed = new Map<number, number>();
  let sum = 0;
  return ({ from }: BatchRange, rows: number) => {
    sum += rows - (processed.get(from) ?? 0);
    processed.set(from, rows);
    update(sum);
  };
}
