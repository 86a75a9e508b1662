import { checkBaseUrl, Failure } from '../lib/failure.ts';
import { NetworkError } from './network-error.ts';
import { type PreparedRequest, withBearer } from './request.ts';
import { requestIdOf } from './response-error.ts';
import type { Transport, TransportResponse } from './transport.ts';
import { isSafe } from './url.ts';
import { networkErrorLine, requestLine, responseLine, shownUrl } from './verbose-log.ts';

/** Headers that say what the program is, which any origin may know. */
const harmless = new Set(['user-agent', 'accept', 'accept-encoding']);
const mostRedirects = 5;

export interface RedirectedResponse {
  readonly response: TransportResponse;
  /** It came from another origin, which did not get the bearer. */
  readonly elsewhere: boolean;
}

/**
 * Sends a request once, with the bearer to its own origin only, and follows redirects ("Transport safety"): those of
 * GET and HEAD to any safe URL, others only where method and body stay (307, 308) on the same origin.
 *
 * @param log for `--verbose`, one line at a time
 * @throws NetworkError when there is no complete response
 * @throws Failure unexpected_answer for a redirect that is not followed
 */
export async function followRedirects(
  transport: Transport,
  request: PreparedRequest,
  bearer: string | undefined,
  signal: AbortSignal,
  log?: (line: string) => void,
): Promise<RedirectedResponse> {
  const { method, content, bytes } = request;
  let { url } = request;
  let elsewhere = false;
  for (let redirects = 0; ; redirects += 1) {
    const headers = elsewhere ? onlyHarmless(request.headers) : withBearer(request.headers, bearer);
    log?.(requestLine(method, url, bytes));
    const start = performance.now();
    const response = await transport
      .send({ method, url, headers, content, bytes, signal })
      .catch((error: unknown) => {
        const isLogged = error instanceof NetworkError && !signal.aborted;
        if (isLogged) log?.(networkErrorLine(error, performance.now() - start));
        throw error;
      });
    log?.(responseLine(response, requestIdOf(response.headers), performance.now() - start));
    const location = redirectOf(response);
    if (location === undefined) return { response, elsewhere };
    url = target(request, url, location, response.status, redirects);
    // Once dropped, the bearer stays dropped: another origin chose the way back.
    elsewhere ||= url.origin !== request.url.origin;
  }
}

function onlyHarmless(headers: PreparedRequest['headers']): PreparedRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name)));
}

function redirectOf({ status, headers }: TransportResponse): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined;
}

/** Where a redirect leads, if it may be followed. @throws Failure unexpected_answer */
function target(
  request: PreparedRequest,
  from: URL,
  location: string,
  status: number,
  redirects: number,
): URL {
  const { method, path } = request;
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const refuse = (why: string): never => {
    const shown = to ? shownUrl(to) : location;
    throw new Failure('unexpected_answer', `the service redirects ${method} ${path} to ${shown}, ${why}`, {
      method,
      path,
      status,
      hint: checkBaseUrl,
    });
  };
  if (to === undefined || !isSafe(to)) return refuse('which is not a safe address');
  if (redirects >= mostRedirects) return refuse(`after ${mostRedirects} redirects before`);
  const reads = method === 'GET' || method === 'HEAD';
  // A send leaves once: not again for another address.
  const mayFollow = request.repeat !== 'never' && to.origin === from.origin;
  const keeps = (status === 307 || status === 308) && mayFollow;
  return reads || keeps ? to : refuse('which is not followed');
}
