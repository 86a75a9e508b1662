import { setTimeout as wait } from 'node:timers/promises';
import type { SubscriberImport } from '../../contract/index.ts';
import { asFailure, type Failure } from '../../lib/failure.ts';
import { type Batch, type BatchLimits, halve, requestBody } from './batch.ts';
import { findLostJob } from './find-lost-job.ts';
import { type ImportJob, type JobContext, jobOf } from './job.ts';
import type { Journal } from './journal.ts';
import { pollJob, rowsProcessed } from './poll-job.ts';

/** How often a batch is sent again when its response was lost and the import list does not show its job. */
const resends = 4;
/** Milliseconds before the first resend; doubled before each further one. */
const firstPause = 200;

/** Single subscribers that are refused as too many before the import ends: the account is full, or closed to imports. */
const mostAlone = 20;

/** What sending a batch came to: a job, or two smaller batches to send instead. */
export type SendResult =
  | { readonly halves: readonly Batch[] }
  | { readonly job: ImportJob; readonly failure?: Failure | undefined };

/**
 * Sends one batch and waits for its job, as far as the options say.
 *
 * @param hasOwnSize whether no other batch in progress has as many rows
 * @returns the job, and the failure that ends the whole import, if any; or the halves of a batch that is too large
 */
export async function sendBatch(
  context: JobContext,
  batch: Batch,
  hasOwnSize: () => boolean,
): Promise<SendResult> {
  const { limits, journal, claimed } = context;
  const halves = batch.rows > limits.rows ? halve(batch) : undefined;
  if (halves !== undefined) return { halves };
  let posted: SubscriberImport;
  try {
    posted = await post(context, batch, hasOwnSize);
  } catch (error) {
    return await handleRefusal(asFailure(error), batch, limits, journal);
  }
  limits.refusedAlone = 0;
  claimed.add(posted.id);
  const journalError = await journal.posted(batch, posted.id).then(() => undefined, asFailure);
  const result = await waitForJob(context, posted, batch);
  return { ...result, failure: journalError ?? result.failure };
}

/**
 * Posts a batch once. When the response is lost, the import list tells whether the batch arrived; only if it did not
 * is it sent again.
 *
 * @throws Failure outcome_unknown when it stays unclear; any error with which the service refuses the batch
 */
async function post(context: JobContext, batch: Batch, hasOwnSize: () => boolean): Promise<SubscriberImport> {
  const { options, claimed, recognized, skew, api } = context;
  const at = Date.now();
  let lost: Failure | undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      return await postOnce(context, batch);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code === 'outcome_unknown') lost = failure;
      // Whatever keeps a batch from being sent again says nothing about the first time, unless the batch is to blame.
      else throw lost === undefined || failure.exit === 5 ? failure : stillUnknown(lost, failure);
      // The list cannot tell batches of the same size apart, sent from here or from a machine with another shard.
      // Then the batch is sent again: twice does no harm, losing it would.
      const found =
        hasOwnSize() && options.shard === undefined
          ? await findLostJob(api, { ...batch, at }, claimed, skew).catch(() => undefined)
          : undefined;
      if (found !== undefined) {
        recognized.add(found.id);
        return found;
      }
      if (attempt === resends) throw lost;
    }
    await wait(firstPause * 2 ** attempt * (0.5 + Math.random()));
  }
}

async function postOnce({ api, options, journal }: JobContext, batch: Batch): Promise<SubscriberImport> {
  await journal.send(batch);
  const content = requestBody(batch, options.tagIds);
  return await api.call('createImport', { body: {} }, { content, repeat: 'unless-lost' });
}

function stillUnknown(lost: Failure, later: Failure): Failure {
  return lost.reworded(lost.message, { details: [...lost.details, `sent again: ${later.message}`] });
}

/** Decides what to do about a batch that was not accepted: halve it, give up its rows, or end the import. */
async function handleRefusal(
  failure: Failure,
  batch: Batch,
  limits: BatchLimits,
  journal: Journal,
): Promise<SendResult> {
  const error = messageOf(failure);
  if (failure.code === 'outcome_unknown') return { job: jobOf(batch, { status: 'unknown', error }), failure };
  const halves = isTooLarge(failure) ? halve(batch) : undefined;
  const isRefused = failure.exit === 5;
  const written =
    isRefused && halves === undefined
      ? journal.end(batch, { status: 'failed', record: null, error })
      : journal.forget(batch);
  const journalError = await written.then(() => undefined, asFailure);
  if (halves !== undefined) {
    // A message that may be about the size of one value halves this batch only, until that row stands alone.
    if (isAboutTheRequest(failure)) limits.rows = Math.min(limits.rows, halves[0].rows);
    return { halves };
  }
  // A refusal concerns the rows of this batch; any other failure would hit the next batch too.
  const job = jobOf(batch, { status: isRefused ? 'failed' : 'not_sent', error });
  if (!isRefused) return { job, failure };
  if (isTooLarge(failure)) limits.refusedAlone = (limits.refusedAlone ?? 0) + 1;
  return { job, failure: (limits.refusedAlone ?? 0) >= mostAlone ? failure : journalError };
}

/** 413, or another 4xx whose message is about size: service.txt does not say the maximum, nor how it is reported. */
function isTooLarge(failure: Failure): boolean {
  if (failure.code === 'too_large') return true;
  return (
    failure.exit === 5 &&
    /too (?:many|large|big|long)|max(?:imum)?\b|at most|limit|exceed/i.test(messageOf(failure))
  );
}

function isAboutTheRequest(failure: Failure): boolean {
  if (failure.code === 'too_large') return true;
  return /too many|\b(?:subscribers|rows|records|items|entries|elements|batch|payload|body|request)\b/i.test(
    messageOf(failure),
  );
}

/** Polls a job until it ends, and writes the result to the journal. */
async function waitForJob(
  context: JobContext,
  posted: SubscriberImport,
  batch: Batch,
): Promise<{ job: ImportJob; failure?: Failure }> {
  const { api, options, journal, progress, pace } = context;
  if (!options.wait) return { job: jobOf(batch, { record: posted, status: posted.status }) };
  try {
    const onPoll = (record: SubscriberImport) => progress(batch, rowsProcessed(record));
    const record = await pollJob(api, posted, options.waitTimeout, onPoll, undefined, pace);
    const { status, error_message: error } = record;
    if (status === 'completed' || status === 'failed') await journal.end(batch, { status, record, error });
    return { job: jobOf(batch, { record, status, error }) };
  } catch (thrown) {
    const failure = asFailure(thrown);
    const job = jobOf(batch, { record: posted, status: 'unknown', error: messageOf(failure) });
    // A job that takes too long, or that the service has lost, says nothing about the others.
    const isAlone = failure.code === 'still_running' || failure.code === 'not_found';
    return isAlone ? { job } : { job, failure };
  }
}

function messageOf(failure: Failure): string {
  return [failure.message, ...failure.details].join('; ');
}
