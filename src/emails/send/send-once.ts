/**
 * Sends an email: the request leaves once, whatever the response, then the email is read again until the outcome is
 * known or patience ends. It went out if the response, or the email, shows another status than draft. A draft after an
 * accepted send proves nothing: the service may show the new status late.
 */
import type { Email } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { lossOf } from '../../http/create-once.ts';
import { reasonOf } from '../../http/errors/request-failure.ts';
import { lookForOutcome, settle } from '../../http/look.ts';
import { type Came, isRefusal } from '../../http/outcome.ts';
import { Failure } from '../../lib/failure.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Seconds to read the email again: when the outcome is unknown, and after a refusal that may be about a twin. */
const longPatience = 30;
const shortPatience = 10;

export interface SendRequest<T> {
  /** Id of the email. */
  readonly id: string;
  /** Sends the request; of class `once`. */
  readonly send: () => Promise<T>;
  readonly statusIn: (answer: T) => unknown;
  /** Reads the email again, undefined if it is gone; absent if it was not a draft, so that its status proves nothing. */
  readonly read?: (() => Promise<Email | undefined>) | undefined;
  /** Seconds to wait until an accepted email shows another status than draft. */
  readonly patience?: number | undefined;
  /** Reading again takes at most `maxWait`. */
  readonly limits: Pick<Api['limits'], 'maxWait' | 'signal' | 'clock'>;
  readonly terminal: Pick<Terminal, 'note' | 'warn'>;
}

export interface Sent<T> {
  /** Absent if the response was lost. */
  readonly answer?: T;
  /** Set if the email was read again. */
  readonly email?: Email;
  readonly status: string | undefined;
}

export interface NotSent {
  readonly failure: Failure;
  /** Undefined if the run was interrupted. */
  readonly outcome: 'not_sent' | 'unknown' | undefined;
}

/** Whether a status shows that the service accepted an email that was a draft. */
export function isTaken(status: unknown): status is string {
  return typeof status === 'string' && status !== '' && status !== 'draft';
}

/** Seconds to read the email again: a gateway may have repeated the request, and return "busy" or "already sent". */
function patienceAfter(came: Came): number {
  if (!isRefusal(came)) return longPatience;
  return 'status' in came && [409, 429].includes(came.status) ? shortPatience : 0;
}

/** Sends the request, and determines its outcome. Throws only what is not a Failure. */
export async function sendOnce<T>(request: SendRequest<T>): Promise<Sent<T> | NotSent> {
  const { id, send, statusIn, read, limits, terminal } = request;
  const look =
    read &&
    (async () => {
      const email = await read();
      return isTaken(email?.status) ? email : undefined;
    });
  const patience = (came: Came) => Math.min(patienceAfter(came), limits.maxWait);
  const settled = await settle({ send, look, patience, limits });
  if ('answer' in settled) {
    const { answer } = settled;
    const status = statusIn(answer);
    if (!isTaken(status) && look !== undefined) return await becomesTaken(request, answer, look);
    return { answer, status: typeof status === 'string' ? status : undefined };
  }
  const { failure } = settled;
  if ('seen' in settled) {
    const { status } = settled.seen;
    terminal.warn(`${lossOf(failure)}, but the email has the status ${status}`);
    return { email: settled.seen, status };
  }
  if (settled.outcome === 'not done') {
    return { failure: failure.reworded(`nothing was sent: ${failure.message}`), outcome: 'not_sent' };
  }
  if (failure.code === 'interrupted') return interrupted(id);
  const problem = settled.problem && `cannot read its status: ${settled.problem}`;
  const state = problem ?? (look ? 'it is still a draft' : 'its status is inconclusive');
  return unknown(id, reasonOf(failure), state, failure);
}

/** Waits until an accepted email shows another status than draft. */
async function becomesTaken<T>(
  { id, patience: given, limits, terminal }: SendRequest<T>,
  answer: T,
  look: () => Promise<Email | undefined>,
): Promise<Sent<T> | NotSent> {
  const patience = given ?? Math.min(longPatience, limits.maxWait);
  terminal.note(
    `the service accepted it, but it is still a draft; checking again for up to ${grouped(patience)} s`,
  );
  let state = 'it is still a draft';
  try {
    const email = await lookForOutcome({ look, patience, limits });
    if (email !== undefined) return { answer, email, status: email.status };
  } catch (error) {
    if (limits.signal.aborted) return interrupted(id);
    state = `cannot read its status: ${error instanceof Error ? error.message : error}`;
  }
  return unknown(id, 'the service accepted it', state);
}

function interrupted(id: string): NotSent {
  const failure = new Failure('interrupted', 'interrupted', {
    details: [`email ${id} may or may not have been sent`],
    hint: `newsletter emails watch ${id}`,
  });
  return { failure, outcome: undefined };
}

function unknown(id: string, reason: string, state: string, cause?: Failure): NotSent {
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
  return { failure, outcome: 'unknown' };
}
