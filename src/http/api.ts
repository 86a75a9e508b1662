import type { ArgumentsOf, CallName, EndpointName, ListName, RecordIn } from '../contract/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { RepeatRule } from './outcome.ts';
import type { Rails } from './rails.ts';
import type { TransportResponse } from './transport.ts';

/** Where bearer tokens come from. The client never stores one. */
export interface Credentials {
  /** A currently valid bearer token. @throws Failure not_signed_in */
  bearer(): Promise<string>;
  /** After a 401: a newer token than the refused one, if there is one. */
  renew?(refused: string): Promise<string | undefined>;
  /** What the user can do when the credentials are refused for good. */
  remedy?(): Promise<string>;
}

/** How requests are sent, whatever they are for. */
export interface HttpOptions {
  /** Seconds without a byte of the response after which a request fails. */
  readonly timeout: number;
  /** How often a failed request is retried. */
  readonly retries: number;
  /** Seconds to wait in all, for one request, on a busy service. */
  readonly maxWait: number;
  /** Requests per second, at the most, retries included; undefined: as many as are made. */
  readonly rate?: number | undefined;
  /** For HTTPS_PROXY, HTTP_PROXY, NO_PROXY. */
  readonly environment: NodeJS.ProcessEnv;
  readonly userAgent: string;
  /** Ends every request and every wait (Ctrl-C). */
  readonly signal: AbortSignal;
  /** For pauses and patience; timeouts of connections are the system's. */
  readonly clock: Clock;
  /** Takes the lines of `--verbose`, credentials already masked. */
  readonly log?: ((line: string) => void) | undefined;
  /** Called when a wait of 2 seconds or more begins: "the service is busy (429); retrying in 12 s". */
  readonly onWait?: ((message: string) => void) | undefined;
}

export interface ApiOptions extends HttpOptions {
  /** {base_url} of service.txt, with or without a path; https, or http on loopback. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** The name of the query parameter for the number of a page. */
  readonly pageParam: string;
  /** The name of the query parameter for the size of a page. */
  readonly perPageParam: string;
  /** Asked before each request leaves; undefined: everything is allowed. */
  readonly rails?: Rails | undefined;
  /**
   * Awaited before each request; what it throws is thrown in place of sending it. Not awaited again for retries.
   *
   * @param endpoint undefined for a request of `send` or `sendPages`
   */
  readonly beforeRequest?: ((endpoint: EndpointName | undefined) => Promise<unknown>) | undefined;
}

/** The valid numbers in `meta` (service.txt, "Page envelope"). */
export interface PageNumbers {
  readonly current: number;
  readonly last: number;
  /** Records on a full page; undefined when the service does not say. */
  readonly perPage: number | undefined;
  /** Records in the whole list; undefined when the service does not say. */
  readonly total: number | undefined;
}

/** A page of a list, as it came from the service. */
export interface ReceivedPage<T> {
  readonly data: readonly T[];
  /** As sent: unchecked. */
  readonly meta: unknown;
  readonly numbers: PageNumbers;
}

export interface CallOptions {
  /** The body as bytes of JSON, in place of `body`. */
  readonly content?: readonly Uint8Array[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Waits for a busy service as long as `maxWait` allows; aborted, it ends the wait, not the request. */
  readonly patience?: AbortSignal | undefined;
  /** Whether the request may be retried, in place of the endpoint's class. */
  readonly repeat?: RepeatRule | undefined;
}

export interface ListOptions {
  /** The page to start with (default: the first, and the request does not name it). */
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** How many pages may be requested ahead of the one being read (default 2). */
  readonly ahead?: number | undefined;
}

/** A request as it would be sent, for `--dry-run`. */
export interface Preview {
  readonly method: string;
  readonly url: string;
  /** Names in lower case; the credential is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, if any. */
  readonly content?: Buffer;
}

export interface RawRequest {
  readonly method: string;
  /** Below the base URL, starting with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly content?: readonly Uint8Array[] | undefined;
  readonly repeat: RepeatRule;
}

/** A response whose body is complete and decompressed. */
export type RawResponse = TransportResponse;

/** The client of the service. */
export interface Api {
  /** For callers that repeat requests themselves. */
  readonly limits: Pick<ApiOptions, 'retries' | 'maxWait' | 'signal' | 'clock' | 'rails'>;
  /**
   * Calls an endpoint that responds with one record. The response is checked to be a JSON object; fields that the
   * contract does not know are kept.
   *
   * @throws Failure
   */
  call<N extends CallName>(name: N, args: ArgumentsOf<N>, options?: CallOptions): Promise<RecordIn<N>>;
  /**
   * The pages of a list, from `page` to the last, each as the service sent it. The next pages are requested while one
   * is being read; those are aborted when the reader stops early.
   *
   * @throws Failure paging_ignored when the service sends another page than the one requested
   */
  pages<N extends ListName>(name: N, options?: ListOptions): AsyncIterable<ReceivedPage<RecordIn<N>>>;
  /** Sends any request below the base URL. Resolves for 2xx only. @throws Failure for every other response */
  send(request: RawRequest): Promise<RawResponse>;
  /**
   * The pages of any list below the base URL, read as `pages` reads those of the contract.
   *
   * @throws Failure unexpected_answer when a response is not a page, paging_ignored
   */
  sendPages(
    request: RawRequest,
    options?: Pick<ListOptions, 'page' | 'ahead'>,
  ): AsyncIterable<ReceivedPage<Readonly<Record<string, unknown>>>>;
  /** The request that `call` would send. Credentials are not looked up. */
  preview<N extends EndpointName>(name: N, args: ArgumentsOf<N>, options?: CallOptions): Preview;
  /** The request that `send` would send. */
  previewOf(request: RawRequest): Preview;
  /** Aborts what is under way and closes the connections, so that the process can end. */
  close(): Promise<void>;
}
