import type { Repeat } from '../contract/endpoint.ts';
import type { ArgumentsOf, CallName, EndpointName, ListName, Page, RecordIn } from '../contract/index.ts';

/** Where bearer tokens come from. The HTTP layer never stores one. */
export interface Credentials {
  /** A currently valid bearer token. @throws Failure not_signed_in */
  bearer(): Promise<string>;
  /** After a 401: a newer token than the refused one, or undefined when there is none to be had. */
  renew(refused: string): Promise<string | undefined>;
  /** What to do where they are refused for good. */
  remedy?(): Promise<string>;
}

export interface ApiOptions {
  /** The document's {base_url}, with or without a path; https, or http on loopback. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Seconds of silence after which a request is given up. */
  readonly timeout: number;
  readonly retries: number;
  /** Seconds to wait in all, for one request, on a busy service. */
  readonly maxWait: number;
  readonly pageParam: string;
  readonly perPageParam: string;
  /** For HTTPS_PROXY, HTTP_PROXY, NO_PROXY. */
  readonly environment: NodeJS.ProcessEnv;
  readonly userAgent: string;
  /** Ends every request and every wait (Ctrl-C). */
  readonly signal: AbortSignal;
  /** `--verbose`: one line at a time, credentials already masked. */
  readonly trace?: ((line: string) => void) | undefined;
  /** Told when a wait of more than a few seconds begins: "the service is busy; trying again in 12 s". */
  readonly waiting?: ((message: string) => void) | undefined;
  /**
   * Awaited before each request; what it throws is thrown in place of sending it. Not awaited again for retries.
   *
   * @param endpoint undefined for a request of `send` or `sendPages`
   */
  readonly beforeRequest?: ((endpoint: EndpointName | undefined) => Promise<unknown>) | undefined;
  /** Told each record that `call` returns and each page that `pages` yields, before the caller gets it. */
  readonly onResponse?: ((response: EndpointResponse) => void) | undefined;
}

/** What an endpoint of the contract responded with. */
export type EndpointResponse =
  | { readonly endpoint: CallName; readonly record: unknown }
  | {
      readonly endpoint: ListName;
      readonly page: Page<unknown>;
      /** `meta.current_page` of the first page of this list that was read. */
      readonly firstPage: number;
      /** How many pages of this list were read, this one included. */
      readonly pagesRead: number;
    };

export interface CallOptions {
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** The request body as JSON bytes already made, in place of `body`. */
  readonly content?: readonly Uint8Array[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How the request may be repeated, where the caller wants to look before it is: in place of the endpoint's class. */
  readonly repeat?: Repeat | undefined;
}

export interface ListOptions {
  /** The first page to ask for; 1 unless said. */
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** How many pages may be asked for ahead of the one being read; 2 unless said. */
  readonly ahead?: number | undefined;
}

/** A request as it would leave, for `--dry-run`. */
export interface Preview {
  readonly method: string;
  readonly url: string;
  /** Names in lower case; the credential is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, byte for byte; absent when there is none. */
  readonly content?: Buffer;
}

export interface RawRequest {
  readonly method: string;
  /** Below the base URL, starting with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly content?: readonly Uint8Array[] | undefined;
  readonly repeat: Repeat;
  readonly signal?: AbortSignal | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body, decompressed. */
  readonly body: Buffer;
}

/** The service, as the rest of the program sees it. */
export interface Api {
  /**
   * Calls an endpoint that answers with one record.
   * Answers are checked to be a JSON object; unknown fields stay.
   */
  call<N extends CallName>(name: N, args: ArgumentsOf<N>, options?: CallOptions): Promise<RecordIn<N>>;
  /**
   * The pages of a list, from `page` to the last, each as the service sent it. A list below a record needs that
   * record's id: `{ id }`; others take `{}`.
   * The next pages are asked for while one is being read. Stops early when the reader does.
   * @throws Failure paging_ignored when the service repeats a page whatever is asked for
   */
  pages<N extends ListName>(
    name: N,
    args: ArgumentsOf<N>,
    options?: ListOptions,
  ): AsyncIterable<Page<RecordIn<N>>>;
  /** Any request below the base URL. Resolves for 2xx only; everything else is thrown as a Failure. */
  send(request: RawRequest): Promise<RawAnswer>;
  /**
   * The pages of any list below the base URL, as `pages` gives those of the contract.
   * @throws Failure unexpected_answer when an answer is no page, paging_ignored
   */
  sendPages(
    request: RawRequest,
    options?: Pick<ListOptions, 'page' | 'ahead'>,
  ): AsyncIterable<Page<Readonly<Record<string, unknown>>>>;
  /** The request that `call` would send. No credential is looked for. */
  preview<N extends EndpointName>(name: N, args: ArgumentsOf<N>, options?: CallOptions): Preview;
  /** The request that `send` would send. */
  previewOf(request: RawRequest): Preview;
  /** Closes idle connections so that the process can end. */
  close(): Promise<void>;
}
