import { checkBaseUrl, type FailureCode, systemCode } from '../../lib/failure.ts';
import { portOf } from '../url.ts';

/** Thrown by a transport that stops reading a response because of its size. */
export class ResponseTooLarge extends Error {}

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

  /** @param cause the error of the connection */
  constructor(cause: unknown, { url, proxied, seconds, sent, status }: FailedConnection) {
    // For a host with several addresses, Node gathers one error per address in an AggregateError.
    const error: unknown = cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause;
    const [code, message, hint] = meaning(error, url, seconds);
    const atProxy = proxied && !sent;
    super(atProxy ? `${message} (through a proxy)` : message, { cause });
    this.code = code;
    this.hint = atProxy ? (code === 'tls_failed' ? companyProxy : checkProxy) : hint;
    this.sent = sent;
    this.status = status;
  }
}

const companyProxy = 'behind a company proxy, set NODE_EXTRA_CA_CERTS to its certificate file';
const checkProxy = 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY';
const laterOrLonger = 'try again later, or wait longer with --timeout <seconds>';
const checkClock = "check this machine's clock; if it is right, try again later";

const noHost = /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_FAIL)$/;
const timeouts = /^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/;
const cutOff = /^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|EPIPE)$/;
const tls =
  /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO|UND_ERR_PRX_TLS)/;

type Meaning = readonly [code: FailureCode, message: string, hint?: string];

function meaning(error: unknown, url: URL, seconds: number): Meaning {
  const place = `${url.hostname}:${portOf(url)}`;
  const { name, message: reason } = error instanceof Error ? error : { name: '', message: String(error) };
  const code = systemCode(error) ?? '';
  // undici's parser names the data that it could not read; it had none to read when the connection ended too early.
  const isUnparsed = (name === 'HTTPParserError' && !isEmpty(error)) || reason.startsWith('invalid status');

  if (error instanceof ResponseTooLarge) {
    return ['unexpected_answer', `the response from ${place} is larger than 256 MiB`, checkBaseUrl];
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    const message = `the headers of the response from ${place} are too large`;
    return ['unexpected_answer', message, 'NODE_OPTIONS=--max-http-header-size=65536 allows 64 KiB'];
  }
  if (tls.test(code) || endedHandshake(error))
    return ['tls_failed', ...tlsMeaning(error, code, place, reason)];
  if (noHost.test(code)) {
    return ['no_such_host', `host not found: ${url.hostname}`, `${checkBaseUrl}; or check the network`];
  }
  if (code === 'ECONNREFUSED') return ['connection_refused', `connection refused: ${place}`, checkBaseUrl];
  // `TimeoutError` is that of `AbortSignal.timeout`.
  if (timeouts.test(code) || name === 'TimeoutError') {
    return ['timeout', `timeout: no response from ${place} for ${seconds} seconds`, laterOrLonger];
  }
  if (isUnparsed) {
    return ['unexpected_answer', `the server at ${place} does not use HTTP: ${reason}`, checkBaseUrl];
  }
  if (cutOff.test(code) || name === 'HTTPParserError') {
    return ['cut_off', `the connection to ${place} was lost`, 'try again'];
  }
  if (code === 'UND_ERR_INVALID_ARG') return ['invalid_value', `cannot send the request: ${reason}`];
  return ['connection_failed', `cannot connect to ${place}: ${reason}`];
}

const isEmpty = (error: unknown) => error instanceof Error && 'data' in error && error.data === '';

/** When the peer hangs up during a TLS handshake, Node names the host in an ECONNRESET that no system call gave. */
function endedHandshake(error: unknown): boolean {
  return error instanceof Error && systemCode(error) === 'ECONNRESET' && 'host' in error;
}

function tlsMeaning(
  error: unknown,
  code: string,
  place: string,
  reason: string,
): [message: string, hint: string] {
  if (endedHandshake(error)) return [`TLS error: the server at ${place} ended the connection`, checkBaseUrl];
  // What OpenSSL says when the first bytes of the peer are not TLS.
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return [`TLS error: the server at ${place} does not use TLS`, checkBaseUrl];
  }
  // The message of an OpenSSL error also names a place in OpenSSL's source; its reason does not.
  const openssl =
    error instanceof Error && 'library' in error && 'reason' in error ? error.reason : undefined;
  const message = `TLS error at ${place}: ${typeof openssl === 'string' ? openssl : reason}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return [message, checkBaseUrl];
  return [message, /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code) ? checkClock : companyProxy];
}
