import type { PreparedRequest } from './request.ts';
import type { TransportResponse } from './transport.ts';
import { sendsEmail } from './typed-path.ts';
import { isSafe } from './url.ts';
import { shownUrl } from './verbose-log.ts';

const mostRedirects = 5;

/**
 * Where a response redirects to ("Transport safety"). Followed are redirects on the same origin: those of GET and HEAD,
 * others only where method and body stay (307, 308), and never those of what must leave once, or to
 * what sends an email. The answer of another origin is not the service's.
 *
 * @param from the URL that was requested
 * @param redirects how many were followed before
 * @returns undefined when it is no redirect; a text that says why it is not followed
 */
export function redirectOf(
  { method, path, repeat }: PreparedRequest,
  from: URL,
  { status, headers: { location } }: TransportResponse,
  redirects: number,
): URL | string | undefined {
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const refused = (why: string) =>
    `the service redirects ${method} ${path} to ${to ? shownUrl(to) : location}, ${why}`;
  if (to === undefined || !isSafe(to)) return refused('which is not a safe address');
  if (to.origin !== from.origin) return refused('another origin; not followed');
  if (sendsEmail(to.pathname)) return refused('which sends an email; not followed');
  if (redirects >= mostRedirects) return refused(`redirect ${mostRedirects + 1}; not followed`);
  const reads = method === 'GET' || method === 'HEAD';
  const keeps = (status === 307 || status === 308) && repeat !== 'once';
  return reads || keeps ? to : refused('not followed');
}
