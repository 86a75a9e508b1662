import { checkBaseUrl, type FailureCode, limitHints, systemCode } from '../../lib/failure.ts';
import { portOf } from '../url.ts';

/** Thrown by a transport that stops reading a response because of its size. */
export class ResponseTooLarge extends Error {}

/** Thrown by a transport for a status that HTTP does not have (RFC 9110, section 15). */
export class InvalidStatus extends Error {
  constructor(status: number) {
    super(`invalid status ${String(status).padStart(3, '0')}`);
  }
}

/** Thrown by a transport when a response trickles in. */
export class ResponseTooSlow extends Error {
  /** Seconds after which that was decided. */
  readonly seconds: number;

  constructor(seconds: number) {
    super(`the response is not complete after ${seconds} s`);
    this.seconds = seconds;
  }
}

/** A request whose response did not come, or not completely. */
export interface FailedConnection {
  readonly url: URL;
  /** The connection goes through a proxy. */
  readonly proxied: boolean;
  /** The timeout in force. */
  readonly seconds: number;
  /** Some of the request may have left this machine. */
  readonly sent: boolean;
  /** The status, when the response had begun. */
  readonly status?: number | undefined;
}

/** No complete response. The message says so in the user's terms, and names host and port. */
export class NetworkError extends Error {
  readonly code: FailureCode;
  /** Undefined: that of the table of failures. */
  readonly hint: string | undefined;
  readonly sent: boolean;
  readonly status: number | undefined;
  /** Another attempt would end in the same way. */
  readonly isLasting: boolean;

  /** @param cause the error of the connection */
  constructor(cause: unknown, connection: FailedConnection) {
    const { url, proxied, seconds, sent, status } = connection;
    const error = innermost(cause);
    const code = codeOf(error);
    const message = messageOf(code, error, url, seconds);
    const atProxy = proxied && !sent;
    super(atProxy ? `${message} (through a proxy)` : message, { cause });
    this.code = code;
    this.hint = atProxy ? proxyHint(code) : (hintFor(error) ?? hints[code]);
    this.sent = sent;
    this.status = status;
    this.isLasting = error instanceof ResponseTooSlow;
  }
}

const codes: Readonly<Record<string, FailureCode>> = {
  ENOTFOUND: 'no_such_host',
  EAI_AGAIN: 'no_such_host',
  EAI_NODATA: 'no_such_host',
  EAI_FAIL: 'no_such_host',
  ECONNREFUSED: 'connection_refused',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_SOCKET: 'cut_off',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'cut_off',
  ECONNRESET: 'cut_off',
  EPIPE: 'cut_off',
  UND_ERR_HEADERS_OVERFLOW: 'unexpected_answer',
  UND_ERR_INVALID_ARG: 'invalid_value',
  UND_ERR_PRX_TLS: 'tls_failed',
};

const tlsCodes =
  /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;

/** The error to look at: for a host with several addresses, Node gathers one per address in an AggregateError. */
function innermost(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] ?? error) : error;
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof ResponseTooLarge || error instanceof InvalidStatus) return 'unexpected_answer';
  if (error instanceof ResponseTooSlow) return 'timeout';
  const code = systemCode(error) ?? '';
  if (tlsCodes.test(code) || endedHandshake(error)) return 'tls_failed';
  // Of `AbortSignal.timeout`.
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  if (error instanceof Error && error.name === 'HTTPParserError') {
    // undici's parser names the data that it could not read; it had none to read when the connection ended too early.
    return 'data' in error && error.data === '' ? 'cut_off' : 'unexpected_answer';
  }
  return codes[code] ?? 'connection_failed';
}

/** When the peer hangs up during a TLS handshake, Node names the host in an ECONNRESET that no system call gave. */
function endedHandshake(error: unknown): boolean {
  return error instanceof Error && systemCode(error) === 'ECONNRESET' && 'host' in error;
}

/** What OpenSSL says when the first bytes of the peer are not TLS. */
function isPlainHttp(error: unknown): boolean {
  return systemCode(error) === 'ERR_SSL_WRONG_VERSION_NUMBER';
}

/** undici parses HTTP in WebAssembly, which needs memory that a limit on address space forbids. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /^WebAssembly\b.*memory/i.test(error.message);
}

/** What helps against this error, where the hint of its code does not. */
function hintFor(error: unknown): string | undefined {
  if (isOutOfMemory(error)) return limitHints.memory;
  if (error instanceof ResponseTooSlow) return 'newsletter config set max-answer-time <seconds>';
  const code = systemCode(error) ?? '';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'NODE_OPTIONS=--max-http-header-size=65536 allows 64 KiB';
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code))
    return "check this machine's clock; if it is right, try again later";
  const isOfOtherServer =
    isPlainHttp(error) || endedHandshake(error) || code === 'ERR_TLS_CERT_ALTNAME_INVALID';
  return isOfOtherServer ? checkBaseUrl : undefined;
}

function messageOf(code: FailureCode, error: unknown, url: URL, seconds: number): string {
  const reason = error instanceof Error ? error.message : String(error);
  const place = `${url.hostname}:${portOf(url)}`;
  switch (code) {
    case 'no_such_host':
      return `host not found: ${url.hostname}`;
    case 'connection_refused':
      return `connection refused: ${place}`;
    case 'tls_failed':
      if (isPlainHttp(error)) return `TLS error: the server at ${place} does not use TLS`;
      if (endedHandshake(error)) return `TLS error: the server at ${place} ended the connection`;
      return `TLS error at ${place}: ${opensslReason(error) ?? reason}`;
    case 'timeout':
      return error instanceof ResponseTooSlow
        ? `timeout: the response from ${place} was not complete after ${error.seconds} seconds`
        : `timeout: no response from ${place} for ${seconds} seconds`;
    case 'cut_off':
      return `the connection to ${place} was lost`;
    case 'unexpected_answer':
      if (error instanceof ResponseTooLarge) return `the response from ${place} is larger than 256 MiB`;
      return systemCode(error) === 'UND_ERR_HEADERS_OVERFLOW'
        ? `the headers of the response from ${place} are too large`
        : `the server at ${place} does not use HTTP: ${reason}`;
    case 'invalid_value':
      return `cannot send the request: ${reason}`;
    default:
      if (isOutOfMemory(error)) return `not enough memory to connect to ${place}`;
      return `cannot connect to ${place}: ${reason}`;
  }
}

/** The message of an OpenSSL error also names a place in OpenSSL's source; its reason does not. */
function opensslReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('library' in error) || !('reason' in error)) return undefined;
  return typeof error.reason === 'string' ? error.reason : undefined;
}

/** Hints that say more than the table of failures. */
const hints: Partial<Record<FailureCode, string>> = {
  no_such_host: `${checkBaseUrl}; or check the network`,
  connection_refused: checkBaseUrl,
  tls_failed: 'behind a company proxy, set NODE_EXTRA_CA_CERTS to its certificate file',
  timeout: 'try again later, or wait longer with --timeout <seconds>',
  cut_off: 'try again',
  unexpected_answer: checkBaseUrl,
};

function proxyHint(code: FailureCode): string | undefined {
  return code === 'tls_failed' ? hints.tls_failed : 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY';
}
