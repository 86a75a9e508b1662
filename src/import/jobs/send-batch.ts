import type { SubscriberImport } from '../../contract/index.ts';
import { asFailure } from '../../lib/as-failure.ts';
import type { Failure } from '../../lib/failure.ts';
import { type Batch, halve, requestBody } from './batch.ts';
import { afterRefusal, isAboutOneJob, isTooLarge, messageOf } from './decide.ts';
import { type ImportJob, type JobContext, jobOf } from './job.ts';
import { pollJob, rowsProcessed } from './poll-job.ts';

/** Number of resends of a batch whose response was lost. */
const resends = 4;
/** Milliseconds before the first resend; doubled before each further one. */
const firstPause = 200;

/** The result of sending a batch: a job, or two halves to send instead. */
export type SendResult =
  | { readonly halves: readonly Batch[] }
  | { readonly job: ImportJob; readonly failure?: Failure | undefined };

/**
 * Sends one batch and waits for its job, as far as the options say.
 *
 * @returns the job, and the failure that ends the whole import, if any; or the halves of a batch that is too large
 */
export async function sendBatch(context: JobContext, batch: Batch): Promise<SendResult> {
  const { limits, journal } = context;
  const halves = batch.rows > limits.rows ? halve(batch) : undefined;
  if (halves !== undefined) return { halves };
  context.onSend?.(batch);
  let posted: SubscriberImport;
  try {
    posted = await post(context, batch);
  } catch (error) {
    return await handleRefusal(asFailure(error), batch, context);
  }
  limits.refusedAlone = 0;
  const journalError = await journal.posted(batch, posted.id).then(() => undefined, asFailure);
  const result = await waitForJob(context, posted, batch);
  return { ...result, failure: journalError ?? result.failure };
}

/**
 * Posts a batch, again if the response is lost: a job is an upsert, so that sending twice changes nothing.
 *
 * @throws Failure outcome_unknown if it stays unclear; any refusal of the batch
 */
async function post(context: JobContext, batch: Batch): Promise<SubscriberImport> {
  let lost: Failure | undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      return await postOnce(context, batch);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code === 'outcome_unknown') lost = failure;
      // A failed resend says nothing about the first attempt, unless the batch itself was refused.
      else throw lost === undefined || failure.exit === 5 ? failure : stillUnknown(lost, failure);
      if (attempt === resends) throw lost;
      if (attempt === 0) context.onSentAgain?.(batch.rows);
    }
    await context.clock.wait(firstPause * 2 ** attempt * (0.5 + Math.random()));
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

/** Handles a batch that was not accepted. */
async function handleRefusal(
  failure: Failure,
  batch: Batch,
  { limits, journal }: JobContext,
): Promise<SendResult> {
  const error = messageOf(failure);
  const refusal = afterRefusal(failure, batch.rows, limits.refusedAlone ?? 0);
  let written: Promise<void> | undefined;
  if (refusal.journal === 'forget') written = journal.forget(batch);
  if (refusal.journal === 'end') written = journal.end(batch, { status: 'failed', record: null, error });
  const journalError = await written?.then(() => undefined, asFailure);
  if (refusal.batch === 'halve') {
    const halves = halve(batch) ?? [batch];
    if (refusal.isLimit) limits.rows = Math.min(limits.rows, halves[0].rows);
    return { halves };
  }
  if (refusal.batch === 'failed' && isTooLarge(failure)) limits.refusedAlone = (limits.refusedAlone ?? 0) + 1;
  const job = jobOf(batch, { status: refusal.batch, error });
  return { job, failure: refusal.endsImport ? failure : journalError };
}

/** Polls a job until it ends, and writes the result to the journal. */
async function waitForJob(
  context: JobContext,
  posted: SubscriberImport,
  batch: Batch,
): Promise<{ job: ImportJob; failure?: Failure }> {
  const { api, options, journal, progress, clock } = context;
  if (!options.wait) return { job: jobOf(batch, { record: posted, status: posted.status }) };
  try {
    const onPoll = (record: SubscriberImport) => progress(batch, rowsProcessed(record));
    const record = await pollJob(api, posted, { timeout: options.waitTimeout, onPoll, clock });
    const { status, error_message: error } = record;
    if (status === 'completed' || status === 'failed') await journal.end(batch, { status, record, error });
    return { job: jobOf(batch, { record, status, error }) };
  } catch (thrown) {
    const failure = asFailure(thrown);
    const job = jobOf(batch, { record: posted, status: 'unknown', error: messageOf(failure) });
    return isAboutOneJob(failure) ? { job } : { job, failure };
  }
}
