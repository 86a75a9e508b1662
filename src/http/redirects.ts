import { checkBaseUrl, Failure } from '../lib/failure.ts';
import { NetworkError } from './errors/network-error.ts';
import { requestIdOf } from './errors/response-error.ts';
import { type PreparedRequest, withBearer } from './request.ts';
import type { Transport, TransportResponse } from './transport.ts';
import { isSafe } from './url.ts';
import { networkErrorLine, requestLine, responseLine, shownUrl } from './verbose-log.ts';

const mostRedirects = 5;

/**
 * Sends a request once, and follows redirects on the same origin ("Transport safety"): those of GET and HEAD, others
 * only where method and body stay (307, 308). A redirect to another origin is an error, for reads, too: the answer of
 * another server is not the service's.
 *
 * @param log for `--verbose`, one line at a time
 * @throws NetworkError when there is no complete response
 * @throws Failure unexpected_answer, which shows where it leads, for a redirect that is not followed
 */
export async function followRedirects(
  transport: Transport,
  request: PreparedRequest,
  bearer: string | undefined,
  signal: AbortSignal,
  log?: (line: string) => void,
): Promise<TransportResponse> {
  const { method, content, bytes } = request;
  let { url } = request;
  for (let redirects = 0; ; redirects += 1) {
    const headers = withBearer(request.headers, bearer);
    log?.(requestLine(method, url, bytes));
    // The clock is loaded when it is looked at, which takes 3 ms.
    const start = log === undefined ? 0 : performance.now();
    const response = await transport
      .send({ method, url, headers, content, bytes, signal })
      .catch((error: unknown) => {
        const isLogged = error instanceof NetworkError && !signal.aborted;
        if (isLogged) log?.(networkErrorLine(error, performance.now() - start));
        throw error;
      });
    log?.(responseLine(response, requestIdOf(response.headers), performance.now() - start));
    const location = redirectOf(response);
    if (location === undefined) return response;
    url = target(request, url, location, response.status, redirects);
  }
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
  if (to.origin !== from.origin) return refuse('another origin; not followed');
  if (redirects >= mostRedirects) return refuse(`redirect ${mostRedirects + 1}; not followed`);
  const reads = method === 'GET' || method === 'HEAD';
  // A send leaves once: not again for another address.
  const mayFollow = request.repeat !== 'never';
  const keeps = (status === 307 || status === 308) && mayFollow;
  return reads || keeps ? to : refuse('not followed');
}
