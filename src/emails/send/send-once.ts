/**
 * Sends an email: the request leaves once, whatever the answer, and the email is read again until it is known what
 * became of it, or patience ends.
 *
 * - It went out: the answer, or the email, shows another status than draft.
 * - It certainly did not: no connection was opened; or the service refused the request (4xx, a 429 included) and the
 *   email stays a draft.
 * - Unknown: everything else. A 503 is no refusal, even with Retry-After: a proxy or gateway may give it after the
 *   service has the request (`unprocessed` in `http/retry-policy.ts`). Nor is a draft after an accepted send: the
 *   service may show it late.
 */
import type { Email } from '../../contract/index.ts';
import { fateOf, InterruptedRequest, LostResponse, lookForOutcome } from '../../http/errors/lost-response.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Seconds to read the email again: when the outcome is unknown, and after a refusal that may be about a twin. */
const longPatience = 30;
const shortPatience = 10;

/** A send, and how to see what becomes of it. */
export interface SendRequest<T> {
  /** Id of the email. */
  readonly id: string;
  /** Path of the request. */
  readonly path: string;
  /** Sends the request; of class `never`. */
  readonly send: () => Promise<T>;
  /** The status of the email that an answer shows. */
  readonly statusIn: (answer: T) => unknown;
  /** Reads the email again; absent when its status would not tell: it cannot be found, or was no draft before. */
  readonly read?: (() => Promise<Email>) | undefined;
  /** Seconds to wait until an email whose sending was accepted shows another status than draft. */
  readonly patience?: number | undefined;
  /** The setting `max-wait`, in seconds: no looking takes longer. */
  readonly maxWait: number;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
}

/** An email that went out. */
export interface Sent<T> {
  /** Absent when it was lost. */
  readonly answer?: T;
  /** The email as it was read again, if it was. */
  readonly email?: Email;
  readonly status: string | undefined;
}

/** How a send ended otherwise. */
export class NotSent extends Error {
  readonly failure: Failure;
  /** Undefined: the run was interrupted. */
  readonly outcome: 'not_sent' | 'unknown' | undefined;

  constructor(failure: Failure, outcome: NotSent['outcome']) {
    super(failure.message);
    this.failure = failure;
    this.outcome = outcome;
  }
}

/** Whether a status shows that the service took an email which was a draft. */
export function isTaken(status: unknown): status is string {
  return typeof status === 'string' && status !== '' && status !== 'draft';
}

/**
 * Sends the request, and finds out what became of it.
 *
 * @throws NotSent when the email did not go out, or nobody knows
 */
export async function sendOnce<T>(request: SendRequest<T>): Promise<Sent<T>> {
  let answer: T;
  try {
    answer = await request.send();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return await afterFailure(request, error);
  }
  const status = request.statusIn(answer);
  if (isTaken(status) || request.read === undefined) {
    return { answer, status: typeof status === 'string' ? status : undefined };
  }
  const patience = request.patience ?? Math.min(longPatience, request.maxWait);
  request.terminal.note(
    `the service accepted it, but it is still a draft; checking again for up to ${grouped(patience)} s`,
  );
  const { email, state } = await look(request, patience);
  if (email !== undefined) return { answer, email, status: email.status };
  throw unknown(request, 'the service accepted it', state);
}

async function afterFailure<T>(request: SendRequest<T>, failure: Failure): Promise<Sent<T>> {
  const { path, maxWait, terminal } = request;
  const fate = fateOf(failure, path);
  if (fate === 'unsent') throw new NotSent(nothingSent(failure), 'not_sent');
  if (failure instanceof InterruptedRequest) throw new NotSent(failure, undefined);
  const isRefused = fate === 'refused';
  const { email, state } = await look(request, Math.min(patienceAfter(failure, isRefused), maxWait));
  const reason =
    failure instanceof LostResponse ? `the response was lost (${failure.reason})` : failure.message;
  if (email !== undefined) {
    terminal.warn(`${reason}, but the email has the status ${email.status}`);
    return { email, status: email.status };
  }
  if (isRefused) throw new NotSent(nothingSent(failure), 'not_sent');
  throw unknown(request, failure instanceof LostResponse ? failure.reason : failure.message, state, failure);
}

/** A gateway may have sent the request twice, and show the answer to the second: "busy", or "already sent". */
function patienceAfter({ status }: Failure, isRefused: boolean): number {
  if (!isRefused) return longPatience;
  return status === 429 || status === 409 ? shortPatience : 0;
}

/** Reads the email until it is no draft. @returns what is known, in words, when it stays one */
async function look<T>(
  { id, read, signal }: SendRequest<T>,
  patience: number,
): Promise<{ readonly email?: Email; readonly state: string }> {
  if (read === undefined) return { state: 'its status is inconclusive' };
  const taken = async () => {
    const email = await read();
    return isTaken(email.status) ? email : undefined;
  };
  try {
    const email = await lookForOutcome(taken, { patience, signal });
    return { ...(email && { email }), state: 'it is still a draft' };
  } catch (error) {
    if (signal.aborted) throw new NotSent(interrupted(id), undefined);
    return { state: `cannot read its status: ${error instanceof Error ? error.message : error}` };
  }
}

function interrupted(id: string): Failure {
  return new Failure('interrupted', 'interrupted', {
    details: [`email ${id} may or may not have been sent`],
    hint: `newsletter emails watch ${id}`,
  });
}

function nothingSent(failure: Failure): Failure {
  return failure.reworded(`nothing was sent: ${failure.message}`);
}

function unknown<T>({ id }: SendRequest<T>, reason: string, state: string, cause?: Failure): NotSent {
  const { status, method, path, requestId, details = [] } = cause ?? {};
  const failure = new Failure('outcome_unknown', `unknown whether email ${id} is being sent`, {
    status,
    method,
    path,
    requestId,
    cause,
    details: [reason, ...details, state],
    hint: `check its status before you send it again: newsletter emails get ${id} --json=status`,
  });
  return new NotSent(failure, 'unknown');
}
