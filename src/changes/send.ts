/** Sends the steps of a plan, several at a time, and judges the responses; can be interrupted and run again. */
import { endpoints, type Subscriber } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { requireFields } from '../http/response-body.ts';
import { asFailure } from '../lib/as-failure.ts';
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { isNothing, isSameAddress, isSameValue } from '../people/compare.ts';
import { areSameTags, areSpelledAlike, hasTags, isRespelling } from '../people/tags.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { isStatusOnly, type Step } from './change.ts';
import { type ChangeJournal, openJournal } from './journal.ts';
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
    stopped ??= noteOutcome(step, outcome, { report, folder, journal });
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
  readonly journal: ChangeJournal | undefined;
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

  async function sendOne(step: Step): Promise<void> {
    const outcome = await changed(api, step, stop);
    if (outcome === undefined) return;
    if ('record' in outcome) journal?.append({ done: step.place });
    // A person who is not found has just left the account. One to be created cannot have.
    else if (outcome.failure.exit === 5 || step.kind === 'create') journal?.append({ refused: step.place });
    onOutcome(step, outcome);
  }

  async function worker(most = Number.POSITIVE_INFINITY): Promise<void> {
    try {
      for (let sent = 0; sent < most && failure === undefined && !stop.aborted; sent++) {
        // An async generator serves one request after another.
        const { value: next, done: isOver } = await queue.next();
        if (isOver) return;
        await sendOne(next);
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

/** The record as the service has it now, or the refusal. */
export type ChangeOutcome = { readonly record: Subscriber } | { readonly failure: Failure };

/** A value that differs from the sent one, in `email`, `tags` or `fields.<variable>`. */
interface OtherValue {
  readonly field: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/**
 * Judges a response.
 *
 * @param succeeded changes of this run with the values sent: if there are any, a differing one says nothing about
 * the others
 * @returns fields that were not sent and were all `cleared`, and why to `stop`: no further change may be sent
 */
export function judgeResponse(
  { kind, before, after, kept = {} }: Pick<Step, 'kind' | 'before' | 'after' | 'kept'>,
  { email, tags, fields }: Pick<Subscriber, 'tags' | 'fields'> & Partial<Pick<Subscriber, 'email'>>,
  succeeded: number,
) {
  const others: OtherValue[] = [];
  if (after.email !== undefined && !isSameAddress(email, after.email))
    others.push({ field: 'email', expected: after.email, got: email });
  if (after.tags !== undefined && !hasSentTags(kind, before.tags ?? [], after.tags, tags))
    others.push({ field: 'tags', expected: after.tags, got: tags });
  for (const [variable, expected] of Object.entries(after.fields ?? {})) {
    const got = fields[variable] ?? null;
    if (!isSameValue(got, expected)) others.push({ field: `fields.${variable}`, expected, got });
  }
  const names = Object.keys(kept);
  const isCleared = names.length > 0 && names.every(variable => isNothing(fields[variable]));
  // On restoring, a field that could not be cleared is a small loss; another difference is damage.
  const isDamage = others.some(
    ({ field, expected }) => ['email', 'tags'].includes(field) || !isNothing(expected),
  );
  const isRefused =
    kind === 'change' || kind === 'create' ? others.length > 0 : kind === 'restore' && isDamage;
  return {
    others,
    cleared: isCleared ? names.map(variable => `fields.${variable}`) : [],
    stop: isCleared ? 'cleared' : isRefused && succeeded === 0 ? 'not-as-sent' : undefined,
  } as const;
}

function hasSentTags(
  kind: Step['kind'],
  before: readonly string[],
  sent: readonly string[],
  got: readonly string[],
): boolean {
  // A service may give new people tags of its own.
  if (kind === 'create') return hasTags(got, sent);
  // A change of the spelling alone is made only if the spelling is there.
  return isRespelling(before, sent) ? areSpelledAlike(sent, got) : areSameTags(sent, got);
}

const notAsSent = {
  create: 'was not created as sent',
  change: 'was not changed as requested',
  restore: 'was not restored',
  mark: 'did not get the status',
} as const;

/** The expected and the received value. */
export function othersText(others: readonly OtherValue[]): string {
  return others
    .map(
      ({ field, expected, got }) =>
        `expected ${field} ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`,
    )
    .join('; ');
}

const doneAs = { create: 'created', change: 'changed', restore: 'restored', mark: 'marked' } as const;

/** Where outcomes are noted. */
interface Run {
  readonly report: ChangeReport;
  readonly folder: RunFolder;
  readonly journal: ChangeJournal | undefined;
}

/** Reports the outcome of a change. @returns the failure that ends the work, if further changes would fail alike */
export function noteOutcome(
  step: Step,
  outcome: ChangeOutcome,
  { report, folder, journal }: Run,
): Failure | undefined {
  const { place, email, id, kind, after, row } = step;
  if ('failure' in outcome) {
    const { message, details } = outcome.failure;
    // Somebody who does not get the status of an undo stays: nothing of theirs was to be restored.
    report.add(kind === 'mark' ? 'unmarked' : 'failed', email, id, [message, ...details].join('; '), row);
    return undefined;
  }
  const succeeded = report.count('created', 'changed', 'restored');
  const { others, cleared, stop } = judgeResponse(step, outcome.record, succeeded);
  if (stop === 'cleared') {
    report.add('failed', email, id, `the service also cleared ${cleared.join(', ')}`);
    if (kind === 'change') folder.update({ clears_fields: true, ended_at: new Date().toISOString() });
    const what = `the service cleared other fields of ${email}: ${cleared.join(', ')}`;
    return stoppedBy('stopped_early', what, step, folder);
  }
  if (others.length === 0) {
    report.add(doneAs[kind], email, id === '' ? outcome.record.id : id);
    if (isStatusOnly(step)) report.statuses++;
    return undefined;
  }
  if (kind === 'change') {
    const { email: got, tags, fields } = outcome.record;
    const values = Object.keys(after.fields ?? {}).map(variable => [variable, fields[variable] ?? null]);
    journal?.append({
      stored: place,
      ...(after.email !== undefined && { email: got }),
      ...(after.tags && { tags }),
      fields: Object.fromEntries(values),
    });
  }
  report.add('failed', email, id, othersText(others), row);
  if (stop === undefined) return undefined;
  return stoppedBy('partly_done', `${email} ${notAsSent[kind]}: ${othersText(others)}`, step, folder);
}

function stoppedBy(
  code: 'stopped_early' | 'partly_done',
  message: string,
  { id: person, email, kind }: Step,
  { id }: RunFolder,
): Failure {
  return new Failure(code, message, {
    details: ['no further changes were sent'],
    hint: `to check it: newsletter subscribers get ${person === '' ? shellWord(email) : person}${kind === 'change' ? `; to undo it: newsletter undo ${id}` : ''}`,
  });
}
