import { setTimeout as sleep } from 'node:timers/promises';
import type { Repeat } from '../contract/endpoint.ts';
import type { ApiOptions } from './api.ts';
import { decoded } from './content-encoding.ts';
import { connectionProblem } from './network-error.ts';
import { type Exchanged, exchange, type Outgoing } from './redirects.ts';
import {
  type Answer,
  answerFailure,
  brokenFailure,
  interruption,
  nonsense,
  requestIdOf,
} from './response-error.ts';
import { decide, type Limits, retryAfter, type Setback, type Verdict } from './retry-policy.ts';
import { Broken, type Wire } from './transport.ts';
import { answerLine, requestLine, shownSeconds } from './verbose-log.ts';

/** A request with what decides about its repetition and its end. */
export interface Delivery extends Outgoing {
  readonly repeat: Repeat;
  readonly bytes: number;
  readonly signal: AbortSignal;
  /** Statuses of answers to be returned as they are, beside 2xx. */
  readonly returns?: readonly number[] | undefined;
}

/** How requests travel, whoever they are for. */
export type Transport = Omit<ApiOptions, 'baseUrl' | 'credentials' | 'pageParam' | 'perPageParam'>;

export interface Courier {
  /** Without credentials no bearer is sent. */
  readonly options: Transport & Partial<Pick<ApiOptions, 'credentials'>>;
  readonly limits: Limits;
  readonly wire: () => Promise<Wire>;
}

type Outcome =
  | { readonly exchanged: Exchanged; readonly setback: Setback }
  | { readonly broken: Broken; readonly setback: Setback };

/**
 * Sends a request until it succeeds or there is no point in going on: retries by class, waits as long as
 * the service asks, and renews the credentials once after a 401.
 * @returns the answer, 2xx only unless the delivery says otherwise, decompressed
 * @throws Failure for everything else
 */
export async function deliver(courier: Courier, delivery: Delivery): Promise<Answer> {
  const { credentials } = courier.options;
  const history = { repeats: 0, waited: 0 };
  let renewed: string | undefined;
  let mayRenew = true;
  for (;;) {
    endIfAborted(delivery, false);
    const bearer = renewed ?? (await credentials?.bearer());
    const outcome = await attempt(courier, delivery, bearer);
    if ('exchanged' in outcome) {
      const { answer, elsewhere } = outcome.exchanged;
      const { status } = answer;
      if ((status >= 200 && status < 300) || delivery.returns?.includes(status)) {
        return plain(delivery, outcome.exchanged);
      }
      if (status === 401 && mayRenew && !elsewhere && credentials && bearer !== undefined) {
        mayRenew = false;
        renewed = await credentials.renew(bearer);
        if (renewed !== undefined) continue;
      }
    }
    const verdict = decide(delivery.repeat, outcome.setback, history, courier.limits);
    if ('giveUp' in verdict) throw await givenUp(courier, delivery, outcome, verdict, history.repeats);
    history.repeats += 1;
    history.waited += verdict.wait;
    renewed = undefined;
    await pause(courier, delivery, outcome.setback, verdict.wait, history.repeats);
  }
}

function endIfAborted(delivery: Delivery, sent: boolean): void {
  if (delivery.signal.aborted) throw interruption(delivery, delivery.signal.reason, sent);
}

async function attempt(courier: Courier, delivery: Delivery, bearer: string | undefined): Promise<Outcome> {
  const wire = await courier.wire();
  try {
    const exchanged = await exchange(traced(courier, wire), delivery, bearer, delivery.signal);
    const { status, headers } = exchanged.answer;
    const wish = retryAfter(headers['retry-after'], headers.date);
    return { exchanged, setback: { status, retryAfter: wish } };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    endIfAborted(delivery, error.sent);
    const { code } = connectionProblem(error, courier.options.timeout);
    return { broken: error, setback: { code, sent: error.sent } };
  }
}

/** The wire, telling `--verbose` what passes. */
function traced({ options }: Courier, wire: Wire): Wire['send'] {
  const { trace } = options;
  if (trace === undefined) return request => wire.send(request);
  return async request => {
    const bytes = request.content.reduce((sum, part) => sum + part.byteLength, 0);
    trace(requestLine(request.method, request.url, bytes));
    const begin = performance.now();
    try {
      const answer = await wire.send(request);
      const { status, statusText, headers, body } = answer;
      const shown = { status, statusText, bytes: body.byteLength, requestId: requestIdOf(headers) };
      trace(answerLine(shown, performance.now() - begin));
      return answer;
    } catch (error) {
      if (error instanceof Broken && !request.signal.aborted) {
        const { message } = connectionProblem(error, options.timeout);
        trace(`< ${message} (${Math.round(performance.now() - begin)} ms)`);
      }
      throw error;
    }
  };
}

async function plain(delivery: Delivery, { answer }: Exchanged): Promise<Answer> {
  try {
    return { ...answer, body: await decoded(answer) };
  } catch (error) {
    throw nonsense(
      delivery,
      { ...answer, body: Buffer.alloc(0) },
      'its answer cannot be decompressed',
      error,
    );
  }
}

async function givenUp(
  { options }: Courier,
  delivery: Delivery,
  outcome: Outcome,
  verdict: Extract<Verdict, { giveUp: string }>,
  repeats: number,
): Promise<Error> {
  if ('broken' in outcome) {
    const { broken } = outcome;
    return brokenFailure(delivery, connectionProblem(broken, options.timeout), broken);
  }
  const { answer, elsewhere } = outcome.exchanged;
  // An error body that cannot be decompressed still leaves the status to report.
  const body = await decoded(answer).catch(() => Buffer.alloc(0));
  return answerFailure(
    delivery,
    { ...answer, body },
    {
      verdict,
      setback: outcome.setback,
      repeats,
      elsewhere,
      remedy: answer.status === 401 ? await options.credentials?.remedy?.() : undefined,
    },
  );
}

async function pause(
  { options }: Courier,
  delivery: Delivery,
  setback: Setback,
  wait: number,
  repeats: number,
): Promise<void> {
  const again = `trying again in ${shownSeconds(wait)}`;
  options.trace?.(`* ${again} (${repeats} of ${options.retries})`);
  if (wait >= 2000) options.waiting?.(`${trouble(setback)}; ${again}`);
  try {
    await sleep(wait, undefined, { signal: delivery.signal });
  } catch {
    // Aborted is the only way in which a sleep ends early.
    endIfAborted(delivery, 'code' in setback && setback.sent);
  }
}

function trouble(setback: Setback): string {
  if ('code' in setback) return 'no connection to the service';
  return setback.status === 429 ? 'the service is busy (429)' : `the service is failing (${setback.status})`;
}
