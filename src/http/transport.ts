/** One request and its response on a connection: all that the program needs of an HTTP library. */
import type { RepeatRule } from './outcome.ts';

/** Bytes of a response body, before and after it is decompressed. */
export const largestBody = 256 * 1024 * 1024;

export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, in pieces; empty when there is none. */
  readonly content: readonly Uint8Array[];
  /** Size of the body in bytes. */
  readonly bytes: number;
  readonly signal: AbortSignal;
  /** Bytes of a response after which it fails; for tests (default 256 MiB). */
  readonly largest?: number;
}

/** A request as it is sent, whichever attempt it is. Its headers are without the bearer. */
export interface PreparedRequest extends Omit<TransportRequest, 'signal'> {
  /** Below the base URL, without the query: for messages. */
  readonly path: string;
  readonly repeat: RepeatRule;
}

export interface TransportResponse {
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case; repeated headers joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** As received: still compressed. */
  readonly body: Buffer;
}

export interface Transport {
  /**
   * @throws NetworkError when there is no complete response
   * @throws Failure invalid_value when the environment names a proxy, and not by its URL
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** The headers of every request. */
export function standardHeaders(userAgent: string): Readonly<Record<string, string>> {
  return { 'user-agent': userAgent, accept: 'application/json', 'accept-encoding': 'gzip, br' };
}

/** The headers of a request to the service itself (service.txt, "Credentials for the REST API"). */
export function withBearer(
  headers: PreparedRequest['headers'],
  bearer: string | undefined,
): PreparedRequest['headers'] {
  return { ...headers, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) };
}
