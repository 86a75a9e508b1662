/** What the method and path of a request mean, as typed, as sent, or as a redirect gives them. */
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../contract/index.ts';
import { ignoringErrors } from '../lib/failure.ts';
import type { RepeatRule } from './outcome.ts';
import type { TransportResponse } from './transport.ts';
import { isSafe, shownUrl } from './url.ts';

/** The endpoint of the contract for a request, if there is one. */
export function endpointFor(method: string, path: string): Endpoint | undefined {
  const isAt = (template: string) => new RegExp(`^${template.replace('{id}', '[^/]+')}$`).test(path);
  return Object.values<Endpoint>(endpoints).find(each => each.method === method && isAt(each.path));
}

/** Whether a request may be repeated: as the contract says; what the contract does not know is of class `once`. */
export function repeatOf(method: string, path: string): RepeatRule {
  if (method === 'GET' || method === 'HEAD') return 'read';
  // Deleting twice has the effect of once (RFC 9110, 9.2.2), so that a 404 changed nothing.
  return endpointFor(method, path)?.repeat ?? (method === 'DELETE' ? 'upsert' : 'once');
}

/**
 * Whether a path may lead to the sending of an email, whatever the method and the base URL. Servers and proxies decode
 * paths, merge slashes, resolve dots and cut `;…` and extensions: any part that is `send` by then counts.
 */
export function sendsEmail(path: string): boolean {
  // Twice: a proxy and the server behind it may each decode.
  const text = decoded(decoded(path));
  return text.split(/[/\\]/).some(part => /^\W*send(?:[^\w-]|$)/i.test(part));
}

/** What is not decodable stays: the service will not decode it either. */
const decoded = (text: string) => ignoringErrors(() => decodeURIComponent(text)) ?? text;

const mostRedirects = 5;

/**
 * Where a response redirects to ("Transport safety"). Followed are redirects on the same origin: those of GET and HEAD,
 * others only where method and body stay (307, 308), and never those of what must leave once, or to what sends an email.
 * The answer of another origin is not the service's.
 *
 * @param from the URL that was requested
 * @param redirects how many were followed before
 * @returns undefined when it is no redirect; a text that says why it is not followed
 */
export function redirectOf(
  { method, path, repeat }: { readonly method: string; readonly path: string; readonly repeat: RepeatRule },
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
