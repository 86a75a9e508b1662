import { setMaxListeners } from 'node:events';
import type { Credentials, HttpOptions, RawResponse } from './api.ts';
import { NetworkError } from './errors/network-error.ts';
import {
  interruption,
  networkFailure,
  responseFailure,
  unexpectedResponse,
} from './errors/response-error.ts';
import { followRedirects } from './redirects.ts';
import type { PreparedRequest } from './request.ts';
import { RequestPace } from './request-pace.ts';
import { decompressed } from './response-body.ts';
import {
  type Backoff,
  decideRetry,
  type FailedAttempt,
  type GiveUpReason,
  retryAfter,
} from './retry-policy.ts';
import type { Transport, TransportResponse } from './transport.ts';
import { shownSeconds } from './verbose-log.ts';

const defaultBackoff: Backoff = { base: 250, cap: 20_000 };

/** How one attempt ended. */
type AttemptResult = TransportResponse | NetworkError;

/** Sends requests over its own connections, and retries them. */
export class RetryingSender {
  readonly #options: HttpOptions;
  readonly #credentials: Credentials | undefined;
  readonly #backoff: Backoff;
  readonly #closing = new AbortController();
  /** Signals that end requests, by the one that the caller gave: joining them takes as long as reading a small page. */
  readonly #signals = new WeakMap<AbortSignal, AbortSignal>();
  readonly #pace: RequestPace | undefined;
  #transport: Promise<Transport> | undefined;

  /**
   * @param credentials undefined: requests leave without a bearer
   * @param backoff for tests
   */
  constructor(options: HttpOptions, credentials?: Credentials, backoff = defaultBackoff) {
    this.#options = options;
    this.#credentials = credentials;
    this.#backoff = backoff;
    this.#pace = options.rate === undefined ? undefined : new RequestPace(options.rate, options.clock);
  }

  /**
   * Sends a request until it succeeds or a further attempt would not help: retries as its class allows, waits as long
   * as the service asks, and renews the credentials once after a 401.
   *
   * @param own ends this request alone
   * @param accepted statuses to return beside 2xx
   * @returns the response, decompressed
   * @throws Failure for every other response, and when there is none
   */
  async send(
    request: PreparedRequest,
    own?: AbortSignal,
    accepted: readonly number[] = [],
  ): Promise<RawResponse> {
    const { retries, maxWait, log, clock } = this.#options;
    const limits = { retries, maxWait: maxWait * 1000, backoff: this.#backoff };
    const signal = this.#signalWith(own);
    const history = { retries: 0, waited: 0 };
    let renewed: string | undefined;
    let wasRenewed = false;
    for (;;) {
      if (this.#pace !== undefined) await this.#pace.turn(signal);
      throwIfAborted(request, signal, false);
      const bearer = renewed ?? (await this.#credentials?.bearer());
      // A refresh goes on for a while after Ctrl-C.
      throwIfAborted(request, signal, false);
      this.#transport ??= this.#connect();
      const result = await followRedirects(await this.#transport, request, bearer, signal, log).catch(
        networkErrorIn,
      );
      if (result instanceof NetworkError) throwIfAborted(request, signal, result.sent);
      else if (isAccepted(result, accepted)) return await readable(request, result);
      else if (result.status === 401 && bearer !== undefined && !wasRenewed) {
        wasRenewed = true;
        renewed = await this.#credentials?.renew(bearer);
        if (renewed !== undefined && request.repeat !== 'never') continue;
      }
      const attempt = failedAttempt(result);
      const decision = decideRetry(request.repeat, attempt, history, limits);
      if ('giveUp' in decision) throw await this.#failure(request, result, decision.giveUp, history.retries);
      history.retries += 1;
      history.waited += decision.wait;
      renewed = undefined;
      this.#announceRetry(attempt, decision.wait, history.retries);
      // A wait ends early only when it is aborted.
      await clock.wait(decision.wait, signal);
      throwIfAborted(request, signal, 'code' in attempt && attempt.sent);
    }
  }

  /** Ends the requests under way, and closes the connections. */
  async close(): Promise<void> {
    this.#closing.abort();
    await (await this.#transport)?.close();
  }

  #signalWith(own = this.#closing.signal): AbortSignal {
    const known = this.#signals.get(own);
    if (known !== undefined) return known;
    const joined = AbortSignal.any([this.#options.signal, this.#closing.signal, own]);
    // Each request under way listens.
    setMaxListeners(0, joined);
    this.#signals.set(own, joined);
    return joined;
  }

  async #connect(): Promise<Transport> {
    const { timeout, maxAnswerTime, environment, certificate } = this.#options;
    const { undiciTransport } = await import('./undici/transport.ts');
    return undiciTransport(timeout, environment, maxAnswerTime, certificate);
  }

  #announceRetry(attempt: FailedAttempt, wait: number, retry: number): void {
    const { log, retries, onWait } = this.#options;
    const again = `retrying in ${shownSeconds(wait)}`;
    log?.(`* ${again} (${retry} of ${retries})`);
    if (wait >= 2000) onWait?.(`${problemOf(attempt)}; ${again}`);
  }

  /** The failure to throw after the last attempt. */
  async #failure(
    request: PreparedRequest,
    result: AttemptResult,
    reason: GiveUpReason,
    retries: number,
  ): Promise<Error> {
    if (result instanceof NetworkError) return networkFailure(request, result);
    // An error body that cannot be decompressed still leaves the status to report.
    const body = await decompressed(result).catch(() => Buffer.alloc(0));
    const remedy = result.status === 401 ? await this.#credentials?.remedy?.() : undefined;
    const attempt = failedAttempt(result);
    return responseFailure(request, { ...result, body }, { attempt, reason, retries, remedy });
  }
}

function networkErrorIn(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  throw error;
}

function isAccepted({ status }: TransportResponse, accepted: readonly number[]): boolean {
  return (status >= 200 && status < 300) || accepted.includes(status);
}

function failedAttempt(result: AttemptResult): FailedAttempt {
  if (result instanceof NetworkError) return result;
  const { status, headers } = result;
  return { status, retryAfter: retryAfter(headers['retry-after'], headers.date) };
}

function throwIfAborted(request: PreparedRequest, signal: AbortSignal, sent: boolean): void {
  if (signal.aborted) throw interruption(request, signal.reason, sent);
}

/** A successful response, decompressed. @throws Failure unexpected_answer, outcome_unknown */
async function readable(request: PreparedRequest, response: TransportResponse): Promise<RawResponse> {
  try {
    return { ...response, body: await decompressed(response) };
  } catch (error) {
    const unread = { ...response, body: Buffer.alloc(0) };
    throw unexpectedResponse(request, unread, 'cannot be decompressed', error);
  }
}

function problemOf(attempt: FailedAttempt): string {
  if ('code' in attempt) return 'cannot connect to the service';
  return attempt.status === 429 ? 'the service is busy (429)' : `the service failed (${attempt.status})`;
}
