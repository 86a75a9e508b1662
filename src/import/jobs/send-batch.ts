/** Posts a batch, and waits for its job. */
import type { SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { asFailure } from '../../lib/as-failure.ts';
import type { Failure } from '../../lib/failure.ts';
import type { ImportOptions } from '../options.ts';
import { type Batch, type BatchLimits, type BatchRange, halve, requestBody } from './batch.ts';
import { type ImportJob, jobOf, rowsProcessed } from './job.ts';
import type { Journal } from './journal.ts';
import { pollJob } from './poll-job.ts';

/** What all jobs of an import share. */
export interface JobContext {
  readonly api: Api;
  readonly options: ImportOptions;
  readonly journal: Journal;
  readonly limits: BatchLimits;
  /** Batches being sent or polled. */
  readonly underWay: Set<BatchRange>;
  /** Called with the number of rows of a job that the service has processed so far. */
  readonly progress: (job: BatchRange, rows: number) => void;
  /** Number of people who were sent again because an answer was lost. */
  sentAgain: number;
}

/** The result of sending a batch: a job, or two halves to send instead. */
type SendResult =
  | { readonly halves: readonly Batch[] }
  | { readonly job: ImportJob; readonly failure?: Failure | undefined };

/** Sends one batch and waits for its job, as far as the options say. A failure ends the whole import. */
export async function sendBatch(context: JobContext, batch: Batch): Promise<SendResult> {
  const halves = batch.rows > context.limits.rows ? halve(batch) : undefined;
  if (halves !== undefined) return { halves };
  let posted: SubscriberImport;
  try {
    posted = await post(context, batch);
  } catch (error) {
    return afterRefusal(asFailure(error), batch, context);
  }
  context.journal.note(batch, { type: 'posted', id: posted.id });
  return await followJob(context, posted, batch);
}

const resends = 4;
/** Milliseconds before the first resend; doubled before each further one. */
const firstPause = 200;

/**
 * Posts a batch, again if the response is lost: a job is an upsert, so that sending twice changes nothing.
 *
 * @throws Failure outcome_unknown if it stays unclear; any refusal of the batch
 */
async function post(context: JobContext, batch: Batch): Promise<SubscriberImport> {
  const { api, options, journal } = context;
  const content = requestBody(batch, options.tagId);
  journal.note(batch, { type: 'send' });
  if (journal.failure !== undefined) throw journal.failure;
  // From here on it may have arrived.
  await journal.save();
  let lost: Failure | undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      return await api.call('createImport', { body: {} }, { content, repeat: 'unless-lost' });
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code === 'outcome_unknown') lost = failure;
      // A failed resend says nothing about the first attempt, unless the batch itself was refused.
      else throw lost === undefined || failure.exit === 5 ? failure : stillUnknown(lost, failure);
      if (attempt === resends) throw lost;
      if (attempt === 0) context.sentAgain += batch.rows;
    }
    await api.limits.clock.wait(firstPause * 2 ** attempt * (0.5 + Math.random()));
  }
}

function stillUnknown(lost: Failure, later: Failure): Failure {
  return lost.reworded(lost.message, { details: [...lost.details, `sent again: ${later.message}`] });
}

/** What to do with a batch that was not accepted: halve it, give up its rows, or end the import. */
function afterRefusal(failure: Failure, batch: Batch, { limits, journal }: JobContext): SendResult {
  const error = messageOf(failure);
  if (failure.code === 'outcome_unknown') return { job: jobOf(batch, { status: 'unknown', error }), failure };
  // A refusal concerns the rows of this batch; any other failure would affect the next batch, too.
  if (failure.exit !== 5) {
    journal.note(batch, { type: 'forget' });
    return { job: jobOf(batch, { status: 'not_sent', error }), failure };
  }
  const isLarge = isTooLarge(failure);
  const halves = isLarge ? halve(batch) : undefined;
  if (halves !== undefined) {
    // If the message is about one value, later batches may be as large as before.
    if (isAboutTheRequest(failure)) limits.rows = Math.min(limits.rows, halves[0].rows);
    journal.note(batch, { type: 'forget' });
    return { halves };
  }
  journal.note(batch, { type: 'end', status: 'failed', record: null, error });
  // The account is full, or its plan is: all other batches would be refused, too.
  const isFull = isLarge && /\b(?:subscribers|contacts|plan)\b/i.test(error);
  return { job: jobOf(batch, { status: 'failed', error }), failure: isFull ? failure : undefined };
}

/** 413, or another 4xx whose message is about size: service.txt documents neither the maximum nor the error. */
export function isTooLarge(failure: Failure): boolean {
  const words = /too (?:many|large|big|long)|max(?:imum)?\b|at most|limit|exceed/i;
  return failure.code === 'too_large' || (failure.exit === 5 && words.test(messageOf(failure)));
}

function isAboutTheRequest(failure: Failure): boolean {
  const words =
    /too many|\b(?:subscribers|rows|records|items|entries|elements|batch|payload|body|request)\b/i;
  return failure.code === 'too_large' || words.test(messageOf(failure));
}

/** Polls a job until it ends, as far as the options say, and journals the result. A failure ends the whole import. */
export async function followJob(
  { api, options, journal, progress }: JobContext,
  first: SubscriberImport,
  batch: BatchRange,
): Promise<{ readonly job: ImportJob; readonly failure?: Failure | undefined }> {
  const onPoll = (polled: SubscriberImport) => progress(batch, rowsProcessed(polled));
  const polling = { timeout: options.waitTimeout, onPoll, clock: api.limits.clock };
  try {
    const record = options.wait ? await pollJob(api, first, polling) : first;
    const { status, error_message: error } = record;
    if (status !== 'completed' && status !== 'failed') return { job: jobOf(batch, { record, status }) };
    journal.note(batch, { type: 'end', status, record, error });
    return { job: jobOf(batch, { record, status, error }) };
  } catch (thrown) {
    const failure = asFailure(thrown);
    const job = jobOf(batch, { record: first, status: 'unknown', error: messageOf(failure) });
    // A job that takes too long, or is gone, says nothing about other jobs.
    return failure.code === 'still_running' || failure.code === 'not_found' ? { job } : { job, failure };
  }
}

function messageOf(failure: Failure): string {
  return [failure.message, ...failure.details].join('; ');
}
