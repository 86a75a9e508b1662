import { setMaxListeners } from 'node:events';
import type { Clock } from '../lib/clock.ts';
import type { CallOptions, Credentials, HttpOptions, RawResponse } from './api.ts';
import { NetworkError } from './errors/network-error.ts';
import {
  interruption,
  type LastAttempt,
  networkFailure,
  requestIdOf,
  responseFailure,
  unexpectedResponse,
} from './errors/request-failure.ts';
import { isAccepted, type Outcome, outcomeOf, type Reply } from './outcome.ts';
import { decompressed } from './response-body.ts';
import { decideRetry, type GiveUpReason, retryAfter } from './retry-policy.ts';
import { redirectOf } from './targets.ts';
import {
  type PreparedRequest,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  withBearer,
} from './transport.ts';
import { shownSeconds, shownSize, shownUrl } from './url.ts';

/**
 * Asked before a request leaves, and again where it is redirected, with what it returned before.
 *
 * @throws Failure if it must not leave
 */
type Check = (request: PreparedRequest, before: number) => number;

interface SendOptions extends Pick<CallOptions, 'signal' | 'patience'> {
  readonly accepted?: readonly number[];
}

/** A request that is being sent, again if need be. */
interface Sending {
  readonly request: PreparedRequest;
  readonly signal: AbortSignal;
  /** Throws after Ctrl-C. */
  readonly endIfAborted: () => void;
  /** Whether refused credentials may still be renewed. */
  mayRenew: boolean;
  /** What the check returned last. */
  counted: number;
}

/** How one attempt ended. */
type Result = TransportResponse | NetworkError;

/** Sends requests over its own connections, and retries them. */
export class RequestSender {
  readonly #options: HttpOptions;
  readonly #credentials: Credentials | undefined;
  readonly #closing = new AbortController();
  /** Joined signals by the caller's signal: joining takes as long as reading a small page. */
  readonly #signals = new WeakMap<AbortSignal, AbortSignal>();
  readonly #pace: RequestPace;
  readonly #check: Check | undefined;
  #transport: Promise<Transport> | undefined;
  /** Until when the latest wait that was announced lasts. */
  #waitsUntil = Number.NEGATIVE_INFINITY;

  /** @param credentials undefined: requests leave without a bearer */
  constructor(options: HttpOptions, credentials?: Credentials, check?: Check) {
    this.#options = options;
    this.#credentials = credentials;
    this.#check = check;
    this.#pace = new RequestPace(options.rate ?? Number.POSITIVE_INFINITY, options.clock);
  }

  /**
   * Sends a request until it succeeds or a further attempt would not help: retries as its class allows, waits as long
   * as the service asks, and renews the credentials once after a 401, unless the request must leave once.
   *
   * @param options.signal ends this request alone
   * @param options.accepted statuses to return beside 2xx
   * @param options.patience waits as long as `maxWait` allows; aborted, it ends the wait
   * @returns the response, decompressed
   * @throws Failure for every other response, and without a response
   */
  async send(request: PreparedRequest, options: SendOptions = {}): Promise<RawResponse> {
    const { retries, maxWait, clock } = this.#options;
    const { accepted = [], patience } = options;
    const limits = { retries, maxWait: maxWait * 1000, isPatient: patience !== undefined };
    const signal = this.#signalWith(options.signal);
    const history = { retries: 0, waited: 0 };
    let outcome: Outcome = 'not done';
    const endIfAborted = () => {
      if (signal.aborted) throw interruption(request, signal.reason, outcome);
    };
    const mayRenew = request.repeat !== 'once';
    const sending = { request, signal, endIfAborted, mayRenew, counted: this.#check?.(request, 0) ?? 0 };
    for (;;) {
      const { result, redirect } = await this.#attempt(sending);
      const reply = replyOf(result);
      if (!(result instanceof NetworkError) && (isAccepted(reply) || accepted.includes(result.status)))
        return await readable(request, result);
      outcome = outcomeOf(request.repeat, reply, outcome);
      endIfAborted();
      const decision = decideRetry(request.repeat, reply, history, limits);
      const failed = async (giveUp: GiveUpReason) =>
        await this.#failure(request, result, { reply, outcome, giveUp, retries: history.retries, redirect });
      if ('giveUp' in decision) throw await failed(decision.giveUp);
      history.retries += 1;
      history.waited += decision.wait;
      this.#announceRetry(reply, decision.wait, history.retries);
      // Joined here alone: most requests never wait.
      await clock.wait(decision.wait, patience === undefined ? signal : AbortSignal.any([signal, patience]));
      if (patience?.aborted === true) throw await failed('retries');
    }
  }

  /** Sends a request, follows redirects, and renews credentials that are refused. @returns the last result */
  async #attempt(
    sending: Sending,
  ): Promise<{ readonly result: Result; readonly redirect?: string | undefined }> {
    const { request } = sending;
    let { url } = request;
    let redirects = 0;
    let renewed: string | undefined;
    for (;;) {
      const { result, bearer } = await this.#exchange(sending, url, renewed);
      if (result instanceof NetworkError) return { result };
      const redirect = redirectOf(request, url, result, redirects);
      if (redirect instanceof URL) {
        url = redirect;
        redirects += 1;
        sending.counted = this.#check?.({ ...request, url, path: url.pathname }, sending.counted) ?? 0;
        continue;
      }
      renewed = undefined;
      if (result.status === 401 && bearer !== undefined && sending.mayRenew) {
        sending.mayRenew = false;
        renewed = await this.#credentials?.renew?.(bearer);
      }
      if (renewed === undefined) return { result, redirect };
    }
  }

