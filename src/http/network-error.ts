import { type FailureCode, systemCode } from '../lib/failure.ts';
import { AnswerTooLarge, type Broken } from './transport.ts';
import { portOf } from './url.ts';

export interface ConnectionProblem {
  readonly code: FailureCode;
  /** What went wrong, naming host and port. */
  readonly message: string;
  readonly hint: string | undefined;
}

const byCode: Readonly<Record<string, FailureCode>> = {
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
  UND_ERR_INVALID_ARG: 'invalid_value',
  UND_ERR_PRX_TLS: 'tls_failed',
};

const tlsCodes =
  /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;

/** The error to look at: Node gathers the tries of several addresses of a host in an AggregateError. */
function innermost(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] ?? error) : error;
}

function kindOf(error: unknown): FailureCode {
  if (error instanceof AnswerTooLarge) return 'unexpected_answer';
  const code = systemCode(error) ?? '';
  if (tlsCodes.test(code)) return 'tls_failed';
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return /EOF/.test(`${code} ${error.message}`) ? 'cut_off' : 'unexpected_answer';
  }
  // Node's own words for a peer that hangs up during the handshake; it carries no code of TLS.
  if (error instanceof Error && error.message.includes('before secure TLS connection')) return 'tls_failed';
  return byCode[code] ?? 'connection_failed';
}

function messageOf(kind: FailureCode, place: string, host: string, error: unknown, seconds: number): string {
  const said = error instanceof Error ? error.message : String(error);
  switch (kind) {
    case 'no_such_host':
      return `the host name ${host} cannot be resolved`;
    case 'connection_refused':
      return `nothing listens at ${place}`;
    case 'tls_failed':
      return isPlain(error)
        ? `no secure connection to ${place}: what listens there does not speak TLS`
        : `no secure connection to ${place}: ${reasonIn(said)}`;
    case 'timeout':
      return `no answer from ${place} for ${seconds} s`;
    case 'cut_off':
      return `the connection to ${place} was cut off`;
    case 'unexpected_answer':
      return error instanceof AnswerTooLarge
        ? `the answer from ${place} is longer than 256 MiB`
        : `what answers at ${place} does not speak HTTP: ${said}`;
    case 'invalid_value':
      return `the request cannot be sent: ${said}`;
    default:
      return `no usable connection to ${place}: ${said}`;
  }
}

/** OpenSSL names the place in its source as well. */
function reasonIn(said: string): string {
  return /:SSL routines:[^:]*:([^:]+):/.exec(said)?.[1] ?? said;
}

function isPlain(error: unknown): boolean {
  return error instanceof Error && error.message.includes('wrong version number');
}

const checkAddress = 'check the address: newsletter config get base-url';
/** Those that say more than the catalogue. */
const hints: Partial<Record<FailureCode, string>> = {
  no_such_host: `${checkAddress} (or this machine's network)`,
  connection_refused: checkAddress,
  tls_failed: 'behind a company proxy, name its certificate in NODE_EXTRA_CA_CERTS',
  timeout: 'give it longer with --timeout, or try again later',
  cut_off: 'try again',
  unexpected_answer: checkAddress,
};

/**
 * Puts a broken exchange into the user's terms.
 * @param seconds the `--timeout` in force
 */
export function connectionProblem(broken: Broken, seconds: number): ConnectionProblem {
  const { url } = broken;
  const error = innermost(broken.cause);
  const kind = kindOf(error);
  const place = `${url.hostname}:${portOf(url)}`;
  const message = messageOf(kind, place, url.hostname, error, seconds);
  if (broken.proxied && !broken.sent) {
    const hint = kind === 'tls_failed' ? hints.tls_failed : 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY';
    return { code: kind, message: `${message} (through the proxy of the environment)`, hint };
  }
  return { code: kind, message, hint: isPlain(error) ? checkAddress : hints[kind] };
}
