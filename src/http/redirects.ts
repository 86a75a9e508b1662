import { NetworkError } from './errors/network-error.ts';
import { requestIdOf } from './errors/request-failure.ts';
import { type PreparedRequest, withBearer } from './request.ts';
import type { Transport, TransportResponse } from './transport.ts';
import { isSafe } from './url.ts';
import { networkErrorLine, requestLine, responseLine, shownUrl } from './verbose-log.ts';

const mostRedirects = 5;

/** A response; `redirect` says where one leads that is not followed, and why it is not. */
export interface Received extends TransportResponse {
  readonly redirect?: string;
}

/** How one attempt ended. */
export type Exchange = Received | NetworkError;

interface Attempt {
  readonly transport: Transport;
  readonly request: PreparedRequest;
  readonly bearer: string | undefined;
  readonly signal: AbortSignal;
  /** For `--verbose`, one line at a time. */
  readonly log?: ((line: string) => void) | undefined;
}

/**
 * Sends a request once, and follows redirects on the same origin ("Transport safety"): those of GET and HEAD, others
 * only where method and body stay (307, 308), and never those of what must leave once. The answer of another origin is
 * not the service's.
 *
 * @throws Failure invalid_value when the environment names a proxy, and not by its URL
 */
export async function exchange({ transport, request, bearer, signal, log }: Attempt): Promise<Exchange> {
  const { method, content, bytes } = request;
  const headers = withBearer(request.headers, bearer);
  let { url } = request;
  for (let redirects = 0; ; redirects += 1) {
    log?.(requestLine(method, url, bytes));
    // The clock is loaded when it is looked at, which takes 3 ms.
    const start = log === undefined ? 0 : performance.now();
    let response: TransportResponse;
    try {
      response = await transport.send({ method, url, headers, content, bytes, signal });
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      if (!signal.aborted) log?.(networkErrorLine(error, performance.now() - start));
      return error;
    }
    log?.(responseLine(response, requestIdOf(response.headers), performance.now() - start));
    const { location } = response.headers;
    if (location === undefined || ![301, 302, 303, 307, 308].includes(response.status)) return response;
    const to = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    const why = whyNotFollowed(request, url, to, { status: response.status, redirects });
    if (why !== undefined || to === undefined) {
      const shown = to ? shownUrl(to) : location;
      return { ...response, redirect: `the service redirects ${method} ${request.path} to ${shown}, ${why}` };
    }
    url = to;
  }
}

/** Why a redirect is not followed; undefined when it is. */
function whyNotFollowed(
  { method, repeat }: PreparedRequest,
  from: URL,
  to: URL | undefined,
  { status, redirects }: { readonly status: number; readonly redirects: number },
): string | undefined {
  if (to === undefined || !isSafe(to)) return 'which is not a safe address';
  if (to.origin !== from.origin) return 'another origin; not followed';
  if (redirects >= mostRedirects) return `redirect ${mostRedirects + 1}; not followed`;
  const reads = method === 'GET' || method === 'HEAD';
  const keeps = (status === 307 || status === 308) && repeat !== 'once';
  return reads || keeps ? undefined : 'not followed';
}