  /** Sends a request once, when its turn has come. */
  async #exchange({ request, signal, endIfAborted }: Sending, url: URL, renewed: string | undefined) {
    await this.#pace.turn(signal);
    endIfAborted();
    const bearer = renewed ?? (await this.#credentials?.bearer());
    // A refresh goes on for a while after Ctrl-C.
    endIfAborted();
    this.#transport ??= this.#connect();
    const headers = withBearer(request.headers, bearer);
    const logged = this.#logged({ ...request, url, signal, headers });
    const result: Result = await (await this.#transport).send(logged.request).catch(networkErrorIn);
    logged.end(result);
    return { result, bearer };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await (await this.#transport)?.close();
  }

  #signalWith(own = this.#closing.signal): AbortSignal {
    const known = this.#signals.get(own);
    if (known !== undefined) return known;
    const joined = AbortSignal.any([this.#options.signal, this.#closing.signal, own]);
    setMaxListeners(0, joined);
    this.#signals.set(own, joined);
    return joined;
  }

  async #connect(): Promise<Transport> {
    const { timeout, environment } = this.#options;
    const { undiciTransport } = await import('./undici/transport.ts');
    return undiciTransport(timeout, environment);
  }

  /** Logs a request that is about to leave, and then how it ended; never a body. */
  #logged(request: TransportRequest) {
    const { log, clock } = this.#options;
    if (log === undefined) return { request, end: () => {} };
    const { method, url, bytes, signal } = request;
    log(`> ${method} ${shownUrl(url)}${bytes > 0 ? ` (${shownSize(bytes)})` : ''}`);
    const start = clock.now();
    const end = (result: Result) => {
      const took = `${Math.round(clock.now() - start)} ms`;
      if (result instanceof NetworkError) {
        if (!signal.aborted) log(`< ${result.message} (${took})`);
        return;
      }
      const { status, statusText, headers, body } = result;
      const id = requestIdOf(headers);
      const parts = ['<', status, statusText, took, shownSize(body.byteLength), id && `request-id ${id}`];
      log(parts.filter(part => part !== undefined && part !== '').join(' '));
    };
    return { request, end };
  }

  #announceRetry(reply: Reply, wait: number, retry: number): void {
    const { log, onWait, clock } = this.#options;
    const again = `retrying in ${shownSeconds(wait)}`;
    log?.(`* ${again} (retry ${retry})`);
    // Requests that wait at the same time say it once.
    if (wait < 2000 || clock.now() < this.#waitsUntil) return;
    this.#waitsUntil = clock.now() + wait;
    onWait?.(`${problemOf(reply)}; ${again}`);
  }

  /** The failure to throw after the last attempt. */
  async #failure(request: PreparedRequest, result: Result, last: LastAttempt): Promise<Error> {
    if (result instanceof NetworkError) return networkFailure(request, result, last);
    // An error body that cannot be decompressed still leaves the status to report.
    const body = await decompressed(result).catch(() => Buffer.alloc(0));
    const remedy = result.status === 401 ? await this.#credentials?.remedy?.() : undefined;
    return responseFailure(request, { ...result, body }, { ...last, remedy });
  }
}

function networkErrorIn(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  throw error;
}

function replyOf(result: Result): Reply {
  if (result instanceof NetworkError) {
    const { code, sent } = result;
    return { code, sent };
  }
  const { status, headers } = result;
  return { status, retryAfter: retryAfter(headers['retry-after'], headers.date) };
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

function problemOf(reply: Reply): string {
  if ('code' in reply) return 'cannot connect to the service';
  return reply.status === 429 ? 'the service is busy (429)' : `the service failed (${reply.status})`;
}

/** Keeps requests apart, so that no more than a number of them leave in a second. */
class RequestPace {
  readonly #interval: number;
  readonly #clock: Clock;
  /** When the next request may leave, in milliseconds of the clock. */
  #next = 0;

  /** @param rate requests per second */
  constructor(rate: number, clock: Clock) {
    this.#interval = 1000 / rate;
    this.#clock = clock;
  }

  /** Resolves when it is this request's turn, in the order of asking; earlier when `signal` is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#interval;
    if (at > now) await this.#clock.wait(at - now, signal);
  }
}
