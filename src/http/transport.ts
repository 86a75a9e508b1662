/** One request and one answer on a connection: what the rest of this folder needs of an HTTP client. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content: readonly Uint8Array[];
  readonly signal: AbortSignal;
}

export interface WireAnswer {
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case; repeated headers joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** As sent, still compressed. */
  readonly body: Buffer;
}

export interface Wire {
  /** @throws Broken when there is no whole answer */
  send(request: WireRequest): Promise<WireAnswer>;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** There was no whole answer. */
export class Broken extends Error {
  /** Any of the request may have left this machine. */
  readonly sent: boolean;
  /** The status, when the answer had begun. */
  readonly status: number | undefined;
  /** The connection would have gone through a proxy. */
  readonly proxied: boolean;
  readonly url: URL;

  constructor(
    cause: unknown,
    url: URL,
    more: { sent: boolean; status: number | undefined; proxied: boolean },
  ) {
    super('no whole answer', { cause });
    this.url = url;
    this.sent = more.sent;
    this.status = more.status;
    this.proxied = more.proxied;
  }
}

/** Why an answer was not read to its end. */
export class AnswerTooLarge extends Error {}
