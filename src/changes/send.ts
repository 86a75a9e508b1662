/** Sends the steps of a plan, several at a time; can be interrupted and run again. */
import { endpoints } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { requireFields } from '../http/response-body.ts';
import { asFailure } from '../lib/as-failure.ts';
import { Failure } from '../lib/failure.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Step } from './change.ts';
import { type ChangeJournal, openJournal } from './journal.ts';
import { type ChangeOutcome, noteOutcome } from './outcome.ts';
import type { ChangeReport } from './report.ts';
import type { RunFolder } from './runs.ts';

/** Steps that are sent once they are confirmed, and what is said and kept meanwhile. */
export interface PlannedSteps {
  readonly count: number;
  readonly folder: RunFolder;
  /** Path of the journal; undefined: none is kept, since the account tells what was done. */
  readonly journal: string | undefined;
  readonly report: ChangeReport;
  /** Undefined: carried out without confirmation. */
  readonly question: string | undefined;
  /** Flags with which the same command chooses the same people again. */
  readonly sameAgain?: readonly string[] | undefined;
  /** Saves what can be undone and resumed, before anything is sent. @returns the steps */
  readonly begin: () => AsyncIterable<Step> | Promise<AsyncIterable<Step>>;
  readonly label: string;
  /** What to type after an interruption. */
  readonly again: string;
  /** Progress for the interruption message: `3 of 5 changed`. */
  readonly soFar: () => string;
}

export interface SendingContext {
  readonly terminal: Terminal;
  /** The first Ctrl-C: start no further change. */
  readonly stop: AbortSignal;
  /** After this call the first Ctrl-C lets the work finish; the second shows this text. */
  readonly deferExit: (lastWords: () => string) => void;
  /** Sends the changes; finishes those in progress at the first Ctrl-C. */
  readonly api: Api;
  readonly beforeWrite: () => Promise<void>;
}

/**
 * The one way in which people are changed: limits, which account, confirmation, record, requests.
 *
 * @returns the error that ended it early; undefined: all were sent
 * @throws Failure before anything is changed
 */
export async function sendPlanned(
  planned: PlannedSteps,
  concurrency: number,
  context: SendingContext,
): Promise<Failure | undefined> {
  const { terminal, api, stop, beforeWrite } = context;
  const { count, folder, report, question, sameAgain = [], label, again } = planned;
  stop.throwIfAborted();
  api.limits.rails?.planChanges(count);
  await beforeWrite();
  if (question !== undefined && !(await terminal.confirm(question, ...sameAgain, '--yes')))
    throw new Failure('declined', 'nothing was changed');
  const steps = await planned.begin();
  const journal = planned.journal === undefined ? undefined : openJournal(planned.journal);
  const progress = terminal.progress(label, count);
  let stopped: Failure | undefined;
  let done = 0;
  const onOutcome = (step: Step, outcome: ChangeOutcome) => {
    const failure = noteOutcome(step, outcome, report, folder, journal);
    // Others are under way when it stops: what became of them is noted, too.
    stopped ??= failure;
    if (stopped !== undefined) throw stopped;
    progress.update(++done);
  };
  context.deferExit(() => {
    progress.stop();
    return `Stopped. To continue: ${again}`;
  });
  const sayStopping = () =>
    terminal.note('Stopping after the changes under way; press Ctrl-C again to stop now.');
  stop.addEventListener('abort', sayStopping, { once: true });
  const failure = await sendChanges(steps, { api, concurrency, stop, journal, onOutcome }).finally(() => {
    stop.removeEventListener('abort', sayStopping);
    progress.stop();
    journal?.close();
  });
  if (failure === undefined && !stop.aborted) return undefined;
  // A service that alters values will alter the next ones too: stop.
  return stopped ?? endedEarly(failure, stop, planned);
}

function endedEarly(
  failure: Failure | undefined,
  stop: AbortSignal,
  { again, soFar }: Pick<PlannedSteps, 'again' | 'soFar'>,
): Failure {
  if (failure === undefined || stop.aborted)
    return new Failure('interrupted', `interrupted: ${soFar()} so far`, { hint: again });
  const { hint = again } = failure.code === 'outcome_unknown' ? {} : failure;
  const next = hint === again ? [] : [`to continue: ${again}`];
  const details = [...failure.details, `${soFar()} so far`, ...next];
  return failure.reworded(failure.message, { details, hint });
}

interface ChangesContext extends Pick<SendingContext, 'api' | 'stop'> {
  readonly concurrency: number;
  readonly journal?: ChangeJournal | undefined;
  /** Called with the outcome of each change, in any order. What it throws ends the work. */
  readonly onOutcome: (step: Step, outcome: ChangeOutcome) => void;
}

/**
 * Sends changes, the first one alone: its outcome may end the work. A refused change is reported, and the others go on.
 * What would befall the next change, too, ends the work: no service, no credentials, a service that stays busy.
 *
 * @returns the error that ended it early
 */
export async function sendChanges(
  steps: AsyncIterable<Step>,
  { api, stop, journal, onOutcome, concurrency }: ChangesContext,
): Promise<Failure | undefined> {
  const queue = steps[Symbol.asyncIterator]();
  let failure: Failure | undefined;

  async function worker(most = Number.POSITIVE_INFINITY): Promise<void> {
    try {
      for (let sent = 0; sent < most && failure === undefined && !stop.aborted; sent++) {
        // An async generator serves one request after another.
        const { value: next, done: isOver } = await queue.next();
        if (isOver) return;
        journal?.append({ begun: next.place });
        const outcome = await changed(api, next, stop);
        if (outcome !== undefined) onOutcome(next, outcome);
      }
    } catch (error) {
      failure ??= asFailure(error);
    }
  }

  try {
    await worker(1);
    await Promise.all(Array.from({ length: concurrency }, () => worker()));
  } finally {
    await queue.return?.();
  }
  return failure;
}

/**
 * @returns undefined if it was stopped before the change was made
 * @throws Failure any error that would affect the next change, too
 */
async function changed(
  api: Api,
  { id, body }: Step,
  patience: AbortSignal,
): Promise<ChangeOutcome | undefined> {
  const { response } = endpoints.updateSubscriber;
  try {
    // A busy service is waited for: repeating the request leaves the same state.
    const record = await (id === ''
      ? api.call('saveSubscriber', { body }, { patience })
      : api.call('updateSubscriber', { id, body }, { patience }));
    requireFields(response, record, ['id', 'fields', 'tags']);
    if (body.email !== undefined) requireFields(response, record, ['email']);
    return { record };
  } catch (error) {
    const failure = asFailure(error);
    if (failure.exit === 4 || failure.exit === 5) return { failure };
    // Stopped while it waited for a busy service.
    if (patience.aborted && (failure.exit === 6 || failure.code === 'outcome_unknown')) return undefined;
    throw failure;
  }
}
